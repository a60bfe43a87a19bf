"""The sample web: five small made-up sites, with the truth about every page.

The pages are data, written by `python -m sample_web --ship` (see `workshop/sample_web`, which
makes such webs of any size). Each comes with its main text, the kind of every other block, its
role and its topic; see `SamplePage` for what counts as main text on which kind of page.
"""

from sitesieve.sample.model import SamplePage, SampleSite, TruthBlock
from sitesieve.sample.server import serve
from sitesieve.sample.store import sample_sites, write, write_jsonl

__all__ = [
    "SamplePage",
    "SampleSite",
    "TruthBlock",
    "sample_sites",
    "serve",
    "write",
    "write_jsonl",
]
