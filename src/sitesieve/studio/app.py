"""The studio's server: the API, and the pages that use it."""

from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, JSONResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.staticfiles import StaticFiles

from sitesieve._version import __version__
from sitesieve.errors import SitesieveError
from sitesieve.studio.api import router
from sitesieve.studio.desk import Desk

_FILES = Path(__file__).parent
SCREENS = {
    "sites": "Sites",
    "pages": "Pages",
    "compare": "Compare",
    "kinds": "Kinds",
    "structure": "Structure",
    "threshold": "Threshold",
    "watching": "Watching",
    "rules": "Rules",
    "taught": "Taught",
    "export": "Export",
}


def make_app(desk: Desk, *, pages: bool = True) -> FastAPI:
    """The server of a desk: with the pages of the studio, or the API alone."""
    app = FastAPI(
        title="sitesieve",
        version=__version__,
        openapi_url="/api/openapi.json",
        docs_url=None,  # these pages fetch their scripts from elsewhere
        redoc_url=None,
    )
    app.include_router(router(desk))

    @app.exception_handler(SitesieveError)
    def refused(_: Request, error: SitesieveError) -> JSONResponse:  # a page that takes too long
        return JSONResponse({"detail": str(error)}, 422)

    @app.exception_handler(OverflowError)
    def too_large(_: Request, error: OverflowError) -> JSONResponse:  # for a number of anything
        return JSONResponse({"detail": str(error)}, 422)

    if pages:
        templates = Environment(
            loader=FileSystemLoader(_FILES / "templates"),
            autoescape=True,
            undefined=StrictUndefined,
        )
        shell = templates.get_template("studio.html")
        shared = _FILES.parent / "report" / "assets"
        # Asked for at once, not when one after the other is found to import the next.
        scripts = [f"/static/{path.name}" for path in sorted((_FILES / "static").glob("*.js"))]
        scripts += [f"/shared/{name}.js" for name in ("dom", "kinds", "link_map", "look")]

        @app.get("/", response_class=HTMLResponse, include_in_schema=False)
        def studio() -> str:
            pages_to_see = desk.progress.pages > 0 or desk.progress.phase == "reading"
            start = "sites" if desk.watch_path is None or pages_to_see else "watching"
            return shell.render(screens=SCREENS, inputs=desk.inputs, start=start, scripts=scripts)

        app.mount("/shared", StaticFiles(directory=shared), name="shared")
        app.mount("/static", StaticFiles(directory=_FILES / "static"), name="static")
    return app
