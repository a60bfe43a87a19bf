"""sitesieve cleans web pages by learning what the pages of a site have in common.

doc = sitesieve.clean(html, url=url)      # one page alone
model = sitesieve.learn(pages)            # pages of a site
doc = model.clean(html, url=url)          # with what the site taught
model.save("site.sieve"); model = sitesieve.load("site.sieve")
"""

import sys
from functools import cache
from pathlib import Path
from typing import Any, overload

from sitesieve._version import __version__
from sitesieve.clean import Block, Document, Kind, OutputOptions, methods
from sitesieve.clean.method import Method
from sitesieve.errors import (
    InputError,
    MissingExtra,
    ModelError,
    OutputError,
    PageError,
    RuleError,
    SitesieveError,
)
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
    "RuleError",
    "SitesieveError",
    "__version__",
    "clean",
    "learn",
    "load",
]


def clean(
    html: bytes | str, url: str | None = None, method: str = "sieve", **settings: Any
) -> Document:
    """Clean one page alone; settings are those of the method.

    With other pages of the site at hand, `learn` from them first.
    """
    if method == "sieve" and not settings:
        return _sieve().clean(html, url)
    return methods.named(method, **settings).clean(html, url)


@cache
def _sieve() -> methods.Sieve:
    """One that has learned nothing: it can be used again."""
    return methods.Sieve()


# The function hides the package of the same name from `import sitesieve.clean.methods as …`.
_inside = ("boosting", "document", "kinds", "method", "methods", "output", "page_type", "sieve")
vars(clean).update({name: sys.modules[f"sitesieve.clean.{name}"] for name in _inside})


@overload
def learn(pages: Pages) -> methods.Sieve: ...
@overload
def learn(pages: Pages, method: str, **settings: Any) -> methods.Method: ...
def learn(pages: Pages, method: str = "sieve", **settings: Any) -> methods.Method:
    """Learn what pages of a site share; the result is a model that cleans pages.

    The model has `clean`, `save`, `update` (with more pages), `merge` (with a
    model learned elsewhere), `describe`, `thresholds` and `fit_of`.
    """
    return methods.named(method, **settings).learn(pages)


def load(path: Path | str) -> Method:
    """What was learned and saved."""
    return methods.load(path)
