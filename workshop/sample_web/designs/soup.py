"""The magazine: divs only, utility classes, and hashed names that tell nothing."""

from sample_web.designs.scene import FAMILY, Scene, counter_script, head, linked_data, older_pages
from sample_web.designs.setting import Style, set_pieces
from sample_web.furniture import Box
from sample_web.markup import Child, Element, el
from sitesieve.cleaning.kinds import Kind

CSS = """
*{box-sizing:border-box}body{margin:0;font:17px/1.6 'Helvetica Neue',Arial,sans-serif}
.row{display:flex;gap:24px;max-width:1120px;margin:0 auto;padding:12px}.col-8{flex:2}.col-4{flex:1}
.css-1x9k2{display:flex;gap:20px;border-bottom:2px solid #c33;padding:10px}.mb-4{margin-bottom:24px}
.css-9qz{background:#f2f2f2;padding:14px}.t-sm{font-size:13px;color:#666}.bg-y{background:#ffe9a8}
.css-77ab{background:#333;color:#eee;padding:24px}.css-77ab a{color:#fc9;margin-right:12px}
.modal{position:fixed;right:16px;bottom:16px;width:320px;background:#fff;padding:14px}
.modal{border:1px solid #999}.t-sm a,.t-sm span,.css-sh a{margin-right:10px}
"""
STYLE = Style(
    paragraph="css-p3 mb-4",
    heading="css-h2",
    listing="css-li",
    table="css-tb",
    quote="css-q",
    picture="css-fig mb-4",
    heading_tag="h3",
    figure_tag="div",
)


def page(scene: Scene) -> Element:
    """A page of the magazine."""
    return el(
        "html",
        head(scene, CSS, *([linked_data(scene)] if scene.is_story else [])),
        el(
            "body",
            consent(scene),
            el(
                "div",
                top(scene),
                el("div", el("div", wide(scene), class_="col-8"), narrow(scene), class_="row"),
                bottom(scene),
                id="app",
                class_=f"css-{scene.page.number % 4096:x}",
            ),
            el("noscript", '<img src="/px.gif" alt=""><p>Bitte JavaScript einschalten.</p>'),
            counter_script(scene),
        ),
        lang=FAMILY[scene.page.language],
    )


def div(name: str, *children: Child, kind: Kind | None = None) -> Element:
    """The magazine's only container."""
    return el("div", *children, class_=name, kind=kind)


def top(scene: Scene) -> Element:
    """Logo, menu, account."""
    links = [
        div("css-k1", el("a", link.text, href=link.href, class_="p-2"))
        for link in scene.furniture.menu
    ]
    return div(
        "css-hd0",
        div(
            "row",
            el("div", el("a", scene.site, href="/"), class_="css-lg", kind=Kind.DECORATION),
            el("span", scene.label("slogan"), class_="t-sm", kind=Kind.DECORATION),
            el("a", scene.label("sign_in"), href="/login", kind=Kind.INTERACTIVE_SERVICE),
        ),
        div("css-1x9k2", links, kind=Kind.DIRECTORY_GLOBAL),
    )


def wide(scene: Scene) -> list[Child]:
    """The wide column."""
    f, page = scene.furniture, scene.page
    way = f.crumbs
    trail = div(
        "t-sm css-bc",
        [[el("a", x.text, href=x.href), " / "] for x in way[:-1]],
        el("span", way[-1].text),
        kind=Kind.DIRECTORY_HIERARCHIC,
    )
    ads = [advert(scene, at) for at in range(len(f.adverts))]
    ending: list[Child] = []
    if page.template not in ("index", "listing"):
        ending = [box(f.related, "css-9qz mb-4", Kind.PAGE_RECOMMENDATION), replies(scene)]
    return [trail if len(way) > 1 else None, ads[:1], main(scene), *ending, ads[2:]]


def main(scene: Scene) -> Child:
    """What the page is about, by template."""
    page = scene.page
    heading = el("h1", page.title, class_="css-t1", kind=Kind.CONTENT)
    if page.template in ("index", "listing"):
        return div(
            "css-list",
            heading,
            [
                div(
                    "css-9qz mb-4",
                    div("css-c2", el("a", x.title, href=x.href) if x.href else x.title),
                    div("css-c3", x.text),
                    div("t-sm", x.note, kind=Kind.PAGE_DESCRIPTION),
                )
                for x in page.items
            ],
            older_pages(scene, class_="p-2"),
            kind=Kind.CONTENT,
        )
    if page.template == "forum":
        return div("css-list", heading, [post(scene, at) for at in range(len(page.posts))])
    pieces = page.pieces[:2] if scene.furniture.paywall else page.pieces
    section = f"/{page.path.split('/')[1]}/"
    price, money, stock, cart = scene.ware()
    selling = page.template == "product"
    return div(
        "css-art",
        heading,
        byline(scene) if scene.is_story else None,
        sharing(scene) if scene.is_story else None,
        div("css-body", set_pieces(pieces, STYLE, section)),
        div("css-pr", el("span", price), " ", el("b", money)) if selling else None,
        div("css-9qz", el("span", stock), el("button", cart), kind=Kind.INTERACTIVE_SERVICE)
        if selling
        else None,
        div(
            "css-9qz bg-y",
            div("css-h2", scene.label("paywall")),
            div("css-c3", scene.label("paywall_text")),
            el("button", scene.label("paywall_button")),
            kind=Kind.PAYWALL,
        )
        if scene.furniture.paywall
        else None,
        kind=Kind.CONTENT,
    )


