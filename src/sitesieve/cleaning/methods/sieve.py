"""The sieve: a trained decision over the page's tree, from the page's evidence and the site's.

Each paragraph gets a probability of being content (`clean.sieve.judging`), and those stay
that are expected to give the best F without tearing apart what belongs together
(`clean.sieve.decision`). A page alone is enough; what is known of its site counts too.
"""

from functools import partial
from pathlib import Path
from typing import Any, Literal, NamedTuple, Self, get_args

import numpy as np
import numpy.typing as npt

from sitesieve.cleaning.boosting import BoostedTrees, Rows
from sitesieve.cleaning.document import Document
from sitesieve.cleaning.kinds import Kind
from sitesieve.cleaning.methods.site_method import SiteMethod
from sitesieve.cleaning.methods.site_style_tree import SiteStyleTree
from sitesieve.cleaning.noise.page_kinds import PageKinds, Told
from sitesieve.cleaning.sieve.decision import BETA, Cuts, Favour, best_choice, check_favour
from sitesieve.cleaning.sieve.headline import headline_of
from sitesieve.cleaning.sieve.judging import Judged, judged
from sitesieve.cleaning.sieve.outline import outline_of
from sitesieve.cleaning.sieve.site_evidence import NAMES as SITE_NAMES
from sitesieve.cleaning.sieve.site_evidence import UNKNOWN, tell_places
from sitesieve.cleaning.sieve.trained import Trained, shipped
from sitesieve.cleaning.verdicts import Evidence, Verdict, Verdicts
from sitesieve.page import Page
from sitesieve.site.model_file import read_model
from sitesieve.site.models import SiteModels
from sitesieve.site.place_odds import SmallestDigests
from sitesieve.site.placing import Alignment, place
from sitesieve.site.store import SAMPLE, PageObservation

Comments = Literal["auto", "in", "out", "apart"]
Headline = Literal["in", "out"]

_TELLING = 6  # features that an explanation names


class Sieve(SiteMethod):
    """Keeps the paragraphs that are most likely content.

    Parameters
    ----------
    favour : "precision", "balanced" or "recall".
    comments : what readers wrote. "auto" keeps it where it is what the page is about, as in
        a thread; "in" and "out" always and never; "apart" leaves it out of the text and
        gives it as `Document.comments`.
    headline : whether the heading that is the page's title is part of the text, "in" or "out";
        the same on every page. What comes out empty has none.
    minimum_words : a page of which fewer words would stay comes out empty.
    alignment, leaf_height, merge_elements, sample : how a site is learned, as in
        `SiteStyleTree`.
    trained : other models than the shipped ones.
    """

    name = "sieve"
    judging = ("favour", "comments", "headline", "minimum_words")
    may_differ = (*judging, "sample")

    def __init__(
        self,
        favour: Favour = "balanced",
        comments: Comments = "auto",
        headline: Headline = "in",
        minimum_words: int = 0,
        alignment: Alignment = "keyed",
        leaf_height: int = 0,
        merge_elements: bool = True,
        sample: int = SAMPLE,
        *,
        trained: Trained | None = None,
    ) -> None:
        self.favour: Favour
        self.comments: Comments
        self.headline: Headline
        self.minimum_words: int
        self._judge_by(
            {
                "favour": favour,
                "comments": comments,
                "headline": headline,
                "minimum_words": minimum_words,
            }
        )
        self.models = SiteModels(alignment, int(leaf_height), merge_elements, int(sample))
        self._trained = trained
        self._smallest = SmallestDigests()

    def _judge_by(self, settings: dict[str, Any]) -> None:
        if "favour" in settings:
            check_favour(settings["favour"])
            self.favour = settings["favour"]
        for name, allowed in (("comments", Comments), ("headline", Headline)):
            if name in settings:
                if settings[name] not in get_args(allowed):
                    names = ", ".join(get_args(allowed))
                    raise ValueError(f"{name} must be one of {names}, not {settings[name]!r}")
                setattr(self, name, settings[name])
        if "minimum_words" in settings:
            words = int(settings["minimum_words"])
            if words < 0:
                raise ValueError(f"the minimum must be 0 words or more, not {words}")
            self.minimum_words = words

    @property
    def trained(self) -> Trained:
        """The models that decide."""
        if self._trained is None:
            self._trained = shipped()
        return self._trained

    def clean_page(self, page: Page) -> Document:
        tree = page.tree
        model = self.model_for(page.site)
        placing = None if model is None else model.place(tree)
        found = judged(tree, self.trained, model, placing)
        chosen = self._choice(found)
        of_leaf = found.paragraphs.of_leaf
        reasons = _Reasons(found, chosen, self.trained)
        verdicts = Verdicts(chosen.keep[of_leaf], reasons.verdict_on)
        comments = Told(Kind.COMMENTS, chosen.comment[of_leaf], found.post[of_leaf])
        kinds = PageKinds(page, found, told=[comments] if chosen.comment.any() else [])
        fit = None if model is None or placing is None else model.fit(placing)
        return Document(page, verdicts, self.name, kinds=kinds, fit=fit)

    def _choice(self, found: Judged) -> "_Chosen":
        """Which paragraphs stay, and which of the others are comments."""
        likely = found.content
        none = np.zeros(len(likely), np.bool_)
        if not len(likely):
            return _Chosen(none, none, none, likely, 0.0)
        if self.comments == "in":
            likely = np.maximum(likely, found.post)
        elif self.comments in ("out", "apart"):
            likely = likely * (1 - found.post)
        cuts = Cuts(outline_of(found.around), self.trained.prices)
        keep, bar = best_choice(likely, found.words, cuts, BETA[self.favour])
        headline = headline_of(found.around.tree, found.paragraphs) if keep.any() else none
        keep = keep | headline if self.headline == "in" else keep & ~headline
        comment = ~keep & (found.post > 0.5) & (self.comments != "out")
        if found.words[keep].sum() < self.minimum_words:
            keep, bar = none, 1.0
        return _Chosen(keep, comment, headline, likely, bar)

    def settings(self) -> dict[str, Any]:
        judging = {name: getattr(self, name) for name in self.judging}
        return judging | self.learning_settings()

    def observe(self, page: Page) -> PageObservation:
        model, tree = self.models.model_of(page), page.tree
        if self._smallest.takes(page.site, tree.digest):
            found = judged(tree, self.trained)
            tell_places(model.counts, place(tree), found.around, found.odds)
        return self.models.observation(page, model)

    @classmethod
    def load(cls, path: Path | str) -> Self:
        """The sieve as it was saved, or one that uses a saved site style tree."""
        saved = read_model(path)
        if saved.method == SiteStyleTree.name:
            return cls.sharing(SiteStyleTree.from_saved(saved, path))
        return super().load(path)


