"""Every method by its class, as `from sitesieve.methods import Sieve`."""

from typing import TYPE_CHECKING

from sitesieve.cleaning import methods

if TYPE_CHECKING:
    from sitesieve.cleaning.methods import *  # noqa: F403
else:
    __all__ = methods.__all__

    def __getattr__(name):
        return getattr(methods, name)
