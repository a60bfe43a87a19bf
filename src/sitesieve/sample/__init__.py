"""The sample web: five small made-up sites with the truth about every page.

Seeded and deterministic. Each page comes with its main text, the kind of
every other block, its role and its topic; see `SamplePage` for what counts
as main text on which kind of page.
"""

from sitesieve.sample.changing import Calendar, Change, ChangingWeb
from sitesieve.sample.changing_server import serve_changing
from sitesieve.sample.model import SamplePage, SampleSite, TruthBlock
from sitesieve.sample.server import serve
from sitesieve.sample.store import write, write_jsonl
from sitesieve.sample.web import generate

__all__ = [
    "Calendar",
    "Change",
    "ChangingWeb",
    "SamplePage",
    "SampleSite",
    "TruthBlock",
    "generate",
    "serve",
    "serve_changing",
    "write",
    "write_jsonl",
]
