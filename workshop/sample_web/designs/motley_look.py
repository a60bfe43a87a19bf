"""What a design drawn at random consists of: names, tags and places."""

from dataclasses import dataclass
from random import Random

from sample_web.designs.setting import Style

PLACES = ("top", "lead", "left", "above", "below", "right", "bottom", "last")

# Where designers put each part, and how often they have it.
_USUAL: dict[str, tuple[tuple[str, ...], float]] = {
    "logo": (("top",), 0.95),
    "slogan": (("top", "bottom"), 0.5),
    "search": (("top", "left", "right", "bottom"), 0.7),
    "account": (("top", "left", "right"), 0.5),
    "menu": (("top", "top", "top", "left", "bottom"), 0.97),
    "second_menu": (("bottom", "top"), 0.35),
    "crumbs": (("lead", "lead", "above", "top"), 0.7),
    "date": (("top", "bottom"), 0.2),
    "section": (("left", "right", "above", "below"), 0.7),
    "weather": (("left", "right", "top"), 0.45),
    "popular": (("left", "right", "below"), 0.7),
    "related": (("below", "below", "right", "left"), 0.85),
    "partners": (("bottom", "left", "right"), 0.5),
    "newsletter": (("right", "below", "bottom", "left"), 0.6),
    "poll": (("right", "left", "below"), 0.3),
    "share": (("above", "below", "left"), 0.7),
    "services": (("above", "below"), 0.3),
    "follow": (("bottom", "right", "top"), 0.6),
    "adverts": (("right", "left", "above", "below", "top"), 0.8),
    "comments": (("below",), 0.7),
    "views": (("above", "bottom", "below"), 0.3),
    "copyright": (("bottom",), 0.95),
    "legal": (("bottom",), 0.75),
    "back_up": (("bottom", "below"), 0.4),
    "consent": (("last", "top"), 0.7),
}

# What designers call the parts; a designer uses one of the words, or none.
_NAMES = {
    "logo": "logo brand site-title masthead-logo",
    "slogan": "tagline slogan motto site-description",
    "search": "search searchbox site-search find",
    "account": "account login user-menu signin",
    "menu": "nav main-nav menu navigation topnav navbar",
    "second_menu": "footer-links footer-nav sitemap bottom-menu",
    "crumbs": "breadcrumb breadcrumbs crumbs path trail",
    "date": "today date updated",
    "section": "subnav section-nav side-menu local-nav submenu",
    "weather": "weather forecast wx widget-weather",
    "popular": "popular most-read trending top-stories",
    "related": "related related-posts more-stories recommended also",
    "partners": "partners friends blogroll network external",
    "newsletter": "newsletter signup subscribe mailing",
    "poll": "poll vote survey question",
    "share": "share sharing social-share share-buttons",
    "services": "tools page-tools actions toolbar",
    "follow": "social follow follow-us social-links",
    "adverts": "ad advert sponsored promo banner-ad",
    "comments": "comments comment-list responses discussion",
    "views": "views counter hits stats",
    "copyright": "copyright legal colophon copy",
    "legal": "legal footer-legal terms policies",
    "back_up": "to-top backtotop up",
    "consent": "cookie-bar cookies consent gdpr-notice",
    "paywall": "paywall regwall subscribe-wall premium",
    "byline": "byline meta entry-meta post-info",
    "buy": "buy-box add-to-cart purchase",
    "content": "content entry post-body article-text main",
    "teaser": "teaser card item entry-summary",
    "post": "post message reply thread-post",
    "paging": "pagination pager more-link paging",
}
_RUNNABLE = (
    *("section", "popular", "related", "partners", "follow", "share", "weather", "comments"),
    *("consent", "copyright", "newsletter", "logo"),
)
LANDMARKS = {  # for designers who use them
    **dict.fromkeys(("menu", "section", "crumbs", "second_menu"), "nav"),
    **dict.fromkeys(("search", "newsletter", "poll", "account", "buy"), "form"),
    **dict.fromkeys(("related", "popular", "comments", "weather"), "section"),
    "content": "article",
    "post": "article",
}


@dataclass(frozen=True, slots=True)
class Look:
    """One design: what was chosen for the whole site."""

    seed: int
    places: dict[str, str]  # part → place, for the parts it has
    order: dict[str, float]  # where in its place each part stands
    naming: str
    landmarks: bool
    boxes: str
    lists: str
    heads: str
    columns: str
    separator: str
    style: Style
    marks_adverts: bool
    wraps: int
    run_in: frozenset[str]  # parts that are set in one line, head and all

    def name(self, part: str) -> str | None:
        """What the designer calls a part."""
        rng = Random(f"{self.seed}/{part}")
        word = rng.choice(_NAMES.get(part, part).split())
        match self.naming:
            case "telling":
                return word
            case "prefixed":
                return f"{'xyz'[self.seed % 3]}{self.seed % 7}-{word}"
            case "hashed":
                return f"css-{rng.randrange(4096, 65536):x}"
            case "widgets":
                return rng.choice(("box", "widget", "block", "module", "panel"))
            case "utility":
                return rng.choice(("p-4 mb-4", "flex gap-2", "text-sm", "mt-2 p-2 border"))
            case _:
                return None


def draw(seed: int) -> Look:
    """The design of a seed."""
    rng = Random(f"motley/{seed}")
    places = {
        part: rng.choice(usual) for part, (usual, often) in _USUAL.items() if rng.random() < often
    }
    return Look(
        seed=seed,
        places=places,
        order={part: rng.random() for part in _USUAL},
        naming=rng.choice(("telling", "telling", "prefixed", "hashed", "widgets", "utility", "")),
        landmarks=rng.random() < 0.5,
        boxes=rng.choice(("div", "div", "section", "td", "aside")),
        lists=rng.choice(("ul", "ul", "divs", "breaks", "inline", "table", "ol")),
        heads=rng.choice(("h2", "h3", "h4", "h5", "b", "strong", "div", "p")),
        columns=rng.choice(("div", "div", "td", "aside")),
        separator=rng.choice((" | ", " · ", " / ", " ", " – ")),
        style=Style(
            paragraph=rng.choice(("", "", "par", "css-p1")),
            heading_tag=rng.choice(("h2", "h3", "h4")),
            figure_tag=rng.choice(("figure", "div")),
            font=rng.choice(("", "", "", "Georgia")),
        ),
        marks_adverts=rng.random() < 0.75,
        wraps=rng.randrange(3),
        run_in=frozenset(part for part in _RUNNABLE if rng.random() < 0.25),
    )
