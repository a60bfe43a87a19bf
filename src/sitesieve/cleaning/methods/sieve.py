"""The sieve: a trained decision over the page's tree, from the page's evidence and the site's.

Each paragraph gets a probability of being content (`cleaning.sieve.judging`), and those stay
that are expected to give the best F without tearing apart what belongs together
(`cleaning.sieve.decision`). A page alone is enough; what is known of its site counts too.
"""

from functools import partial
from pathlib import Path
from typing import Self, Unpack

import numpy as np

from sitesieve.cleaning.dials import (
    SIEVE_DIALS,
    Comments,
    Dials,
    Favour,
    Headline,
    check_value,
    parted,
)
from sitesieve.cleaning.document import Document
from sitesieve.cleaning.kinds import Kind
from sitesieve.cleaning.methods.site_method import SiteMethod, metadata_by
from sitesieve.cleaning.methods.site_style_tree import SiteStyleTree
from sitesieve.cleaning.noise.page_kinds import PageKinds, Told
from sitesieve.cleaning.output import OutputOptions
from sitesieve.cleaning.pinning import pinned
from sitesieve.cleaning.sieve.belonging import with_belongings
from sitesieve.cleaning.sieve.decision import BETA, Cuts, best_choice
from sitesieve.cleaning.sieve.headline import headline_of
from sitesieve.cleaning.sieve.judging import Judged, judged
from sitesieve.cleaning.sieve.late_judging import LateJudging
from sitesieve.cleaning.sieve.outline import outline_of
from sitesieve.cleaning.sieve.reasons import Chosen, Reasons
from sitesieve.cleaning.sieve.site_evidence import places_told
from sitesieve.cleaning.sieve.trained import Trained, shipped
from sitesieve.cleaning.verdicts import Verdicts
from sitesieve.page import Page, PageTree
from sitesieve.page.late import Late
from sitesieve.page.limits import PageClock
from sitesieve.page.metadata.titles import SharedTitles
from sitesieve.page.page import Html
from sitesieve.site.model_file import read_model
from sitesieve.site.models import SiteModels
from sitesieve.site.place_odds import PlaceOdds
from sitesieve.site.placing import Alignment
from sitesieve.site.store import SAMPLE, PageObservation


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
    judging = SIEVE_DIALS
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
        check_value("favour", favour, Favour)
        check_value("comments", comments, Comments)
        check_value("headline", headline, Headline)
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

    def clean(
        self, html: Html | Page, *, url: str | None = None, **dials: Unpack[Dials]
    ) -> Document:
        """Clean a page given as HTML or as a `Page`.

        The dials are those of `sitesieve.clean`; they hold for this page only.
        """
        return self._cleaned(html, url, dials)

    def dialled(self, dials: Dials) -> tuple[Self, OutputOptions]:
        judging, wanted = parted(dials)
        return self.judging_by(**judging) if judging else self, OutputOptions.of(**wanted)

    def clean_page(self, page: Page) -> Document:
        clock = PageClock(page.limits)
        tree = page.tree
        clock.check()
        model = self.model_for(page.site)
        odds = judged(tree, self.trained, model)
        clock.check()
        chosen = self._choice(odds, None if model is None else model.titles)
        clock.check()
        of_leaf = odds.paragraphs.of_leaf
        reasons = Reasons(odds, chosen, self.trained)
        judged_so = Verdicts(chosen.keep[of_leaf], reasons.verdict_on)
        verdicts, told = pinned(page, self.pins, judged_so)
        if chosen.comment.any():
            told = [Told(Kind.COMMENTS, chosen.comment[of_leaf], odds.post[of_leaf]), *told]
        kinds = PageKinds(page, odds, told=told)
        if model is None:
            return Document(page, verdicts, self.name, kinds=kinds)
        fit = Late(partial(model.as_it_is().fit_of, page))
        metadata = metadata_by(model, page)
        return Document(page, verdicts, self.name, kinds=kinds, fit=fit, metadata=metadata)

    def _choice(self, odds: Judged, titles: SharedTitles | None) -> Chosen:
        """Which paragraphs stay, and which of the others are comments."""
        likely = odds.content
        none = np.zeros(len(likely), np.bool_)
        if not len(likely):
            return Chosen(none, none, none, likely, 0.0)
        if self.comments == "in":
            likely = np.maximum(likely, odds.post)
        elif self.comments in ("out", "apart"):
            likely = likely * (1 - odds.post)
        cuts = Cuts(outline_of(odds.around), self.trained.prices)
        keep, bar = best_choice(likely, odds.words, cuts, BETA[self.favour])
        headline = none
        if keep.any():
            keep = with_belongings(odds.around.tree, odds.paragraphs, keep)
            headline = headline_of(odds.around.tree, odds.paragraphs, titles)
        keep = keep | headline if self.headline == "in" else keep & ~headline
        comment = ~keep & (odds.post > 0.5) & (self.comments != "out")
        if odds.words[keep].sum() < self.minimum_words:
            keep, bar = none, 1.0
        return Chosen(keep, comment, headline, likely, bar)

    def observe(self, page: Page, asked: bool = True) -> PageObservation:
        return self.models.observe(page, self._places.of if asked else None)

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
