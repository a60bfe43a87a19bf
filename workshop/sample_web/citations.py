"""Links in the running text of sample pages, given for what they lead to.

The sample web sets at most one link into a paragraph, always to its own site.
Real authors set none or several, to anywhere. Here runs of words in the content
of a page become links; the truth about them is that they are content.
"""

from html import escape
from random import Random

from sitesieve.cleaning.kinds import Kind
from sitesieve.sample.model import SamplePage

_SHORTEST = 60  # characters of a text that can have a link in it
_TARGETS = (
    *("https://{word}.example/", "https://www.{word}.example/{n}/{word}.html", "/{word}/{n}.html"),
    *("https://en.{word}.example/wiki/{n}", "https://{site}/{word}/{n}", "{n}.html", "/{word}/"),
    *("https://{word}.example/item?id={n}", "/search.php?t={n}&p=2"),
)
_HOSTS = ("almanac", "fieldnotes", "openletters", "weatherwise", "tidetables", "oldmaps")


def with_citations(page: SamplePage, rng: Random) -> tuple[str, frozenset[str]]:
    """The page's HTML with links in its texts, and the targets of these links."""
    html, targets = page.html, set()
    phrases = [p for b in page.blocks if b.kind is Kind.CONTENT for p in b.phrases]
    for phrase in phrases:
        text = escape(phrase, quote=False)
        if len(phrase) < _SHORTEST or html.count(text) != 1 or "&" in text:
            continue
        number = rng.choice((0, 0, 1, 1, 2, 3, 4))
        if not number:
            continue
        pieces, width = [], len(text) // number
        for start in range(0, width * number, width):
            target = rng.choice(_TARGETS).format(
                word=rng.choice(_HOSTS), n=f"cited-{rng.randrange(10**9)}", site=page.site
            )
            if "cited-" not in target:
                target += f"#cited-{rng.randrange(10**9)}"
            targets.add(target)
            pieces.append(_linked(text[start : start + width], target, rng))
        html = html.replace(text, "".join(pieces) + text[width * number :])
    return html, frozenset(targets)


def _linked(text: str, target: str, rng: Random) -> str:
    """A piece of text with a run of it made a link, cut at spaces where there are any."""
    words = text.split(" ")
    if len(words) < 4:  # a script without spaces
        at = len(text) // 3
        long = min(len(text) - at, rng.randrange(2, 9))
        return f'{text[:at]}<a href="{target}">{text[at : at + long]}</a>{text[at + long :]}'
    at = rng.randrange(1, len(words) - 1)
    long = min(len(words) - at, rng.choice((1, 1, 2, 2, 3, 4, 6, 9)))
    run = " ".join(words[at : at + long])
    first, last = " ".join(words[:at]), " ".join(words[at + long :])
    return f'{first} <a href="{target}">{run}</a> {last}'
