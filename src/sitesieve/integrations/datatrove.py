"""Steps of datatrove's pipelines.

`SitesieveExtractor` cleans every page by itself. To count in what the pages of a site share,
there are two steps, which read the same pages one after the other: `LearnSites` writes a model
of the sites for each task, `CleanSites` puts together those of the sites its pages are of.

The text of a document is HTML before, and what stays of it after; its address is
`metadata["url"]`. One without is of no site, and is cleaned by itself. Each task has its pages
cleaned in a process of its own, as the command line does: one that hangs or dies is replaced, and
costs one page.
"""

import tempfile
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any, Unpack

try:
    from datatrove.io import DataFolderLike, get_datafolder
    from datatrove.pipeline.base import PipelineStep
    from datatrove.pipeline.extractors.base import BaseExtractor
    from datatrove.utils.typeshelper import StatHints
except ImportError:
    from sitesieve.errors import MissingExtra

    raise MissingExtra("sitesieve.integrations.datatrove", "datatrove") from None

from sitesieve.cleaning import methods
from sitesieve.cleaning.dials import Dials
from sitesieve.cleaning.method import Method
from sitesieve.cleaning.methods import SiteMethod
from sitesieve.errors import InputError
from sitesieve.page import Page
from sitesieve.page.limits import Limits
from sitesieve.page.urls import site_of
from sitesieve.run.job import SpooledItems, mapped, prepare
from sitesieve.run.many import RowFormatter
from sitesieve.run.tasks import Clean, Observe
from sitesieve.sinks.formats import ONCE
from sitesieve.site.model_file import model_bytes, model_of_bytes
from sitesieve.site.store import PageObservation
from sitesieve.sources.items import Failure, Item, item_of

if TYPE_CHECKING:
    from datatrove.data import Document, DocumentsPipeline
    from datatrove.pipeline.writers.disk_base import DiskWriter

METADATA = (  # of a page, as they are added to a document
    *("title", "author", "date", "modified", "language", "site_name", "description"),
    *("page_type", "words_before", "words_kept"),
)
_MODEL = "{:05d}-of-{:05d}.sieve"
_SECONDS = Limits().seconds


class SitesieveExtractor(BaseExtractor):  # type: ignore[misc]
    """Cleans each page by itself.

    Parameters
    ----------
    timeout : seconds that a page may take.
    metadata_prefix : before the names of what is added to the metadata: title, author, date and
        the like, "" where the page does not say. What a document has under such a name already
        is left as it is.
    exclusion_writer : takes the pages that cannot be used, with the reason.
    method : the name of the rule to clean by.
    **dials : those of `sitesieve.clean`. With `once`, the texts that it takes out are in the
        metadata, a list under this name; where Parquet is written, the writer is to be given a
        schema then.
    """

    name = "🧹 Sitesieve"

    def __init__(
        self,
        timeout: float = _SECONDS,
        metadata_prefix: str = "",
        exclusion_writer: "DiskWriter | None" = None,
        method: str = "sieve",
        **dials: Unpack[Dials],
    ) -> None:
        super().__init__(timeout)
        self.metadata_prefix = metadata_prefix
        self.exclusion_writer = exclusion_writer
        self.method = method
        self.dials = dials
        methods.named(method).dialled(dials)  # refuses what it does not have before all starts

    def extract(self, text: str) -> str:
        """What stays of a page."""
        method, wanted = methods.named(self.method).dialled(self.dials)
        page = Page(None, text, limits=self._limits)
        return method.clean_page(page).with_output(wanted).text

    def run(
        self,
        data: "DocumentsPipeline",
        rank: int = 0,
        world_size: int = 1,  # noqa: ARG002
    ) -> "DocumentsPipeline":
        """The documents, cleaned; without those that cannot be used."""
        yield from self._cleaned(data or (), methods.named(self.method), rank)

    @property
    def _limits(self) -> Limits:
        return Limits(seconds=self.timeout)

    def _cleaned(
        self, documents: "Iterable[Document]", method: Method, rank: int
    ) -> "Iterator[Document]":
        judging, wanted = method.dialled(self.dials)
        further = (ONCE,) if wanted.once else ()
        rows = RowFormatter(add=further)
        task = Clean(judging, rows, output=wanted, alone=judging.unlearned())
        prepare(task)
        waiting: deque[Document] = deque()  # of which there is no result yet
        items = _items(documents, self._limits, waiting)
        with (
            self.exclusion_writer or nullcontext() as excluded,
            mapped(task, items, 1, self.timeout) as results,
        ):
            while True:
                with self.track_time():
                    result = next(results, None)
                if result is None:
                    return
                self.stat_update(StatHints.total)
                document = waiting.popleft()
                row = {} if isinstance(result, Failure) else result.record.data or {}
                if row.get("text"):
                    self._fill(document, row, (*METADATA, *further))
                    yield document
                    continue
                reason = str(result.reason) if isinstance(result, Failure) else "no-text"
                self.stat_update(StatHints.dropped, f"{StatHints.dropped}_{reason}")
                if excluded is not None:
                    document.metadata["filter_reason"] = reason
                    excluded.write(document, rank)

    def _fill(self, document: "Document", row: dict[str, Any], names: Sequence[str]) -> None:
        document.text = row["text"]
        for name in names:
            # Not None: the Parquet writer takes the types of all rows from the first.
            value = "" if row[name] is None else row[name]
            document.metadata.setdefault(f"{self.metadata_prefix}{name}", value)
        self.stat_update(StatHints.forwarded)
        self.update_doc_stats(document)


