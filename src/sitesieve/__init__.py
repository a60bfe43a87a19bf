"""sitesieve cleans web pages by learning what the pages of a site have in common.

doc = sitesieve.clean(html, url=url)      # one page alone
model = sitesieve.learn(pages)            # pages of a site
doc = model.clean(html, url=url)          # with what the site taught
model.save("site.sieve"); model = sitesieve.load("site.sieve")
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, overload

from sitesieve._version import __version__
from sitesieve.errors import (
    InputError,
    MissingExtra,
    ModelError,
    OutputError,
    PageError,
    PluginError,
    RuleError,
    SitesieveError,
)
from sitesieve.on_demand import on_demand

if TYPE_CHECKING:
    from pathlib import Path

    from sitesieve.cleaning import Block, Document, Kind, OutputOptions, methods
    from sitesieve.cleaning.method import Method
    from sitesieve.cleaning.output import Kinds
    from sitesieve.page import Limits, Page
    from sitesieve.page.page import Pages

__all__ = [
    "Block",
    "Document",
    "InputError",
    "Kind",
    "Limits",
    "MissingExtra",
    "ModelError",
    "OutputError",
    "OutputOptions",
    "Page",
    "PageError",
    "PluginError",
    "RuleError",
    "SitesieveError",
    "__version__",
    "clean",
    "learn",
    "load",
]


__getattr__ = on_demand(
    __name__,
    {
        **dict.fromkeys(("Block", "Document", "Kind", "OutputOptions"), "sitesieve.cleaning"),
        **dict.fromkeys(("Limits", "Page"), "sitesieve.page"),
    },
)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def clean(
    html: bytes | str,
    url: str | None = None,
    method: str = "sieve",
    *,
    remove: Kinds | None = None,
    keep: Kinds = (),
    profile: str | None = None,
    **settings: Any,
) -> Document:
    """Clean one page alone; settings are those of the method.

    `remove` and `keep` are kinds of blocks (`Kind`, or their names): with the first all stays
    but these, and the second stay whatever the method decides. A `profile` removes what a task
    does not want: "clustering", "link-analysis", "archive" or "index".

    With other pages of the site at hand, `learn` from them first.
    """
    from sitesieve.cleaning import methods

    cleaner = _sieve() if method == "sieve" and not settings else methods.named(method, **settings)
    return cleaner.clean(html, url, remove=remove, keep=keep, profile=profile)


@cache
def _sieve() -> methods.Sieve:
    """One that has learned nothing: it can be used again."""
    from sitesieve.cleaning import methods

    return methods.Sieve()


@overload
def learn(pages: Pages) -> methods.Sieve: ...
@overload
def learn(pages: Pages, method: str, **settings: Any) -> methods.Method: ...
def learn(pages: Pages, method: str = "sieve", **settings: Any) -> methods.Method:
    """Learn what pages of a site share; the result is a model that cleans pages.

    The model has `clean`, `save`, `update` (with more pages), `merge` (with a
    model learned elsewhere), `describe`, `thresholds` and `fit_of`.
    """
    from sitesieve.cleaning import methods

    return methods.named(method, **settings).learn(pages)


def load(path: Path | str) -> Method:
    """What was learned and saved."""
    from sitesieve.cleaning import methods

    return methods.load(path)