class _Chosen(NamedTuple):
    """What was decided of each paragraph, and what by."""

    keep: npt.NDArray[np.bool_]
    comment: npt.NDArray[np.bool_]
    headline: npt.NDArray[np.bool_]
    likely: npt.NDArray[np.float64]  # to be what is wanted
    bar: float  # how likely one must be to stay by itself


class _Reasons:
    """The verdict on each leaf is that on its paragraph, made when somebody looks at it."""

    def __init__(self, found: Judged, chosen: _Chosen, trained: Trained) -> None:
        self._found = found
        self._chosen = chosen
        self._trained = trained
        self._made: dict[int, Verdict] = {}

    def verdict_on(self, leaf: int) -> Verdict:
        number = int(self._found.paragraphs.of_leaf[leaf])
        if number not in self._made:
            self._made[number] = self._verdict(number)
        return self._made[number]

    def _verdict(self, number: int) -> Verdict:
        found = self._found
        return Verdict(
            bool(self._chosen.keep[number]),
            _reason(self._chosen, number, float(found.site[number])),
            Evidence(partial(_evidence, found, self._trained, number)),
            importance=float(found.content[number]),
        )


def _reason(chosen: _Chosen, number: int, term: float) -> str:
    """Why a paragraph stays or goes: by itself, or with what it belongs to."""
    stays, likely = bool(chosen.keep[number]), float(chosen.likely[number])
    by_itself = (likely >= chosen.bar) == stays
    if chosen.headline[number]:
        return f"the headline, which is {'part' if stays else 'left out'} of the text"
    if chosen.comment[number]:
        what = "a reader's comment"
    elif by_itself:
        what = "content" if stays else "noise"
    else:
        what = f"{'stays' if stays else 'goes'} with what it belongs to"
    reason = f"{what}: {likely:.0%} likely to be content"
    if not by_itself:
        reason += " by itself"
    if abs(term) >= 1:
        reason += f", {'more' if term > 0 else 'less'} for what other pages of the site show"
    return reason


def _evidence(found: Judged, trained: Trained, number: int) -> dict[str, Any]:
    """The features that counted most, each with its value and what it added to the log-odds."""
    row = found.evidence[number]
    added = list(trained.content.contributions(row).items())[:_TELLING]
    told = _told(row, trained.content, added)
    told["probability of a comment"] = round(float(found.post[number]), 3)
    if found.site_rows is not None:
        shown = zip(SITE_NAMES, found.site_rows[number].tolist(), strict=True)
        known = {name: round(value, 3) for name, value in shown if value != UNKNOWN}
        told["site"] = known | {"adds": round(float(found.site[number]), 2)}
    return told


def _told(row: Rows, trees: BoostedTrees, added: list[tuple[str, float]]) -> dict[str, Any]:
    """The value of each feature, and what it added."""
    value = dict(zip(trees.features, row.tolist(), strict=True))
    return {name: {"value": round(value[name], 3), "adds": round(gain, 2)} for name, gain in added}
