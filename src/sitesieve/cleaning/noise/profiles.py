"""Which kinds of noise a task removes (thesis §2.2.3, §6.1).

The thesis reasons that noise depends on the task: navigation and recommendations blur what a
page is about, so clustering removes them; but a link that somebody put on a page because the
target is worth reading is what link analysis lives on.
"""

from sitesieve.cleaning.dials import Profile
from sitesieve.cleaning.kinds import Kind

_NOISE = frozenset(Kind) - {Kind.CONTENT}

PROFILES: dict[Profile, frozenset[Kind]] = {
    # Clustering and classification: what a page is about and nothing else.
    "clustering": _NOISE,
    # Recommended pages and sites stay: their links are endorsements. Directories lead
    # everywhere from everywhere, and advertisements are paid for.
    "link-analysis": _NOISE - {Kind.PAGE_RECOMMENDATION, Kind.SITE_RECOMMENDATION},
    # What a reader of the time saw, without what was in the way of reading.
    "archive": frozenset({Kind.CONSENT, Kind.ADVERTISEMENT, Kind.PAYWALL, Kind.PAGE_SERVICE}),
    # What people search for: the text, where it stands, when and by whom, and what was said
    # about it.
    "index": _NOISE - {Kind.DIRECTORY_HIERARCHIC, Kind.PAGE_DESCRIPTION, Kind.COMMENTS},
}
