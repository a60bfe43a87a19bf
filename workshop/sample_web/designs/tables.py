"""The old hobby site: nested tables, fonts, and end tags left out."""

from sample_web.designs.scene import Scene, head, older_pages, remark
from sample_web.designs.setting import Style, drawing, set_pieces
from sample_web.furniture import Box, TextLink
from sample_web.markup import Child, Element, Node, between, el
from sitesieve.cleaning.kinds import Kind

CSS = "body{font-family:Verdana,Arial} a:hover{color:red} .s{font-size:10px}"
STYLE = Style(
    font="Verdana", close=False, heading_tag="h3", figure_tag="center", bold_tag="b", table="t1"
)


def page(scene: Scene) -> Element:
    """A page of the hobby site."""
    return el(
        "html",
        head(scene, CSS, modern=False),
        el(
            "body",
            remark("made with PageSmith 2.1"),
            el(
                "table",
                el("tr", el("td", banner(scene), colspan=3, bgcolor="#336633")),
                el("tr", el("td", bar(scene), colspan=3, bgcolor="#ccddbb")),
                el(
                    "tr",
                    el("td", left(scene), width=170, valign="top", bgcolor="#eef3e6"),
                    el("td", middle(scene), valign="top"),
                    el("td", right(scene), width=160, valign="top"),
                ),
                el("tr", el("td", bottom(scene), colspan=3, align="center")),
                width=960,
                align="center",
                cellpadding=6,
                cellspacing=0,
                border=0,
            ),
            bgcolor="#ffffff",
            link="#225522",
        ),
    )


def font(*children: Child, size: int = 2, color: str | None = None) -> Element:
    """Text in the site's face."""
    return el("font", *children, size=size, face="Verdana", color=color)


def anchor(link: TextLink) -> Element:
    """A link in the site's face."""
    return el("a", font(link.text, size=1), href=link.href)


def banner(scene: Scene) -> Element:
    """The site's name and motto."""
    return el(
        "table",
        el(
            "tr",
            el("td", el("img", src=drawing(scene.site), alt=scene.site, width=60, height=40)),
            el(
                "td",
                font(el("b", scene.site), size=6, color="#ffffff"),
                el("br"),
                font(scene.label("slogan"), size=1, color="#ffffcc"),
                kind=Kind.DECORATION,
            ),
        ),
        border=0,
    )


def bar(scene: Scene) -> Element:
    """The menu: links between vertical bars."""
    links: list[Node] = [anchor(link) for link in scene.furniture.menu]
    return el("center", between("\xa0|\xa0", links), kind=Kind.DIRECTORY_GLOBAL)


def panel(box: Box, kind: Kind, color: str = "#99bb88") -> Element:
    """A coloured box of links."""
    return el(
        "table",
        el("tr", el("td", font(el("b", box.head)), bgcolor=color)),
        el("tr", el("td", el("ul", [el("li", anchor(x), close=False) for x in box.links]))),
        width="100%",
        border=0,
        cellpadding=3,
        kind=kind,
    )


def left(scene: Scene) -> list[Child]:
    """The left-hand cell: this section, a search field, the weather."""
    f = scene.furniture
    first, *lines = f.weather
    return [
        panel(f.section, Kind.DIRECTORY_HYBRID) if f.section else None,
        el(
            "form",
            font(scene.label("search"), size=1),
            el("input", type="text", name="q", size=12),
            el("input", type="submit", value="Go"),
            action="/cgi-bin/find.pl",
            kind=Kind.INTERACTIVE_SERVICE,
        ),
        el(
            "table",
            el("tr", el("td", font(el("b", first), size=1), bgcolor="#aaccee")),
            [el("tr", el("td", font(line, size=1))) for line in lines],
            border=1,
            kind=Kind.INFORMATION_BOARD,
        ),
        poll(scene) if f.poll else None,
    ]


def poll(scene: Scene) -> Element:
    """A vote."""
    options: list[Child] = []
    for text in scene.labels("poll_options"):
        options += [el("input", type="radio", name="v"), text, el("br")]
    return el(
        "form",
        font(el("b", scene.label("poll")), size=1),
        el("br"),
        scene.question,
        el("br"),
        options,
        el("button", scene.label("vote")),
        class_="s",
        kind=Kind.INTERACTIVE_SERVICE,
    )


def middle(scene: Scene) -> list[Child]:
    """The middle cell: the path, the text, what readers wrote."""
    page = scene.page
    way = scene.furniture.crumbs
    trail: list[Node] = [anchor(link) for link in way[:-1]]
    trail.append(font(way[-1].text, size=1))
    return [
        el("div", between(" > ", trail), class_="s", kind=Kind.DIRECTORY_HIERARCHIC)
        if len(way) > 1
        else None,
        el("div", font(el("b", page.title), size=5, color="#224422"), kind=Kind.CONTENT),
        el(
            "div",
            el("i", scene.label("by", author=page.author)),
            ", ",
            scene.day,
            class_="s",
            kind=Kind.PAGE_DESCRIPTION,
        )
        if scene.is_story
        else None,
        el("hr", size=1),
        text(scene),
        services(scene) if scene.is_story else None,
        guestbook(scene),
    ]


