"""The community site after its redesign: other tags, other classes, moved blocks."""

from sample_web.designs.scene import Scene, counter_script, head, older_pages
from sample_web.designs.setting import Style, set_pieces
from sample_web.furniture import Box
from sample_web.markup import Child, Element, el
from sitesieve.cleaning.kinds import Kind

CSS = """
:root{--ink:#1d1b26;--accent:#6a3fd0}
body{margin:0;font:17px/1.6 system-ui,sans-serif;color:var(--ink)}
.Bar{display:flex;gap:16px;padding:12px 20px;background:#f5f1ff;flex-wrap:wrap}
.Bar a{color:var(--accent)}.Stage{max-width:760px;margin:0 auto;padding:16px}
.Tile{border-radius:10px;background:#faf9fd;padding:12px;margin:12px 0}
.Rail{max-width:760px;margin:0 auto;display:grid;grid-template-columns:1fr 1fr;gap:14px}
.Rail h2{font-size:18px;margin:0}.Rail p{margin:6px 0}.u-row{display:flex;gap:6px}
.Foot{background:var(--ink);color:#ddd;padding:20px}.Foot a{color:#cbb8ff;margin-right:10px}
.Toast{position:sticky;bottom:0;background:#fff;border-top:3px solid var(--accent);padding:12px}
.u-mute{color:#777;font-size:14px}
"""
STYLE = Style(paragraph="Prose-p", quote="Prose-q", table="Prose-t", heading="Prose-h")


def page(scene: Scene) -> Element:
    """A page in the new look."""
    f = scene.furniture
    return el(
        "html",
        head(scene, CSS),
        el(
            "body",
            top(scene),
            el("main", main(scene), class_="Stage"),
            comments(scene),
            el(
                "div",
                box(f.related, Kind.PAGE_RECOMMENDATION),
                [advert(scene, at) for at in range(len(f.adverts))],
                box(f.section, Kind.DIRECTORY_HYBRID) if f.section else None,
                poll(scene) if f.poll else None,
                class_="Rail",
            ),
            bottom(scene),
            consent(scene),
            el("template", el("div", el("p", "{{ message }}"), class_="Toast"), id="toast"),
            counter_script(scene),
        ),
        lang=scene.page.language,
    )


def box(content: Box, kind: Kind) -> Element:
    """A tile of links."""
    return el(
        "section",
        el("h2", content.head),
        [el("p", el("a", x.text, href=x.href)) for x in content.links],
        class_="Tile",
        kind=kind,
    )


def top(scene: Scene) -> list[Child]:
    """Name and menu in one bar, the path below."""
    way = scene.furniture.crumbs
    return [
        el(
            "header",
            el("strong", scene.site, kind=Kind.DECORATION),
            el(
                "nav",
                [[el("a", x.text, href=x.href), " "] for x in scene.furniture.menu],
                kind=Kind.DIRECTORY_GLOBAL,
            ),
            el("button", scene.label("sign_in"), kind=Kind.INTERACTIVE_SERVICE),
            class_="Bar",
        ),
        el(
            "nav",
            [[el("a", x.text, href=x.href), el("i", "→")] for x in way[:-1]],
            el("b", way[-1].text),
            class_="Stage u-mute",
            kind=Kind.DIRECTORY_HIERARCHIC,
        )
        if len(way) > 1
        else None,
    ]


def main(scene: Scene) -> Child:
    """What the page is about, by template."""
    page = scene.page
    heading = el("h1", page.title)
    if page.template in ("index", "listing"):
        return el(
            "div",
            heading,
            [
                el(
                    "div",
                    el("h3", el("a", x.title, href=x.href) if x.href else x.title),
                    el("div", x.note, class_="u-mute", kind=Kind.PAGE_DESCRIPTION),
                    el("div", x.text),
                    class_="Tile",
                )
                for x in page.items
            ],
            older_pages(scene),
            kind=Kind.CONTENT,
        )
    if page.template == "forum":
        return el(
            "div", heading, [post(scene, at) for at in range(len(page.posts))], kind=Kind.CONTENT
        )
    section = f"/{page.path.split('/')[1]}/"
    price, money, stock, cart = scene.ware()
    selling = page.template == "product"
    return el(
        "article",
        heading,
        el("div", set_pieces(page.pieces, STYLE, section), class_="Prose"),
        el("p", el("b", money), " ", el("span", price), class_="Prose-p") if selling else None,
        el("div", el("button", cart), el("small", stock), kind=Kind.INTERACTIVE_SERVICE)
        if selling
        else None,
        signature(scene) if scene.is_story else None,
        class_=f"Entry Entry--{page.number}",
        kind=Kind.CONTENT,
    )


