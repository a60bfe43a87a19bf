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
    """Clean one page alone. With other pages of the site at hand, `learn` from them first.

    >>> html = "<nav><a href=/>Home</a></nav><p>Boil the <b>water</b>, then wait a minute.</p>"
    >>> clean(html, url="https://a.example/tea", favour="recall").markdown
    'Boil the **water**, then wait a minute.'

    Parameters
    ----------
    html : the page, as text, bytes, an open file or a `Page`.
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

    >>> from sitesieve.sample import sample_sites
    >>> pages = [(page.url, page.html) for page in sample_sites()[0].pages]
    >>> model = learn(pages)
    >>> url, html = pages[30]
    >>> model.clean(html, url=url).blocks[0].reason.partition(";")[0]
    'noise: the text stands on 59 of 59 other pages of the site'

    Every model has `clean`, `save`, `update` (with more pages), `merge` (with a model learned
    elsewhere) and `describe`; those of `Sieve` and `SiteStyleTree` also `thresholds` and
    `fit_of`.

    Parameters
    ----------
    pages : `Page` objects or (url, html) pairs, of one site or of several.
    method : a name, or for other settings than the usual an object, as
        `sitesieve.methods.Sieve(sample=100)`, which then is the model.
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
    """Read a model that was saved, by `model.save(path)` or `sitesieve learn`.

        model = sitesieve.load("site.sieve")

    Parameters
    ----------
    path : the file.
    method : the method that it was learned with, by its name or its class. A file of another
        method is refused with a `ModelError`.
    """
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
    """Fetch the page at an address, by the rules of the command line; `PageError` where there is
    no page.

        doc = sitesieve.clean(sitesieve.fetch("https://a.example/tea"))

    Parameters
    ----------
    url : the address.
    allow_private : whether addresses that are not public may be asked.
    ignore_robots : whether to fetch what robots.txt forbids, too.
    limits : bound the size of the page and the time it takes.
    """
    from sitesieve.page import Limits
    from sitesieve.sources.web import fetch_page

    return fetch_page(url, limits or Limits(), allow_private, not ignore_robots)
