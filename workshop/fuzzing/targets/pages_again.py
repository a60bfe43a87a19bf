"""The same page gives the same result in another process, with another order of its sets."""

import atexit
import hashlib
import json
import os
import random
import struct
import subprocess
import sys
from functools import cache

from fuzzing.targets import pages

NAME = "pages-again"
_SIZE = struct.Struct("<I")
_LOOP = "from fuzzing.targets import pages_again; pages_again.answer()"


def seeds() -> list[bytes]:
    """Those of the target `pages`."""
    return pages.seeds()


def run(data: bytes, rng: random.Random) -> None:
    """Compare what two processes make of a page."""
    data = pages.prepared(data, rng)
    other = _other()
    assert other.stdin is not None
    assert other.stdout is not None
    other.stdin.write(_SIZE.pack(len(data)) + data)
    other.stdin.flush()
    here = digest(data)
    there = other.stdout.readline().decode().strip()
    assert here == there, f"{here} here, {there or 'nothing'} there"


def digest(data: bytes) -> str:
    """All that is made of a page, as a number."""
    documents = pages.everything(data, random.Random(0))
    made = hashlib.sha256()
    for document in documents:
        blocks = [block.to_dict() for block in document.blocks[:20]]
        posts = [post.to_dict() for post in document.posts]
        told = [document.to_dict(), posts, [(b["kind"], b["keep"], b["text"]) for b in blocks]]
        made.update(json.dumps(told, default=str).encode())
        made.update((document.markdown + document.html).encode())
    return made.hexdigest()


def answer() -> None:
    """Read pages from standard input; write a line for each."""
    while len(size := sys.stdin.buffer.read(_SIZE.size)) == _SIZE.size:
        print(digest(sys.stdin.buffer.read(_SIZE.unpack(size)[0])), flush=True)


@cache
def _other() -> subprocess.Popen[bytes]:
    seed = "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"
    process = subprocess.Popen(
        [sys.executable, "-c", _LOOP],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    atexit.register(process.kill)
    return process
