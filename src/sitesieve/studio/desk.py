"""What the studio works on: pages, what was learned from them, and what a person has decided.

Pages are read and learned from by a thread of its own; everything that is ready can be looked at
meanwhile. What is asked of a model goes through `using`: one at a time.
"""

import contextlib
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sitesieve.cleaning.document import Document
from sitesieve.cleaning.method import LearningMethod, Method
from sitesieve.cleaning.methods import Sieve, SiteMethod
from sitesieve.errors import PageError
from sitesieve.page.page import Page
from sitesieve.rules.rule_file import RuleFile
from sitesieve.run.tally import Failures
from sitesieve.sources.items import Failure, Item
from sitesieve.studio.page_store import PageStore

Fraction = Callable[[], float | None]  # how much of the input has been read
_HELD = 64  # cleaned pages that are kept


@dataclass
class Progress:
    """How far reading has come."""

    phase: str = "reading"  # "reading", then "ready"; "failed" with what was wrong
    pages: int = 0
    fraction: float | None = None
    problem: str = ""
    failures: Failures = field(default_factory=Failures)


class Desk:
    """The pages, the model, and what was cleaned so far."""

    def __init__(
        self,
        store: PageStore,
        method: SiteMethod | None = None,
        *,
        learned: bool = False,
        model_path: Path | None = None,
        gold: str | None = None,
        inputs: str = "",
        locations: Sequence[str] = (),
        watch_path: Path | None = None,
        rules_path: Path | None = None,
    ) -> None:
        self.store = store
        self.method: SiteMethod = method or Sieve()
        self.learned = learned  # a saved model, which is not to learn more
        self.model_path = model_path
        self.gold = gold  # the column with the text that should stay
        self.inputs = inputs  # what is read, for people
        self.locations = tuple(locations)  # the same, for the command line
        self.watch_path = watch_path  # the file of what is watched
        self.rules_path = rules_path  # the file of rules; none: they last as long as this run
        self.unsaved = False  # whether something was taught since the model was saved
        self.taught_on: dict[tuple[str, str | None, int], int] = {}  # page of each pin
        self.progress = Progress()
        self.made: dict[tuple[Any, ...], Any] = {}  # what takes long to make, by what it is
        self._lock = threading.RLock()
        self._cleaned: OrderedDict[tuple[int, int], Document] = OrderedDict()
        self._others: dict[str, tuple[int, Method]] = {}  # by name, with the pages learned from
        self._changes = 0  # of the model: what was cleaned before is old
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    @contextlib.contextmanager
    def using(self) -> Iterator[SiteMethod]:
        """The model, for one thread at a time."""
        with self._lock:
            yield self.method

    @property
    def rules(self) -> RuleFile:
        """The file of rules, for one request: what is read of it belongs to one thread."""
        return RuleFile(self.rules_path or self.store.folder / "rules.json")

    def changed(self) -> None:
        """The model judges otherwise now: clean pages anew."""
        with self._lock:
            self._changes += 1
            self._cleaned.clear()

    @property
    def state(self) -> tuple[int, int]:
        """Something else whenever pages may come out otherwise."""
        return self._changes, self.progress.pages

    def document(self, number: int) -> Document | None:
        """A page, cleaned by the model as it is now."""
        with self._lock:
            key = (number, self._changes)
            if key in self._cleaned:
                self._cleaned.move_to_end(key)
                return self._cleaned[key]
            page = self.store.page(number)
            if page is None:
                return None
            document = self._cleaned[key] = self.method.clean_page(page)
            while len(self._cleaned) > _HELD:
                self._cleaned.popitem(last=False)
            return document

    def learned_by(self, name: str, method: Method) -> Method:
        """Another method, with what it learns from the pages there are; kept for the next time."""
        with self._lock:
            if name not in self._others or self._others[name][0] != len(self.store):
                if isinstance(method, LearningMethod):
                    method.learn(self.store.all_of(None))
                self._others[name] = (len(self.store), method)
            return self._others[name][1]

    def read(self, items: Iterable[Item], fraction: Fraction | None = None) -> None:
        """Read pages, and learn from them unless the model is learned already."""
        for item in items:
            if self._stop.is_set():
                return
            self._take(item)
            self.progress.fraction = None if fraction is None else fraction()
        self.progress.phase, self.progress.fraction = "ready", 1.0

    def _take(self, item: Item) -> None:
        if isinstance(item, Failure):
            self.progress.failures.note(item)
            return
        try:
            self._learn(item)
            self.store.add(item)
        except PageError as error:
            self.progress.failures.note(Failure(item.label, error.reason, error.detail))
        else:
            self.progress.pages += 1

    def _learn(self, page: Page) -> None:
        if self.learned:
            return
        observation = self.method.observe(page)
        with self._lock:
            self.method.absorb(observation)
            self._changes += 1

    def read_behind(self, items: Iterable[Item], fraction: Fraction | None = None) -> None:
        """The same in a thread of its own; what goes wrong is in `progress`."""

        def work() -> None:
            try:
                self.read(items, fraction)
            except Exception as error:  # shown to the person, who is not at the terminal
                self.progress.phase, self.progress.problem = "failed", str(error)

        self._thread = threading.Thread(target=work, name="reading", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop reading, remove the pages."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join(timeout=5)
        self.store.close()
