"""Models of damaged pages: learned apart and merged as learned together, saved as loaded."""

import random
import tempfile
from pathlib import Path

import sitesieve
from fuzzing.targets import pages
from sitesieve import Page, PageError
from sitesieve.cleaning.methods import LearningMethod

NAME = "learning"
_METHODS = ("sieve", "site-style-tree", "redundant-phrases", "block-entropy")
_MOST = 9  # pages


def seeds() -> list[bytes]:
    """Those of the target `pages`."""
    return pages.seeds()


def run(data: bytes, rng: random.Random) -> None:
    """Learn from a damaged page and others, in three ways."""
    method = rng.choice(_METHODS)
    bodies = [pages.prepared(data, rng), *rng.choices(seeds(), k=rng.randint(1, _MOST - 1))]
    given = [(f"https://a.example/{n % 3}/{n}.html", body) for n, body in enumerate(bodies)]
    readable = [pair for pair in given if _is_readable(*pair)]
    if len(readable) < 2:
        return
    cut = rng.randint(1, len(readable) - 1)
    together = _learned(readable, method)
    merged = _learned(readable[:cut], method)
    merged.merge(_learned(readable[cut:], method))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "site.sieve"
        together.save(path)
        loaded = sitesieve.load(path, method=method)
    for pair in readable[:3]:
        expected = _cleaned(together, pair)
        assert _cleaned(merged, pair) == expected, f"{method}: merged differs"
        assert _cleaned(loaded, pair) == expected, f"{method}: loaded differs"


def _is_readable(url: str, html: bytes) -> bool:
    try:
        Page(url, html).tree  # noqa: B018
    except PageError:
        return False
    return True


def _learned(given: list[tuple[str, bytes]], method: str) -> LearningMethod:
    return sitesieve.learn([Page(*pair) for pair in given], method=method)


def _cleaned(model: sitesieve.methods.Method, pair: tuple[str, bytes]) -> tuple[str, str]:
    document = model.clean(Page(*pair))
    return document.text, document.markdown
