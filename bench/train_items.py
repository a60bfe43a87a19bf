"""Grow the trees that ship with `ad-images` and `nepotistic-links`, and say how good they are.

    python bench/train_items.py            # figures only
    python bench/train_items.py --write    # and write the trees into the package

Labels are the truth of the sample web: for a link the kind of its text, for an
image (`sample.pictures`) the kind of the link it hangs in. Figures are for
designs that were held out: for each of the six a tree is grown from the pages
of the other five, all seeds, and asked about the pages of this one, other seeds.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path

from sitesieve.clean import items
from sitesieve.clean.items import images, links
from sitesieve.clean.items.decision_tree import DecisionTree
from sitesieve.clean.items.growing import Labelled, grow
from sitesieve.clean.items.item import Item
from sitesieve.clean.kinds import Kind
from sitesieve.clean.methods import AdImages, ItemClassifier, NepotisticLinks
from sitesieve.page import Page
from sitesieve.sample import generate
from sitesieve.sample.model import SamplePage
from sitesieve.sample.pictures import Habits, with_pictures

SEEDS, HELD_OUT_SEEDS = range(100, 106), range(200, 203)
DEPTH, SMALLEST_LEAF = 6, 20
MERIT = (Kind.CONTENT, Kind.PAGE_RECOMMENDATION, Kind.COMMENTS)  # links given for what they lead to
ByDesign = dict[str, list[Labelled]]


def address_of(page: SamplePage, number: int) -> str | None:
    """One page in six has no address: trees must know what to do without."""
    return None if number % 6 == 5 else page.url


def labelled_links(page: SamplePage, url: str | None) -> list[Labelled]:
    """The links of a page; nepotistic is every kind but those given for merit."""
    read = Page(url, page.html)
    kinds = [block.kind for block in page.blocks for _ in block.phrases]
    start, end = read.tree.leaf_start, read.tree.end
    return [
        Labelled(item, kinds[start[item.node]] not in MERIT)
        for item in links.link_items(read)
        if start[end[item.node]] > start[item.node]
    ]


def labelled_images(page: SamplePage, url: str | None, habits: Habits) -> list[Labelled]:
    """The images of a page with pictures hung into it."""
    html, pictures = with_pictures(page, habits)
    adverts = {picture.source for picture in pictures if picture.advertisement}
    return [
        Labelled(item, item.written in adverts) for item in images.image_items(Page(url, html))
    ]


def sample_items(seeds: Sequence[int], of_images: bool, size: float = 0.5) -> ByDesign:
    """Labelled items of the sample web by design."""
    found: ByDesign = defaultdict(list)
    for seed in seeds:
        for site in generate(seed, size):
            habits: dict[str, Habits] = {}
            for number, page in enumerate(site.pages):
                url = address_of(page, number)
                if of_images:
                    mine = habits.setdefault(page.design, Habits.of(site.name, page.design, seed))
                    found[page.design] += labelled_images(page, url, mine)
                else:
                    found[page.design] += labelled_links(page, url)
    return found


def measured(judge: Callable[[Item], bool], labelled: Sequence[Labelled]) -> tuple[float, float]:
    """Precision and recall of the judgement that an item is noise."""
    pairs = [(judge(label.item), label.noise) for label in labelled]
    hits = pairs.count((True, True))
    found, wanted = hits + pairs.count((True, False)), hits + pairs.count((False, True))
    return hits / max(1, found), hits / max(1, wanted)


def judge_of(tree: DecisionTree) -> Callable[[Item], bool]:
    return lambda item: tree.decide(item).leaf.noise >= 0.5


def report(method: type[ItemClassifier], train: ByDesign, test: ByDesign) -> DecisionTree:
    """Figures on designs held out, and the tree grown from all designs."""
    print(f"\n{method.name}: {sum(map(len, train.values())):,} items to learn from")
    print(f"{'held out':>12} {'items':>7} {'noise':>7} {'precision':>10} {'recall':>7}")
    for design, labelled in test.items():
        others = [label for name in train if name != design for label in train[name]]
        tree = grow(others, method.features, DEPTH, SMALLEST_LEAF, words=0)
        precision, recall = measured(judge_of(tree), labelled)
        noise = sum(label.noise for label in labelled)
        print(f"{design:>12} {len(labelled):7,} {noise:7,} {precision:10.3f} {recall:7.3f}")
    every = [label for labels in train.values() for label in labels]
    tree = grow(every, method.features, DEPTH, SMALLEST_LEAF, words=0)
    precision, recall = measured(judge_of(tree), [x for labels in test.values() for x in labels])
    print(f"{'(none)':>12} {'':7} {'':7} {precision:10.3f} {recall:7.3f}")
    for rule, node in tree.rules(method.wordings):
        print(f"  {'noise' if node.noise >= 0.5 else 'stays'} {node.counts!s:>14}  {rule}")
    return tree


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    arguments.add_argument("--write", action="store_true", help="write the trees into the package")
    options = arguments.parse_args()
    folder = Path(next(iter(items.__path__))) / "trees"
    for method, of_images in ((AdImages, True), (NepotisticLinks, False)):
        train, test = (sample_items(seeds, of_images) for seeds in (SEEDS, HELD_OUT_SEEDS))
        tree = report(method, train, test)
        if options.write:
            folder.mkdir(exist_ok=True)
            text = json.dumps(tree.as_data(), indent=1)
            (folder / f"{method.name}.json").write_text(text + "\n", "utf-8")


if __name__ == "__main__":
    main()
