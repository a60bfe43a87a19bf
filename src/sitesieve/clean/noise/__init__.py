"""Which kind of noise a block is: evidence, certain rules, a small trained model."""

from sitesieve.clean.noise.naming import Named, Naming
from sitesieve.clean.noise.profiles import PROFILES

__all__ = ["PROFILES", "Named", "Naming"]
