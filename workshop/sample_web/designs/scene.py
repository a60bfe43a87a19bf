"""A page ready to be set: its plan, its furniture, and the words around it."""

from dataclasses import dataclass
from random import Random

from sample_web.furniture import Furniture, poll_question
from sample_web.markup import Comment, Element, Node, el
from sample_web.plan import PlannedPage, SitePlan
from sitesieve.cleaning.kinds import Kind

FAMILY = {"en": "en", "de": "de", "zh": "zh-CN"}


@dataclass(frozen=True, slots=True)
class Scene:
    """What a design is given to set."""

    plan: SitePlan
    page: PlannedPage
    furniture: Furniture
    rng: Random

    def label(self, name: str, **fixed: str) -> str:
        """A label in the site's language and voice."""
        return self.plan.label(name, **fixed)

    def labels(self, name: str) -> tuple[str, ...]:
        """All entries of a label that is a list."""
        return self.plan.tongue.labels[name]

    @property
    def url(self) -> str:
        """The page's absolute address."""
        return f"https://{self.plan.spec.host}{self.page.path}"

    @property
    def site(self) -> str:
        """The site's name."""
        return self.plan.spec.title

    @property
    def day(self) -> str:
        """The page's date in the site's language."""
        return self.plan.tongue.date(self.page.day)

    @property
    def copyright(self) -> str:
        """The copyright line."""
        return self.label("copyright", year=str(self.furniture.year), site=self.site)

    @property
    def question(self) -> str:
        """The question of the poll box."""
        return poll_question(self.plan, self.page)

    @property
    def is_story(self) -> bool:
        """Whether the page is an article with author and date."""
        return self.page.template == "article" and self.page.role == "article"

    @property
    def sections(self) -> tuple[str, ...]:
        """The topic's name in the site's language, if the page has a topic."""
        return (self.plan.tongue.topic_names[self.page.topic],) if self.page.topic else ()

    def ware(self) -> tuple[str, str, str, str]:
        """Price label, price, stock and button of a product."""
        number = str(self.page.number % 40 + 1)
        money = self.label("money", number=str(self.page.price))
        return self.label("price"), money, self.label("stock", number=number), self.label("cart")


def head(scene: Scene, css: str, *extra: Node, modern: bool = True) -> Element:
    """The head: title, styles, and on modern designs what machines read."""
    page = scene.page
    title = page.title if page.path == "/" else f"{page.title} – {scene.site}"
    if not modern:
        return el(
            "head",
            el("meta", http_equiv="Content-Type", content="text/html; charset=utf-8"),
            el("title", title),
            el("meta", name="keywords", content=", ".join((*scene.sections, scene.site))),
            el("style", css, type="text/css"),
            *extra,
        )
    kind = "article" if page.role == "article" else "website"
    return el(
        "head",
        el("meta", charset="utf-8"),
        el("meta", name="viewport", content="width=device-width, initial-scale=1"),
        el("title", title),
        el("meta", name="description", content=page.title),
        el("link", rel="canonical", href=scene.url),
        el("meta", property="og:title", content=page.title),
        el("meta", property="og:type", content=kind),
        el("meta", property="og:url", content=scene.url),
        el("meta", property="og:site_name", content=scene.site),
        el("style", css),
        *extra,
    )


def linked_data(scene: Scene) -> Element:
    """JSON-LD about an article, with nothing that says what is noise."""
    title = scene.page.title.replace('"', "'")
    return el(
        "script",
        '{"@context":"https://schema.org","@type":"NewsArticle",'
        f'"headline":"{title}","datePublished":"{scene.page.day.isoformat()}",'
        f'"author":{{"@type":"Person","name":"{scene.page.author}"}}}}',
        type="application/ld+json",
    )


def counter_script(scene: Scene) -> Element:
    """The visit counter every site of the time carries."""
    return el(
        "script",
        "(function(w,d){w.hits=w.hits||[];w.hits.push(['page','"
        f"{scene.page.number}']);if(d.cookie.indexOf('seen=1')<0){{d.cookie='seen=1;path=/';}}"
        "})(window,document);",
    )


def older_pages(scene: Scene, class_: str | None = None) -> Element | None:
    """The link to the next page of a paged contents page."""
    if not scene.page.older:
        return None
    label = scene.label("next")
    return el("a", label, href=scene.page.older, class_=class_, kind=Kind.PAGE_SERVICE)


def remark(text: str) -> Comment:
    """A comment as templates leave behind."""
    return Comment(text)
