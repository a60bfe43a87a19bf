"""Model files: refused with a clear error, or used like any other.

Bytes changed anywhere are mostly found by the checksums of the archive; so most cases change the
content of a member and pack it again.
"""

import contextlib
import functools
import io
import random
import tempfile
import warnings
import zipfile
from pathlib import Path

from fuzzing.mutator import mutated
from sample_web import generate
from sitesieve.cleaning import methods
from sitesieve.cleaning.method import LearningMethod
from sitesieve.errors import ModelError
from sitesieve.mining.weights import WordWeights
from sitesieve.page.page import Page

NAME = "model-files"
_METHODS = ("redundant-phrases", "pagelet-templates", "block-entropy", "sieve")
_PAGES = 6


@functools.cache
def _pages() -> list[Page]:
    site = generate(size=0)[0]
    return [Page(page.url, page.html) for page in site.pages[:_PAGES]]


def seeds() -> list[bytes]:
    """Small models of every kind."""
    saved = []
    for name in _METHODS:
        method = methods.named(name)
        assert isinstance(method, LearningMethod)
        for page in _pages():
            method.absorb(method.observe(page))
        with tempfile.TemporaryDirectory() as folder:
            method.save(Path(folder, "model"))
            saved.append(Path(folder, "model").read_bytes())
    weights = WordWeights()
    for page in _pages():
        weights.absorb(weights.observe(page))
    with tempfile.TemporaryDirectory() as folder:
        weights.save(Path(folder, "model"))
        saved.append(Path(folder, "model").read_bytes())
    return saved


def run(data: bytes, rng: random.Random) -> None:
    """Load, describe, clean, merge, save."""
    if rng.random() < 0.8:
        data = _repacked(rng.choice(_cached_seeds()), rng)
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # numbers that are none: what comes of them is wrong anyway
        path = Path(folder, "model")
        path.write_bytes(data)
        with contextlib.suppress(ModelError):
            WordWeights.load(path).weigh(_pages()[0])
        try:
            method = methods.load(path)
        except ModelError:
            return
        method.clean(_pages()[0])
        if isinstance(method, LearningMethod):
            str(method.describe(None))
            method.remarks()
        method.save(Path(folder, "again"))
        methods.load(Path(folder, "again"))


@functools.cache
def _cached_seeds() -> list[bytes]:
    return seeds()


def _repacked(data: bytes, rng: random.Random) -> bytes:
    """The archive with one of its members damaged."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    for name in rng.sample(list(members), min(len(members), rng.choice((1, 1, 2)))):
        content = members[name]
        if name.endswith(".npy") and rng.random() < 0.8:  # the numbers, not their header
            start = content.index(b"\n") + 1
            changed = bytearray(content[start:])
            for _ in range(rng.randint(1, 4) if changed else 0):
                changed[rng.randrange(len(changed))] = rng.choice((0, 1, 127, 128, 255))
            members[name] = content[:start] + changed
        else:
            members[name] = mutated(content, rng, list(members.values()))
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return buffer.getvalue()
