"""What each site holds before any markup: its pages, their titles, texts and links.

Planning comes first so that menus, teasers and related links can use the real
titles of other pages.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta
from random import Random

from sample_web.language import prose
from sample_web.language.prose import Paragraph, Piece, Run
from sample_web.language.tongue import TONGUES, Tongue

TOPICS = ("gardening", "astronomy", "sailing", "baking", "cycling")
FIRST_DAY = date(2018, 1, 10)
DAYS = 2300
PER_PAGE = 20
UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})


@dataclass(frozen=True, slots=True)
class SiteSpec:
    """What is fixed about a site: its host, name, languages, manner and folders."""

    host: str
    title: str
    languages: tuple[str, ...]
    voice: int
    folders: dict[str, str]


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of a listing; `href` is empty when it has no page of its own."""

    title: str
    href: str
    text: str
    note: str


@dataclass(frozen=True, slots=True)
class Post:
    """One post of a forum thread, or one comment."""

    author: str
    day: date
    text: str
    count: int
    year: int
    rank: int


@dataclass(slots=True)
class PlannedPage:
    """A page's substance; designs turn it into markup."""

    path: str
    template: str
    topic: str
    language: str
    role: str
    title: str
    day: date
    number: int
    author: str = ""
    pieces: tuple[Piece, ...] = ()
    items: tuple[Entry, ...] = ()
    posts: tuple[Post, ...] = ()
    price: int = 0
    length: str = ""
    older: str = ""  # the next page of a paged contents page


@dataclass(slots=True)
class SitePlan:
    """A site's pages, by topic where they have one."""

    spec: SiteSpec
    tongue: Tongue
    seed: int
    articles: dict[str, list[PlannedPage]] = field(default_factory=dict)
    products: dict[str, list[PlannedPage]] = field(default_factory=dict)
    threads: dict[str, list[PlannedPage]] = field(default_factory=dict)
    fronts: list[PlannedPage] = field(default_factory=list)
    popular: list[PlannedPage] = field(default_factory=list)
    taken: dict[str, int] = field(default_factory=dict)

    def pages(self) -> Iterator[PlannedPage]:
        """All pages, in a fixed order."""
        yield from self.fronts
        for group in (self.articles, self.products, self.threads):
            for topic in TOPICS:
                yield from group[topic]

    def rng(self, *names: object) -> Random:
        """A random source that depends on the seed, the site and these names alone."""
        return Random("/".join(map(str, (self.seed, self.spec.host, *names))))

    def label(self, name: str, **fixed: str) -> str:
        """A label in the site's language and voice."""
        return self.tongue.label(name, self.spec.voice, **fixed)

    def unique(self, rng: Random, tongue: Tongue, pattern: str, topic: str) -> str:
        """A title no other page of the site has."""
        title = tongue.say(rng, pattern, topic)
        for _ in range(12):
            if title not in self.taken:
                break
            title = tongue.say(rng, pattern, topic)
        self.taken[title] = seen = self.taken.get(title, 0) + 1
        if seen > 1:
            title = f"{title} ({seen})"
            self.taken[title] = 1
        return title

    def address(self, folder: str, title: str, number: int) -> str:
        """A path no other page of the site has; titles without Latin letters give a number."""
        plain = title.lower().translate(UMLAUTS)
        slug = "-".join(re.findall(r"[a-z0-9]+", plain)[:7]) if plain.isascii() else ""
        path = f"{folder}{slug or f'a-{number}'}.html"
        self.taken[path] = seen = self.taken.get(path, 0) + 1
        return path if seen == 1 else f"{folder}{slug}-{number}.html"


def plan_site(spec: SiteSpec, seed: int, size: float) -> SitePlan:
    """Plan every page of a site."""
    plan = SitePlan(spec, TONGUES[spec.languages[0]], seed)
    short_topic = plan.rng("short").choice(TOPICS)
    for order, topic in enumerate(TOPICS):
        count = max(1, round(4 * size))
        plan.articles[topic] = [
            plan_article(plan, topic, k, count, topic == short_topic and k == 0)
            for k in range(count)
        ]
        count = max(1, round(2 * size))
        plan.products[topic] = [plan_product(plan, topic, k, count) for k in range(count)]
        start = 4000 + order * 20_000
        plan.threads[topic] = [plan_thread(plan, topic, k, count, start) for k in range(count)]
    everything = [page for topic in TOPICS for page in plan.articles[topic]]
    plan.popular = plan.rng("popular").sample(everything, min(8, len(everything)))
    plan.fronts = [*front_pages(plan), *(page for t in TOPICS for page in section_pages(plan, t))]
    return plan


