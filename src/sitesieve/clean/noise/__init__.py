"""Which kind of noise a block is: evidence, certain rules, a small trained model."""

from sitesieve.clean.noise.naming import Named, Naming
from sitesieve.clean.noise.page_kinds import PageKinds
from sitesieve.clean.noise.profiles import PROFILES
from sitesieve.clean.noise.site_card import SiteCard

__all__ = ["PROFILES", "Named", "Naming", "PageKinds", "SiteCard"]