class LearnSites(PipelineStep):  # type: ignore[misc]
    """Learns what the pages of each site share, and writes a model for each task; documents go on
    as they are.

    Parameters
    ----------
    models_folder : where the models go; one that holds no others.
    method : the name of the rule that they are for, "sieve" or "site-style-tree".
    timeout : seconds that a page may take.
    """

    type = "🧹 - SITESIEVE"
    name = "🏫 Learn sites"

    def __init__(
        self, models_folder: DataFolderLike, method: str = "sieve", timeout: float = _SECONDS
    ) -> None:
        super().__init__()
        self.models_folder = get_datafolder(models_folder)
        self.method = method
        self.timeout = timeout
        _site_method(method)

    def run(
        self, data: "DocumentsPipeline", rank: int = 0, world_size: int = 1
    ) -> "DocumentsPipeline":
        """The documents as they are; when all have passed, the model is written."""
        method = _site_method(self.method)
        waiting: deque[Document] = deque()
        items = _items(data or (), Limits(seconds=self.timeout), waiting)
        with mapped(Observe(method), items, 1, self.timeout) as observations:
            while True:
                with self.track_time():
                    observation = next(observations, None)
                    if isinstance(observation, PageObservation) and observation.site:
                        method.absorb(observation)
                if observation is None:
                    break
                self.stat_update(StatHints.total)
                if isinstance(observation, Failure):
                    self.stat_update(f"unusable_{observation.reason}")
                yield waiting.popleft()
        with self.models_folder.open(_MODEL.format(rank, world_size), "wb") as file:
            file.write(model_bytes(method.to_saved()))


class CleanSites(SitesieveExtractor):
    """Cleans pages by what `LearnSites` has learned of their sites.

    The documents of a task are kept in a temporary file until it is known of which sites they
    are. The other parameters are those of `SitesieveExtractor`; the method is that of the models.
    """

    name = "🧹 Clean sites"

    def __init__(
        self,
        models_folder: DataFolderLike,
        timeout: float = _SECONDS,
        metadata_prefix: str = "",
        exclusion_writer: "DiskWriter | None" = None,
        **dials: Unpack[Dials],
    ) -> None:
        super().__init__(timeout, metadata_prefix, exclusion_writer, **dials)
        self.models_folder = get_datafolder(models_folder)

    def run(
        self,
        data: "DocumentsPipeline",
        rank: int = 0,
        world_size: int = 1,  # noqa: ARG002
    ) -> "DocumentsPipeline":
        """The documents, cleaned; without those that cannot be used."""
        with tempfile.TemporaryFile() as file:
            documents = SpooledItems(file, data or ())
            sites = {site_of(_address(document)) for document in documents} - {""}
            yield from self._cleaned(documents, self._model(sites), rank)

    def _model(self, sites: set[str]) -> Method:
        """What all tasks have learned of some sites."""
        model: SiteMethod | None = None
        for name in self._model_names():
            with self.models_folder.open(name, "rb") as file:
                learned = methods.of_saved(model_of_bytes(file.read(), name), name)
            if not isinstance(learned, SiteMethod):
                raise InputError(f"{name} is no model that LearnSites has written")
            learned.models.forget(site for site in [*learned.models] if site not in sites)
            if model is None:
                model = learned
            else:
                model.merge(learned)
        assert model is not None
        # As on the command line, the only page of a site has nothing to be compared with.
        few = [
            s for s in sites & {*model.models} if len(model.models.pages_of(s)) < model.least_pages
        ]
        model.models.forget(few)
        return model

    def _model_names(self) -> Sequence[str]:
        """The models of all tasks of one run."""
        names = self.models_folder.list_files(glob_pattern="*.sieve")
        if not names:
            raise InputError(f"{self.models_folder.path} has no models: run LearnSites first")
        expected = [_MODEL.format(rank, len(names)) for rank in range(len(names))]
        if names != expected:
            shown = ", ".join(names[:3]) + (", …" if len(names) > 3 else "")
            raise InputError(
                f"{self.models_folder.path} does not hold the models of one whole run of "
                f"LearnSites ({shown}): empty it, and let all tasks run"
            )
        return expected


def _items(
    documents: "Iterable[Document]", limits: Limits, waiting: "deque[Document]"
) -> Iterator[Item]:
    """The pages of documents, which wait for what comes of them."""
    for document in documents:
        waiting.append(document)
        yield item_of(document.text, _address(document), limits)


def _address(document: "Document") -> str | None:
    url = document.metadata.get("url")
    return url if isinstance(url, str) else None


def _site_method(name: str) -> SiteMethod:
    method = methods.named(name)
    if not isinstance(method, SiteMethod):
        raise ValueError(f"{name} has no models of sites that could be put together: use sieve")
    return method
