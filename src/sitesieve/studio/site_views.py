"""Sites as the studio shows them: what is in the input, and which pages are odd."""

from dataclasses import dataclass

from sitesieve.cleaning.methods.site_method import DRIFTED
from sitesieve.site.store import SAMPLE
from sitesieve.studio.desk import Desk
from sitesieve.studio.page_store import PageLine, SiteLine

_LOOKED_AT = 12  # pages of a site by which its share of noise is estimated
_ODD = 0.5  # of the fit that pages of the site have; a page with less is odd


@dataclass(frozen=True, slots=True)
class SiteView:
    """A site of the input."""

    site: str
    pages: int
    words: int
    known: int  # pages that the model knows
    designs: int
    looked_at: int  # pages by which the next three are estimated
    noise: float | None  # share of the words that goes
    fit: float | None  # how much of a page the model recognises
    drifted: bool
    odd: list[PageLine]  # pages that look unlike the others
    warnings: list[str]


def site_lines(desk: Desk) -> list[SiteLine]:
    """The sites of the input, those with most pages first, then others that the model knows."""
    lines = desk.store.sites()
    read = {line.site for line in lines}
    with desk.using() as method:
        others = sorted(site for site in method.sites if site not in read)
    return lines + [SiteLine(site, 0, 0) for site in others]


def site_view(desk: Desk, site: str) -> SiteView | None:
    """A site, with what some of its pages tell; the same as before where nothing changed."""
    key, state = ("site", site), desk.state
    if key not in desk.made or desk.made[key][0] != state:
        desk.made[key] = (state, _looked_at(desk, site))
    view: SiteView | None = desk.made[key][1]
    return view


def _looked_at(desk: Desk, site: str) -> SiteView | None:
    lines = {line.site: line for line in site_lines(desk)}
    if site not in lines:
        return None
    counted = lines[site]
    with desk.using() as method:
        model = method.model_for(site)
        known = 0 if model is None else model.pages
        designs = 0 if model is None else len(model.describe(kinds=False).templates)
        before = kept = 0
        fits: dict[int, float] = {}
        numbers = desk.store.some(site, _LOOKED_AT)
        for number in numbers:
            document = desk.document(number)
            if document is None:
                continue
            before += document.words_before
            kept += document.words_kept
            if document.fit is not None:
                fits[number] = document.fit
        fit = sum(fits.values()) / len(fits) if fits else None
        expected = None if model is None else model.expected_fit
        drifted = bool(desk.learned and fit is not None and expected and fit < DRIFTED * expected)
        unlike = [n for n, value in fits.items() if fit is not None and value < _ODD * fit]
        warnings = [] if model is None or known < 2 else model.warnings()
    odd = [line for n in unlike if (line := desk.store.line(n)) is not None]
    noise = 1 - kept / before if before else None
    return SiteView(
        *(site, counted.pages, counted.words, min(known, SAMPLE), designs, len(numbers)),
        *(noise, fit, drifted, odd, warnings),
    )
