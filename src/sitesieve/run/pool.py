"""Pages through worker processes: in order, in bounded memory, none waited for forever.

Pages that are read ahead are worked on site by site, so that a worker needs the models of few
sites at a time; the results come in the order of the pages.

A page can make a parser hang or crash inside code that Python cannot stop. So
the workers are watched from outside: one that does not come back in time, or
dies, is replaced; the page it was working on becomes a failure, and the pages
it had not begun go to another worker.

Workers are forked from this process where that is safe. Then they share its memory: they
import nothing again, and what was learned is neither copied nor sent. So a job that learns
and cleans has a pool for each: forking takes a millisecond.
"""

import contextlib
import gc
import io
import multiprocessing
import os
import pickle
import signal
import sys
import threading
import time
import warnings
from bisect import insort
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from heapq import heappop, heappush
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkProcess, ForkServerProcess, SpawnProcess
from multiprocessing.reduction import ForkingPickler
from typing import Any, Generic, TypeVar

from sitesieve.errors import MissingExtra, PageError, Reason, SitesieveError
from sitesieve.page.page import Page
from sitesieve.sources.items import Failure, Item

T = TypeVar("T")
Task = Callable[[Page], T]

_PAGES_AT_ONCE = 16  # sent to a worker together
_BYTES_AT_ONCE = 1_000_000
_BATCHES_AHEAD = 100  # for each worker: how far reading may run ahead of writing
_BYTES_AHEAD = 8_000_000  # for each worker: of pages whose results are not written; of results
_GRACE = 2.0  # seconds a worker may take beyond the limit to notice by itself
_PATIENCE = 60.0  # seconds a worker may take to start
_TICK = 0.2
# A process that is not forked begins by importing the program, if its task is defined there.
_HINT = '; does the program start below `if __name__ == "__main__":`? jobs=0 needs no processes'
# Most of what a page leaves behind goes without being looked for, and looking takes a tenth of
# the time at Python's own number. Several pages' worth of small objects.
_OBJECTS_LOOKED_THROUGH = 50_000
_hiding = threading.Lock()  # the name of the program, from processes that start


def run_task(task: Task[T], page: Page) -> T | Failure:
    """The result of a task on a page, or the reason why there is none."""
    try:
        return task(page)
    except PageError as error:
        return Failure(page.name or page.label, error.reason, error.detail, page.url)
    except MissingExtra:
        raise  # the same for every page: stop and say so
    except Exception as error:  # one bad page must not stop the job
        detail = f"{type(error).__name__}: {error}"
        return Failure(page.name or page.label, Reason.INTERNAL, detail, page.url)


def in_process(task: Task[T], items: Iterable[Item]) -> Iterator[T | Failure]:
    """Run a task on pages one by one, here."""
    for item in items:
        yield item if isinstance(item, Failure) else run_task(task, item)


