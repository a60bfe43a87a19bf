"""The Chinese site: modern markup, portal manners, a crowded side column."""

from sample_web.designs.scene import FAMILY, Scene, counter_script, head, older_pages
from sample_web.designs.setting import Style, set_pieces
from sample_web.furniture import Box
from sample_web.markup import Child, Element, el
from sitesieve.cleaning.kinds import Kind

CSS = """
body{margin:0;background:#f4f4f4}
body{font:15px/1.8 'Noto Sans CJK SC','PingFang SC','Microsoft YaHei',sans-serif}
.hd{background:#c8102e;color:#fff;padding:10px 30px}.hd a{color:#fff;margin-right:12px}
.nav-bar{background:#fff;padding:8px 30px}.nav-bar a,.ft a,.info a,.info span{margin-right:14px}
.main-w{width:1100px;margin:12px auto;display:flex;gap:16px}
.l{flex:1;background:#fff;padding:20px}.r{width:280px}
.mod{background:#fff;padding:12px;margin-bottom:12px}.info{color:#999;font-size:13px}
.gg{border:1px dashed #e0a030;padding:8px;margin:10px 0}
.ft{text-align:center;color:#888;padding:20px}
"""
STYLE = Style(paragraph="p1", table="tbl", quote="yy", picture="pic-w", listing="lst")


def page(scene: Scene) -> Element:
    """A page of the Chinese site."""
    return el(
        "html",
        head(scene, CSS),
        el(
            "body",
            top(scene),
            el("div", el("div", left(scene), class_="l"), right(scene), class_="main-w"),
            bottom(scene),
            counter_script(scene),
        ),
        lang=FAMILY[scene.page.language],
    )


def top(scene: Scene) -> list[Child]:
    """Header with search, then the menu."""
    return [
        el(
            "header",
            el(
                "div",
                el("a", scene.site, href="/"),
                el("em", scene.label("slogan")),
                kind=Kind.DECORATION,
            ),
            el(
                "form",
                el("input", name="wd", placeholder=scene.label("search_hint")),
                el("button", scene.label("search")),
                el("a", scene.label("sign_in"), href="/login"),
                kind=Kind.INTERACTIVE_SERVICE,
            ),
            class_="hd",
        ),
        el(
            "nav",
            [el("a", x.text, href=x.href) for x in scene.furniture.menu],
            class_="nav-bar",
            kind=Kind.DIRECTORY_GLOBAL,
        ),
        el(
            "div",
            el("span", scene.label("consent")),
            [el("a", x, href="#") for x in scene.labels("consent_buttons")],
            class_="mod tip-2",
            kind=Kind.CONSENT,
        )
        if scene.furniture.consent
        else None,
    ]


def left(scene: Scene) -> list[Child]:
    """The main column."""
    f, page = scene.furniture, scene.page
    way = f.crumbs
    trail = el(
        "div",
        [[el("a", x.text, href=x.href), " > "] for x in way[:-1]],
        way[-1].text,
        class_="info",
        kind=Kind.DIRECTORY_HIERARCHIC,
    )
    ending: list[Child] = []
    if page.template not in ("index", "listing"):
        ending = [
            sharing(scene),
            [advert(scene, at) for at in range(len(f.adverts[:1]))],
            box(f.related, Kind.PAGE_RECOMMENDATION),
            comments(scene),
        ]
    return [trail if len(way) > 1 else None, main(scene), *ending]


def main(scene: Scene) -> Child:
    """What the page is about, by template."""
    page, f = scene.page, scene.furniture
    heading = el("h1", page.title)
    if page.template in ("index", "listing"):
        return el(
            "section",
            heading,
            el("ul", [row(scene, at) for at in range(len(page.items))], class_="news-list"),
            older_pages(scene),
            kind=Kind.CONTENT,
        )
    if page.template == "forum":
        return el(
            "section",
            heading,
            [post(scene, at) for at in range(len(page.posts))],
            kind=Kind.CONTENT,
        )
    section = f"/{page.path.split('/')[1]}/"
    price, money, stock, cart = scene.ware()
    selling = page.template == "product"
    pieces = page.pieces[:3] if f.paywall else page.pieces
    return el(
        "article",
        heading,
        byline(scene) if scene.is_story else None,
        el("p", price, el("b", money)) if selling else None,
        el("div", el("span", stock), el("button", cart), kind=Kind.INTERACTIVE_SERVICE)
        if selling
        else None,
        set_pieces(pieces, STYLE, section),
        el(
            "div",
            el("p", scene.label("paywall")),
            el("p", scene.label("paywall_text")),
            el("button", scene.label("paywall_button")),
            class_="mod vip-tip",
            kind=Kind.PAYWALL,
        )
        if f.paywall
        else None,
        id=f"a{page.number}",
        kind=Kind.CONTENT,
    )