def spread(rng: Random, k: int, count: int) -> date:
    """The day of the k-th of `count` pages, evenly spread with some jitter."""
    return FIRST_DAY + timedelta(days=int(DAYS * (k + rng.random()) / count))


def language_of(plan: SitePlan, k: int) -> str:
    """Sites of two languages use the second for every third page."""
    languages = plan.spec.languages
    return languages[1] if len(languages) > 1 and k % 3 == 2 else languages[0]


def plan_article(plan: SitePlan, topic: str, k: int, count: int, short: bool) -> PlannedPage:
    """An article."""
    rng = plan.rng(topic, "article", k)
    language = language_of(plan, k)
    tongue = TONGUES[language]
    chance = rng.random()
    length = "short" if short or chance < 0.16 else "long" if chance < 0.45 else "middle"
    pieces = prose.article(tongue, rng, topic, length)
    author = tongue.person(rng)
    if length == "long":
        # A line about the author repeats across pages and is content all the same.
        town = tongue.names["town"][tongue.names["last"].index(family(author, tongue)) % 8]
        name = tongue.topic_names[topic]
        bio = tongue.label("bio", 0, author=author, topic=lower_topic(tongue, name), town=town)
        pieces = (*pieces, Paragraph((Run(bio, "em"),)))
    title = plan.unique(rng, tongue, "headline", topic)
    number = rng.randrange(10_000, 99_999)
    path = plan.address(f"/{plan.spec.folders[topic]}/", title, number)
    day = spread(rng, k, count)
    return PlannedPage(
        path, "article", topic, language, "article", title, day, number, author, pieces,
        length=length,
    )  # fmt: skip


def family(author: str, tongue: Tongue) -> str:
    """The family name of an invented person."""
    return author[0] if tongue.code == "zh" else author.split(" ", 1)[1]


def lower_topic(tongue: Tongue, name: str) -> str:
    """A topic's name inside a sentence: only English writes it small."""
    return name.lower() if tongue.code == "en" else name


def plan_product(plan: SitePlan, topic: str, k: int, count: int) -> PlannedPage:
    """A product of the shop."""
    rng = plan.rng(topic, "product", k)
    title = plan.unique(rng, plan.tongue, "product", topic)
    number = rng.randrange(10_000, 99_999)
    path = plan.address(f"/shop/{plan.spec.folders[topic]}/", title, number)
    pieces = prose.product(plan.tongue, rng, topic)
    return PlannedPage(
        path, "product", topic, plan.tongue.code, "other", title, spread(rng, k, count), number,
        pieces=pieces, price=rng.randrange(5, 180),
    )  # fmt: skip


def plan_thread(plan: SitePlan, topic: str, k: int, count: int, start: int) -> PlannedPage:
    """A forum thread: a question and some answers."""
    rng = plan.rng(topic, "thread", k)
    language = language_of(plan, k + 1)
    tongue = TONGUES[language]
    day = spread(rng, k, count)
    posts = [plan_post(tongue, rng, day, tongue.say(rng, "question", topic))]
    speech = prose.Speech(tongue, rng, topic)
    for _ in range(rng.randrange(2, 8)):
        text = speech.deal("answer")
        if rng.random() < 0.5:
            text += tongue.gap + speech.sentences(rng.randrange(1, 3))
        posts.append(plan_post(tongue, rng, posts[-1].day + timedelta(days=1), text))
    title = plan.unique(rng, tongue, "thread", topic)
    number = start + k * 13 + rng.randrange(1, 13)
    path = f"/forum/{plan.spec.folders[topic]}/thread-{number}.html"
    opener = Paragraph((Run(posts[0].text),))
    return PlannedPage(
        path, "forum", topic, language, "article", title, day, number, posts[0].author,
        (opener,), posts=tuple(posts),
    )  # fmt: skip


def plan_post(tongue: Tongue, rng: Random, day: date, text: str) -> Post:
    """A post with what forums say about its author."""
    nick = rng.choice(tongue.names["nick"])
    return Post(
        nick, day, text, rng.randrange(1, 4000), rng.randrange(2005, 2018), rng.randrange(4)
    )


