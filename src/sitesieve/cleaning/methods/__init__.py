"""Each paper's method by its own name and its own rule, and those of other packages.

>>> print(*METHODS, sep=", ")  # doctest: +NORMALIZE_WHITESPACE
tag-filter, redundant-words, redundant-phrases, pagelet-templates, block-entropy, featured-tree,
ad-images, nepotistic-links, site-style-tree, sieve
"""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sitesieve.cleaning.method import LearningMethod, Method
from sitesieve.cleaning.method_spec import MethodSpec
from sitesieve.errors import ModelError, PluginError, did_you_mean
from sitesieve.on_demand import ClassesOnDemand, on_demand
from sitesieve.plugins import Registry
from sitesieve.site.model_file import SavedModel, read_model

if TYPE_CHECKING:
    from sitesieve.cleaning.methods.ad_images import AdImages
    from sitesieve.cleaning.methods.block_entropy import BlockEntropy
    from sitesieve.cleaning.methods.featured_tree import FeaturedTree
    from sitesieve.cleaning.methods.item_classifier import ItemClassifier
    from sitesieve.cleaning.methods.nepotistic_links import NepotisticLinks
    from sitesieve.cleaning.methods.pagelet_templates import PageletTemplates
    from sitesieve.cleaning.methods.redundancy import RedundantPhrases, RedundantWords
    from sitesieve.cleaning.methods.sieve import Sieve
    from sitesieve.cleaning.methods.site_method import SiteMethod
    from sitesieve.cleaning.methods.site_style_tree import SiteStyleTree
    from sitesieve.cleaning.methods.tag_filter import TagFilter

__all__ = [
    "METHODS",
    "REGISTRY",
    "AdImages",
    "BlockEntropy",
    "FeaturedTree",
    "ItemClassifier",
    "LearningMethod",
    "Method",
    "NepotisticLinks",
    "PageletTemplates",
    "RedundantPhrases",
    "RedundantWords",
    "Sieve",
    "SiteMethod",
    "SiteStyleTree",
    "TagFilter",
    "by_paper",
    "find",
    "load",
    "method_of",
    "named",
    "of_saved",
]

# Each by its name, with its module and what it is called there; in the order shown to people.
_METHODS = {
    "tag-filter": (f"{__name__}.tag_filter", "TagFilter"),
    "redundant-words": (f"{__name__}.redundancy", "RedundantWords"),
    "redundant-phrases": (f"{__name__}.redundancy", "RedundantPhrases"),
    "pagelet-templates": (f"{__name__}.pagelet_templates", "PageletTemplates"),
    "block-entropy": (f"{__name__}.block_entropy", "BlockEntropy"),
    "featured-tree": (f"{__name__}.featured_tree", "FeaturedTree"),
    "ad-images": (f"{__name__}.ad_images", "AdImages"),
    "nepotistic-links": (f"{__name__}.nepotistic_links", "NepotisticLinks"),
    "site-style-tree": (f"{__name__}.site_style_tree", "SiteStyleTree"),
    "sieve": (f"{__name__}.sieve", "Sieve"),
}
METHODS: ClassesOnDemand[Method] = ClassesOnDemand(_METHODS)

__getattr__ = on_demand(
    __name__,
    {
        **{name: module for module, name in _METHODS.values()},
        "ItemClassifier": f"{__name__}.item_classifier",
        "SiteMethod": f"{__name__}.site_method",
    },
)

REGISTRY = Registry("sitesieve.methods", Method, METHODS)  # type: ignore[type-abstract]


def find(name: str) -> type[Method]:
    """A method by its name, built in or of another package; `ValueError` if there is none."""
    method = REGISTRY.find(name)
    if method is None:
        names = REGISTRY.names()
        hint = did_you_mean(name, names)
        raise ValueError(f"no method {name!r}; there are {', '.join(names)}{hint}")
    if method.name != name:  # its models could not be loaded again
        raise PluginError(f"the plug-in {name!r} of {REGISTRY.group} calls itself {method.name!r}")
    return method


def named(name: str, **settings: Any) -> Method:
    """A fresh method by its name, with other settings than the usual.

    They can stand in the name too, and `paper` among them sets the method to the letter of its
    paper: `named("site-style-tree:paper,threshold=0.3")`. `ValueError` for what there is not.
    """
    spec = MethodSpec.of(name)
    kind = find(spec.name)
    if spec.paper and not kind.PAPER:
        which = "is of no paper" if spec.name == "sieve" else "has no other settings for a paper"
        raise ValueError(f"{spec.name} {which}")
    asked = spec.settings(kind().settings(), kind.PAPER) if name != spec.name else {}
    return kind(**{**asked, **settings})


def method_of(method: str | Method) -> Method:
    """A fresh method by its name, or one as it is; TypeError for anything else."""
    if isinstance(method, str):
        return named(method)
    if not isinstance(method, Method):
        raise TypeError(f"method must be a name or a method, as Sieve(), not {method!r}")
    return method


def by_paper(name: str) -> str:
    """The name of the same method to the letter of its paper, where it is of one."""
    spec = MethodSpec.of(name)
    return str(replace(spec, paper=bool(find(spec.name).PAPER)))


def load(path: Path | str) -> Method:
    """The method saved in a file, whichever it is."""
    return of_saved(read_model(path), path)


def of_saved(saved: SavedModel, path: Path | str) -> Method:
    """The method that a model holds, which errors call by the name of its file."""
    if saved.method in ("word-weights", "site-vectorizer"):
        raise ModelError(f"{path} holds weights of words: it goes with `sitesieve weigh --model`")
    try:
        method = find(str(saved.method))
    except ValueError:
        raise ModelError(
            f"{path} holds a model of an unknown method, {saved.method!r}: "
            "the package that brings it may not be installed"
        ) from None
    return method.from_saved(saved, path)
