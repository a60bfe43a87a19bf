"""The studio's JSON API: what its pages ask for, and other programs may. Described by
`/api/openapi.json`."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, HTTPException, Query
from fastapi.responses import HTMLResponse, PlainTextResponse, Response

from sitesieve._version import __version__
from sitesieve.cleaning import methods
from sitesieve.cleaning.kinds import Kind
from sitesieve.report.framed import POLICY, framed
from sitesieve.studio import (
    comparing,
    exporting,
    kind_views,
    page_views,
    rule_views,
    site_views,
    structure_views,
    teaching,
    threshold_views,
    watch_views,
)
from sitesieve.studio.desk import Desk
from sitesieve.studio.page_store import PageLine, SiteLine

T = TypeVar("T")
_MOST = 500  # lines of a list at a time


@dataclass(frozen=True, slots=True)
class Status:
    """What the studio works on and how far it has come."""

    version: str
    inputs: str
    phase: str
    pages: int
    fraction: float | None
    problem: str
    failures: dict[str, int]
    method: str
    methods: list[str]
    kinds: list[str]
    model: str | None
    gold: str | None
    watch: str | None
    rules: str | None  # the file that rules are kept in; none: in this run only
    pins: int


@dataclass(frozen=True, slots=True)
class PageList:
    """Some pages of a list, and how many there are."""

    total: int
    offset: int
    pages: list[PageLine]


def there(value: T | None, what: str) -> T:
    """What was asked for; an answer of 404 where it is not there."""
    if value is None:
        raise HTTPException(404, f"no such {what}")
    return value


def router(desk: Desk) -> APIRouter:
    """The API of a desk."""
    api = APIRouter(prefix="/api")

    @api.get("/status")
    def status() -> Status:
        """What is worked on, and how far reading has come."""
        progress = desk.progress
        with desk.using() as method:
            name, pins = method.spec, len(method.pins)
        files = (desk.model_path, desk.watch_path, desk.rules_path)
        path, watch, rules = [None if file is None else str(file) for file in files]
        return Status(
            version=__version__,
            inputs=desk.inputs,
            phase=progress.phase,
            pages=progress.pages,
            fraction=progress.fraction,
            problem=progress.problem,
            failures=dict(progress.failures),
            method=name,
            methods=methods.REGISTRY.names(),
            kinds=[str(kind) for kind in Kind],
            model=path,
            gold=desk.gold,
            watch=watch,
            rules=rules,
            pins=pins,
        )

    @api.get("/sites")
    def sites() -> list[SiteLine]:
        """The sites of the input, those with most pages first, then others that the model knows."""
        return site_views.site_lines(desk)

    @api.get("/site")
    def site(site: str) -> site_views.SiteView:
        """A site, with what some of its pages tell of it."""
        return there(site_views.site_view(desk, site), "site")

    @api.get("/pages")
    def pages(
        site: str | None = None,
        search: str = "",
        offset: Annotated[int, Query(ge=0)] = 0,
        limit: Annotated[int, Query(ge=1, le=_MOST)] = 100,
    ) -> PageList:
        """Pages in the order of the input."""
        total, lines = desk.store.lines(site, search, offset, limit)
        return PageList(total, offset, lines)

    @api.get("/pages/{number}")
    def page(number: int) -> page_views.PageView:
        """A page and its blocks."""
        return there(page_views.page_view(desk, number), "page")

    @api.get("/pages/{number}/blocks/{block}")
    def block(number: int, block: int) -> page_views.BlockView:
        """Why a block stays or goes, and what it stands in."""
        return there(page_views.block_view(desk, number, block), "block")

    @api.get("/pages/{number}/output", response_class=PlainTextResponse)
    def output(number: int, form: page_views.Form = "markdown") -> str:
        """What comes out of a page."""
        return there(page_views.output(desk, number, form), "page")

    @api.get("/pages/{number}/frame", response_class=HTMLResponse)
    def frame(number: int) -> HTMLResponse:
        """The page as it looks, harmless."""
        page = there(desk.store.page(number), "page")
        return HTMLResponse(framed(page), headers={"content-security-policy": POLICY})

    @api.get("/pages/{number}/file", response_class=HTMLResponse)
    def file(number: int) -> HTMLResponse:
        """The page explained, in one file."""
        content = there(page_views.as_file(desk, number), "page")
        name = f'attachment; filename="page-{number}.html"'
        return HTMLResponse(content, headers={"content-disposition": name})

    @api.post("/lessons/preview")
    def preview(lesson: teaching.Lesson) -> teaching.LessonEffect:
        """What a lesson would change on pages of its site."""
        return there(_understood(lambda: teaching.preview(desk, lesson)), "page")

    @api.post("/lessons")
    def accept(lesson: teaching.Lesson) -> teaching.PinLine:
        """Take a lesson."""
        return _understood(lambda: teaching.accept(desk, lesson))

    @api.get("/pins")
    def pins() -> list[teaching.PinLine]:
        """What was taught, the oldest first."""
        return teaching.pin_lines(desk)

    @api.delete("/pins/{number}")
    def take_back(number: int) -> list[teaching.PinLine]:
        """Take back a lesson; what is left."""
        there(teaching.take_back(desk, number) or None, "pin")
        return teaching.pin_lines(desk)

    @api.get("/compare")
    def compare(page: int, first: str, second: str) -> comparing.ComparisonView:
        """A page by two methods."""
        return there(_understood(lambda: comparing.compare(desk, page, first, second)), "page")

    @api.get("/worst")
    def worst(method: str = "current", site: str | None = None) -> list[comparing.WorstPage]:
        """Pages with gold text, those first on which a method is worst."""
        return _understood(lambda: comparing.worst_pages(desk, site, method))

    @api.get("/kinds")
    def kinds(site: str) -> kind_views.KindsView:
        """How much there is of each kind on a site."""
        return kind_views.kinds_view(desk, site)

    @api.get("/kinds/{kind}")
    def blocks_of_kind(kind: Kind, site: str) -> list[kind_views.KindBlock]:
        """The blocks of a kind, the least sure first."""
        return kind_views.blocks_of_kind(desk, site, str(kind))

    @api.get("/thresholds")
    def thresholds(site: str) -> threshold_views.ThresholdsView:
        """Some pages of a site at all thresholds of the style tree."""
        return there(threshold_views.thresholds_view(desk, site), "site with several pages")

    @api.post("/thresholds")
    def choose(choice: threshold_views.ChosenThreshold) -> threshold_views.ChosenThreshold:
        """Store the threshold of a site in the model."""
        _understood(lambda: threshold_views.choose(desk, choice))
        return choice

    @api.get("/structure")
    def structure(site: str) -> dict[str, Any]:
        """The map of a site: pages with places and roles, links, those of the structure first."""
        return there(structure_views.structure_view(desk, site), "site")

    @api.get("/watching")
    def watching() -> watch_views.WatchingView:
        """What is watched, and the folders with what is new in them."""
        return _understood(lambda: watch_views.watching_view(desk))

    @api.get("/items")
    def items(folder: str | None = None, watch: str | None = None) -> list[watch_views.ItemLine]:
        """The last items, the newest first."""
        return _understood(lambda: watch_views.items(desk, folder, watch))

    @api.get("/items/{number}")
    def item(number: int) -> watch_views.ItemView:
        """An item, with what is new marked."""
        return _understood(lambda: watch_views.item_view(desk, number))

    @api.get("/items/{number}/versions")
    def versions(number: int) -> list[watch_views.VersionLine]:
        """The versions of the page of an item that are stored, the newest first."""
        return _understood(lambda: watch_views.versions(desk, number))

    @api.get("/items/{number}/versions/{before}/{after}")
    def between(number: int, before: int, after: int) -> list[list[watch_views.Run]]:
        """What differs between two versions of the page of an item."""
        return _understood(lambda: watch_views.between(desk, number, before, after))

    @api.post("/items/{number}/folders")
    def file_item(number: int, filing: watch_views.ItemFiling) -> watch_views.ItemView:
        """Put an item into folders by hand."""
        return _understood(lambda: watch_views.file(desk, number, filing))

    @api.get("/feed", response_class=Response)
    def feed(folder: str | None = None) -> Response:
        """The last items as an Atom feed."""
        content = _understood(lambda: watch_views.feed(desk, folder))
        return Response(content, media_type="application/atom+xml")

    @api.get("/rules/case/{number}")
    def case(number: int) -> rule_views.CaseView:
        """A page as a case: where the rules put it, and why."""
        return there(_understood(lambda: rule_views.case_view(desk, number)), "page")

    @api.post("/rules/step")
    def step(wanted: rule_views.WantedFiling) -> rule_views.StepView:
        """The rule that is missing, and what it would change."""
        return _understood(lambda: rule_views.step(desk, wanted))

    @api.post("/rules/accept")
    def accept_rule(wanted: rule_views.WantedFiling) -> rule_views.StepView:
        """Add the rule that is proposed."""
        return _understood(lambda: rule_views.accept_rule(desk, wanted))

    @api.post("/rules/agree/{number}")
    def agree(number: int) -> rule_views.CaseView:
        """Keep a case as it is filed."""
        _understood(lambda: rule_views.agree(desk, number))
        return there(rule_views.case_view(desk, number), "page")

    @api.post("/rules/undo")
    def undo() -> str:
        """Take back the last step."""
        return _understood(lambda: rule_views.undo(desk))

    @api.get("/rules/file", response_class=Response)
    def rule_file() -> Response:
        """The rules with their cases and steps, as a file."""
        name = 'attachment; filename="rules.json"'
        content = _understood(lambda: rule_views.rule_file(desk))
        return Response(content, 200, {"content-disposition": name}, "application/json")

    @api.get("/export")
    def export() -> exporting.ExportView:
        """What there is to take home."""
        return exporting.export_view(desk)

    @api.get("/model", response_class=Response)
    def model() -> Response:
        """The model with all that was taught, as a file."""
        name = f'attachment; filename="{exporting.MODEL_NAME}"'
        content = exporting.model_file(desk)
        return Response(content, 200, {"content-disposition": name}, "application/octet-stream")

    @api.post("/model/save")
    def save() -> exporting.ExportView:
        """Save the model where it came from."""
        _understood(lambda: exporting.save_model(desk))
        return exporting.export_view(desk)

    @api.get("/labels", response_class=PlainTextResponse)
    def labels() -> PlainTextResponse:
        """Pages that something was taught on, a line of JSON each."""
        name = 'attachment; filename="labels.jsonl"'
        content = "".join(exporting.labels(desk))
        return PlainTextResponse(content, headers={"content-disposition": name})

    return api


def _understood(action: Callable[[], T]) -> T:
    """What an action gives; an answer of 422 where what was asked for makes no sense."""
    try:
        return action()
    except ValueError as error:
        raise HTTPException(422, str(error)) from error
