"""A whole job: read pages, learn from them, clean them, write them.

Pages are read twice when a method has to learn first: once to learn, once to clean. Copies
that are to be dropped are found in the first reading, so that nothing is learned from them;
where nothing is learned, the pages are read once more for it. With `sample`, pages are read
once: a method learns from the first of them. After every hundred pages the output is sealed;
every few seconds, after a seal, the job is committed: the output so far is made safe and the
journal says how many items it covers. A resumed job skips those. What took long to learn is
saved for it, if memory holds it; else it is learned again. Of the pages that are learned from the
trees are kept on disk for the cleaning, up to half a gigabyte.
"""

import contextlib
import hashlib
import itertools
import json
import pickle
import shutil
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import IO, Any, Generic, TypeVar

from sitesieve.cleaning import methods
from sitesieve.cleaning.method import LearningMethod, Method, StoringMethod
from sitesieve.cleaning.output import OutputOptions
from sitesieve.errors import OutputError
from sitesieve.page.page import Page
from sitesieve.run.kept_trees import KeptTrees
from sitesieve.run.pool import Task, WorkerPool, in_process, run_task
from sitesieve.run.tally import Failures, Tally, write_cards
from sitesieve.run.tasks import EVERY_PAGE, AddUp, Clean, Learner, Observe, PageFilter
from sitesieve.run.teaching import Admitted, teaching
from sitesieve.sinks import Formatter, Record, Sink, Workspace
from sitesieve.site.shelf import Shelf
from sitesieve.site.store import SiteStore
from sitesieve.sources.items import Failure, Item
from sitesieve.sources.source import Source

T = TypeVar("T")
Report = Callable[[str, int, float | None], None]  # phase, pages so far, share of the input

_SEAL_EVERY = 100  # pages; the job can be resumed only after such a number of them
_COMMIT_EVERY = 5.0  # seconds
_LONG = 30.0  # seconds of learning
_JOURNAL_VERSION = 4
_MOST_HELD = 500_000_000  # bytes of pages to learn from on disk, where they are read only once
_MOST_KEPT = 500_000_000  # bytes of the trees of pages on disk, between learning and cleaning
_SECONDS_A_SITE = 600.0  # to add up its pages


def no_report(phase: str, pages: int, fraction: float | None) -> None:
    """Shows no progress."""


