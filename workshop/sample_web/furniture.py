"""What stands around the text of a page: menus, boxes, bars, adverts, comments.

Much of it varies from page to page, as it does on real sites.
"""

from dataclasses import dataclass
from datetime import timedelta

from sample_web.language.tongue import TONGUES
from sample_web.plan import TOPICS, PlannedPage, Post, SitePlan, lower_topic, plan_post

HOSTS = {
    "harbourpost.example": "The Harbour Post",
    "shedandsky.example": "Shed and Sky",
    "wochenwerk.example": "Wochenwerk",
    "tinkerfolk.example": "Tinkerfolk",
    "xianshi.example": "闲时生活",
    "oldlanterns.example": "Old Lanterns",
    "rope-and-rye.example": "Rope & Rye",
    "quietmiles.example": "Quiet Miles",
}


@dataclass(frozen=True, slots=True)
class TextLink:
    """A text and where it leads."""

    text: str
    href: str


@dataclass(frozen=True, slots=True)
class Advert:
    """An advert: headline, line, and what to press."""

    head: str
    line: str
    call: str
    href: str


@dataclass(frozen=True, slots=True)
class Box:
    """A headed list of links."""

    head: str
    links: tuple[TextLink, ...]


@dataclass(frozen=True, slots=True)
class Furniture:
    """All the furniture of one page; a design takes what it has room for."""

    menu: tuple[TextLink, ...]
    crumbs: tuple[TextLink, ...]
    section: Box | None
    adverts: tuple[Advert, ...]
    related: Box
    popular: Box
    partners: Box
    weather: tuple[str, ...]
    comments: tuple[Post, ...]
    consent: bool
    paywall: bool
    poll: bool
    views: int
    minutes: int
    year: int


def furnish(plan: SitePlan, page: PlannedPage) -> Furniture:
    """The furniture of one page."""
    rng = plan.rng(page.path, "furniture")
    tongue = plan.tongue
    talk = TONGUES[page.language]
    commented = page.template == "article" and page.role == "article" and rng.random() < 0.7
    comments = [
        plan_post(
            talk,
            rng,
            page.day + timedelta(days=k),
            talk.say(rng, "comment", page.topic),
        )
        for k in range(1, rng.randrange(2, 7))
        if commented
    ]
    towns = tongue.names["town"]
    low = rng.randrange(-4, 16)
    weather = (
        plan.label("weather", town=towns[plan.spec.voice % len(towns)]),
        rng.choice(tongue.labels["weather_words"]),
        *(
            line.format(
                low=low,
                high=low + rng.randrange(3, 12),
                wind=rng.randrange(2, 60),
                wet=rng.randrange(30, 99),
            )
            for line in tongue.labels["weather_lines"]
        ),
    )
    return Furniture(
        menu=menu(plan),
        crumbs=crumbs(plan, page),
        section=section(plan, page),
        adverts=adverts(plan, page),
        related=related(plan, page),
        popular=Box(
            plan.label("popular"),
            tuple(
                TextLink(p.title, p.path)
                for p in rng.sample(plan.popular, min(5, len(plan.popular)))
            ),
        ),
        partners=partners(plan, page),
        weather=weather,
        comments=tuple(comments),
        consent=rng.random() < 0.8,
        paywall=page.role == "article" and len(page.pieces) > 4 and rng.random() < 0.4,
        poll=rng.random() < 0.3,
        views=rng.randrange(40, 90_000),
        minutes=1 + sum(len(str(piece)) for piece in page.pieces) // 1200,
        year=max(2019, page.day.year) + rng.randrange(2),
    )


def menu(plan: SitePlan) -> tuple[TextLink, ...]:
    """The site's menu: its words are the topics' names, which also stand in texts."""
    names = plan.tongue.topic_names
    return (
        TextLink(plan.label("home"), "/"),
        *(TextLink(names[topic], f"/{plan.spec.folders[topic]}/") for topic in TOPICS),
        TextLink(plan.label("shop"), "/shop/"),
        TextLink(plan.label("forum"), "/forum/"),
        TextLink(plan.label("about"), "/about.html"),
        TextLink(plan.label("contact"), "/contact.html"),
    )


