"""Pictures for the sample web, with the truth about each: is it an advertisement?

The sample web itself has few pictures, and its advertisements are texts. Here
pictures are hung into the links of a sample page, by the kind that the truth
gives each link: banners into advertisements, thumbnails into headlines, icons
into services, badges into partner sites, logos. Sizes of banners are those of
the Interactive Advertising Bureau, which sites keep to; habits (which words
addresses have, whether sizes are written down, where files are kept) are drawn
for each site and seed, so that a site held out is one with other habits. One in
ten pictures breaks the rule of its kind. Between the elements stand pictures that
are no links: spacers, lines, photographs.
"""

import re
from dataclasses import dataclass
from html import escape
from random import Random

from sitesieve.cleaning.kinds import Kind
from sitesieve.page import Page
from sitesieve.sample.model import SamplePage

BANNERS = (  # IAB units of 1996 to 2020, width and height
    *((728, 90), (468, 60), (300, 250), (336, 280), (160, 600), (120, 600), (970, 250)),
    *((320, 50), (234, 60), (300, 600), (970, 90), (180, 150), (125, 125), (120, 240), (88, 31)),
)
_AD_FOLDERS = (
    *("ads", "banners", "adserver/www/delivery", "sponsors", "promo", "werbung", "adimages"),
    *("campaigns/2021", "creatives", "media", "images", "img", "content/upload"),
)
_AD_HOSTS = ("ads", "adserver", "ad", "banners", "media", "cdn", "static", "images")
_CLICKS = (
    *("https://ads.{host}/c?id={n}", "https://track.{host}/click/{n}?to=shop", "https://{host}/"),
    *("https://{host}/?utm_source=banner&utm_campaign={n}", "https://www.{host}/landing/{n}"),
    *("https://{host}/redirect.cgi?{n}", "/adclick.php?bannerid={n}", "https://{host}/aff/{n}"),
    *("/subscribe?from=box", "https://shop.{host}/item/{n}.html"),
)
_FOLDERS = ("media", "images", "img", "pics", "uploads/2021/03", "assets/photos", "wp-content")
_AD_ALTS = (
    *("Click here", "Advertisement", "Sponsored", "Free trial", "Visit our sponsor", "Banner"),
    *("Anzeige", "Werbung", "广告", "Save 20% today", "Order now"),
)
_LINK = re.compile(r"<a\b[^>]*\bhref=\"([^\"]*)\"[^>]*>")


@dataclass(frozen=True, slots=True)
class PictureTruth:
    """What is known of a picture: where its file is, and whether it is an advertisement."""

    source: str
    advertisement: bool


@dataclass(frozen=True, slots=True)
class Habits:
    """How one site does it."""

    rng: Random
    sizes: float  # share of pictures with sizes written down
    folders: tuple[str, ...]
    ad_folders: tuple[str, ...]
    clicks: tuple[str, ...]
    remote_files: float  # share of its own files on another host
    remote_ads: float

    @classmethod
    def of(cls, site: str, design: str, seed: int) -> "Habits":
        rng = Random(f"pictures of {site} {design} {seed}")
        return cls(
            rng,
            sizes=rng.choice((0.3, 0.7, 0.95)),
            folders=tuple(rng.sample(_FOLDERS, 3)),
            ad_folders=tuple(rng.sample(_AD_FOLDERS, 3)),
            clicks=tuple(rng.sample(_CLICKS, 4)),
            remote_files=rng.choice((0.0, 0.1, 0.9)),
            remote_ads=rng.choice((0.2, 0.6, 0.9)),
        )


def with_pictures(page: SamplePage, habits: Habits) -> tuple[str, list[PictureTruth]]:
    """The page's HTML with pictures in its links, and the truth about them."""
    tree = Page(page.url, page.html).tree
    kinds = [block.kind for block in page.blocks for _ in block.phrases]
    start = tree.leaf_start
    of_link = [
        kinds[start[node]] if start[tree.end[node]] > start[node] else None
        for node, _ in tree.anchors
    ]
    links = list(_LINK.finditer(page.html))
    if len(links) != len(of_link):
        raise ValueError(f"{page.url}: {len(of_link)} links, {len(links)} in the markup")
    written, pictures, done = [], [], 0
    for link, kind in zip(links, of_link, strict=True):
        hung = _hang(kind, page, habits, link)
        if hung is not None:
            tag, picture = hung
            written += [page.html[done : link.start()], tag]
            pictures.append(picture)
            done = link.end()
    return _with_loose_ones("".join([*written, page.html[done:]]), habits, page), pictures


