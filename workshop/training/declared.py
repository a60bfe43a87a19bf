"""What pages declare about their parts: weak labels for the kinds of noise.

Landmark elements, roles, and the names designers give. The innermost declaration counts.
"""

import re
from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from sitesieve.cleaning.kinds import Kind
from sitesieve.cleaning.sieve.evidence import REACH, Surroundings

# The six parts that pages declare most often, to compare with.
PARTS = ("navigation", "breadcrumb", "footer", "form", "comments", "related")

_WORD = r"(?<![a-z]){}(?![a-z])"
_DECLARED: tuple[tuple[str, str], ...] = (  # the first that fits an element
    ("breadcrumb", r"bread-?crumb|" + _WORD.format("crumbs?")),
    ("consent", r"cookie|gdpr|(?<![a-z])consent|onetrust|(?<![a-z])cmp(?![a-z])"),
    ("paywall", r"paywall|regwall|piano-|(?<![a-z])premium-?(?:wall|gate)"),
    ("form", r"comment-?form|(?<![a-z])respond(?![a-z])|reply-?form|contact-?form"),
    ("comments", _WORD.format("comments?") + r"|comment-?(?:list|area|body|section|thread|content)"
     r"|disqus"),
    ("share", r"(?<![a-z])shar(?:e|ing)(?![a-z])|share-?(?:bar|buttons?|links?)|sharedaddy"
     r"|addtoany|addthis"),
    ("social", r"(?<![a-z])social|follow-?us"),
    ("related", r"(?<![a-z])related(?![a-z])|related-?(?:posts?|articles|products|stories)"
     r"|also-?like|recommended-?(?:posts?|stories|articles|products|reads|for)|recommendations|you-?may-?"
     r"|similar-?(?:posts?|items|products|articles)|(?<![a-z])recirc|most-?(?:read|popular)"
     r"|popular-?(?:posts?|stories|articles)|trending-?(?:now|posts?|stories|articles)"
     r"|read-?next|up-?next|more-?(?:stories|articles|posts)|recent-?posts?"),
    ("advertisement", r"(?<![a-z])(?:ads?|advert\w*|adsense|dfp|gpt-ad|adslot|adunit|sponsored"
     r"|outbrain|taboola)(?![a-z])"),
    ("form", r"newsletter|sign-?up|subscribe|log-?in|(?<![a-z])search-?(?:form|box|bar)|"
     r"(?<![a-z])poll(?![a-z])|mailchimp|mc4wp"),
    ("paging", r"paginat|(?<![a-z])pager(?![a-z])|page-?numbers|post-?navigation|nav-?links"
     r"|prev-?next|skip-?(?:link|to)|back-?to-?top|scroll-?top|(?<![a-z])print"),
    ("description", r"by-?line|post-?meta|entry-?meta|posted-?on|date-?line|time-?stamp"
     r"|pub-?date|publish(?:ed)?-?(?:date|on|time)|article-?meta|entry-?date|post-?date"),
    ("decoration", r"(?<![a-z])logo(?![a-z])|site-?title|tag-?line|site-?branding|slogan"),
    ("declaration", r"copy-?right|disclaimer|(?<![a-z])legal(?![a-z])|colophon|site-?info"),
    ("board", r"(?<![a-z])weather|stock-?ticker|(?<![a-z])ticker(?![a-z])"),
    ("partners", r"blog-?roll|partners?(?![a-z])|friend-?links"),
    ("local navigation", r"sub-?nav|side-?nav|local-?nav|sub-?menu-?(?:left|side)|section-?nav"
     r"|nav-?side|sidebar-?(?:nav|menu)|(?<![a-z])toc(?![a-z])|sphinxsidebar|tree-?nav"),
    ("navigation", r"(?<![a-z])nav(?:igation|bar|menu|list)?(?![a-z])|(?<![a-z])(?:main|top|site"
     r"|header|primary|mega|mobile|dropdown)-?(?:nav|menu)|(?<![a-z])menu(?![a-z])"
     r"|role=navigation"),
    ("footer", r"(?<![a-z])foot(?:er)?(?![a-z])|footer|role=contentinfo"),
)  # fmt: skip
_PATTERNS = tuple((name, re.compile(pattern)) for name, pattern in _DECLARED)
_TAGS = {"nav": "navigation", "footer": "footer", "form": "form"}
_LARGE = 0.4  # of a page's words: what holds more is the page
_MOST_WORDS = {  # of parts that are small; what is larger only carries the name
    **{"breadcrumb": 60, "paging": 60, "description": 60, "decoration": 40, "share": 60},
    **{"declaration": 200, "social": 120, "paywall": 200, "consent": 600, "form": 150},
}
_LONGEST = 400  # characters of names that are looked at