def crumbs(plan: SitePlan, page: PlannedPage) -> tuple[TextLink, ...]:
    """The way down to the page; the last entry is the page itself."""
    way = [TextLink(plan.label("home"), "/")]
    way += [
        TextLink(plan.label(name), f"/{name}/")
        for name in ("shop", "forum")
        if page.path.startswith(f"/{name}/") and page.path != f"/{name}/"
    ]
    if page.topic:
        base = "/shop" if page.template == "product" else ""
        folder = f"{base}/{plan.spec.folders[page.topic]}/"
        if folder != page.path:
            way.append(TextLink(plan.tongue.topic_names[page.topic], folder))
    if page.path != "/":
        way.append(TextLink(page.title, page.path))
    return tuple(way)


def section(plan: SitePlan, page: PlannedPage) -> Box | None:
    """The menu of the page's own section, if it has one."""
    if not page.topic:
        return None
    rng = plan.rng(page.path, "section")
    folder, name = plan.spec.folders[page.topic], plan.tongue.topic_names[page.topic]
    links = [
        TextLink(name, f"/{folder}/"),
        TextLink(plan.label("diary"), f"/{folder}/diary.html"),
        TextLink(plan.label("shop"), f"/shop/{folder}/"),
    ]
    for group in (plan.articles, plan.threads):
        pages = group[page.topic]
        links += [TextLink(p.title, p.path) for p in rng.sample(pages, min(2, len(pages)))]
    return Box(plan.label("section_menu", topic=name), tuple(links))


def adverts(plan: SitePlan, page: PlannedPage) -> tuple[Advert, ...]:
    """Up to three adverts, on any topic, most often the page's own."""
    rng = plan.rng(page.path, "adverts")
    made = []
    for _ in range(rng.choice((0, 1, 1, 2, 2, 3))):
        topic = page.topic if page.topic and rng.random() < 0.5 else rng.choice(TOPICS)
        head, line, call = plan.tongue.say(rng, "advert", topic).split("|")
        href = f"https://ads.{rng.choice(tuple(HOSTS))}/c?id={rng.randrange(10**6)}"
        made.append(Advert(head, line[:1].upper() + line[1:], call, href))
    return tuple(made)


def related(plan: SitePlan, page: PlannedPage) -> Box:
    """Links to other articles by their real titles, more of them on the same topic."""
    rng = plan.rng(page.path, "related")
    links: dict[str, TextLink] = {}
    for _ in range(rng.randrange(3, 7)):
        topic = page.topic if page.topic and rng.random() < 0.6 else rng.choice(TOPICS)
        group = plan.articles if rng.random() < 0.85 else plan.products
        other = rng.choice(group[topic])
        if other is not page:
            links[other.path] = TextLink(other.title, other.path)
    if not links:
        topic = rng.choice([topic for topic in TOPICS if topic != page.topic])
        other = plan.articles[topic][0]
        links[other.path] = TextLink(other.title, other.path)
    return Box(plan.label("related"), tuple(links.values()))


def partners(plan: SitePlan, page: PlannedPage) -> Box:
    """Other sites this one recommends."""
    rng = plan.rng(page.path, "partners")
    others = [host for host in HOSTS if host != plan.spec.host]
    links = tuple(TextLink(HOSTS[host], f"https://{host}/") for host in rng.sample(others, 4))
    return Box(plan.label("partners"), links)


def poll_question(plan: SitePlan, page: PlannedPage) -> str:
    """The question of the poll box."""
    name = plan.tongue.topic_names[page.topic or TOPICS[plan.spec.voice % 5]]
    return plan.label("poll_text", topic=lower_topic(plan.tongue, name))