def byline(scene: Scene) -> Element:
    """Author, date and the number of readers."""
    return div(
        "t-sm",
        el("span", scene.label("by", author=scene.page.author)),
        el("span", scene.day),
        el("span", scene.label("views", number=str(scene.furniture.views))),
        kind=Kind.PAGE_DESCRIPTION,
    )


def sharing(scene: Scene) -> Element:
    """The share buttons, above the text."""
    return div(
        "css-sh",
        [el("a", x, href="#", class_="t-sm p-2") for x in scene.labels("share_on")],
        kind=Kind.PAGE_SERVICE,
    )


def post(scene: Scene, at: int) -> Element:
    """One post of a thread."""
    item = scene.page.posts[at]
    return div(
        "css-9qz mb-4",
        div(
            "t-sm",
            el("b", item.author),
            " ",
            el("span", scene.label("joined", year=str(item.year))),
            " ",
            el("span", scene.plan.tongue.date(item.day)),
            kind=Kind.PAGE_DESCRIPTION,
        ),
        div("css-c3", item.text, kind=Kind.CONTENT),
        div("t-sm", el("a", scene.label("reply"), href="#"), kind=Kind.PAGE_SERVICE),
    )


def box(content: Box, name: str, kind: Kind) -> Element:
    """A headed list of links."""
    return div(
        name,
        div("css-h2", content.head),
        [div("css-ln", el("a", x.text, href=x.href)) for x in content.links],
        kind=kind,
    )


def advert(scene: Scene, at: int) -> Element:
    """An advert, hidden among boxes that look alike."""
    ad = scene.furniture.adverts[at]
    return div(
        "css-9qz mb-4",
        div("t-sm", scene.label("advert_mark")),
        div("css-c2", el("a", ad.head, href=ad.href)),
        div("css-c3", ad.line),
        el("a", ad.call, href=ad.href, class_="p-2"),
        kind=Kind.ADVERTISEMENT,
    )


def replies(scene: Scene) -> Element | None:
    """Readers' comments."""
    posts = scene.furniture.comments
    if not posts:
        return None
    return div(
        "css-cm",
        div("css-h2", scene.label("comments", number=str(len(posts)))),
        [
            div(
                "css-9qz mb-4",
                div("t-sm", el("b", p.author), ", ", scene.plan.tongue.date(p.day)),
                div("css-c3", p.text),
            )
            for p in posts
        ],
        kind=Kind.COMMENTS,
    )


def narrow(scene: Scene) -> Element:
    """The narrow column."""
    f = scene.furniture
    first, *lines = f.weather
    return div(
        "col-4",
        div(
            "css-9qz mb-4",
            div("css-h2", first),
            [div("css-ln", line) for line in lines],
            kind=Kind.INFORMATION_BOARD,
        ),
        box(f.section, "css-9qz mb-4", Kind.DIRECTORY_HYBRID) if f.section else None,
        [advert(scene, 1)] if len(f.adverts) > 1 else None,
        box(f.popular, "css-9qz mb-4", Kind.PAGE_RECOMMENDATION),
        div(
            "css-9qz mb-4",
            div("css-h2", scene.label("newsletter")),
            div("css-c3", scene.label("newsletter_text")),
            el("input", type="email", placeholder=scene.label("newsletter_hint")),
            el("button", scene.label("newsletter_button")),
            kind=Kind.INTERACTIVE_SERVICE,
        ),
    )


def bottom(scene: Scene) -> Element:
    """The dark band at the end."""
    return div(
        "css-77ab",
        box(scene.furniture.partners, "css-pt", Kind.SITE_RECOMMENDATION),
        div(
            "css-so",
            el("span", scene.label("follow")),
            [el("a", x, href="#") for x in scene.labels("networks")],
            kind=Kind.SOCIAL,
        ),
        div(
            "t-sm",
            [el("a", x, href="/recht") for x in scene.labels("legal")],
            el("span", scene.copyright),
            kind=Kind.DECLARATION,
        ),
    )


def consent(scene: Scene) -> Element | None:
    """The cookie window, first in the document and last on the screen."""
    if not scene.furniture.consent:
        return None
    return div(
        "modal",
        div("css-c3", scene.label("consent")),
        [el("button", x, type="button") for x in scene.labels("consent_buttons")],
        kind=Kind.CONSENT,
    )
