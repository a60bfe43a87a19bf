"""The community site before its redesign: floats, ids, left-hand menu."""

from sample_web.designs.scene import Scene, counter_script, head, older_pages, remark
from sample_web.designs.setting import Style, set_pieces
from sample_web.furniture import Box
from sample_web.markup import Child, Element, el
from sitesieve.cleaning.kinds import Kind

CSS = """
body{font:12px Tahoma,sans-serif;background:#dfe6ee;margin:0}
#wrapper{width:940px;margin:0 auto;background:#fff}
#header{background:#2a4d76;color:#fff;padding:14px}#leftnav{float:left;width:180px;padding:8px}
#content{margin:0 200px;padding:8px}#rightcol{float:right;width:180px;padding:8px}
#footer{clear:both;border-top:1px solid #999;padding:8px;text-align:center}
.box{border:1px solid #bcd;margin:6px 0;padding:4px}.box ul,.menu{padding-left:18px}
.title{font-size:20px}.postbody{padding:6px}.small{font-size:10px;color:#777}
"""
STYLE = Style(
    paragraph="txt", table="grid", heading_tag="h4", figure_tag="div", bold_tag="b", picture="pic"
)


def page(scene: Scene) -> Element:
    """A page in the old look."""
    f = scene.furniture
    return el(
        "html",
        head(scene, CSS, modern=False),
        el(
            "body",
            el(
                "div",
                el(
                    "div",
                    el("h2", scene.site),
                    el("span", scene.label("slogan")),
                    id="header",
                    kind=Kind.DECORATION,
                ),
                remark("begin left"),
                el("div", left(scene), id="leftnav"),
                el(
                    "div",
                    [advert(scene, at) for at in range(len(f.adverts))],
                    box(f.related, Kind.PAGE_RECOMMENDATION),
                    box(f.partners, Kind.SITE_RECOMMENDATION),
                    id="rightcol",
                ),
                el("div", middle(scene), id="content"),
                el("div", bottom(scene), id="footer"),
                id="wrapper",
            ),
            counter_script(scene),
        ),
    )


def box(content: Box, kind: Kind) -> Element:
    """A headed list of links."""
    return el(
        "div",
        el("b", content.head),
        el("ul", [el("li", el("a", x.text, href=x.href)) for x in content.links]),
        class_="box",
        kind=kind,
    )


def left(scene: Scene) -> list[Child]:
    """Menu, section, login, weather."""
    f = scene.furniture
    first, *lines = f.weather
    return [
        el(
            "ul",
            [el("li", el("a", x.text, href=x.href)) for x in f.menu],
            class_="menu",
            kind=Kind.DIRECTORY_GLOBAL,
        ),
        box(f.section, Kind.DIRECTORY_HYBRID) if f.section else None,
        el(
            "form",
            el("input", name="user", size=10),
            el("input", name="pass", type="password", size=10),
            el("button", scene.label("sign_in")),
            class_="box",
            kind=Kind.INTERACTIVE_SERVICE,
        ),
        el(
            "div",
            el("b", first),
            el("br"),
            [[line, el("br")] for line in lines],
            class_="box",
            kind=Kind.INFORMATION_BOARD,
        ),
    ]


def middle(scene: Scene) -> list[Child]:
    """Path, title, text, comments."""
    page, f = scene.page, scene.furniture
    way = f.crumbs
    return [
        el(
            "div",
            [[el("a", x.text, href=x.href), " » "] for x in way[:-1]],
            way[-1].text,
            class_="small",
            kind=Kind.DIRECTORY_HIERARCHIC,
        )
        if len(way) > 1
        else None,
        el("div", page.title, class_="title", kind=Kind.CONTENT),
        text(scene),
        comments(scene),
    ]


def text(scene: Scene) -> Child:
    """What the page is about, by template."""
    page = scene.page
    if page.template in ("index", "listing"):
        return [
            el(
                "dl",
                [
                    [
                        el("dt", el("a", x.title, href=x.href) if x.href else el("b", x.title)),
                        el("dd", x.text, " ", el("span", x.note, kind=Kind.PAGE_DESCRIPTION)),
                    ]
                    for x in page.items
                ],
                kind=Kind.CONTENT,
            ),
            older_pages(scene),
        ]
    if page.template == "forum":
        return [post(scene, at) for at in range(len(page.posts))]
    section = f"/{page.path.split('/')[1]}/"
    body = el("div", set_pieces(page.pieces, STYLE, section), class_="story", kind=Kind.CONTENT)
    if page.template == "product":
        price, money, stock, cart = scene.ware()
        return [
            body,
            el("div", el("b", price), " ", money, class_="txt", kind=Kind.CONTENT),
            el("div", stock, " ", el("button", cart), kind=Kind.INTERACTIVE_SERVICE),
        ]
    if not scene.is_story:
        return body
    return [
        el(
            "div",
            scene.label("by", author=page.author),
            el("br"),
            scene.day,
            class_="small",
            kind=Kind.PAGE_DESCRIPTION,
        ),
        body,
        el(
            "div",
            [[el("a", x, href="#"), " "] for x in scene.labels("services")],
            class_="small",
            kind=Kind.PAGE_SERVICE,
        ),
    ]


def post(scene: Scene, at: int) -> Element:
    """One post of a thread."""
    item = scene.page.posts[at]
    return el(
        "div",
        el(
            "div",
            el("b", item.author),
            f" ({scene.labels('rank')[item.rank]}) ",
            el("span", scene.plan.tongue.date(item.day)),
            class_="small",
            kind=Kind.PAGE_DESCRIPTION,
        ),
        el("div", item.text, class_="postbody", kind=Kind.CONTENT),
        id=f"post{scene.page.number * 7 + at}",
        class_="box",
    )


def comments(scene: Scene) -> Element | None:
    """What members wrote below an article."""
    posts = scene.furniture.comments
    if not posts:
        return None
    return el(
        "div",
        el("h4", scene.label("comments", number=str(len(posts)))),
        [
            el("div", el("b", p.author), ": ", el("span", p.text), id=f"c{scene.page.number + at}")
            for at, p in enumerate(posts)
        ],
        class_="box",
        kind=Kind.COMMENTS,
    )


def advert(scene: Scene, at: int) -> Element:
    """A text advert in the right-hand column."""
    ad = scene.furniture.adverts[at]
    return el(
        "div",
        el("a", ad.head, href=ad.href),
        el("br"),
        ad.line,
        el("br"),
        el("span", ad.call),
        class_="box",
        kind=Kind.ADVERTISEMENT,
    )


def bottom(scene: Scene) -> list[Child]:
    """Counter, copyright, the way up."""
    return [
        el(
            "span",
            scene.label("views", number=str(scene.furniture.views)),
            kind=Kind.PAGE_DESCRIPTION,
        ),
        el("a", scene.label("top"), href="#wrapper", kind=Kind.PAGE_SERVICE),
        el(
            "div",
            scene.copyright,
            " ",
            [[el("a", x, href="/legal"), " "] for x in scene.labels("legal")],
            kind=Kind.DECLARATION,
        ),
    ]