@dataclass(slots=True)
class Job:
    """What to clean, how, and where to."""

    source: Source
    method: Method
    sink: Sink
    formatter: Formatter
    jobs: int = 1  # worker processes; 0 works in this one
    errors: Sink | None = None
    report: Report = no_report
    learned: bool = False  # whether the method has learned already (a saved model)
    alone: bool = False  # whether each page is cleaned by itself: nothing is learned
    drop_duplicates: bool = False  # whether pages that copy others are left out
    keep_versions: bool = False  # but not old versions of pages
    earlier: Source | None = None  # whose pages count as read before when copies are looked for
    output: OutputOptions = field(default_factory=OutputOptions)
    sample: int | None = None  # read once: learn from the first pages only, so many
    admits: PageFilter = EVERY_PAGE  # which pages are not left out
    cards: Path | None = None  # where the sites' cards go
    shelf: Path | None = None  # a folder for what is learned and has no room in memory
    sites_only: bool = False  # whether pages of no site are cleaned alone, and teach nothing
    learned_now: bool = field(default=False, init=False)  # while copies were looked for
    trees: KeptTrees | None = field(default=None, init=False)  # of the pages learned from

    def run(self, resume: bool = False) -> Tally:
        """Do it; what was written is published only when all is done."""
        tally = Tally(cards=None if self.cards is None else {})
        workspace = self.sink.workspace
        try:
            # Before anything is learned: that may change the settings (`SiteStore.sample`).
            fingerprint = self._fingerprint() if workspace is not None else {}
            if workspace is not None:
                workspace.job = _digest(fingerprint)
            journal = self._open(workspace, resume, fingerprint)
            if workspace is not None:
                self._remove_left(workspace)
            if journal is not None:
                tally = self._go_on(journal)
            if self.admits.roles:
                from sitesieve.run.roles import find_roles

                roles = find_roles(self.source, self.jobs, self.report)
                self.admits = replace(self.admits, role_of=roles)
            if isinstance(self.method, StoringMethod) and self.shelf and not self.learned:
                self.method.models.shelf = Shelf(self.shelf)
            items = self._without_copies(workspace) if self.drop_duplicates else iter(self.source)
            with tempfile.TemporaryFile() as kept, self.temporary_folder() as folder:
                self.trees = KeptTrees(Shelf(Path(folder), _MOST_KEPT))
                items = itertools.chain(self._learn(workspace, items, kept), items)
                self._clean(tally, workspace, items, fingerprint)
            if tally.cleaned and self.cards is not None and tally.cards is not None:
                write_cards(tally.cards, self.cards)
            # The output comes last: once it is there, the job is complete.
            if self.errors is not None:
                self.errors.finish()
            if tally.cleaned:
                self.sink.finish()
            else:  # nothing to publish: whatever has that name stays
                self.sink.discard()
        finally:
            self.sink.abandon()
            if self.errors is not None:
                self.errors.abandon()
        return tally

    def temporary_folder(self) -> tempfile.TemporaryDirectory[str]:
        """A temporary folder; if the job is killed, the next one with this output removes it."""
        workspace = self.sink.workspace
        return tempfile.TemporaryDirectory(prefix=workspace.temporary if workspace else None)

    def _remove_left(self, workspace: Workspace) -> None:
        """Remove the temporary folders of jobs that were killed: none is running."""
        for left in Path(tempfile.gettempdir()).glob(f"{workspace.temporary}*"):
            if left != self.shelf:
                shutil.rmtree(left, ignore_errors=True)

    def _go_on(self, journal: dict[str, Any]) -> Tally:
        """Take up a job where its journal says that it was; the tally so far."""
        try:
            tally = Tally.from_json(journal["tally"])
            self.sink.resume(journal["sink"])
            if self.errors is not None:
                self.errors.resume(journal["errors"])
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise OutputError(
                f"cannot resume: the journal of the job is damaged ({error!r}); "
                "run without --resume to start over"
            ) from error
        return tally

    def _open(
        self, workspace: Workspace | None, resume: bool, fingerprint: dict[str, Any]
    ) -> dict[str, Any] | None:
        """Prepare the workspace; the journal to go on from, if there is one."""
        if workspace is None and resume:
            raise OutputError("--resume needs an output file or folder")
        if workspace is not None and resume and workspace.folder.exists():
            workspace.open(fresh=False)
        journal = workspace.load() if workspace is not None and resume else None
        if workspace is None or journal is None:
            for fresh in (workspace, self.errors.workspace if self.errors else None):
                if fresh is not None:
                    fresh.open(fresh=True)
            return None
        if journal["version"] != _JOURNAL_VERSION or journal["job"] != fingerprint:
            raise OutputError(
                f"cannot resume: {workspace.folder} is of a job with other inputs or settings; "
                "run without --resume to start over"
            )
        return journal

    def is_complete(self) -> bool:
        """Whether the output is there already and nothing of it waits to be gone on with. It is
        an error if it was made from other inputs or with other settings."""
        workspace = self.sink.workspace
        if workspace is None or workspace.folder.exists() or not workspace.output.exists():
            return False
        if workspace.output.is_dir() and not any(workspace.output.iterdir()):
            return False
        maker = workspace.maker()
        if maker != _digest(self._fingerprint()):
            other = "was made from other inputs or with other settings"
            unknown = "does not say what made it: it was copied, or is something else"
            raise OutputError(
                f"cannot resume: {workspace.output} is complete, and "
                f"{unknown if maker is None else other}; run without --resume to make it anew"
            )
        return True

    def _fingerprint(self) -> dict[str, Any]:
        """What must be the same for an interrupted job to go on."""
        return {
            "inputs": self.source.fingerprint(),
            "options": asdict(self.source.options) | {"carry": list(self.source.options.carry)},
            "method": self.method.name,
            "settings": self.method.settings(),
            "model": self.method.digest() if self.learned else None,
            "format": self.formatter.format,
            "add": list(self.formatter.add),
            "metadata": self.formatter.with_metadata,
            "output": self.output.as_data(),
            "errors": self.errors is not None,
            **({"cards": True} if self.cards is not None else {}),
            **({"duplicates": "dropped"} if self.drop_duplicates else {}),
            **({"versions": "kept"} if self.keep_versions else {}),
            **({"earlier": self.earlier.fingerprint()} if self.earlier is not None else {}),
            **({"sample": self.sample} if self.sample is not None else {}),
            **({"alone": True} if self.alone else {}),
            "types": list(self.admits.types),
            "words": self.admits.words,
            **({"roles": list(self.admits.roles)} if self.admits.roles else {}),
        }

    def _without_copies(self, workspace: Workspace | None) -> Iterator[Item]:
        """The items without pages that copy others. Copies are found in a reading of all
        pages, and what is no copy is learned from meanwhile."""
        from sitesieve.run import copies

        learner = None
        if isinstance(self.method, LearningMethod) and not (self.learned or self.alone):
            learner = self.method
        if (
            workspace is not None
            and workspace.copies.exists()
            and (learner is None or workspace.model.exists())  # else it is learned again
        ):
            return copies.without(copies.load(workspace.copies), self.source)
        of_role = self.admits if learner is not None and learner.by_role else EVERY_PAGE
        copied = copies.survey(
            *(learner, self.source, self.jobs, self.report),
            versions=not self.keep_versions,
            earlier=self.earlier,
            admits=of_role,
        )
        if workspace is not None:
            copies.save(copied, workspace.copies)
            if learner is not None and not self._overflowed:
                learner.save(workspace.model)
        self.learned_now = learner is not None
        return copies.without(copied, self.source)

    def _learn(
        self, workspace: Workspace | None, items: Iterator[Item], kept: IO[bytes]
    ) -> Iterable[Item]:
        """Learn, from all pages or from the first of `items`; those that were taken from it,
        which are kept in a file meanwhile."""
        if not isinstance(self.method, LearningMethod) or self.learned or self.learned_now:
            return ()
        if self.alone or (self.method.least_pages > 1 and self.source.is_one_page):
            return ()
        if workspace is not None and workspace.model.exists():
            self.method = methods.load(workspace.model)
            return ()
        started = time.monotonic()
        first = () if self.sample is None else SpooledItems(kept, _first(items, self.sample))
        pages: Iterable[Item] = self.source if self.sample is None else first
        admits = self.admits if self.method.by_role else EVERY_PAGE
        if admits.roles or self.sites_only:
            pages = Admitted(pages, admits, self.sites_only)
        pages = teaching(self.method, self.source, pages)
        if self.jobs:
            prepare(self._task())
        learn(self.method, self.source, self.jobs, self.report, pages, self.trees)
        if self.trees is not None:
            self.trees.find()
        took_long = time.monotonic() - started > _LONG
        if workspace is not None and took_long and not self._overflowed:
            self.method.save(workspace.model)
        return first

    @property
    def _overflowed(self) -> bool:
        """Whether more was learned than memory holds: saving it would take as much."""
        return isinstance(self.method, StoringMethod) and self.method.models.overflowed

    @property
    def may_drift(self) -> bool:
        """Whether pages may look otherwise than those that were learned from."""
        return self.learned or self.sample is not None

    def _task(self) -> Clean:
        alone = self.method.unlearned() if self.sites_only else None
        options = (self.admits, self.output, self.may_drift, self.trees, alone)
        return Clean(self.method, self.formatter, *options)

    def _clean(
        self,
        tally: Tally,
        workspace: Workspace | None,
        items: Iterator[Item],
        fingerprint: dict[str, Any],
    ) -> None:
        started_at = tally.items
        items = itertools.islice(items, started_at, None)
        last_commit = time.monotonic()
        if workspace is not None and not started_at:
            self._commit(workspace, fingerprint, tally)  # a job that stops now can be resumed
        task = self._task()
        if isinstance(self.method, StoringMethod):
            put_away(self.method.models, self.jobs, self.report)
        if self.jobs:
            prepare(task)
        with mapped(task, items, self.jobs, self.source.options.limits.seconds) as results:
            for result in results:
                if not isinstance(result, Failure):
                    self.sink.write(result.record)
                elif self.errors is not None:
                    self.errors.write(Record(result.url, result.name, data=result.as_data()))
                tally.add(result)
                self.report("cleaning", tally.items, self.source.fraction)
                if tally.items % _SEAL_EVERY == 0:
                    self._seal()
                    if workspace is not None and time.monotonic() - last_commit > _COMMIT_EVERY:
                        self._commit(workspace, fingerprint, tally)
                        last_commit = time.monotonic()
        self._seal()
        if workspace is not None:
            self._commit(workspace, fingerprint, tally)

    def _seal(self) -> None:
        self.sink.seal()
        if self.errors is not None:
            self.errors.seal()

    def _commit(self, workspace: Workspace, fingerprint: dict[str, Any], tally: Tally) -> None:
        workspace.save(
            {
                "version": _JOURNAL_VERSION,
                "job": fingerprint,
                "tally": tally.to_json(),
                "sink": self.sink.commit(),
                "errors": self.errors.commit() if self.errors is not None else {},
            }
        )


