"""Which kind of noise a block is: evidence, certain rules, a small trained model."""

from sitesieve.cleaning.noise.naming import Named, Naming
from sitesieve.cleaning.noise.page_kinds import PageKinds
from sitesieve.cleaning.noise.profiles import PROFILES
from sitesieve.cleaning.noise.site_card import SiteCard

__all__ = ["PROFILES", "Named", "Naming", "PageKinds", "SiteCard"]
