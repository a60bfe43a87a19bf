"""Where links lead, as far as their addresses tell (thesis §6.1: directories lead to index
pages up the path, recommendations sideways or away)."""

import re
from functools import lru_cache
from urllib.parse import urljoin, urlsplit

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
def target_of(written: str, url: str) -> int:
    """The number, in `TARGETS`, of where a link on a page leads."""
    return _NUMBER[_target(written.strip(), url)]


@lru_cache(maxsize=65536)
def own_path(written: str, url: str) -> str:
    """The path of a link within its site; empty where it leaves the site or stays on the page.

    >>> own_path("../b/", "https://a.example/c/d"), own_path("https://b.example/", "https://a.example/")
    ('/b/', '')
    """
    try:
        goal, here = urlsplit(urljoin(url, written.strip())), urlsplit(url)
    except ValueError:
        return ""
    if goal.scheme not in ("http", "https", "file", "") or written.startswith("#"):
        return ""
    if goal.hostname and _is_away(goal.hostname, here.hostname):
        return ""
    return goal.path or "/"


def leads_down(path: str, following: str) -> bool:
    """Whether the second of two paths stands below the first, as in breadcrumbs.

    >>> leads_down("/news/", "/news/2024/"), leads_down("/news/", "/sport/")
    (True, False)
    """
    folder = path.rstrip("/") + "/"
    return bool(path) and following != path and following.startswith(folder)


def _target(written: str, url: str) -> str:
    low = written[:300].lower()
    if low.startswith(("mailto:", "tel:", "sms:")):
        return "sharing" if "mailto:?" in low else "mail or telephone"
    if low.startswith("javascript:"):
        return "script"
    if not low or low.startswith("#"):
        return "this page"
    try:
        goal, here = urlsplit(urljoin(url, written)), urlsplit(url)
    except ValueError:
        return "other site"
    if goal.hostname and _is_away(goal.hostname, here.hostname):
        return _away(goal.hostname, low)
    if _SHARING.search(low):
        return "sharing"
    return _at_home(goal.path, here.path, goal.query)


def _is_away(host: str, here: str | None) -> bool:
    return not here or registrable_domain(host) != registrable_domain(here)


def _away(host: str, address: str) -> str:
    if _SHARING.search(address):
        return "sharing"
    domain = registrable_domain(host)
    if domain in _NETWORKS or host in _NETWORKS:
        return "network"
    return "advertising" if _ADVERTISING.search(address) else "other site"


def _at_home(goal: str, here: str, query: str) -> str:
    goal, here = goal or "/", here or "/"
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