def _digest(fingerprint: dict[str, Any]) -> str:
    """The same for jobs that do the same."""
    data = json.dumps(fingerprint, sort_keys=True, default=str)
    return hashlib.sha256(data.encode()).hexdigest()


def _first(items: Iterator[Item], number: int) -> Iterator[Item]:
    """The first items, so many, or as many as should be kept."""
    size = 0
    for item in itertools.islice(items, number):
        yield item
        size += len(item.html) if isinstance(item, Page) else 0
        if size > _MOST_HELD:
            return


class SpooledItems(Generic[T]):
    """Items kept in a file, to be read again."""

    def __init__(self, file: IO[bytes], items: Iterable[T]) -> None:
        self._file = file
        self._number = 0
        for item in items:
            pickle.dump(item, file)
            self._number += 1

    def __iter__(self) -> Iterator[T]:
        self._file.seek(0)
        for _ in range(self._number):
            yield pickle.load(self._file)


def prepare(task: Clean) -> None:
    """Load and make here what cleaning needs, for worker processes that are forked to share.

    A page of one word is cleaned for each site as far as the sites fit into memory together.
    """
    models = task.method.models if isinstance(task.method, StoringMethod) else None
    for site in ["", *(models.fitting() if models is not None else [])]:
        run_task(task, Page(None, "<p>word</p>", site=site))


