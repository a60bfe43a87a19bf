"""The one HTTP client: single pages, watches and crawls all ask servers through it.

Nothing is fetched unless a URL was named. robots.txt, pauses between requests, limits of size
and time, conditional requests and the refusal of private addresses are here and nowhere else.
"""

from sitesieve.fetching.client import Client, Response, TooSlow, check_url
from sitesieve.fetching.public_addresses import PrivateAddress
from sitesieve.fetching.robots import Robots, RobotsRefusal, Turns

__all__ = [
    "Client",
    "PrivateAddress",
    "Response",
    "Robots",
    "RobotsRefusal",
    "TooSlow",
    "Turns",
    "check_url",
]
