"""Running text: articles, product descriptions and posts, as pieces a design can set."""

from dataclasses import dataclass
from random import Random

from sample_web.language.tongue import Tongue, plain


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of text in one style: plain, bold, emphasised or a link."""

    text: str
    style: str = ""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of runs."""

    runs: tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading inside a text."""

    text: str


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list; an item may hold a list of its own."""

    items: tuple[tuple[str, tuple[str, ...]], ...]
    ordered: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """A table of facts."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Quote:
    """A quotation and who said it."""

    text: str
    by: str


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture: its alt text, and a caption if it has one."""

    alt: str
    caption: str


Piece = Paragraph | Heading | Bullets | Grid | Quote | Picture


class Speech:
    """Talk on one topic that uses every pattern once before it uses one again."""

    def __init__(self, tongue: Tongue, rng: Random, topic: str) -> None:
        self.tongue, self.rng, self.topic = tongue, rng, topic
        self.decks: dict[str, list[str]] = {}

    def deal(self, name: str) -> str:
        """A sentence from the next pattern of the deck, which is shuffled anew when empty."""
        deck = self.decks.setdefault(name, [])
        if not deck:
            facts = name == "fact"
            deck += self.tongue.topics[self.topic][name] if facts else self.tongue.patterns[name]
            self.rng.shuffle(deck)
        return self.tongue.fill(self.rng, deck.pop(), self.topic)

    def sentences(self, count: int) -> str:
        """Some sentences on the topic; any but the first may be one that fits all topics."""
        sentences: list[str] = []
        for at in range(count):
            chance = self.rng.random()
            plain_one = at > 0 and chance < 0.2
            kind = "plain" if plain_one else "fact" if chance > 0.9 else "sentence"
            sentences.append(self.deal(kind))
        return self.tongue.gap.join(sentences)

    def paragraph(self, count: int) -> Paragraph:
        """A paragraph, now and then with one of the topic's things set off."""
        text = self.sentences(count)
        things = self.tongue.topics[self.topic]["things"]
        words = [word for entry in things if (word := plain(entry)) in text]
        if not words or self.rng.random() > 0.45:
            return Paragraph((Run(text),))
        word = self.rng.choice(words)
        before, after = text.split(word, 1)
        style = self.rng.choice(("b", "em", "a", "a"))
        return Paragraph((Run(before), Run(word, style), Run(after)))


def bullets(tongue: Tongue, rng: Random, topic: str) -> Bullets:
    """A list of tips, sometimes with a list inside."""
    tips = tongue.several(rng, "tip", topic, rng.randrange(4, 7))
    nested = rng.randrange(len(tips)) if rng.random() < 0.4 else -1
    items = tuple(
        (tip, (things(tongue, rng, topic), things(tongue, rng, topic)) if at == nested else ())
        for at, tip in enumerate(tips)
    )
    return Bullets(items, ordered=rng.random() < 0.4)


def things(tongue: Tongue, rng: Random, topic: str) -> str:
    """The name of one thing of the topic, as a list item."""
    return tongue.fill(rng, "{things}", topic)


def grid(tongue: Tongue, rng: Random, topic: str) -> Grid:
    """A small table: things against months and numbers."""
    month = rng.randrange(12)
    months = (tongue.names["month"] * 2)[month : month + 3]
    rows = tuple(
        (plain(thing).capitalize(), *(str(rng.randrange(1, 60)) for _ in months))
        for thing in rng.sample(tongue.topics[topic]["things"], rng.randrange(3, 6))
    )
    return Grid((tongue.topic_names[topic], *months), rows)


def quote(tongue: Tongue, rng: Random, topic: str) -> Quote:
    """A quotation by an invented person."""
    return Quote(tongue.say(rng, "quote", topic), tongue.person(rng))


def article(tongue: Tongue, rng: Random, topic: str, length: str) -> tuple[Piece, ...]:
    """An article: 'short' is a sentence or two, 'long' has headings, lists and tables."""
    speech = Speech(tongue, rng, topic)
    if length == "short":
        return (Paragraph((Run(speech.sentences(rng.randrange(1, 3))),)),)
    pieces: list[Piece] = [speech.paragraph(rng.randrange(2, 5))]
    if rng.random() < 0.6:
        thing = tongue.fill(rng, "{things}", topic)
        caption = "{things}（{town}）" if tongue.code == "zh" else "{things} ({town})"
        pieces.append(Picture(thing, tongue.fill(rng, caption, topic)))
    parts = rng.randrange(2, 5) if length == "long" else 1
    for _ in range(parts):
        if length == "long":
            pieces.append(Heading(speech.deal("heading")))
        pieces += [speech.paragraph(rng.randrange(2, 6)) for _ in range(rng.randrange(1, 4))]
        extra = rng.random()
        if extra < 0.25:
            pieces.append(bullets(tongue, rng, topic))
        elif extra < 0.45:
            pieces.append(quote(tongue, rng, topic))
        elif extra < 0.6 and length == "long":
            pieces.append(grid(tongue, rng, topic))
        if extra < 0.6:
            pieces.append(speech.paragraph(rng.randrange(1, 4)))
    return tuple(pieces)


def product(tongue: Tongue, rng: Random, topic: str) -> tuple[Piece, ...]:
    """A product's description and its data sheet."""
    lines = tongue.several(rng, "product_line", topic, rng.randrange(3, 6))
    half = rng.randrange(2, len(lines) + 1)
    names = tongue.patterns["spec"]
    values = (
        f"{rng.randrange(80, 2400)} g",
        f"{rng.randrange(8, 120)} cm",
        rng.choice(tongue.labels["colour"]),
        plain(rng.choice(tongue.topics[topic]["material"])),
        rng.choice(tongue.names["town"]),
        str(rng.randrange(2, 9)),
        plain(rng.choice(tongue.topics[topic]["things"])),
        f"{topic[:2].upper()}-{rng.randrange(1000, 9999)}",
    )
    sheet = Grid((), tuple(zip(names, values, strict=True)))
    first = Paragraph((Run(tongue.gap.join(lines[:half])),))
    rest = tongue.gap.join(lines[half:])
    return (first, *((Paragraph((Run(rest),)),) if rest else ()), sheet)


def teaser(tongue: Tongue, pieces: tuple[Piece, ...], limit: int) -> str:
    """The beginning of a text, cut at a sentence or, failing that, with an ellipsis."""
    opening = next(piece for piece in pieces if isinstance(piece, Paragraph))
    text = "".join(run.text for run in opening.runs)
    stop = text.find("。" if tongue.code == "zh" else ". ")
    if 0 < stop < limit:
        return text[: stop + 1]
    return text if len(text) <= limit else text[:limit].rstrip() + "…"