def _with_loose_ones(html: str, habits: Habits, page: SamplePage) -> str:
    """The page with pictures that are no links put before some of its elements."""
    rng = habits.rng

    def loose(element: re.Match[str]) -> str:
        if rng.random() >= 0.15:
            return element[0]
        side, length = rng.choice((1, 1, 2, 5, 10)), rng.choice((1, 10, 40, 135, 356, 500))
        width, height = rng.choice(
            ((side, length), (length, side), _size(Kind.CONTENT, rng), _size(Kind.CONTENT, rng))
        )
        source = _own_address(page.site, habits, f"{rng.randrange(10**9):09d}")
        alt = rng.choice(("", "", page.title))
        sizes = f' width="{width}" height="{height}"' if rng.random() < habits.sizes else ""
        return f'<img src="{escape(source)}" alt="{escape(alt)}"{sizes}>{element[0]}'

    return re.sub(r"<p\b[^>]*>", loose, html)


_CHANCE = {
    Kind.ADVERTISEMENT: 0.9,
    Kind.PAGE_RECOMMENDATION: 0.3,
    Kind.CONTENT: 0.5,
    Kind.SITE_RECOMMENDATION: 0.3,
    Kind.SOCIAL: 0.4,
    Kind.PAGE_SERVICE: 0.4,
    Kind.DECORATION: 0.8,
    Kind.DIRECTORY_GLOBAL: 0.03,
}


def _hang(
    kind: Kind | None, page: SamplePage, habits: Habits, link: re.Match[str]
) -> tuple[str, PictureTruth] | None:
    """The start of a link with a picture in it, and the truth about the picture."""
    rng = habits.rng
    if kind is None or rng.random() >= _CHANCE.get(kind, 0.0):
        return None
    advert = kind is Kind.ADVERTISEMENT
    width, height = _size(kind, rng)
    name = f"{rng.randrange(10**9):09d}"
    start = link[0]
    if advert:
        source, alt = _ad_address(page.site, habits, width, height, name), _ad_alt(page, rng)
        host = f"{rng.choice(('lumo', 'brightmart', 'kettle-co', 'fastsail', 'nordbrot'))}.example"
        click = rng.choice(habits.clicks).format(host=host, n=name)
        start = start.replace(link[1], escape(click))
    else:
        source = _own_address(page.site, habits, name)
        alt = rng.choice(("", "", page.title, page.topic, "Free range"))
    sizes = f' width="{width}" height="{height}"' if rng.random() < habits.sizes else ""
    tag = f'<img src="{escape(source)}" alt="{escape(alt)}"{sizes}>'
    return start + tag, PictureTruth(source, advert)


def _size(kind: Kind, rng: Random) -> tuple[int, int]:
    if rng.random() < 0.1:  # of any shape
        return rng.randrange(20, 900), rng.randrange(20, 600)
    match kind:
        case Kind.ADVERTISEMENT:
            return rng.choice(BANNERS)
        case Kind.SITE_RECOMMENDATION:
            return rng.choice(((88, 31), (120, 60), (150, 50), (100, 100), (200, 80)))
        case Kind.SOCIAL | Kind.PAGE_SERVICE | Kind.DIRECTORY_GLOBAL:
            side = rng.choice((16, 20, 24, 32, 48))
            return side, side
        case Kind.DECORATION:
            return rng.choice(((60, 40), (200, 60), (240, 80), (400, 90), (970, 120), (180, 32)))
    width = rng.choice((60, 80, 100, 120, 150, 200, 240, 300, 320, 460, 640, 800, 1200))
    shape = rng.choice((1.0, 4 / 3, 3 / 2, 16 / 9, 2.0, 3 / 4))
    return width, round(width / shape)


def _ad_address(site: str, habits: Habits, width: int, height: int, name: str) -> str:
    rng = habits.rng
    file = rng.choice((f"{name}.gif", f"banner_{width}x{height}_{name}.jpg", f"ad-{name}.png"))
    path = f"/{rng.choice(habits.ad_folders)}/{file if rng.random() < 0.5 else name + '.jpg'}"
    if rng.random() >= habits.remote_ads:
        return path
    domain = rng.choice(("lumo", "netreach", site[:4]))
    return f"https://{rng.choice(_AD_HOSTS)}.{domain}.example{path}"


def _ad_alt(page: SamplePage, rng: Random) -> str:
    draw = rng.random()
    if draw < 0.45:
        return ""
    return rng.choice(_AD_ALTS) if draw < 0.8 else page.title


def _own_address(site: str, habits: Habits, name: str) -> str:
    rng = habits.rng
    odd = rng.random() < 0.05  # a flag is a banner too
    file = f"star-spangled-banner-{name}.jpg" if odd else f"{name}.jpg"
    path = f"/{rng.choice(habits.folders)}/{file}"
    remote = rng.random() < habits.remote_files
    return f"https://cdn.{site[:4]}-static.example{path}" if remote else path
