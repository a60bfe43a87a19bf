"""Makes the sample web: small made-up sites with the truth about every page.

Seeded and deterministic. `generate` makes the five sites that ship with the package, in any
size; `motley_web` sites whose designs are drawn at random; `changing` a site that changes from
day to day.
"""

from sample_web.changing import Calendar, ChangingWeb, SiteChange, serve_changing
from sample_web.web import generate
from sitesieve.sample import SamplePage, SampleSite, TruthBlock, serve, write, write_jsonl

__all__ = [
    "Calendar",
    "ChangingWeb",
    "SamplePage",
    "SampleSite",
    "SiteChange",
    "TruthBlock",
    "generate",
    "serve",
    "serve_changing",
    "write",
    "write_jsonl",
]