def _work(connection: Connection, task: Task[Any], inherited: list[Connection]) -> None:
    """What a worker process runs: it receives batches of pages and sends a result for each.

    `inherited` are the parent's ends of pipes: while a worker has them open, no worker is told
    that the parent has ended.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to handle
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # and so are the temporary files
    for end in inherited:
        end.close()
    gc.freeze()  # looking for garbage among what is shared would copy it
    gc.set_threshold(_OBJECTS_LOOKED_THROUGH)
    try:
        connection.send("ready")
        while True:
            for page in connection.recv():
                try:
                    connection.send(run_task(task, page))
                except SitesieveError as error:
                    connection.send(error)
    except (EOFError, OSError):
        return  # the parent process has ended


class _Waiting:
    """Pages that no worker has been given: sites in the order of their first pages."""

    def __init__(self) -> None:
        self._of_site: dict[str, deque[tuple[int, Page]]] = {}  # in the order of the pages
        self._sites: list[tuple[int, str]] = []  # a heap: first pages; also some taken since
        self._number = 0

    def __len__(self) -> int:
        return self._number

    def put(self, batch: Iterable[tuple[int, Page]]) -> None:
        """Let pages come in their places, also such that were taken before."""
        for index, page in batch:
            pages = self._of_site.setdefault(page.site, deque())
            insort(pages, (index, page), key=_index)
            self._number += 1
            if pages[0][0] == index:
                heappush(self._sites, (index, page.site))

    @property
    def first(self) -> int:
        """The place of the first page among all that were read."""
        return self._first_page()[0]

    def _first_page(self) -> tuple[int, str]:
        """Where the first page is, and its site."""
        while True:
            index, site = self._sites[0]
            pages = self._of_site.get(site)
            if pages is not None and pages[0][0] == index:
                return index, site
            heappop(self._sites)  # it was taken

    def take(self, most: int) -> deque[tuple[int, Page]]:
        """The first page and what there is of its site, and so on, up to a number of pages."""
        batch: deque[tuple[int, Page]] = deque()
        size = 0
        while self._number and len(batch) < most and size < _BYTES_AT_ONCE:
            _, site = self._first_page()
            pages = self._of_site[site]
            while pages and len(batch) < most and size < _BYTES_AT_ONCE:
                batch.append(pages.popleft())
                size += len(batch[-1][1].html)
                self._number -= 1
            if pages:
                heappush(self._sites, (pages[0][0], site))
            else:
                del self._of_site[site]
        return batch


def _index(waiting: tuple[int, Page]) -> int:
    return waiting[0]


@dataclass(slots=True)
class _Worker:
    process: ForkProcess | ForkServerProcess | SpawnProcess
    connection: Connection
    since: float  # when it last started, was given pages, or answered
    ready: bool = False
    batch: deque[tuple[int, Page]] = field(default_factory=deque)  # not answered yet


class WorkerPool(Generic[T]):
    """Runs one task on pages in several processes; use as a context manager."""

    def __init__(self, task: Task[T], jobs: int, seconds: float) -> None:
        self._task = task
        self._jobs = jobs
        self._seconds = seconds
        self._workers: list[_Worker] = []
        self._waiting = _Waiting()
        self._results: dict[int, T | Failure] = {}
        self._sizes: dict[int, int] = {}  # of the pages whose results are not yet written
        self._bytes = 0  # their sum
        self._result_sizes: dict[int, int] = {}  # of the results that are not yet written
        self._result_bytes = 0  # their sum
        self._of_program: bool | None = None  # whether the task is defined there, once asked
        self._looked = time.monotonic()  # when we last asked the workers

    def __enter__(self) -> "WorkerPool[T]":
        if multiprocessing.current_process().daemon:
            raise SitesieveError(
                "this process is a daemon of multiprocessing, which may start no others: "
                "jobs=0 needs none"
            )
        for _ in range(self._jobs):
            self._workers.append(self._start())
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self._workers:
            worker.connection.close()
            worker.process.kill()
        for worker in self._workers:
            worker.process.join()

    def map(self, items: Iterable[Item]) -> Iterator[T | Failure]:
        """The results for items, in their order. Failures among them pass through."""
        source = iter(items)
        exhausted = False
        read = written = 0
        ahead = self._jobs * _PAGES_AT_ONCE * _BATCHES_AHEAD
        while True:
            at_once = 0
            while not exhausted and at_once < _PAGES_AT_ONCE:
                if read - written >= ahead or not self._has_room():
                    break
                item = next(source, None)
                if item is None:
                    exhausted = True
                    break
                if isinstance(item, Failure):
                    self._results[read] = item
                else:
                    self._waiting.put([(read, item)])
                    self._sizes[read] = len(item.html)
                    self._bytes += len(item.html)
                read += 1
                at_once += 1
            self._hand_out(written)
            # Otherwise there is something to do: room for more pages, for more results.
            waits = not at_once and written not in self._results
            while written in self._results:
                yield self._results.pop(written)
                self._bytes -= self._sizes.pop(written, 0)
                self._result_bytes -= self._result_sizes.pop(written, 0)
                written += 1
            if exhausted and written == read:
                return
            self._collect(_TICK if waits else 0)

    def _has_room(self) -> bool:
        return self._bytes < _BYTES_AHEAD * self._jobs

    def _start(self) -> _Worker:
        context = _start_context()
        ours, theirs = context.Pipe()
        forked = context.get_start_method() == "fork"
        inherited = [ours, *(worker.connection for worker in self._workers)] if forked else []
        arguments = (theirs, self._task, inherited)
        process = context.Process(target=_work, args=arguments, daemon=True)
        if not forked and hasattr(signal, "pthread_sigmask"):
            resource_tracker.ensure_running()  # if it started later, interrupts would get through
        hidden = contextlib.nullcontext() if forked or self._needs_program() else _program_hidden()
        with _interrupts_held_back(), hidden, warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # of libraries' threads
            try:
                process.start()
            except OSError as error:
                raise SitesieveError(f"worker processes cannot start: {error}{_HINT}") from error
        theirs.close()
        return _Worker(process, ours, time.monotonic())

    def _needs_program(self) -> bool:
        """Whether the task has parts that are defined in the program itself."""
        if self._of_program is None:
            self._of_program = _PartsOfProgram.are_in(self._task)
        return self._of_program

    def _hand_out(self, awaited: int) -> None:
        """Give pages to the workers that have none: while there are too many results, only those
        that begin with the one whose result is to be written next. It is the first of those that
        wait, or a worker has it."""
        for place, worker in enumerate(self._workers):
            if not worker.ready or worker.batch or not self._waiting:
                continue
            if self._result_bytes >= _BYTES_AHEAD * self._jobs and self._waiting.first != awaited:
                continue
            # Near the end of the input, share what is left between the workers.
            most = min(_PAGES_AT_ONCE, 1 + len(self._waiting) // self._jobs)
            worker.batch = self._waiting.take(most)
            worker.since = time.monotonic()
            try:
                worker.connection.send([page for _, page in worker.batch])
            except OSError:
                self._replace(place, Reason.CRASHED, "the worker process died")

    def _collect(self, patience: float) -> None:
        """Receive results from the workers, and wait so long for the first; replace those that
        died or take too long."""
        away = time.monotonic() - self._looked
        if away > 1:  # we were stopped, or busy elsewhere: that is not the workers' time
            for worker in self._workers:
                worker.since += away
        places = {worker.connection: place for place, worker in enumerate(self._workers)}
        for connection in wait(list(places), timeout=patience):
            assert isinstance(connection, Connection)
            self._receive(places[connection])
        now = time.monotonic()
        for place, worker in enumerate(self._workers):
            waited = now - worker.since
            if worker.batch and waited > self._seconds + _GRACE:
                detail = f"took more than {self._seconds:g} s"
                self._replace(place, Reason.TOO_SLOW, detail)
            elif not worker.ready and waited > _PATIENCE:
                raise SitesieveError("a worker process does not start")
        self._looked = time.monotonic()

    def _receive(self, place: int) -> None:
        worker = self._workers[place]
        try:
            content = worker.connection.recv_bytes()
        except (EOFError, OSError):
            worker.process.join(1)
            code = worker.process.exitcode
            self._replace(place, Reason.CRASHED, f"the worker process died (exit code {code})")
            return
        message = pickle.loads(content)
        worker.since = time.monotonic()
        if not worker.ready:
            worker.ready = True
        elif isinstance(message, SitesieveError):
            raise message
        else:
            index, _ = worker.batch.popleft()
            self._results[index] = message
            self._result_sizes[index] = len(content)
            self._result_bytes += len(content)

    def _replace(self, place: int, reason: Reason, detail: str) -> None:
        worker = self._workers[place]
        if not worker.ready:
            raise SitesieveError(f"worker processes cannot start: {detail}{_HINT}")
        worker.process.kill()
        worker.process.join()
        worker.connection.close()
        if worker.batch:
            index, page = worker.batch.popleft()
            self._results[index] = Failure(page.name or page.label, reason, detail, page.url)
            self._waiting.put(worker.batch)
        self._workers[place] = self._start()


class _PartsOfProgram(ForkingPickler):
    """Looks through what is pickled for functions, classes and their instances that are defined
    in the program itself. Texts may say its name: "https://docs.python.org/3/library/__main__.html".
    """

    def __init__(self) -> None:
        super().__init__(_Nowhere())
        self.found = False

    def reducer_override(self, something: Any) -> Any:
        self.found = self.found or getattr(something, "__module__", None) == "__main__"
        return NotImplemented

    @classmethod
    def are_in(cls, something: object) -> bool:
        """Whether there are any."""
        pickler = cls()
        try:
            pickler.dump(something)
        except Exception:  # as it will be said when the process starts
            return True
        return pickler.found


class _Nowhere(io.RawIOBase):
    """Where nothing is kept of what is written."""

    def write(self, content: Any) -> int:
        return len(content)


def _start_context() -> Any:
    """How the next worker starts: forked from this process, unless another thread of it may hold
    a lock, which nobody would release in the worker; then from a server that has no threads.
    Where there is neither (Windows), from scratch.

    Threads of libraries do not count: those of numpy and Arrow release their locks when a process
    is forked, and workers do not use them.
    """
    if sys.platform == "linux" and len(sys._current_frames()) == 1:
        return multiprocessing.get_context("fork")
    if "forkserver" in multiprocessing.get_all_start_methods():
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(["sitesieve.run.tasks"])
        return context
    return multiprocessing.get_context("spawn")


@contextlib.contextmanager
def _program_hidden() -> Iterator[None]:
    """Let processes that start not know which program this is. They would import it, and so run
    it a second time where it does not say `if __name__ == "__main__":`; and they could not where
    it is no file."""
    with _hiding:
        program = vars(sys.modules["__main__"])
        names = [name for name in ("__file__", "__spec__") if name in program]
        hidden: dict[str, Any] = {name: program[name] for name in names}
        program.update(dict.fromkeys(hidden))
        try:
            yield
        finally:
            program.update(hidden)


@contextlib.contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Block Ctrl-C: a process that is just starting would answer it with a traceback."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def default_jobs() -> int:
    """As many processes as this process may use cores; 0 where it may start none."""
    if multiprocessing.current_process().daemon:
        return 0
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on every system
        return os.cpu_count() or 1
