"""The report of `sitesieve thresholds`: pages at several thresholds, side by side."""

from sitesieve._version import __version__
from sitesieve.cleaning.threshold_trial import ThresholdTrial, TriedPage
from sitesieve.report import html

HEADINGS = ("threshold", "words kept", "and now also goes")
_MOST_TEXTS = 40  # of one threshold
_LONGEST = 300  # characters of a text in a list


def trials_page(trials: list[ThresholdTrial], inputs: str) -> str:
    """One self-contained page: for each site what each threshold removes, then page by page."""
    sites = f"{len(trials):,} site{'' if len(trials) == 1 else 's'}"
    parts = [
        html.note(
            f"Pages of {sites} in {inputs}, cleaned by the site style tree at several thresholds; "
            f"sitesieve {__version__}. What a threshold removes a higher one removes too. Choose "
            "the highest that removes no content, and keep it: sitesieve thresholds --model MODEL "
            "--choose SITE=THRESHOLD"
        )
    ]
    for trial in trials:
        parts += _site(trial)
    return html.page("Thresholds side by side", *parts)


def name_of(trial: ThresholdTrial, threshold: float) -> str:
    """A threshold, and whose it is."""
    if trial.chosen is not None and threshold == round(trial.chosen, 3):
        return f"{threshold:g} (chosen)"
    return f"{threshold:g}{' (auto)' if threshold == round(trial.auto, 3) else ''}"


def _site(trial: ThresholdTrial) -> list[str]:
    pages = f"{len(trial.pages):,} page{'' if len(trial.pages) == 1 else 's'}"
    parts = [html.heading(f"{trial.site or '(no site)'}: {pages}, {trial.words:,} words")]
    rows = [
        (name_of(trial, t), f"{trial.words_kept(t) / max(1, trial.words):.1%}")
        for t in trial.thresholds
    ]
    parts.append(html.table(HEADINGS[:2], rows))
    for t in trial.thresholds:
        gone = trial.gone_from(t)
        shown = [f"{_cut(g.text)} ({g.words:,} words, {g.pages:,} pages)" for g in gone]
        more = len(shown) - _MOST_TEXTS
        shown = [*shown[:_MOST_TEXTS], *([f"and {more:,} more"] if more > 0 else [])]
        title = f"what goes from {t:g} on and not before: {len(gone):,} texts"
        parts.append(html.folded(title, html.listed(shown)))
    return [*parts, *(html.folded(page.name, _columns(trial, page)) for page in trial.pages)]


def _columns(trial: ThresholdTrial, page: TriedPage) -> str:
    def column(threshold: float) -> tuple[str, str]:
        share = page.words_kept(threshold) / max(1, page.words)
        kept = "\n".join(text.text for text in page.kept(threshold))
        return f"{name_of(trial, threshold)}: {share:.0%}", kept

    return html.columns(column(t) for t in trial.thresholds)


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
