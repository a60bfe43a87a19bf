"""Designs drawn at random: the same parts under other tags, other names, in other places.

The six designs of the sample web are written by hand and are few. To learn what kinds of
noise look like, and not how six designers write, takes many more: here a seed chooses how
names are given, which tags make boxes, lists and headings, and where each part stands.
"""

from collections.abc import Callable, Iterable, Sequence
from random import Random

from sample_web.designs.motley_look import LANDMARKS, PLACES, Look
from sample_web.designs.scene import FAMILY, Scene, counter_script, head
from sample_web.designs.setting import set_pieces
from sample_web.furniture import Box, TextLink
from sample_web.markup import Child, Element, between, el
from sitesieve.cleaning.kinds import Kind


def page(look: Look) -> Callable[[Scene], Element]:
    """A design that can be used as those written by hand."""
    return lambda scene: _Setter(look, scene).page()


class _Setter:
    """Sets one page."""

    def __init__(self, look: Look, scene: Scene) -> None:
        self.look = look
        self.scene = scene
        self.furniture = scene.furniture

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
        tag = LANDMARKS.get(part, look.boxes) if look.landmarks else look.boxes
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

    def links(self, links: Iterable[TextLink], form: str = "") -> Child:
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
        made = [el("a", link.text, href=link.href) for link in box.links]
        return self.list_box(part, kind, box.head, made, form)

    def list_box(
        self,
        part: str,
        kind: Kind,
        head: str | None,
        nodes: Sequence[Element | str],
        form: str = "",
    ) -> Element:
        """A headed list, or the same in one line."""
        if part in self.look.run_in:
            heading: list[Child] = (
                [el("b" if self.look.seed % 2 else "span", head), " "] if head else []
            )
            return self.box(part, kind, el("p", heading, between(self.look.separator, nodes)))
        return self.box(part, kind, self.head(head) if head else None, self.items(nodes, form))

    # The parts.

    def _logo(self) -> Element:
        if "logo" in self.look.run_in:
            line = el("div", el("b", self.scene.site), " ", el("i", self.scene.label("slogan")))
            return self.box("logo", Kind.DECORATION, line)
        return self.box("logo", Kind.DECORATION, el("a", self.scene.site, href="/"))

    def _slogan(self) -> Element:
        return self.box("slogan", Kind.DECORATION, el("span", self.scene.label("slogan")))

    def _search(self) -> Element:
        label = self.scene.label
        field = el("input", type="text", name="q", placeholder=label("search_hint"))
        hint = el("label", label("search_hint")) if self.look.seed % 2 else None
        button = el("button", label("search"))
        return self.box("search", Kind.INTERACTIVE_SERVICE, hint, field, button)

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
        text = self.scene.label("updated", date=self.scene.day)
        return self.box("date", Kind.PAGE_DESCRIPTION, el("span", text))

    def _section(self) -> Element | None:
        return self.headed("section", Kind.DIRECTORY_HYBRID, self.furniture.section)

    def _weather(self) -> Element:
        first, *lines = self.furniture.weather
        return self.list_box("weather", Kind.INFORMATION_BOARD, first, lines)

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
        links = [
            el("a", x, href=target if target == "#" else f"{target}{n}")
            for n, x in enumerate(names)
        ]
        heading = self.scene.label("share") if self.look.seed % 5 else None
        return self.list_box("share", Kind.PAGE_SERVICE, heading, links)

    def _services(self) -> Element:
        links = [TextLink(x, "#") for x in self.scene.labels("services")]
        return self.box("services", Kind.PAGE_SERVICE, self.links(links))

    def _follow(self) -> Element:
        hosts = ("#", "https://{}.example/ourpage")
        links = [
            el("a", x, href=hosts[self.look.seed % 2].format(x.lower()))
            for x in self.scene.labels("networks")
        ]
        heading = self.scene.label("follow") if self.look.seed % 5 else None
        return self.list_box("follow", Kind.SOCIAL, heading, links)

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
        if "comments" in self.look.run_in:
            dated = self.look.seed % 2
            made = [
                el(
                    "p",
                    el("b", post.author),
                    f" ({date(post.day)}): " if dated else ": ",
                    el("span", post.text) if self.look.seed % 3 else post.text,
                )
                for post in posts
            ]
            heading = self.head(label("comments", number=str(len(posts))))
            return self.box("comments", Kind.COMMENTS, heading, made)
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
        heading = self.head(label("comments", number=str(len(posts))))
        return self.box("comments", Kind.COMMENTS, heading, made, form)

    def _views(self) -> Element:
        text = self.scene.label("views", number=str(self.furniture.views))
        return self.box("views", Kind.PAGE_DESCRIPTION, el("span", text))

    def _copyright(self) -> Element:
        if "copyright" in self.look.run_in:
            legal: list[Child] = [
                [" ", el("a", x, href="/legal")] for x in self.scene.labels("legal")
            ]
            line = el("p", self.scene.copyright, legal)
            return self.box("copyright", Kind.DECLARATION, line)
        return self.box("copyright", Kind.DECLARATION, el("p", self.scene.copyright))

    def _legal(self) -> Element:
        links = [TextLink(x, "/legal") for x in self.scene.labels("legal")]
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
        text: list[Child] = [label("consent"), " ", legal]
        buttons = [el("button", x) for x in self.scene.labels("consent_buttons")]
        if "consent" in self.look.run_in:
            return self.box("consent", Kind.CONSENT, el("span", text), buttons)
        return self.box("consent", Kind.CONSENT, el("p", text), buttons)

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
        details = [el("b", post.author), el("span", scene.plan.tongue.date(post.day))]
        if look.seed % 2:
            details.append(el("span", scene.labels("rank")[post.rank]))
        if look.seed % 3 == 0:
            details.append(el("span", scene.label("joined", year=str(post.year))))
        reply = el("a", scene.label("reply"), href="#", kind=Kind.PAGE_SERVICE)
        return self.box(
            "post",
            Kind.CONTENT,
            el(
                "div",
                self.items(details, ("inline", "divs", "ul")[look.seed % 3]),
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
        details: list[Element | str] = [el("span", scene.label("by", author=scene.page.author))]
        details.append(el("time" if look.landmarks else "span", scene.day))
        if look.seed % 2:
            details.append(el("span", scene.label("reading", number=str(self.furniture.minutes))))
        if look.seed % 3 == 0:
            details.append(el("span", scene.label("views", number=str(self.furniture.views))))
        form = ("inline", "divs", "ul")[look.seed % 3]
        return self.box("byline", Kind.PAGE_DESCRIPTION, self.items(details, form))


def _cell(part: Child) -> Element:
    """A part of the page as a cell of the table that arranges it."""
    return part if isinstance(part, Element) and part.tag == "td" else el("td", part)
