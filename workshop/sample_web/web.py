"""The five sites of the sample web, put together."""

from collections.abc import Callable

from sample_web.designs import board_new, board_old, pavilion, press, soup, tables
from sample_web.designs.scene import Scene
from sample_web.furniture import Furniture, furnish
from sample_web.markup import Element, render
from sample_web.plan import TOPICS, PlannedPage, SitePlan, SiteSpec, plan_site
from sitesieve.sample.model import SamplePage, SampleSite

ENGLISH = {topic: topic for topic in TOPICS}
GERMAN = dict(zip(TOPICS, ("garten", "sterne", "segeln", "backen", "radfahren"), strict=True))
PINYIN = dict(zip(TOPICS, ("yuanyi", "tianwen", "fanchuan", "hongbei", "qixing"), strict=True))

NEWS = SiteSpec("harbourpost.example", "The Harbour Post", ("en",), 0, ENGLISH)
HOBBY = SiteSpec("shedandsky.example", "Shed and Sky", ("en",), 1, ENGLISH)
MAGAZINE = SiteSpec("wochenwerk.example", "Wochenwerk", ("de", "en"), 0, GERMAN)
COMMUNITY = SiteSpec("tinkerfolk.example", "Tinkerfolk", ("en",), 2, ENGLISH)
CHINESE = SiteSpec("xianshi.example", "闲时生活", ("zh",), 0, PINYIN)

HTML5 = "<!DOCTYPE html>\n"
HTML4 = '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">\n'
REDESIGN_YEAR = 2021

DESIGNS: dict[str, tuple[str, Callable[[Scene], Element]]] = {
    "press": (HTML5, press.page),
    "tables": (HTML4, tables.page),
    "soup": (HTML5, soup.page),
    "board-old": (HTML4, board_old.page),
    "board-new": (HTML5, board_new.page),
    "pavilion": (HTML5, pavilion.page),
}


def generate(seed: int = 0, size: float = 1.0) -> list[SampleSite]:
    """Make the sample web. The same seed and size give the same bytes.

    `size` scales how many articles, products and threads each site has; even
    the smallest web has every template for every topic on every site.
    """
    return [
        make_site(spec, seed, size, design)
        for spec, design in (
            (NEWS, "press"),
            (HOBBY, "tables"),
            (MAGAZINE, "soup"),
            (COMMUNITY, ""),
            (CHINESE, "pavilion"),
        )
    ]


def make_site(spec: SiteSpec, seed: int, size: float, design: str) -> SampleSite:
    """Make one site; without a design it is the one that changes its look half-way."""
    plan = plan_site(spec, seed, size)
    pages = tuple(make_page(plan, page, design or look_of(page)) for page in plan.pages())
    return SampleSite(spec.host, spec.languages, pages)


def look_of(page: PlannedPage) -> str:
    """Which look a page of the redesigned site has: the one of its year."""
    return "board-old" if page.day.year < REDESIGN_YEAR else "board-new"


def make_page(
    plan: SitePlan, page: PlannedPage, design: str, furniture: Furniture | None = None
) -> SamplePage:
    """Set one page, with its own furniture or another, and write down its truth."""
    doctype, build = DESIGNS[design]
    return set_page(plan, page, design, doctype, build, furniture)


def set_page(
    plan: SitePlan,
    page: PlannedPage,
    design: str,
    doctype: str,
    build: Callable[[Scene], Element],
    furniture: Furniture | None = None,
) -> SamplePage:
    """Set one page with a given design."""
    scene = Scene(plan, page, furniture or furnish(plan, page), plan.rng(page.path, "design"))
    html, blocks, main_text = render(build(scene), doctype)
    return SamplePage(
        url=scene.url,
        html=html,
        site=plan.spec.host,
        template=page.template,
        topic=page.topic,
        language=page.language,
        role=page.role,
        main_text=main_text,
        title=page.title,
        design=design,
        blocks=blocks,
    )
