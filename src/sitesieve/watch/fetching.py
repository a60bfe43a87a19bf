"""One page after the other, politely: what a watch makes of the answers of servers."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from sitesieve.errors import PageError
from sitesieve.fetching import Client, Response, Robots, Turns
from sitesieve.fetching.request import seconds_to_wait
from sitesieve.page.limits import Limits
from sitesieve.sources.warc import HTML_TYPES
from sitesieve.watch.clock import Clock

_LONGEST_RETRY = 30 * 86_400.0  # seconds that a server may ask us to stay away
_BUSY = (429, 503)
_MISSED = {404: 1, 410: 2}  # visits that it counts for: "gone" is meant as it is said


@dataclass(frozen=True, slots=True)
class FetchOptions:
    """How pages are asked for."""

    allow_private: bool = False
    obey_robots: bool = True
    delay: float = 1.0  # seconds between two requests to a host; more if robots.txt asks for it
    limits: Limits = field(default_factory=Limits)


class NotFetched(Exception):
    """A page that could not be had; `wait` is how long the server wants to be left alone."""

    def __init__(self, problem: str, wait: float | None = None, missed: int = 0) -> None:
        super().__init__(problem)
        self.problem = problem
        self.wait = wait  # None: it did not say, and other pages can be asked for
        self.missed = missed  # the number of visits for which it counts that there is no page


class Fetcher:
    """Asks the servers of one run for pages."""

    def __init__(self, options: FetchOptions, clock: Clock) -> None:
        self._clock = clock
        self._client = Client(options.limits, options.allow_private)
        self._robots = Robots(self._client) if options.obey_robots else None
        self._turns = Turns(options.delay, self._robots, clock.now)

    def get(self, url: str, conditions: Mapping[str, str]) -> Response | None:
        """The page at an address; None when it has not changed; `NotFetched` when there is none."""
        try:
            self._clock.sleep(self._turns.take(url))
            check = self._robots.check if self._robots is not None else None
            response = self._client.follow(url, check, conditions)
        except PageError as error:
            raise NotFetched(error.detail) from error
        self._turns.answered(response)
        if response.status == 304 and conditions:
            return None
        if response.status != 200:
            raise self._refusal(response)
        kind = response.headers.get_content_type()
        if "Content-Type" in response.headers and kind not in HTML_TYPES:
            raise NotFetched(f"not a web page but {kind}")
        return response

    def _refusal(self, response: Response) -> NotFetched:
        problem = f"the server answered {response.status}"
        wait = seconds_to_wait(response.headers.get("Retry-After"), self._clock.now())
        if wait is not None:
            wait = min(wait, _LONGEST_RETRY)
        if response.status in _BUSY:
            return NotFetched(problem, wait or 0.0)
        return NotFetched(problem, wait, _MISSED.get(response.status, 0))
