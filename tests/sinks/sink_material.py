"""Records and jobs for the tests of the sinks."""

import json
from pathlib import Path
from typing import Any

from sitesieve.cleaning.methods import TagFilter
from sitesieve.run.job import Job
from sitesieve.run.tally import Tally
from sitesieve.sinks import Formatter, Record, Sink, open_sink
from sitesieve.sources import ReadOptions, Source


def html(text: str) -> str:
    return f"<!doctype html><title>{text}</title><body><h1>{text}</h1><p>About {text}.</p>"


def lines_file(path: Path, *records: dict[str, Any]) -> Path:
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path


def clean_to(
    sink: Sink,
    source: Path,
    form: str = "jsonl",
    add: tuple[str, ...] = (),
    carry: tuple[str, ...] = (),
    with_metadata: bool = False,
) -> Tally:
    """Clean a file in this process, by its tags, into a sink."""
    opened = Source([str(source)], ReadOptions(carry=carry))
    return Job(opened, TagFilter(), sink, Formatter(form, add, with_metadata, carry), jobs=0).run()


def text_records(*texts: str) -> list[Record]:
    return [
        Record(f"https://a.example/{i}", f"in:{i}", text=text) for i, text in enumerate(texts, 1)
    ]


def write_all(sink: Sink, records: list[Record]) -> None:
    try:
        for record in records:
            sink.write(record)
        sink.finish()
    finally:
        sink.abandon()


def file_sink(path: Path, form: str) -> Sink:
    return open_sink(path, form)
