"""What a person takes home from the studio: the model, a command line, labels."""

import json
import shlex
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from sitesieve.site.pins import Pin
from sitesieve.studio.desk import Desk

MODEL_NAME = "site.sieve"


@dataclass(frozen=True, slots=True)
class ExportView:
    """What there is to take."""

    clean: str  # a command line
    compare: str
    model: str | None  # the file that lessons can be saved to
    unsaved: bool
    pages_taught: int


def export_view(desk: Desk) -> ExportView:
    """The commands that do what the studio shows, and what can be saved."""
    with desk.using() as method:
        model = MODEL_NAME if desk.model_path is None else str(desk.model_path)
        inputs = [shlex.quote(name) for name in desk.locations] or ["pages/"]
        name = [] if method.spec == "sieve" else ["--method", shlex.quote(method.spec)]
        clean = ["sitesieve clean", *inputs, *name, "--model", shlex.quote(model), "-o text.jsonl"]
        gold = ["--gold", shlex.quote(desk.gold)] if desk.gold else []
        compare = ["sitesieve compare", *inputs, *gold, "--report compared.html"]
        path = None if desk.model_path is None else str(desk.model_path)
        taught = len(_pages_taught(desk, list(method.pins)))
        return ExportView(" ".join(clean), " ".join(compare), path, desk.unsaved, taught)


def model_file(desk: Desk) -> bytes:
    """The model with all that was taught, as a file."""
    with desk.using() as method, tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / MODEL_NAME
        method.save(path)
        return path.read_bytes()


def save_model(desk: Desk) -> Path:
    """Save the model where it came from; ValueError if it came from nowhere."""
    if desk.model_path is None:
        raise ValueError("the studio was started without --model: download the model instead")
    with desk.using() as method:
        method.save(desk.model_path)
        desk.unsaved = False
    return desk.model_path


def labels(desk: Desk) -> Iterator[str]:
    """A line of JSON for each page that something was taught on: the page, what should stay of
    it, and what was said. `compare --gold main_text` and the training read these."""
    with desk.using() as method:
        pins = list(method.pins)
        for number, said in _pages_taught(desk, pins).items():
            page, document = desk.store.page(number), desk.document(number)
            if page is None or document is None:
                continue
            record = {
                "url": page.url,
                "site": page.site,
                "html": page.decoded.text,
                "main_text": document.text,
                "pins": [
                    {"where": p.where, "text": p.text, "keep": p.keep, "kind": p.kind} for p in said
                ],
            }
            yield json.dumps(record, ensure_ascii=False) + "\n"


def _pages_taught(desk: Desk, pins: list[Pin]) -> dict[int, list[Pin]]:
    """The pages that lessons were given on, with what was said there."""
    pages: dict[int, list[Pin]] = {}
    for pin in pins:
        number = desk.taught_on.get(pin.about)
        if number is None and pin.page is not None:
            number = desk.store.found(pin.page)
        if number is not None:
            pages.setdefault(number, []).append(pin)
    return pages