def signature(scene: Scene) -> list[Child]:
    """The author and date moved below the text, with the share buttons."""
    return [
        el(
            "footer",
            el("span", scene.day),
            ", ",
            el("span", scene.label("by", author=scene.page.author)),
            class_="u-mute",
            kind=Kind.PAGE_DESCRIPTION,
        ),
        el(
            "div",
            el("span", scene.label("share")),
            [el("button", x) for x in scene.labels("share_on")[:5]],
            class_="u-row",
            kind=Kind.PAGE_SERVICE,
        ),
    ]


def post(scene: Scene, at: int) -> Element:
    """One post of a thread."""
    item = scene.page.posts[at]
    return el(
        "div",
        el("p", item.text, class_="Prose-p"),
        el(
            "div",
            el("span", item.author),
            " · ",
            scene.label("posts", number=str(item.count)),
            " · ",
            el("time", scene.plan.tongue.date(item.day)),
            class_="u-mute",
            kind=Kind.PAGE_DESCRIPTION,
        ),
        id=f"m-{scene.page.number * 7 + at}",
        class_="Tile",
    )


def comments(scene: Scene) -> Element | None:
    """What members wrote below an article."""
    posts = scene.furniture.comments
    if not posts:
        return None
    return el(
        "section",
        el("h2", scene.label("comments", number=str(len(posts)))),
        el("ol", [el("li", el("p", p.text), el("small", p.author)) for p in posts]),
        el("a", scene.label("comment_form"), href="/login", kind=Kind.INTERACTIVE_SERVICE),
        class_="Stage",
        kind=Kind.COMMENTS,
    )


def advert(scene: Scene, at: int) -> Element:
    """A tile that is an advert."""
    ad = scene.furniture.adverts[at]
    return el(
        "section",
        el("small", scene.label("advert_mark")),
        el("h2", ad.head),
        el("p", ad.line, " ", el("a", ad.call, href=ad.href)),
        class_="Tile",
        kind=Kind.ADVERTISEMENT,
    )


def poll(scene: Scene) -> Element:
    """A tile that asks."""
    return el(
        "form",
        el("h2", scene.label("poll")),
        el("p", scene.question),
        el("select", [el("option", x) for x in scene.labels("poll_options")]),
        el("button", scene.label("vote")),
        class_="Tile",
        kind=Kind.INTERACTIVE_SERVICE,
    )


def bottom(scene: Scene) -> Element:
    """Newsletter, networks, weather, other sites, copyright."""
    f = scene.furniture
    return el(
        "footer",
        el(
            "form",
            el("label", scene.label("newsletter_text", count="4,000")),
            el("input", type="email", placeholder=scene.label("newsletter_hint")),
            el("button", scene.label("newsletter_button")),
            kind=Kind.INTERACTIVE_SERVICE,
        ),
        el("p", " · ".join(f.weather), kind=Kind.INFORMATION_BOARD),
        el(
            "p",
            scene.label("partners"),
            ": ",
            [[el("a", x.text, href=x.href), " "] for x in f.partners.links],
            kind=Kind.SITE_RECOMMENDATION,
        ),
        el(
            "p",
            [el("a", x, href="#") for x in scene.labels("networks")[:3]],
            kind=Kind.SOCIAL,
        ),
        el("p", scene.copyright, kind=Kind.DECLARATION),
        class_="Foot",
    )


def consent(scene: Scene) -> Element | None:
    """The cookie bar, which the old look did not have."""
    if not scene.furniture.consent:
        return None
    return el(
        "div",
        el("span", scene.label("consent")),
        [el("button", x) for x in scene.labels("consent_buttons")[:2]],
        class_="Toast",
        kind=Kind.CONSENT,
    )