def text(scene: Scene) -> Child:
    """What the page is about, by template."""
    page = scene.page
    if page.template in ("index", "listing"):
        return [
            el("table", [row(scene, at) for at in range(len(page.items))], kind=Kind.CONTENT),
            older_pages(scene),
        ]
    if page.template == "forum":
        return el(
            "table", [post(scene, at) for at in range(len(page.posts))], width="100%", border=1
        )
    section = f"/{page.path.split('/')[1]}/"
    body = el("div", set_pieces(page.pieces, STYLE, section), kind=Kind.CONTENT)
    if page.template != "product":
        return body
    price, money, stock, cart = scene.ware()
    return [
        body,
        el("p", font(price, ": ", el("b", money), size=3), kind=Kind.CONTENT),
        el("form", font(stock, size=1), el("button", cart), kind=Kind.INTERACTIVE_SERVICE),
    ]


def row(scene: Scene, at: int) -> Element:
    """One entry of a listing."""
    item = scene.page.items[at]
    name = el("a", el("b", item.title), href=item.href) if item.href else el("b", item.title)
    return el(
        "tr",
        el("td", el("img", src=drawing(item.title), alt="", width=8, height=8), valign="top"),
        el("td", font(name), el("br"), font(item.text)),
        el("td", font(item.note, size=1), kind=Kind.PAGE_DESCRIPTION, nowrap="nowrap"),
        bgcolor="#f6f6ee" if at % 2 else None,
    )


def post(scene: Scene, at: int) -> Element:
    """One post: the author on the left, the words on the right."""
    item = scene.page.posts[at]
    ranks = scene.labels("rank")
    return el(
        "tr",
        el(
            "td",
            font(el("b", item.author)),
            el("br"),
            font(ranks[item.rank], size=1),
            el("br"),
            font(scene.label("posts", number=str(item.count)), size=1),
            el("br"),
            font(scene.plan.tongue.date(item.day), size=1),
            width=120,
            valign="top",
            bgcolor="#eeeeee",
            kind=Kind.PAGE_DESCRIPTION,
        ),
        el("td", el("a", name=f"p{scene.page.number + at}"), font(item.text), kind=Kind.CONTENT),
    )


def services(scene: Scene) -> Element:
    """Print, send, save."""
    links: list[Node] = [el("a", text, href="#") for text in scene.labels("services")]
    return el("p", between(" - ", links), class_="s", align="right", kind=Kind.PAGE_SERVICE)


def guestbook(scene: Scene) -> Element | None:
    """Comments, as a guest book."""
    posts = scene.furniture.comments
    if not posts:
        return None
    return el(
        "table",
        el(
            "tr",
            el("td", font(el("b", scene.label("comments", number=str(len(posts)))))),
            bgcolor="#ddddcc",
        ),
        [
            el(
                "tr",
                el(
                    "td",
                    font(el("b", p.author), " (", scene.plan.tongue.date(p.day), "): ", size=1),
                    font(p.text, size=2),
                ),
            )
            for p in posts
        ],
        width="100%",
        kind=Kind.COMMENTS,
    )


def right(scene: Scene) -> list[Child]:
    """The right-hand cell: adverts, more pages, other sites."""
    f = scene.furniture
    return [
        [
            el(
                "table",
                el("tr", el("td", font(scene.label("advert_mark"), size=1), align="center")),
                el(
                    "tr",
                    el(
                        "td",
                        font(el("b", ad.head), color="#cc0000"),
                        el("br"),
                        font(ad.line, size=1),
                        el("br"),
                        el("a", ad.call, href=ad.href),
                        el("iframe", src="about:blank", width=1, height=1, frameborder=0),
                        align="center",
                    ),
                ),
                border=1,
                bgcolor="#ffffcc",
                width="100%",
                kind=Kind.ADVERTISEMENT,
            )
            for ad in f.adverts
        ],
        panel(f.related, Kind.PAGE_RECOMMENDATION, "#ddaa77"),
        panel(f.partners, Kind.SITE_RECOMMENDATION, "#bbaadd"),
    ]


def bottom(scene: Scene) -> list[Child]:
    """Copyright, visitor counter, the way up."""
    f = scene.furniture
    return [
        el("hr", size=1),
        el(
            "div",
            font(scene.label("views", number=str(f.views)), size=1),
            el("br"),
            font(scene.label("updated", date=scene.day), size=1),
            kind=Kind.PAGE_DESCRIPTION,
        ),
        el("div", el("a", font(scene.label("top"), size=1), href="#"), kind=Kind.PAGE_SERVICE),
        el("div", font(scene.copyright, size=1), kind=Kind.DECLARATION),
    ]