def put_away(models: SiteStore[Any], jobs: int, report: Report = no_report) -> None:
    """Add sites up, in that many processes, and put them away, if they are more than can be kept
    added up: pages come in any order, and each site is to be added up once."""
    sites = models.to_put_away()
    pages = (Page(None, "", site=site) for site in sites)
    with mapped(AddUp(models), pages, jobs if sites else 0, _SECONDS_A_SITE) as added_up:
        known = 0
        for number, (site, saved) in enumerate(zip(sites, added_up, strict=True), 1):
            if not isinstance(saved, Failure):  # else it is added up when a page of it comes
                models.put_away(site, saved)
            known += len(models.pages_of(site))
            report("adding up", known, number / len(sites))


def learn(
    method: Learner,
    source: Source,
    jobs: int = 0,
    report: Report = no_report,
    items: Iterable[Item] | None = None,
    trees: KeptTrees | None = None,
    failures: Failures | None = None,
) -> Tally:
    """Let a method learn from all pages of a source, or from some; the tally counts them, with
    `failures` for those that failed. The pages' trees can be kept."""
    tally = Tally(failures=Failures() if failures is None else failures)
    pages = 0
    items = source if items is None else items
    task = Observe(method, trees)
    with mapped(task, items, jobs, source.options.limits.seconds) as observations:
        for observation in observations:
            pages += 1
            if isinstance(observation, Failure):
                tally.add(observation)
                method.unusable[observation.reason] += 1
            else:
                method.absorb(observation)
                tally.cleaned += 1
            report("learning", pages, source.fraction)
    return tally


@contextlib.contextmanager
def mapped(
    task: Task[T], items: Iterable[Item], jobs: int, seconds: float
) -> Iterator[Iterator[T | Failure]]:
    """A task run over items, here with `jobs=0`, else in that many processes."""
    if jobs == 0:
        yield in_process(task, items)
    else:
        with WorkerPool(task, jobs, seconds) as pool:
            yield pool.map(items)
