"""The sieve: a trained decision over the page's tree, from the page's evidence and the site's.

Each paragraph gets a probability of being content (`cleaning.sieve.judging`), and those stay
that are expected to give the best F without tearing apart what belongs together
(`cleaning.sieve.decision`). A page alone is enough; what is known of its site counts too.
"""

from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Literal, NamedTuple, Self, get_args

import numpy as np
import numpy.typing as npt

from sitesieve.cleaning.document import Document
from sitesieve.cleaning.kinds import Kind
from sitesieve.cleaning.methods.site_method import SiteMethod
from sitesieve.cleaning.methods.site_style_tree import SiteStyleTree
from sitesieve.cleaning.noise.page_kinds import PageKinds, Told
from sitesieve.cleaning.sieve.belonging import with_belongings
from sitesieve.cleaning.sieve.decision import BETA, Cuts, Favour, best_choice, check_favour
from sitesieve.cleaning.sieve.headline import headline_of
from sitesieve.cleaning.sieve.judging import Judged, judged
from sitesieve.cleaning.sieve.late_judging import LateJudging
from sitesieve.cleaning.sieve.outline import outline_of
from sitesieve.cleaning.sieve.site_evidence import NAMES as SITE_NAMES
from sitesieve.cleaning.sieve.site_evidence import UNKNOWN, places_told
from sitesieve.cleaning.sieve.trained import Trained, shipped
from sitesieve.cleaning.verdicts import Evidence, Verdict, Verdicts
from sitesieve.page import Page, PageTree
from sitesieve.page.late import Late
from sitesieve.site.model_file import read_model
from sitesieve.site.models import SiteModels
from sitesieve.site.place_odds import PlaceOdds
from sitesieve.site.placing import Alignment
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
        check_favour(favour)
        for name, value, allowed in (
            ("comments", comments, get_args(Comments)),
            ("headline", headline, get_args(Headline)),
        ):
            if value not in allowed:
                raise ValueError(f"{name} must be one of {', '.join(allowed)}, not {value!r}")
        if int(minimum_words) < 0:
            raise ValueError(f"the minimum must be 0 words or more, not {minimum_words}")
        self.favour: Favour = favour
        self.comments: Comments = comments
        self.headline: Headline = headline
        self.minimum_words = int(minimum_words)
        self.models = SiteModels(alignment, int(leaf_height), merge_elements, int(sample))
        self._trained = trained
        self._places = LateJudging(self._judge_places)

    @property
    def trained(self) -> Trained:
        """The models that decide."""
        if self._trained is None:
            self._trained = shipped()
        return self._trained

    def clean_page(self, page: Page) -> Document:
        tree = page.tree
        model = self.model_for(page.site)
        odds = judged(tree, self.trained, model)
        chosen = self._choice(odds)
        of_leaf = odds.paragraphs.of_leaf
        reasons = _Reasons(odds, chosen, self.trained)
        verdicts = Verdicts(chosen.keep[of_leaf], reasons.verdict_on)
        comments = Told(Kind.COMMENTS, chosen.comment[of_leaf], odds.post[of_leaf])
        kinds = PageKinds(page, odds, told=[comments] if chosen.comment.any() else [])
        fit = None if model is None else Late(partial(model.as_it_is().fit_of, page))
        return Document(page, verdicts, self.name, kinds=kinds, fit=fit)

    def _choice(self, odds: Judged) -> "_Chosen":
        """Which paragraphs stay, and which of the others are comments."""
        likely = odds.content
        none = np.zeros(len(likely), np.bool_)
        if not len(likely):
            return _Chosen(none, none, none, likely, 0.0)
        if self.comments == "in":
            likely = np.maximum(likely, odds.post)
        elif self.comments in ("out", "apart"):
            likely = likely * (1 - odds.post)
        cuts = Cuts(outline_of(odds.around), self.trained.prices)
        keep, bar = best_choice(likely, odds.words, cuts, BETA[self.favour])
        if keep.any():
            keep = with_belongings(odds.around.tree, odds.paragraphs, keep)
        headline = headline_of(odds.around.tree, odds.paragraphs) if keep.any() else none
        keep = keep | headline if self.headline == "in" else keep & ~headline
        comment = ~keep & (odds.post > 0.5) & (self.comments != "out")
        if odds.words[keep].sum() < self.minimum_words:
            keep, bar = none, 1.0
        return _Chosen(keep, comment, headline, likely, bar)

    def observe(self, page: Page) -> PageObservation:
        return self.models.observe(page, self._places.of)

    def _judge_places(self, tree: PageTree) -> PlaceOdds:
        """What a page by itself says of its places."""
        odds = judged(tree, self.trained)
        return places_told(odds.around, odds.odds)

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


@dataclass(frozen=True, slots=True)
class _Reasons:
    """The verdict on each leaf is that on its paragraph, made when somebody looks at it."""

    odds: Judged
    chosen: _Chosen
    trained: Trained
    made: dict[int, Verdict] = field(default_factory=dict)

    def verdict_on(self, leaf: int) -> Verdict:
        number = int(self.odds.paragraphs.of_leaf[leaf])
        if number not in self.made:
            keep, importance = bool(self.chosen.keep[number]), float(self.odds.content[number])
            reason = _reason(self.chosen, number, float(self.odds.site[number]))
            evidence = Evidence(partial(_evidence, self.odds, self.trained, number))
            self.made[number] = Verdict(keep, reason, evidence, importance=importance)
        return self.made[number]


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


def _evidence(odds: Judged, trained: Trained, number: int) -> dict[str, Any]:
    """The features that counted most, each with its value and what it added to the log-odds."""
    row = odds.evidence[number]
    value = dict(zip(trained.content.features, row.tolist(), strict=True))
    added = list(trained.content.contributions(row).items())[:_TELLING]
    evidence: dict[str, Any] = {
        name: {"value": round(value[name], 3), "adds": round(gain, 2)} for name, gain in added
    }
    evidence["probability of a comment"] = round(float(odds.post[number]), 3)
    if odds.site_rows is not None:
        shown = zip(SITE_NAMES, odds.site_rows[number].tolist(), strict=True)
        values = {name: round(value, 3) for name, value in shown if value != UNKNOWN}
        evidence["site"] = values | {"adds": round(float(odds.site[number]), 2)}
    return evidence