def row(scene: Scene, at: int) -> Element:
    """One entry of a listing."""
    item = scene.page.items[at]
    return el(
        "li",
        el("h3", el("a", item.title, href=item.href) if item.href else item.title),
        el("p", item.text),
        el("span", item.note, class_="info", kind=Kind.PAGE_DESCRIPTION),
    )


def byline(scene: Scene) -> Element:
    """Date, author, readers."""
    return el(
        "div",
        el("time", scene.day, datetime=scene.page.day.isoformat()),
        el("span", scene.label("by", author=scene.page.author)),
        el("span", scene.label("views", number=str(scene.furniture.views))),
        class_="info",
        kind=Kind.PAGE_DESCRIPTION,
    )


def post(scene: Scene, at: int) -> Element:
    """One post of a thread."""
    item = scene.page.posts[at]
    return el(
        "div",
        el(
            "div",
            el("b", item.author),
            el("i", scene.labels("rank")[item.rank]),
            el("span", scene.label("posts", number=str(item.count))),
            el("span", scene.plan.tongue.date(item.day)),
            class_="info",
            kind=Kind.PAGE_DESCRIPTION,
        ),
        el("p", item.text),
        id=f"floor-{scene.page.number + at}",
        class_="mod",
    )


def sharing(scene: Scene) -> Element:
    """Share buttons."""
    return el(
        "div",
        scene.label("share"),
        [el("a", x, href="#") for x in scene.labels("share_on")],
        class_="info",
        kind=Kind.PAGE_SERVICE,
    )


def advert(scene: Scene, at: int) -> Element:
    """An advert."""
    ad = scene.furniture.adverts[at]
    return el(
        "div",
        el("a", ad.head, href=ad.href),
        el("p", ad.line),
        el("em", ad.call),
        el("i", scene.label("advert_mark")),
        class_=f"gg gg-{scene.rng.randrange(100)}",
        kind=Kind.ADVERTISEMENT,
    )


def box(content: Box, kind: Kind) -> Element:
    """A headed list of links."""
    return el(
        "div",
        el("h4", content.head),
        el("ul", [el("li", el("a", x.text, href=x.href)) for x in content.links]),
        class_="mod",
        kind=kind,
    )


def comments(scene: Scene) -> Element | None:
    """Readers' comments."""
    posts = scene.furniture.comments
    if not posts:
        return None
    return el(
        "div",
        el("h4", scene.label("comments", number=str(len(posts)))),
        [
            el(
                "dl",
                el("dt", p.author, " ", el("span", scene.plan.tongue.date(p.day), class_="info")),
                el("dd", p.text),
                el("dd", el("a", scene.label("reply"), href="#")),
            )
            for p in posts
        ],
        class_="mod",
        kind=Kind.COMMENTS,
    )


def right(scene: Scene) -> Element:
    """The side column."""
    f = scene.furniture
    first, *lines = f.weather
    return el(
        "div",
        box(f.section, Kind.DIRECTORY_HYBRID) if f.section else None,
        [advert(scene, at) for at in range(1, len(f.adverts))],
        box(f.popular, Kind.PAGE_RECOMMENDATION),
        el(
            "div",
            el("h4", first),
            el("p", [[line, el("br")] for line in lines]),
            class_="mod",
            kind=Kind.INFORMATION_BOARD,
        ),
        el(
            "div",
            el("h4", scene.label("poll")),
            el("p", scene.question),
            [el("label", el("input", type="radio"), x) for x in scene.labels("poll_options")],
            el("button", scene.label("vote")),
            class_="mod",
            kind=Kind.INTERACTIVE_SERVICE,
        )
        if f.poll
        else None,
        el(
            "div",
            el("h4", scene.label("newsletter")),
            el("p", scene.label("newsletter_text")),
            el("button", scene.label("newsletter_button")),
            class_="mod",
            kind=Kind.INTERACTIVE_SERVICE,
        ),
        el("a", scene.label("top"), href="#", class_="gotop", kind=Kind.PAGE_SERVICE),
        class_="r",
    )


def bottom(scene: Scene) -> Element:
    """Friendly links, networks, copyright."""
    f = scene.furniture
    return el(
        "footer",
        el(
            "p",
            el("b", f.partners.head),
            [el("a", x.text, href=x.href) for x in f.partners.links],
            kind=Kind.SITE_RECOMMENDATION,
        ),
        el(
            "p",
            el("b", scene.label("follow")),
            [el("a", x, href="#") for x in scene.labels("networks")],
            kind=Kind.SOCIAL,
        ),
        el(
            "p",
            [el("a", x, href="/legal") for x in scene.labels("legal")],
            el("br"),
            scene.copyright,
            kind=Kind.DECLARATION,
        ),
        class_="ft",
    )