_KIND = {
    "breadcrumb": Kind.DIRECTORY_HIERARCHIC,
    "consent": Kind.CONSENT,
    "paywall": Kind.PAYWALL,
    "comments": Kind.COMMENTS,
    "share": Kind.PAGE_SERVICE,
    "social": Kind.SOCIAL,
    "related": Kind.PAGE_RECOMMENDATION,
    "advertisement": Kind.ADVERTISEMENT,
    "form": Kind.INTERACTIVE_SERVICE,
    "paging": Kind.PAGE_SERVICE,
    "description": Kind.PAGE_DESCRIPTION,
    "decoration": Kind.DECORATION,
    "declaration": Kind.DECLARATION,
    "board": Kind.INFORMATION_BOARD,
    "partners": Kind.SITE_RECOMMENDATION,
    "local navigation": Kind.DIRECTORY_HYBRID,
    "navigation": Kind.DIRECTORY_GLOBAL,
}


def declared_by(look: str) -> str | None:
    """The part that an element declares, by its tag, class, id and role.

    >>> declared_by("ol class=breadcrumb"), declared_by("div class=entry")
    ('breadcrumb', None)
    """
    tag, _, names = look[:_LONGEST].partition(" ")
    hyphenated = _hyphenated(names)
    for name, pattern in _PATTERNS:
        if pattern.search(hyphenated):
            return name
    return _TAGS.get(tag)


def _hyphenated(names: str) -> str:
    """Names in lower case with hyphens instead of camel case and underscores."""
    return re.sub(r"([a-z])(?=[A-Z])", r"\1-", names).lower().replace("_", "-")


def declarations(around: Surroundings) -> list[tuple[str, ...]]:
    """For each paragraph what the elements above it declare, the innermost first."""
    tree = around.tree
    nodes = np.unique(around.up)
    total = max(1, len(tree.word_ids))
    parts: dict[int, str] = {}
    for node in nodes.tolist():
        words = int(tree.word_start[tree.end[node]] - tree.word_start[node])
        if node and words <= _LARGE * total:
            name = declared_by(tree.presentation(node))
            if name is not None and words <= _MOST_WORDS.get(name, words):
                parts[node] = name
    columns = around.up[:REACH].T.tolist()
    return [tuple(dict.fromkeys(parts[n] for n in column if n in parts)) for column in columns]


def agreement_labels(
    part: str, declared: Iterable[tuple[str, ...]], content: npt.NDArray[np.bool_]
) -> npt.NDArray[np.int8]:
    """Whether each paragraph is declared as a part (1) or as something else (0); -1 where the page
    declares nothing, or where both may be true."""
    return np.array(
        [
            _agreement(part, names, is_content)
            for names, is_content in zip(declared, content.tolist(), strict=True)
        ],
        np.int8,
    )


def _agreement(part: str, declared: tuple[str, ...], is_content: bool) -> int:
    inside = declared[:1] if part != "footer" else declared
    names = _SAME.get(part, (part,))
    if any(name in inside for name in names):
        return -1 if is_content else 1
    if is_content or part == "footer":
        return 0
    others = (*names, *_UNCLEAR.get(part, ()))
    unclear = not declared or any(name in declared for name in others)
    return -1 if unclear else 0


_SAME = {"navigation": ("navigation", "local navigation", "breadcrumb")}
# What may stand in a part, or be one, under another name.
_UNCLEAR = {
    "navigation": ("footer", "paging", "decoration"),
    "form": ("navigation", "footer", "comments"),
    "comments": ("form", "share"),
    "related": ("footer", "form", "paging"),
}


def weak_kinds(
    declared: Iterable[tuple[str, ...]], content: npt.NDArray[np.bool_]
) -> list[Kind | None]:
    """The kind that the page declares for each paragraph, if any; gold text is content."""
    return [
        Kind.CONTENT if is_content else _KIND.get(names[0]) if names else None
        for names, is_content in zip(declared, content.tolist(), strict=True)
    ]
