"""The news site: modern sectioning tags and mostly telling class names."""

from sample_web.designs.scene import Scene, counter_script, head, linked_data, older_pages, remark
from sample_web.designs.setting import Style, set_pieces
from sample_web.furniture import Advert, Box
from sample_web.markup import Child, Element, el
from sitesieve.cleaning.kinds import Kind

CSS = """
body{font:16px/1.55 Georgia,serif;margin:0;color:#222}a{color:#0b4a8f}
.masthead,.site-footer{background:#12263a;color:#fff;padding:12px 24px}.masthead a{color:#fff}
.site-nav ul{display:flex;gap:18px;list-style:none;margin:0;padding:10px 24px;background:#eef2f5}
.wrap{display:grid;grid-template-columns:1fr 280px;gap:32px;max-width:1100px}
.wrap{margin:0 auto;padding:20px}.dfp-slot span,.site-footer a,.comment time{margin:0 8px}
.breadcrumb ol{display:flex;gap:6px;list-style:none;padding:0;font-size:13px}
.dfp-slot{background:#faf3dc;padding:10px;margin:14px 0;font:13px sans-serif}
.widget{border-top:3px solid #12263a;margin-bottom:24px;font:14px sans-serif}.meta{color:#777}
.cookie-banner{position:fixed;bottom:0;background:#222;color:#fff;padding:14px;width:100%}
.site-footer a{color:#9bd}.share ul{display:flex;gap:10px;list-style:none;padding:0}
"""
STYLE = Style(quote="pullquote", table="data-table", picture="media")


def page(scene: Scene) -> Element:
    """A page of the news site."""
    return el(
        "html",
        head(scene, CSS, *([linked_data(scene)] if scene.is_story else [])),
        el(
            "body",
            top(scene),
            el(
                "div",
                el("main", crumbs(scene), main(scene), after(scene), id="main"),
                aside(scene),
                class_="wrap",
            ),
            footer(scene),
            consent(scene),
            counter_script(scene),
            class_=f"{scene.page.template}-page postid-{scene.page.number}",
        ),
        lang=scene.page.language,
    )


def top(scene: Scene) -> list[Element]:
    """Masthead, search and menu."""
    return [
        el(
            "header",
            el("a", scene.site, href="/", class_="logo", kind=Kind.DECORATION),
            el("p", scene.label("slogan"), class_="tagline", kind=Kind.DECORATION),
            el(
                "form",
                el("input", type="search", name="q", placeholder=scene.label("search_hint")),
                el("button", scene.label("search"), type="submit"),
                action="/search",
                role="search",
                kind=Kind.INTERACTIVE_SERVICE,
            ),
            el("svg", el("title", scene.site), width=12, height=12),
            class_="masthead",
        ),
        el(
            "nav",
            el("ul", [el("li", el("a", x.text, href=x.href)) for x in scene.furniture.menu]),
            class_="site-nav",
            kind=Kind.DIRECTORY_GLOBAL,
        ),
    ]


def crumbs(scene: Scene) -> Element | None:
    """The breadcrumbs."""
    way = scene.furniture.crumbs
    if len(way) < 2:
        return None
    return el(
        "nav",
        el(
            "ol",
            [el("li", el("a", x.text, href=x.href), " ›") for x in way[:-1]],
            el("li", el("span", way[-1].text)),
        ),
        class_="breadcrumb",
        aria_label="breadcrumb",
        kind=Kind.DIRECTORY_HIERARCHIC,
    )


def main(scene: Scene) -> Child:
    """What the page is about, by template."""
    page = scene.page
    if page.template in ("index", "listing"):
        return listing(scene)
    if page.template == "forum":
        return thread(scene)
    pieces = page.pieces[:2] if scene.furniture.paywall else page.pieces
    section = f"/{page.path.split('/')[1]}/"
    body: list[Child] = list(set_pieces(pieces, STYLE, section))
    if scene.furniture.adverts and len(body) > 2:
        body.insert(2, advert(scene, scene.furniture.adverts[0]))
    price, money, stock, cart = scene.ware()
    return el(
        "article",
        el("h1", page.title),
        byline(scene) if scene.is_story else None,
        el("div", body, class_="article-body"),
        el(
            "p",
            f"{price}: ",
            el("strong", money),
            class_="price",
        )
        if page.template == "product"
        else None,
        el(
            "form",
            el("small", stock),
            el("button", cart),
            class_="buy",
            kind=Kind.INTERACTIVE_SERVICE,
        )
        if page.template == "product"
        else None,
        paywall(scene),
        id=f"post-{page.number}",
        class_=f"post-{page.number} entry",
        kind=Kind.CONTENT,
    )


def byline(scene: Scene) -> Element:
    """Author, date, reading time."""
    return el(
        "p",
        el("span", scene.label("by", author=scene.page.author), class_="author"),
        " · ",
        el("time", scene.day, datetime=scene.page.day.isoformat()),
        " · ",
        scene.label("reading", number=str(scene.furniture.minutes)),
        class_="meta",
        kind=Kind.PAGE_DESCRIPTION,
    )


def listing(scene: Scene) -> Element:
    """Headlines and teasers, or goods and events."""
    return el(
        "section",
        el("h1", scene.page.title),
        [
            el(
                "article",
                el("h2", el("a", x.title, href=x.href) if x.href else x.title),
                el("p", x.text),
                el("p", x.note, class_="meta", kind=Kind.PAGE_DESCRIPTION),
                class_="card",
            )
            for x in scene.page.items
        ],
        older_pages(scene),
        class_="stream",
        kind=Kind.CONTENT,
    )


