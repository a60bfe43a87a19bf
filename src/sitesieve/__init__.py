"""sitesieve cleans web pages by learning what the pages of a site have in common.

page = sitesieve.fetch(url)               # or html from anywhere
doc = sitesieve.clean(page)               # one page alone
model = sitesieve.learn(pages)            # pages of a site
doc = model.clean(html, url=url)          # with what the site taught
doc = model.clean(html, url=url, favour="recall", links=False, keep="breadcrumbs")
model.save("site.sieve"); model = sitesieve.load("site.sieve")
table = sitesieve.clean_many(frame["html"], frame["url"])  # columns, in several processes
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Literal, TypeVar, cast, overload

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
    from typing import Unpack

    from sitesieve.cleaning import Block, Document, Kind, OutputOptions, methods
    from sitesieve.cleaning.dials import Dials, OutputDials
    from sitesieve.cleaning.methods import LearningMethod, Method, Sieve
    from sitesieve.page import Limits, Page
    from sitesieve.page.page import Html, Pages
    from sitesieve.run.many import clean_many

    M = TypeVar("M", bound=Method)
    L = TypeVar("L", bound=LearningMethod)

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
    "clean_many",
    "fetch",
    "learn",
    "load",
    "methods",
]


__getattr__ = on_demand(
    __name__,
    {
        **dict.fromkeys(
            ("Block", "Document", "Kind", "OutputOptions", "methods"), "sitesieve.cleaning"
        ),
        **dict.fromkeys(("Limits", "Page"), "sitesieve.page"),
        "clean_many": "sitesieve.run.many",
    },
)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def clean(
    html: Html | Page,
    *,
    url: str | None = None,
    method: str | Method = "sieve",
    **dials: Unpack[Dials],
) -> Document:
    """Clean one page alone, given as text, bytes, an open file or a `Page`.

    With other pages of the site at hand, `learn` from them first.

    Parameters
    ----------
    url : where the page is from.
    method : the rule to clean by: a name, or for other settings than the usual an object, as
        `sitesieve.methods.SiteStyleTree(threshold=0.8)`.
    favour : "precision", "balanced" or "recall". This and the next three are dials of the sieve.
    comments : what readers wrote: "auto" keeps it where it is what the page is about, "in" and
        "out" always and never, "apart" puts it in `Document.comments`.
    headline : whether the page's headline is part of the text, "in" or "out".
    minimum_words : a page of which fewer words would stay comes out empty.
    links, images, tables : False leaves out addresses of links, images, tables.
    hidden : True brings in text that the page does not show to its readers.
    remove : kinds of blocks (`Kind`, or their names): all stays but these.
    keep : kinds of blocks that stay whatever the method decides.
    once : kinds that go, but whose texts are in `Document.once`.
    profile : removes what a task does not want: "clustering", "link-analysis", "archive" or
        "index".
    """
    if method == "sieve":
        return _sieve().clean(html, url=url, **dials)
    from sitesieve.cleaning import methods

    cleaner = methods.method_of(method)
    # A method that is not the sieve refuses the sieve's dials.
    return cleaner.clean(html, url=url, **cast("OutputDials", dials))


@cache
def _sieve() -> Sieve:
    """One that has learned nothing: it can be used again."""
    from sitesieve.cleaning import methods

    return methods.Sieve()


@overload
def learn(pages: Pages, *, method: Literal["sieve"] = "sieve") -> Sieve: ...
@overload
def learn(pages: Pages, *, method: L) -> L: ...
@overload
def learn(pages: Pages, *, method: str) -> LearningMethod: ...
def learn(pages: Pages, *, method: str | LearningMethod = "sieve") -> LearningMethod:
    """Learn what pages of a site share; the result is a model that cleans pages.

    Pages are `Page` objects or (url, html) pairs. `method` is a name, or for other settings
    than the usual an object, as `sitesieve.methods.Sieve(sample=100)`, which then is the model.

    Every model has `clean`, `save`, `update` (with more pages), `merge` (with a model learned
    elsewhere) and `describe`; those of `Sieve` and `SiteStyleTree` also `thresholds` and
    `fit_of`.
    """
    from sitesieve.cleaning.methods import LearningMethod, method_of

    learner = method_of(method)
    if not isinstance(learner, LearningMethod):
        raise ValueError(
            f"{learner.name} judges each page alone and learns nothing: "
            f"sitesieve.clean(html, method={learner.name!r})"
        )
    return learner.learn(pages)


@overload
def load(path: Path | str, *, method: Literal["sieve"] = "sieve") -> Sieve: ...
@overload
def load(path: Path | str, *, method: type[M]) -> M: ...
@overload
def load(path: Path | str, *, method: str) -> Method: ...
def load(path: Path | str, *, method: str | type[Method] = "sieve") -> Method:
    """What was learned with a method, given by its name or its class, and saved."""
    from os import PathLike

    from sitesieve.cleaning import methods

    if not isinstance(path, str | PathLike):
        raise TypeError(f"path must name a model file, not {type(path).__name__}")
    kind = methods.find(method) if isinstance(method, str) else method
    saved = methods.load(path)
    if not isinstance(saved, kind):
        raise ModelError(
            f"{path} holds a model of {saved.name}, not of {kind.name}: "
            f"sitesieve.load(path, method={saved.name!r})"
        )
    return saved


def fetch(
    url: str,
    *,
    allow_private: bool = False,
    ignore_robots: bool = False,
    limits: Limits | None = None,
) -> Page:
    """The page at an address, by the rules of the command line.

    What robots.txt forbids and what is at a private address is not fetched unless asked for;
    `limits` bound its size and the time it takes. `PageError` where there is no page.
    """
    from sitesieve.page import Limits
    from sitesieve.sources.web import fetch_page

    return fetch_page(url, limits or Limits(), allow_private, not ignore_robots)
