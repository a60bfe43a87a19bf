"""Sites whose designs are drawn at random, to learn from; no two look alike."""

from random import Random

from sample_web.designs import motley
from sample_web.designs.motley_look import draw
from sample_web.plan import SiteSpec, plan_site
from sample_web.web import ENGLISH, GERMAN, HTML5, PINYIN, set_page
from sitesieve.sample.model import SampleSite

_FOLDERS = {"en": ENGLISH, "de": GERMAN, "zh": PINYIN}
_NAMES = {
    "en": ("North Pier Review", "Old Mill Letters", "Blue Shed", "The Slow Almanac"),
    "de": ("Nordlichtblatt", "Feierabendpost", "Die Laube", "Werkbankbrief"),
    "zh": ("北岸周报", "闲人手记", "小院生活", "慢时光"),
}
SIZE = 0.3


def motley_site(seed: int, size: float = SIZE, language: str | None = None) -> SampleSite:
    """A site with a design of its own, in one of three languages. The same seed gives the same
    site; `language` chooses another than the seed would."""
    spoken = language or ("en", "de", "zh")[seed % 3]
    title = Random(f"name/{seed}").choice(_NAMES[spoken])
    host = f"motley{seed}.example"
    spec = SiteSpec(host, title, (spoken,), seed // 3, _FOLDERS[spoken])
    plan = plan_site(spec, seed, size)
    build = motley.page(draw(seed))
    pages = tuple(set_page(plan, page, f"motley-{seed}", HTML5, build) for page in plan.pages())
    return SampleSite(host, (spoken,), pages)
