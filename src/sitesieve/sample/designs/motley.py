"""Designs drawn at random: the same parts under other tags, other names, in other places.

The six designs of the sample web are written by hand and are few. To learn what kinds of
noise look like, and not how six designers write, takes many more: here a seed chooses how
names are given, which tags make boxes, lists and headings, and where each part stands.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random

from sitesieve.clean.kinds import Kind
from sitesieve.sample.designs.scene import FAMILY, Scene, counter_script, head
from sitesieve.sample.designs.setting import Style, set_pieces
from sitesieve.sample.furniture import Box, Link
from sitesieve.sample.markup import Child, Element, between, el

PLACES = ("top", "lead", "left", "above", "below", "right", "bottom", "last")

# Where designers put each part, and how often they have it.
_USUAL: dict[str, tuple[tuple[str, ...], float]] = {
    "logo": (("top",), 0.95),
    "slogan": (("top", "bottom"), 0.5),
    "search": (("top", "left", "right", "bottom"), 0.7),
    "account": (("top", "left", "right"), 0.5),
    "menu": (("top", "top", "top", "left", "bottom"), 0.97),
    "second_menu": (("bottom", "top"), 0.35),
    "crumbs": (("lead", "lead", "above", "top"), 0.7),
    "date": (("top", "bottom"), 0.2),
    "section": (("left", "right", "above", "below"), 0.7),
    "weather": (("left", "right", "top"), 0.45),
    "popular": (("left", "right", "below"), 0.7),
    "related": (("below", "below", "right", "left"), 0.85),
    "partners": (("bottom", "left", "right"), 0.5),
    "newsletter": (("right", "below", "bottom", "left"), 0.6),
    "poll": (("right", "left", "below"), 0.3),
    "share": (("above", "below", "left"), 0.7),
    "services": (("above", "below"), 0.3),
    "follow": (("bottom", "right", "top"), 0.6),
    "adverts": (("right", "left", "above", "below", "top"), 0.8),
    "comments": (("below",), 0.7),
    "views": (("above", "bottom", "below"), 0.3),
    "copyright": (("bottom",), 0.95),
    "legal": (("bottom",), 0.75),
    "back_up": (("bottom", "below"), 0.4),
    "consent": (("last", "top"), 0.7),
}

# What designers call the parts; a designer uses one of the words, or none.
_NAMES = {
    "logo": "logo brand site-title masthead-logo",
    "slogan": "tagline slogan motto site-description",
    "search": "search searchbox site-search find",
    "account": "account login user-menu signin",
    "menu": "nav main-nav menu navigation topnav navbar",
    "second_menu": "footer-links footer-nav sitemap bottom-menu",
    "crumbs": "breadcrumb breadcrumbs crumbs path trail",
    "date": "today date updated",
    "section": "subnav section-nav side-menu local-nav submenu",
    "weather": "weather forecast wx widget-weather",
    "popular": "popular most-read trending top-stories",
    "related": "related related-posts more-stories recommended also",
    "partners": "partners friends blogroll network external",
    "newsletter": "newsletter signup subscribe mailing",
    "poll": "poll vote survey question",
    "share": "share sharing social-share share-buttons",
    "services": "tools page-tools actions toolbar",
    "follow": "social follow follow-us social-links",
    "adverts": "ad advert sponsored promo banner-ad",
    "comments": "comments comment-list responses discussion",
    "views": "views counter hits stats",
    "copyright": "copyright legal colophon copy",
    "legal": "legal footer-legal terms policies",
    "back_up": "to-top backtotop up",
    "consent": "cookie-bar cookies consent gdpr-notice",
    "paywall": "paywall regwall subscribe-wall premium",
    "byline": "byline meta entry-meta post-info",
    "buy": "buy-box add-to-cart purchase",
    "content": "content entry post-body article-text main",
    "teaser": "teaser card item entry-summary",
    "post": "post message reply thread-post",
    "paging": "pagination pager more-link paging",
}
_LANDMARKS = {  # for designers who use them
    **dict.fromkeys(("menu", "section", "crumbs", "second_menu"), "nav"),
    **dict.fromkeys(("search", "newsletter", "poll", "account", "buy"), "form"),
    **dict.fromkeys(("related", "popular", "comments", "weather"), "section"),
    "content": "article",
    "post": "article",
}


@dataclass(frozen=True, slots=True)
class Look:
    """One design: what was chosen for the whole site."""

    seed: int
    places: dict[str, str]  # part → place, for the parts it has
    order: dict[str, float]  # where in its place each part stands
    naming: str
    landmarks: bool
    boxes: str
    lists: str
    heads: str
    columns: str
    separator: str
    style: Style
    marks_adverts: bool
    wraps: int

    def name(self, part: str) -> str | None:
        """What the designer calls a part."""
        rng = Random(f"{self.seed}/{part}")
        word = rng.choice(_NAMES.get(part, part).split())
        match self.naming:
            case "telling":
                return word
            case "prefixed":
                return f"{'xyz'[self.seed % 3]}{self.seed % 7}-{word}"
            case "hashed":
                return f"css-{rng.randrange(4096, 65536):x}"
            case "widgets":
                return rng.choice(("box", "widget", "block", "module", "panel"))
            case "utility":
                return rng.choice(("p-4 mb-4", "flex gap-2", "text-sm", "mt-2 p-2 border"))
            case _:
                return None


def draw(seed: int) -> Look:
    """The design of a seed."""
    rng = Random(f"motley/{seed}")
    places = {
        part: rng.choice(usual) for part, (usual, often) in _USUAL.items() if rng.random() < often
    }
    return Look(
        seed=seed,
        places=places,
        order={part: rng.random() for part in _USUAL},
        naming=rng.choice(("telling", "telling", "prefixed", "hashed", "widgets", "utility", "")),
        landmarks=rng.random() < 0.5,
        boxes=rng.choice(("div", "div", "section", "td", "aside")),
        lists=rng.choice(("ul", "ul", "divs", "breaks", "inline", "table", "ol")),
        heads=rng.choice(("h2", "h3", "h4", "h5", "b", "strong", "div", "p")),
        columns=rng.choice(("div", "div", "td", "aside")),
        separator=rng.choice((" | ", " · ", " / ", " ", " – ")),
        style=Style(
            paragraph=rng.choice(("", "", "par", "css-p1")),
            heading_tag=rng.choice(("h2", "h3", "h4")),
            figure_tag=rng.choice(("figure", "div")),
            font=rng.choice(("", "", "", "Georgia")),
        ),
        marks_adverts=rng.random() < 0.75,
        wraps=rng.randrange(3),
    )


def page(look: Look) -> Callable[[Scene], Element]:
    """A design that can be used as those written by hand."""
    return lambda scene: _Setter(look, scene).page()


class _Setter:
    """Sets one page."""

    def __init__(self, look: Look, scene: Scene) -> None:
        self.look = look
        self.scene = scene
        self.furniture = scene.furniture
        self.rng = scene.rng

    def page(self) -> Element:
        look, scene = self.look, self.scene
        filled = {place: self._place(place) for place in PLACES}
        middle: list[Child] = [filled["above"], self.main(), filled["below"]]
        modern = look.landmarks
        row: list[Child] = [
            self._column("left", filled["left"]),
            el("main" if modern else look.columns, filled["lead"], middle),
            self._column("right", filled["right"]),
        ]
        if look.columns == "td":
            row = [el("table", el("tr", [_cell(part) for part in row if part is not None]))]
        return el(
            "html",
            head(scene, "", modern=modern),
            el(
                "body",
                el("header" if modern else "div", filled["top"]),
                el("div", row, class_=look.name("content")),
                el("footer" if modern else "div", filled["bottom"], class_=look.name("copyright")),
                filled["last"],
                counter_script(scene),
            ),
            lang=FAMILY[scene.page.language],
        )

    def _column(self, place: str, parts: Sequence[Child]) -> Element | None:
        tag = "aside" if self.look.landmarks else self.look.columns
        return el(tag, parts, id=place) if parts else None

    def _place(self, place: str) -> list[Child]:
        """The parts that stand at a place, in the order of the design."""
        look = self.look
        here = [part for part, where in look.places.items() if where == place]
        set_parts = [self.part(part) for part in sorted(here, key=look.order.__getitem__)]
        return [part for part in set_parts if part is not None]

    def part(self, part: str) -> Child:
        """One part of the furniture, if the page has it."""
        made: Child = getattr(self, f"_{part}")()
        return made

    # How parts are made.

    def box(self, part: str, kind: Kind, *children: Child) -> Element:
        """A container with the name and tag that the design gives to a part."""
        look = self.look
        tag = _LANDMARKS.get(part, look.boxes) if look.landmarks else look.boxes
        inside: Child = children
        for _ in range(look.wraps):
            inside = el("div", inside)
        if tag == "td":
            return el("table", el("tr", el("td", inside)), class_=look.name(part), kind=kind)
        return el(tag, inside, class_=look.name(part), kind=kind)

    def head(self, text: str) -> Element:
        tag = self.look.heads
        if tag == "div":
            return el("div", text, class_=self.look.name("head") and "h")
        return el("p", el("b", text)) if tag == "p" else el(tag, text)

    def links(self, links: Iterable[Link], form: str = "") -> Child:
        """A list of links in the manner of the design."""
        made = [el("a", link.text, href=link.href) for link in links]
        return self.items(made, form)

    def items(self, nodes: Sequence[Element | str], form: str = "") -> Child:
        match form or self.look.lists:
            case "ul" | "ol" as tag:
                return el(tag, [el("li", node) for node in nodes])
            case "divs":
                return [el("div", node) for node in nodes]
            case "breaks":
                return el("p", [[node, el("br")] for node in nodes])
            case "table":
                return el("table", [el("tr", el("td", node)) for node in nodes])
            case _:
                return el("div", between(self.look.separator, nodes))

    def headed(self, part: str, kind: Kind, box: Box | None, form: str = "") -> Element | None:
        """A headed list of links."""
        if box is None:
            return None
        return self.box(part, kind, self.head(box.head), self.links(box.links, form))

    # The parts.

    def _logo(self) -> Element:
        return self.box("logo", Kind.DECORATION, el("a", self.scene.site, href="/"))

    def _slogan(self) -> Element:
        return self.box("slogan", Kind.DECORATION, el("span", self.scene.label("slogan")))

    def _search(self) -> Element:
        label = self.scene.label
        field = el("input", type="text", name="q", placeholder=label("search_hint"))
        said = el("label", label("search_hint")) if self.look.seed % 2 else None
        button = el("button", label("search"))
        return self.box("search", Kind.INTERACTIVE_SERVICE, said, field, button)

    def _account(self) -> Element:
        label = self.scene.label("sign_in")
        made: Child = el("a", label, href="/login")
        if self.look.seed % 3 == 0:
            made = [el("input", name="user"), el("button", label)]
        return self.box("account", Kind.INTERACTIVE_SERVICE, made)

    def _menu(self) -> Element:
        form = (
            ""
            if self.look.places["menu"] == "left"
            else Random(self.look.seed).choice(("ul", "inline", "divs"))
        )
        return self.box("menu", Kind.DIRECTORY_GLOBAL, self.links(self.furniture.menu, form))

    def _second_menu(self) -> Element:
        links = self.furniture.menu[1:]
        return self.box("second_menu", Kind.DIRECTORY_GLOBAL, self.links(links))

    def _crumbs(self) -> Element | None:
        way = self.furniture.crumbs
        if len(way) < 2:
            return None
        kind = Kind.DIRECTORY_HIERARCHIC
        if self.look.seed % 4 == 0:
            way = way[:-1]  # some leave out where one is
            return self.box("crumbs", kind, self.links(way, "inline"))
        last = el("span", way[-1].text)
        nodes = [*(el("a", x.text, href=x.href) for x in way[:-1]), last]
        if self.look.seed % 4 == 1:
            return self.box("crumbs", kind, el("ol", [el("li", node) for node in nodes]))
        return self.box(
            "crumbs", kind, el("div", between((" › ", " > ")[self.look.seed % 2], nodes))
        )

    def _date(self) -> Element:
        said = self.scene.label("updated", date=self.scene.day)
        return self.box("date", Kind.PAGE_DESCRIPTION, el("span", said))

    def _section(self) -> Element | None:
        return self.headed("section", Kind.DIRECTORY_HYBRID, self.furniture.section)

    def _weather(self) -> Element:
        first, *lines = self.furniture.weather
        board = self.items(lines)
        return self.box("weather", Kind.INFORMATION_BOARD, self.head(first), board)

    def _popular(self) -> Element | None:
        form = "ol" if self.look.seed % 3 == 0 else ""
        return self.headed("popular", Kind.PAGE_RECOMMENDATION, self.furniture.popular, form)

    def _related(self) -> Element | None:
        if self.scene.page.template in ("index", "listing"):
            return None
        return self.headed("related", Kind.PAGE_RECOMMENDATION, self.furniture.related)

    def _partners(self) -> Element | None:
        return self.headed("partners", Kind.SITE_RECOMMENDATION, self.furniture.partners)

    def _newsletter(self) -> Element:
        label = self.scene.label
        return self.box(
            "newsletter",
            Kind.INTERACTIVE_SERVICE,
            self.head(label("newsletter")),
            el("p", label("newsletter_text", count="5,000")),
            el("input", type="email", placeholder=label("newsletter_hint")),
            el("button", label("newsletter_button")),
        )

    def _poll(self) -> Element | None:
        if not self.furniture.poll:
            return None
        options = [
            el("label", el("input", type="radio", name="p"), x)
            for x in self.scene.labels("poll_options")
        ]
        return self.box(
            "poll",
            Kind.INTERACTIVE_SERVICE,
            self.head(self.scene.label("poll")),
            el("p", self.scene.question),
            self.items(options),
            el("button", self.scene.label("vote")),
        )

    def _share(self) -> Element | None:
        if self.scene.page.template in ("index", "listing"):
            return None
        names = self.scene.labels("share_on")[: 3 + self.look.seed % 4]
        targets = ("#", "/share?to=", "https://social.example/sharer?u=")
        target = targets[self.look.seed % 3]
        links = [Link(x, target if target == "#" else f"{target}{n}") for n, x in enumerate(names)]
        said = self.head(self.scene.label("share")) if self.look.seed % 5 else None
        return self.box("share", Kind.PAGE_SERVICE, said, self.links(links))

    def _services(self) -> Element:
        links = [Link(x, "#") for x in self.scene.labels("services")]
        return self.box("services", Kind.PAGE_SERVICE, self.links(links))

    def _follow(self) -> Element:
        hosts = ("#", "https://{}.example/ourpage")
        links = [
            Link(x, hosts[self.look.seed % 2].format(x.lower()))
            for x in self.scene.labels("networks")
        ]
        said = self.head(self.scene.label("follow"))
        return self.box("follow", Kind.SOCIAL, said, self.links(links))

    def _adverts(self) -> list[Element]:
        return [self._advert(at) for at in range(len(self.furniture.adverts))]

    def _advert(self, at: int) -> Element:
        ad = self.furniture.adverts[at]
        mark = el("small", self.scene.label("advert_mark")) if self.look.marks_adverts else None
        whole = self.look.seed % 2 == 0
        text: Child = [el("b", ad.head), " ", ad.line]
        made: Child = el("a", text, href=ad.href, rel="sponsored")
        if not whole:
            made = [el("div", el("a", ad.head, href=ad.href)), el("p", ad.line)]
        call = el("a", ad.call, href=ad.href) if self.look.seed % 3 else el("span", ad.call)
        return self.box("adverts", Kind.ADVERTISEMENT, mark, made, call)

    def _comments(self) -> Element | None:
        posts = self.furniture.comments
        if not posts:
            return None
        label, date = self.scene.label, self.scene.plan.tongue.date
        reply = el("a", label("reply"), href="#respond") if self.look.seed % 2 else None
        made = [
            el(
                "div" if self.look.seed % 3 else "li",
                el("b", post.author),
                " ",
                el("span", date(post.day)) if self.look.seed % 5 else None,
                el("p", post.text),
                reply,
                class_=self.look.name("post"),
            )
            for post in posts
        ]
        form = None
        if self.look.seed % 2:
            form = el(
                "form" if self.look.landmarks else "div",
                el("p", label("comment_form")),
                el("textarea", name="t"),
                el("button", label("send")),
                kind=Kind.INTERACTIVE_SERVICE,
            )
        said = self.head(label("comments", number=str(len(posts))))
        return self.box("comments", Kind.COMMENTS, said, made, form)

    def _views(self) -> Element:
        said = self.scene.label("views", number=str(self.furniture.views))
        return self.box("views", Kind.PAGE_DESCRIPTION, el("span", said))

    def _copyright(self) -> Element:
        return self.box("copyright", Kind.DECLARATION, el("p", self.scene.copyright))

    def _legal(self) -> Element:
        links = [Link(x, "/legal") for x in self.scene.labels("legal")]
        return self.box("legal", Kind.DECLARATION, self.links(links))

    def _back_up(self) -> Element:
        return self.box("back_up", Kind.PAGE_SERVICE, el("a", self.scene.label("top"), href="#"))

    def _consent(self) -> Element | None:
        if not self.furniture.consent:
            return None
        label = self.scene.label
        legal = (
            el("a", self.scene.labels("legal")[0], href="/legal") if self.look.seed % 2 else None
        )
        return self.box(
            "consent",
            Kind.CONSENT,
            el("p", label("consent"), " ", legal),
            [el("button", x) for x in self.scene.labels("consent_buttons")],
        )

    # What the page is about.

    def main(self) -> Element:
        page, look = self.scene.page, self.look
        title = el("h1" if look.seed % 6 else "div", page.title)
        if page.template in ("index", "listing"):
            inner: Child = [self._teaser(at) for at in range(len(page.items))]
            if page.older:
                more = el("a", self.scene.label("next"), href=page.older)
                inner = [inner, self.box("paging", Kind.PAGE_SERVICE, more)]
        elif page.template == "forum":
            inner = [self._post(at) for at in range(len(page.posts))]
        else:
            inner = self._text()
        return self.box("content", Kind.CONTENT, title, inner)

    def _teaser(self, at: int) -> Element:
        item, look = self.scene.page.items[at], self.look
        name = el("a", item.title, href=item.href) if item.href else el("b", item.title)
        note = el("div", item.note, kind=Kind.PAGE_DESCRIPTION) if item.note else None
        heading = el("h3" if look.seed % 2 else "div", name)
        text = el("p", item.text) if item.text else None
        parts = [note, heading, text] if look.seed % 5 == 0 else [heading, text, note]
        return el("div" if look.seed % 3 else "li", parts, class_=look.name("teaser"))

    def _post(self, at: int) -> Element:
        post, look, scene = self.scene.page.posts[at], self.look, self.scene
        said = [el("b", post.author), el("span", scene.plan.tongue.date(post.day))]
        if look.seed % 2:
            said.append(el("span", scene.labels("rank")[post.rank]))
        if look.seed % 3 == 0:
            said.append(el("span", scene.label("joined", year=str(post.year))))
        reply = el("a", scene.label("reply"), href="#", kind=Kind.PAGE_SERVICE)
        return self.box(
            "post",
            Kind.CONTENT,
            el(
                "div",
                self.items(said, ("inline", "divs", "ul")[look.seed % 3]),
                kind=Kind.PAGE_DESCRIPTION,
            ),
            el("div" if look.seed % 2 else "p", post.text),
            reply if look.seed % 4 == 0 else None,
        )

    def _text(self) -> list[Child]:
        page, look, scene = self.scene.page, self.look, self.scene
        walled = self.furniture.paywall and look.seed % 2 == 0
        pieces = page.pieces[:2] if walled else page.pieces
        body: list[Child] = list(set_pieces(pieces, look.style, f"/{page.path.split('/')[1]}/"))
        parts: list[Child] = [self._byline() if scene.is_story else None]
        parts.append(el("div", body) if look.wraps else body)
        if page.template == "product":
            price, money, stock, cart = scene.ware()
            parts.append(el("p", price, " ", el("b", money)))
            buttons = [el("small", stock), el("button", cart)]
            parts.append(self.box("buy", Kind.INTERACTIVE_SERVICE, buttons))
        if walled:
            label = scene.label
            call = el("a", label("paywall_button"), href="/subscribe")
            parts.append(
                self.box(
                    "paywall",
                    Kind.PAYWALL,
                    self.head(label("paywall")),
                    el("p", label("paywall_text")),
                    call if look.seed % 3 else el("button", label("paywall_button")),
                )
            )
        return parts

    def _byline(self) -> Element:
        scene, look = self.scene, self.look
        said: list[Element | str] = [el("span", scene.label("by", author=scene.page.author))]
        said.append(el("time" if look.landmarks else "span", scene.day))
        if look.seed % 2:
            said.append(el("span", scene.label("reading", number=str(self.furniture.minutes))))
        if look.seed % 3 == 0:
            said.append(el("span", scene.label("views", number=str(self.furniture.views))))
        form = ("inline", "divs", "ul")[look.seed % 3]
        return self.box("byline", Kind.PAGE_DESCRIPTION, self.items(said, form))


def _cell(part: Child) -> Element:
    """A part of the page as a cell of the table that arranges it."""
    return part if isinstance(part, Element) and part.tag == "td" else el("td", part)
