"""Where links lead, as far as their addresses tell (thesis §6.1: directories lead to index
pages up the path, recommendations sideways or away)."""

import re
from functools import lru_cache
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


@lru_cache(maxsize=65536)
def target_of(written: str, url: str, base: str) -> tuple[int, str]:
    """Where a link on a page leads, if it is relative to `base`: the number in `TARGETS`, and the
    path if it is another page of the site.

    >>> target_of("/b/?x", "https://a.example/c/d", "https://a.example/c/d")
    (5, '/b/')
    """
    target, path = _target(written.strip(), url, base)
    return _NUMBER[target], path


def leads_down(path: str, following: str) -> bool:
    """Whether the second of two paths stands below the first, as in breadcrumbs.

    >>> leads_down("/news/", "/news/2024/"), leads_down("/news/", "/sport/")
    (True, False)
    """
    folder = path.rstrip("/") + "/"
    return bool(path) and following != path and following.startswith(folder)


def _target(written: str, url: str, base: str) -> tuple[str, str]:
    low = written[:300].lower()
    if low.startswith(("mailto:", "tel:", "sms:")):
        return "sharing" if "mailto:?" in low else "mail or telephone", ""
    if low.startswith("javascript:"):
        return "script", ""
    if not low or low.startswith("#"):
        return "this page", ""
    here = _page(url)
    if here is None:
        return "other site", ""
    # Most links are whole addresses or paths from the root: joining is slow.
    from_root = low[0] == "/" and low[:2] != "//" and base == url
    whole = from_root or low.startswith(("http:", "https:"))
    goal = _split(written if whole else _joined(base or url, written))
    if goal is None:
        return "other site", ""
    if goal.hostname and _is_away(goal.hostname, here.hostname):
        return _away(goal.hostname, low), ""
    path = goal.path or "/"
    if _shares(low):
        return "sharing", path
    return _at_home(path, here.path or "/", goal.query), path


def _split(address: str) -> SplitResult | None:
    """An address in its parts; None where it has none."""
    try:
        parts = urlsplit(address)
        parts.hostname  # noqa: B018 - it may be what is broken
    except ValueError:
        return None
    return parts


_page = lru_cache(maxsize=256)(_split)  # the same for all links of a page


def _joined(url: str, written: str) -> str:
    try:
        return urljoin(url, written)
    except ValueError:
        return "http://["  # broken as well


def _shares(address: str) -> bool:
    return any(map(address.__contains__, _SHARED)) and _SHARING.search(address) is not None


def _is_away(host: str, here: str | None) -> bool:
    return not here or registrable_domain(host) != registrable_domain(here)


def _away(host: str, address: str) -> str:
    if _shares(address):
        return "sharing"
    domain = registrable_domain(host)
    if domain in _NETWORKS or host in _NETWORKS:
        return "network"
    return "advertising" if _ADVERTISING.search(address) else "other site"


def _at_home(goal: str, here: str, query: str) -> str:
    if goal == "/" and not query:
        return "front page" if here != "/" else "this page"
    if goal == here:
        return "this page" if not query else "own folder"
    if _LEGAL.search(goal):
        return "legal"
    folder = here.rpartition("/")[0] + "/"
    stem = goal.rstrip("/") + "/"
    if folder.startswith(stem) or here.startswith(stem):
        return "up the path"
    if goal.startswith(here.rstrip("/") + "/"):
        return "below"
    return "own folder" if goal.rpartition("/")[0] + "/" == folder else "elsewhere on the site"
