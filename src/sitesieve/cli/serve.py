"""`sitesieve serve`: the studio's JSON API alone, for other programs."""

from typing import Unpack

from sitesieve.cli import studio
from sitesieve.cli.help import command
from sitesieve.cli.show import say


@command(
    "sitesieve serve crawl.warc.gz --model site.sieve --port 8000",
    "sitesieve serve --port 8000  # the sample web",
)
@studio.studio_options
def serve(**options: Unpack[studio.StudioArguments]) -> int:
    """Serve pages, blocks, reasons and lessons as JSON.

    The same as the studio's, without its pages; /api/openapi.json describes it.
    Requests need the token, in the header x-sitesieve-token or in a cookie.
    """

    def ready(address: str) -> None:
        path, _, token = address.partition("?token=")
        say(f"the API is at {path.removesuffix('status')}, the token is {token}")
        say("Ctrl-C ends it")

    return studio.run(options, ready, pages=False)
