"""Pages changed in ways that keep them pages: elements moved, doubled, wrapped, their attributes
exchanged, texts parted by elements."""

import random
import re
from collections.abc import Sequence

from fuzzing.page_fragments import FRAGMENTS

_LARGEST = 60_000  # characters: cases should be many
_TAG = re.compile(r"<[^<>]*>")
_ATTRIBUTE = re.compile(r"""\s[\w-]+=(?:"[^"<>]*"|'[^'<>]*'|[^\s<>"']+)""")
_TEXT = re.compile(r"(?<=>)[^<>]{2,}(?=<)")
_WRAPPERS = (
    *"b i code a sup sub q ruby rt s u kbd abbr font small li ul ol dl dt dd h1 h3 p div".split(),
    *"pre blockquote table tr td th figure figcaption details summary article section form".split(),
    *"label noscript template svg math textarea select option iframe span time address nav".split(),
)
_ATTRIBUTES = (
    *(" href=javascript:alert(1)", " href=#x", " href=/a", " id=x", " name=x", " class=author"),
    *(" class='post comment'", " class='math tex'", " class=footnote-backref", " itemprop=author"),
    *(" itemscope itemtype=http://schema.org/Comment", " rel=author", " datetime=2020-01-31"),
    *(
        " style='display:none'",
        " hidden",
        " rowspan=1000",
        " colspan=1000",
        " start=-7",
        " lang=de",
    ),
    *(" src=/i.png", " alt='a](b)'", " class='admonition note'", " class=language-c", " title='>'"),
    *(" role=navigation", " type=checkbox", " onclick=alert(1)", " type=math/tex", " open"),
)


def changed(page: str, rng: random.Random, others: Sequence[str]) -> str:
    """A page with some changes."""
    for _ in range(rng.randint(1, 6)):
        page = rng.choice(_WAYS)(page, rng, others)[:_LARGEST]
    return page


def _element(page: str, rng: random.Random) -> tuple[int, int]:
    """Where some element begins and ends, about; an empty place where there is none."""
    tags = list(_TAG.finditer(page, rng.randint(0, len(page))))
    if not tags:
        return len(page), len(page)
    first = tags[0]
    named = re.match(r"<([a-zA-Z][\w-]*)", first[0])
    name = named[1] if named else ""
    depth = 0
    for tag in tags[:400] if name else ():
        if re.match(rf"<{name}\b", tag[0]):
            depth += 1
        elif tag[0].startswith(f"</{name}"):
            depth -= 1
            if not depth:
                return first.start(), tag.end()
    return first.start(), first.end()


def _doubled(page: str, rng: random.Random, _: Sequence[str]) -> str:
    start, end = _element(page, rng)
    times = min(rng.choice((2, 2, 2, 3, 3, 30, 1000)), 1 + _LARGEST // max(1, end - start))
    return page[:start] + page[start:end] * times + page[end:]


def _spliced(page: str, rng: random.Random, others: Sequence[str]) -> str:
    other = rng.choice(others)
    start, end = _element(other, rng)
    place = _element(page, rng)[0]
    return page[:place] + other[start:end] + page[place:]


def _moved(page: str, rng: random.Random, _: Sequence[str]) -> str:
    start, end = _element(page, rng)
    rest = page[:start] + page[end:]
    place = _element(rest, rng)[0]
    return rest[:place] + page[start:end] + rest[place:]


def _wrapped(page: str, rng: random.Random, _: Sequence[str]) -> str:
    start, end = _element(page, rng)
    tag, attribute = rng.choice(_WRAPPERS), rng.choice(("", rng.choice(_ATTRIBUTES)))
    times = rng.choice((1, 1, 1, 4, 300))
    closing = f"</{tag}>" * rng.choice((0, times, times))
    return page[:start] + f"<{tag}{attribute}>" * times + page[start:end] + closing + page[end:]


def _parted(page: str, rng: random.Random, _: Sequence[str]) -> str:
    """A text with an element in its middle, or markup of Markdown around it."""
    texts = list(_TEXT.finditer(page))
    if not texts:
        return page
    text = rng.choice(texts)
    place = rng.randint(text.start(), text.end())
    tag = rng.choice(_WRAPPERS)
    return (
        page[:place]
        + rng.choice((f"<{tag}></{tag}>", f"<{tag}>", "<br>", "<!---->"))
        + page[place:]
    )


def _planted(page: str, rng: random.Random, _: Sequence[str]) -> str:
    place = _element(page, rng)[rng.randint(0, 1)]
    fragment = rng.choice(FRAGMENTS)
    if rng.random() < 0.5:  # a piece of it
        cut = sorted(rng.choices(range(len(fragment) + 1), k=2))
        fragment = fragment[slice(*cut)]
    return page[:place] + fragment + page[place:]


def _attributed(page: str, rng: random.Random, _: Sequence[str]) -> str:
    tags = list(_TAG.finditer(page))
    if not tags:
        return page
    place = rng.choice(tags).end() - 1
    return page[:place] + rng.choice(_ATTRIBUTES) + page[place:]


def _exchanged(page: str, rng: random.Random, _: Sequence[str]) -> str:
    """Two attributes in each other's place."""
    attributes = list(_ATTRIBUTE.finditer(page))
    if len(attributes) < 2:
        return page
    one, other = sorted(rng.sample(attributes, 2), key=lambda match: match.start())
    between = page[one.end() : other.start()]
    return page[: one.start()] + other[0] + between + one[0] + page[other.end() :]


def _unclosed(page: str, rng: random.Random, _: Sequence[str]) -> str:
    tags = list(_TAG.finditer(page))
    if not tags:
        return page
    tag = rng.choice(tags)
    return page[: tag.start()] + page[tag.end() :]


_WAYS = (
    *(_doubled, _spliced, _moved, _wrapped, _wrapped, _parted, _parted, _planted, _planted),
    *(_attributed, _exchanged, _unclosed),
)