def thread(scene: Scene) -> Element:
    """A reader discussion."""
    return el(
        "section",
        el("h1", scene.page.title),
        [
            el(
                "article",
                el(
                    "header",
                    el("b", post.author),
                    " ",
                    el("time", scene.plan.tongue.date(post.day)),
                    class_="meta",
                    kind=Kind.PAGE_DESCRIPTION,
                ),
                el("p", post.text),
                id=f"reply-{scene.page.number * 10 + at}",
                class_="reply",
            )
            for at, post in enumerate(scene.page.posts)
        ],
        class_="thread",
        kind=Kind.CONTENT,
    )


def paywall(scene: Scene) -> Element | None:
    """The barrier in front of the rest of some long articles."""
    if not scene.furniture.paywall:
        return None
    return el(
        "div",
        el("h3", scene.label("paywall")),
        el("p", scene.label("paywall_text")),
        el("a", scene.label("paywall_button"), href="/subscribe", class_="btn"),
        class_="regwall",
        kind=Kind.PAYWALL,
    )


def after(scene: Scene) -> Child:
    """Share buttons, related stories and comments."""
    f = scene.furniture
    if scene.page.template in ("index", "listing"):
        return None
    share = el(
        "div",
        el("h4", scene.label("share")),
        el("ul", [el("li", el("a", x, href="#")) for x in scene.labels("share_on")[:4]]),
        class_="share",
        kind=Kind.PAGE_SERVICE,
    )
    return [share, box(f.related, "related-links", Kind.PAGE_RECOMMENDATION), comments(scene)]


def comments(scene: Scene) -> Element | None:
    """Readers' comments and the form below them."""
    f = scene.furniture
    if not f.comments:
        return None
    return el(
        "section",
        el("h3", scene.label("comments", number=str(len(f.comments)))),
        [
            el(
                "div",
                el("strong", post.author),
                el("time", scene.plan.tongue.date(post.day)),
                el("p", post.text),
                el("a", scene.label("reply"), href="#respond"),
                id=f"comment-{scene.page.number % 997 * 10 + at}",
                class_="comment",
            )
            for at, post in enumerate(f.comments)
        ],
        el(
            "form",
            el("label", scene.label("comment_form")),
            el("textarea", name="text"),
            el("button", scene.label("send")),
            id="respond",
            kind=Kind.INTERACTIVE_SERVICE,
        ),
        class_="comments-area",
        kind=Kind.COMMENTS,
    )


def box(content: Box, name: str, kind: Kind) -> Element:
    """A headed list of links."""
    return el(
        "section",
        el("h3", content.head),
        el("ul", [el("li", el("a", x.text, href=x.href)) for x in content.links]),
        class_=f"widget {name}",
        kind=kind,
    )


def advert(scene: Scene, ad: Advert) -> Element:
    """An advert, marked as the law asks."""
    return el(
        "div",
        el("span", scene.label("advert_mark"), class_="lbl"),
        el("a", el("b", ad.head), " ", ad.line, href=ad.href, rel="sponsored"),
        el("span", ad.call),
        class_="dfp-slot",
        id=f"slot-{scene.rng.randrange(1000)}",
        kind=Kind.ADVERTISEMENT,
    )


def aside(scene: Scene) -> Element:
    """The right-hand column."""
    f = scene.furniture
    head_line, *rest = f.weather
    return el(
        "aside",
        box(f.section, "section-menu", Kind.DIRECTORY_HYBRID) if f.section else None,
        el(
            "section",
            el("h3", head_line),
            el("p", rest[0]),
            el("dl", [el("dd", line) for line in rest[1:]]),
            class_="widget w-7",
            kind=Kind.INFORMATION_BOARD,
        ),
        [advert(scene, ad) for ad in f.adverts[1:]],
        box(f.popular, "most-read", Kind.PAGE_RECOMMENDATION),
        el(
            "form",
            el("h3", scene.label("newsletter")),
            el("p", scene.label("newsletter_text", count="9,000")),
            el("input", type="email", placeholder=scene.label("newsletter_hint")),
            el("button", scene.label("newsletter_button")),
            class_="widget signup",
            kind=Kind.INTERACTIVE_SERVICE,
        ),
        class_="sidebar",
    )


def footer(scene: Scene) -> Element:
    """Networks, partner sites, copyright."""
    f = scene.furniture
    return el(
        "footer",
        remark("footer v3"),
        el(
            "div",
            el("h4", scene.label("follow")),
            [el("a", x, href=f"#{x.lower()}") for x in scene.labels("networks")],
            class_="follow",
            kind=Kind.SOCIAL,
        ),
        box(f.partners, "network", Kind.SITE_RECOMMENDATION),
        el(
            "div",
            el("p", scene.copyright),
            [el("a", x, href="/legal") for x in scene.labels("legal")],
            kind=Kind.DECLARATION,
        ),
        el("a", scene.label("top"), href="#main", kind=Kind.PAGE_SERVICE),
        class_="site-footer",
    )


def consent(scene: Scene) -> Element | None:
    """The cookie bar."""
    if not scene.furniture.consent:
        return None
    return el(
        "div",
        el("p", scene.label("consent")),
        [el("button", x) for x in scene.labels("consent_buttons")],
        class_="cookie-banner",
        role="dialog",
        kind=Kind.CONSENT,
    )
