"""Grow the trees that ship with `ad-images` and `nepotistic-links`, and say how good they are.

    python bench/train_items.py            # figures only
    python bench/train_items.py --write    # and write the trees into the package

Labels are the truth of the sample web: for a link the kind of its text, for an
image (`sample.pictures`) the kind of the link it hangs in. Figures are for
designs that were held out: for each of the six a tree is grown from the pages
of the other five and asked about the pages of this one, made with other seeds.
"lost" is the share of images that are no advertisements, or of links given for
merit, that is judged noise.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

from sample_web import generate
from sample_web.citations import with_citations
from sample_web.pictures import Habits, with_pictures
from sitesieve.cleaning import items
from sitesieve.cleaning.items import images, links
from sitesieve.cleaning.items.decision_tree import DecisionTree, Labelled, grow
from sitesieve.cleaning.items.item import PageItem
from sitesieve.cleaning.kinds import Kind
from sitesieve.cleaning.methods import AdImages, ItemClassifier, NepotisticLinks
from sitesieve.page import Page
from sitesieve.sample.model import SamplePage

SEEDS = range(100, 124)
HELD_OUT_SEEDS = range(300, 312)  # 200 to 202 were looked at while features were chosen
SIZE, MOST = 0.25, 800
DEPTH, SMALLEST_LEAF = 5, 60
MERIT = (Kind.CONTENT, Kind.PAGE_RECOMMENDATION, Kind.COMMENTS)  # links given for what they lead to
UNTOLD = {"query"}  # on the sample web next to nothing but advertisements has one
ByDesign = dict[str, list[Labelled]]


def address_of(page: SamplePage, number: int) -> str | None:
    """One page in six has no address: trees must know what to do without."""
    return None if number % 6 == 5 else page.url


def labelled_links(page: SamplePage, url: str | None, rng: Random) -> list[tuple[Labelled, Kind]]:
    """The links of a page and their kinds; nepotistic is every kind but those given for merit."""
    plain = Page(url, page.html).tree
    kinds = [block.kind for block in page.blocks for _ in block.phrases]
    start, end = plain.leaf_start, plain.end
    of_links = iter(
        [
            kinds[start[node]] if start[end[node]] > start[node] else None
            for node, _ in plain.anchors
        ]
    )
    html, cited = with_citations(page, rng)
    found = []
    for item in links.link_items(Page(url, html)):
        kind = Kind.CONTENT if item.written in cited else next(of_links)
        if kind is not None:
            found.append((Labelled(item, kind not in MERIT), kind))
    return found


def labelled_images(page: SamplePage, url: str | None, habits: Habits) -> list[Labelled]:
    """The images of a page with pictures hung into it."""
    html, pictures = with_pictures(page, habits)
    adverts = {picture.source for picture in pictures if picture.advertisement}
    return [Labelled(item, item.written in adverts) for item in images.image_items(Page(url, html))]


def sample_images(seeds: Sequence[int]) -> ByDesign:
    """Labelled images of the sample web by design."""
    found: ByDesign = defaultdict(list)
    for seed in seeds:
        for site in generate(seed, SIZE):
            habits: dict[str, Habits] = {}
            for number, page in enumerate(site.pages):
                mine = habits.setdefault(page.design, Habits.of(site.name, page.design, seed))
                found[page.design] += labelled_images(page, address_of(page, number), mine)
    return found


def sample_links(seeds: Sequence[int]) -> ByDesign:
    """Labelled links of the sample web by design, no kind with more than `MOST` of a design:
    menus would outnumber what matters."""
    rng = Random(seeds[0])
    found: dict[tuple[str, Kind], list[Labelled]] = defaultdict(list)
    for seed in seeds:
        for site in generate(seed, SIZE):
            for number, page in enumerate(site.pages):
                for label, kind in labelled_links(page, address_of(page, number), rng):
                    found[page.design, kind].append(label)
    by_design: ByDesign = defaultdict(list)
    for (design, kind), labels in found.items():
        most = MOST * 4 if kind is Kind.CONTENT else MOST
        by_design[design] += rng.sample(labels, min(most, len(labels)))
    return by_design


def measured(
    judge: Callable[[PageItem], bool], labelled: Sequence[Labelled]
) -> tuple[float, float, float]:
    """Precision and recall of the judgement "noise", and the share of what is none that is lost."""
    pairs = [(judge(label.item), label.noise) for label in labelled]
    hits = pairs.count((True, True))
    found, wanted = hits + pairs.count((True, False)), hits + pairs.count((False, True))
    lost = pairs.count((True, False)) / max(1, len(pairs) - wanted)
    return hits / max(1, found), hits / max(1, wanted), lost


def judge_of(tree: DecisionTree) -> Callable[[PageItem], bool]:
    return lambda item: tree.decide(item).leaf.noise >= 0.5


def report(method: type[ItemClassifier], train: ByDesign, test: ByDesign) -> DecisionTree:
    """Figures on designs held out, and the tree grown from all designs."""
    features = [name for name in method.features if name not in UNTOLD]
    print(f"\n{method.name}: {sum(map(len, train.values())):,} items to learn from")
    print(f"{'held out':>12} {'items':>7} {'noise':>7} {'precision':>10} {'recall':>7} {'lost':>6}")
    for design, labelled in test.items():
        others = [label for name in train if name != design for label in train[name]]
        tree = grow(others, features, DEPTH, SMALLEST_LEAF, words=0)
        precision, recall, lost = measured(judge_of(tree), labelled)
        noise = sum(label.noise for label in labelled)
        print(f"{design:>12} {len(labelled):7,} {noise:7,}", end=" ")
        print(f"{precision:10.3f} {recall:7.3f} {lost:6.3f}")
    every = [label for labels in train.values() for label in labels]
    tree = grow(every, features, DEPTH, SMALLEST_LEAF, words=0)
    whole = [label for labels in test.values() for label in labels]
    precision, recall, lost = measured(judge_of(tree), whole)
    print(f"{'(none)':>12} {'':7} {'':7} {precision:10.3f} {recall:7.3f} {lost:6.3f}")
    for rule, node in tree.rules(method.wordings):
        print(f"  {'noise' if node.noise >= 0.5 else 'stays'} {node.counts!s:>14}  {rule}")
    return tree


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    arguments.add_argument("--write", action="store_true", help="write the trees into the package")
    options = arguments.parse_args()
    folder = Path(next(iter(items.__path__))) / "trees"
    methods: tuple[tuple[type[ItemClassifier], Callable[[Sequence[int]], ByDesign]], ...] = (
        (AdImages, sample_images),
        (NepotisticLinks, sample_links),
    )
    for method, sample in methods:
        tree = report(method, sample(SEEDS), sample(HELD_OUT_SEEDS))
        if options.write:
            folder.mkdir(exist_ok=True)
            text = json.dumps(tree.as_data(), indent=1)
            (folder / f"{method.name}.json").write_text(text + "\n", "utf-8")


if __name__ == "__main__":
    main()