def entry(page: PlannedPage, note: str, limit: int = 160) -> Entry:
    """A page as another page lists it."""
    tongue = TONGUES[page.language]
    return Entry(page.title, page.path, prose.teaser(tongue, page.pieces, limit), note)


def newest(pages: list[PlannedPage]) -> list[PlannedPage]:
    """Pages from new to old; equal days keep a fixed order."""
    return sorted(pages, key=lambda page: (page.day, page.path), reverse=True)


def front_pages(plan: SitePlan) -> Iterator[PlannedPage]:
    """Home, shop, forum, about and contact."""
    tongue, label = plan.tongue, plan.label
    latest = newest([page for t in TOPICS for page in newest(plan.articles[t])[:3]])
    home = tuple(entry(page, tongue.date(page.day)) for page in latest)
    goods = tuple(
        entry(page, tongue.label("money", 0, number=str(page.price)), 90)
        for topic in TOPICS
        for page in newest(plan.products[topic])[:4]
    )
    talks = tuple(
        entry(page, label("replies", number=str(len(page.posts) - 1)), 90)
        for topic in TOPICS
        for page in newest(plan.threads[topic])
    )
    fronts = (
        ("/", label("latest"), home),
        ("/shop/", label("shop_home"), goods),
        ("/forum/", label("forum_home"), talks),
    )
    for path, title, items in fronts:
        rng = plan.rng(path)
        yield PlannedPage(
            path, "index", "", tongue.code, "contents", title, spread(rng, 3, 4),
            rng.randrange(10, 99), items=items,
        )  # fmt: skip
    for name in ("about", "contact"):
        rng = plan.rng(name)
        lines = [
            tongue.fill(rng, line, TOPICS[0], site=plan.spec.title)
            for line in tongue.labels[f"{name}_text"]
        ]
        half = len(lines) // 2
        pieces = tuple(Paragraph((Run(tongue.gap.join(p)),)) for p in (lines[:half], lines[half:]))
        yield PlannedPage(
            f"/{name}.html", "article", "", tongue.code, "other", label(name),
            spread(rng, 0, 2), rng.randrange(10, 99), pieces=pieces,
        )  # fmt: skip


def section_pages(plan: SitePlan, topic: str) -> Iterator[PlannedPage]:
    """A topic's contents pages, its part of the shop and its diary."""
    tongue, label = plan.tongue, plan.label
    folder, name = plan.spec.folders[topic], tongue.topic_names[topic]
    rng = plan.rng(topic, "section")
    articles = newest(plan.articles[topic])
    for start in range(0, len(articles), PER_PAGE):
        number = start // PER_PAGE + 1
        items = tuple(
            entry(page, tongue.date(page.day)) for page in articles[start : start + PER_PAGE]
        )
        more = start + PER_PAGE < len(articles)
        yield PlannedPage(
            f"/{folder}/" if number == 1 else f"/{folder}/page-{number}.html",
            "index", topic, tongue.code, "contents",
            name if number == 1 else f"{name} – {label('page')} {number}",
            spread(rng, 0, 1), rng.randrange(10, 99), items=items,
            older=f"/{folder}/page-{number + 1}.html" if more else "",
        )  # fmt: skip
    goods = [
        entry(page, tongue.label("money", 0, number=str(page.price)))
        for page in newest(plan.products[topic])
    ]
    for _ in range(rng.randrange(4, 8)):
        money = tongue.label("money", 0, number=str(rng.randrange(3, 150)))
        text = tongue.say(rng, "product_line", topic)
        goods.append(Entry(tongue.say(rng, "product", topic), "", text, money))
    events = [
        Entry(
            tongue.fill(rng, "{event}", topic),
            "",
            tongue.say(rng, "event", topic),
            tongue.date(FIRST_DAY + timedelta(days=1900 + 17 * k + rng.randrange(16))),
        )
        for k in range(rng.randrange(6, 11))
    ]
    small = lower_topic(tongue, name)
    for path, role, title, listed in (
        (f"/shop/{folder}/", "contents", "shop_title", goods),
        (f"/{folder}/diary.html", "other", "diary_title", events),
    ):
        text = label(title, topic=small)
        yield PlannedPage(
            path, "listing", topic, tongue.code, role, text[:1].upper() + text[1:],
            spread(rng, 0, 1), rng.randrange(10, 99), items=tuple(listed),
        )  # fmt: skip
