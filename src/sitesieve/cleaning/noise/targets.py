"""Where links lead, as far as their addresses tell (thesis §6.1: directories lead to index
pages up the path, recommendations sideways or away)."""

import re
from urllib.parse import SplitResult, urljoin, urlsplit

from sitesieve.page.urls import registrable_domain

TARGETS = (
    *("this page", "front page", "up the path", "own folder", "below", "elsewhere on the site"),
    *("other site", "network", "advertising", "sharing", "mail or telephone", "script", "legal"),
)
_NUMBER = {name: i for i, name in enumerate(TARGETS)}

_NETWORKS = frozenset(
    "facebook.com fb.com twitter.com x.com instagram.com youtube.com youtu.be linkedin.com "
    "pinterest.com tiktok.com reddit.com tumblr.com vk.com ok.ru t.me telegram.me whatsapp.com "
    "wa.me flickr.com snapchat.com threads.net bsky.app mastodon.social discord.gg discord.com "
    "vimeo.com spotify.com xing.com weibo.com weixin.qq.com douban.com zhihu.com line.me "
    "soundcloud.com medium.com github.com".split()
)
_SHARING = re.compile(
    r"/shar(?:e|er|ing)\b|sharer?\.php|/intent/(?:tweet|post)|sharearticle|[?&](?:share|subject)="
    r"|/pin/create|addtoany|addthis|/submit\?|send\?text=|service/share|/emailafriend|mailto:\?",
    re.IGNORECASE,
)
_SHARED = ("shar", "/intent", "subject=", "/pin/", "addt", "/submit", "send?", "emaila")
_ADVERTISING = re.compile(
    r"(?:^|[./_-])(?:ads?|adserv(?:er)?|adclick|adx|banners?|sponsor(?:ed)?|promo|doubleclick"
    r"|googlesyndication|googleadservices|adsystem|taboola|outbrain|criteo|aff(?:iliate)?s?"
    r"|clicktrack|clk|revcontent|adroll|awin1|tradedoubler|zanox)(?:[./_?-]|\d|$)"
    r"|[?&](?:adid|ad_id|affid|aff_id|clickid|utm_medium=(?:cpc|banner|display))",
    re.IGNORECASE,
)
_LEGAL = re.compile(
    r"(?:^|[/_.?=-])(?:privacy|terms|tos|legal|imprint|impressum|datenschutz|cookies?|agb|recht"
    r"|copyright|disclaimer|licen[cs]e|mentions|aviso|accessibility|policy|policies|gdpr|ccpa)",
    re.IGNORECASE,
)
# Addresses that nothing needs be known of but where host, path and query stand.
_PLAIN = re.compile(
    r"(?:https?://([a-z0-9.-]+)(?=[/?#]|$)|(?!//|[^/?#]*:))([^?#\0-\x20]*)(?:\?([^#\0-\x20]*))?"
    r"(?:#[^\0-\x20]*)?",
    re.IGNORECASE | re.ASCII,
)
_NEEDS_JOINING = re.compile(r"^\.|/\.|//|;")  # what joining would change


class PageTargets:
    """Where the links of a page lead, if they are relative to `base`.

    >>> page = PageTargets("https://a.example/c/d", "https://a.example/c/d")
    >>> TARGETS[page.of("/b/?x")[0]], page.of("../b/")
    ('elsewhere on the site', (5, '/b/'))
    """

    def __init__(self, url: str, base: str) -> None:
        self._base = base or url
        page = _split(url)
        self._is_page = page is not None
        self._host = (page.hostname if page else None) or ""
        self._domain = registrable_domain(self._host)
        self._path = (page.path if page else "") or "/"
        self._folder = self._path.rpartition("/")[0] + "/"
        # Links that need no joining: from the root, if that is the page's, or from its folder.
        self._own_root = base == url
        plain = page is not None and bool(page.netloc) and self._path[0] == "/"
        self._own_folder = self._own_root and plain and not _NEEDS_JOINING.search(self._path)
        self._targets: dict[str, tuple[int, str]] = {}

    def of(self, written: str) -> tuple[int, str]:
        """The number in `TARGETS` of where a link leads, and the path if it is another page of
        the site."""
        target = self._targets.get(written)
        if target is None:
            name, path = self._target(written.strip())
            target = self._targets[written] = _NUMBER[name], path
        return target

    def _target(self, written: str) -> tuple[str, str]:
        low = written[:300].lower()
        if low.startswith(("mailto:", "tel:", "sms:")):
            return "sharing" if "mailto:?" in low else "mail or telephone", ""
        if low.startswith("javascript:"):
            return "script", ""
        if not low or low[0] == "#":
            return "this page", ""
        if not self._is_page:
            return "other site", ""
        goal = self._goal(written)
        if goal is None:
            return "other site", ""
        host, path, query = goal
        if host and host != self._host:
            domain = registrable_domain(host)
            if domain != self._domain or not self._host:
                return _away(host, domain, low), ""
        path = path or "/"
        return "sharing" if _shares(low) else self._at_home(path, query), path

    def _goal(self, written: str) -> tuple[str, str, str] | None:
        """Host, path and query of a link; None where it is broken. Taking addresses apart and
        joining them is slow, and most need neither."""
        if plain := _PLAIN.fullmatch(written):
            host, path, query = plain.groups("")
            if host:
                return host.lower(), path, query
            if path[:1] == "/":
                if self._own_root:
                    return "", path, query
            elif path and self._own_folder and not _NEEDS_JOINING.search(path):
                return self._host, self._folder + path, query
        whole = written[:6].lower().startswith(("http:", "https:"))
        from_root = self._own_root and written[0] == "/" and written[:2] != "//"
        goal = _split(written if whole or from_root else _joined(self._base, written))
        return goal and (goal.hostname or "", goal.path, goal.query)

    def _at_home(self, goal: str, query: str) -> str:
        here = self._path
        if goal == "/" and not query:
            return "front page" if here != "/" else "this page"
        if goal == here:
            return "this page" if not query else "own folder"
        if _LEGAL.search(goal):
            return "legal"
        stem = goal.rstrip("/") + "/"
        if self._folder.startswith(stem) or here.startswith(stem):
            return "up the path"
        if goal.startswith(here.rstrip("/") + "/"):
            return "below"
        own = goal.rpartition("/")[0] + "/" == self._folder
        return "own folder" if own else "elsewhere on the site"


def leads_down(path: str, following: str) -> bool:
    """Whether the second of two paths stands below the first, as in breadcrumbs.

    >>> leads_down("/news/", "/news/2024/"), leads_down("/news/", "/sport/")
    (True, False)
    """
    folder = path.rstrip("/") + "/"
    return bool(path) and following != path and following.startswith(folder)


def _split(address: str) -> SplitResult | None:
    """An address in its parts; None where it has none."""
    try:
        parts = urlsplit(address)
        parts.hostname  # noqa: B018 - it may be what is broken
    except ValueError:
        return None
    return parts


def _joined(url: str, written: str) -> str:
    try:
        return urljoin(url, written)
    except ValueError:
        return "http://["  # broken as well


def _shares(address: str) -> bool:
    return any(map(address.__contains__, _SHARED)) and _SHARING.search(address) is not None


def _away(host: str, domain: str, address: str) -> str:
    if _shares(address):
        return "sharing"
    if domain in _NETWORKS or host in _NETWORKS:
        return "network"
    return "advertising" if _ADVERTISING.search(address) else "other site"
