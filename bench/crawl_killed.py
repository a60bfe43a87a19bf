"""A crawl that is killed at random moments and resumed, again and again: is anything lost?

    python bench/crawl_killed.py [--size 12] [--kills 40] [--seed 0]

A site of the sample web is served here and crawled by a process of its own, which is killed
(SIGKILL) a moment after some number of requests, as often as asked for, and then runs to its
end. Prints how many pages the site has, how many are in the archive once, with the bytes that
were served, how many twice, and how many requests it took; those for robots.txt, one at every
start, are counted apart.
"""

import argparse
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from http.server import ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

from sample_web import SampleSite, generate
from sitesieve.page import Page
from sitesieve.sample.server import handler_for
from sitesieve.sources import Source

_MOST_REQUESTS = 24  # between a start and a kill
_MOST_SECONDS = 0.05  # between the last of these and the kill


class Counted:
    """A served site that counts requests."""

    def __init__(self, site: SampleSite) -> None:
        self.asked: Counter[str] = Counter()
        self._more = threading.Condition()
        counted = self

        class Handler(handler_for(site)):  # type: ignore[misc]
            def do_GET(self) -> None:  # noqa: N802
                with counted._more:
                    counted.asked[self.path] += 1
                    counted._more.notify_all()
                super().do_GET()

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def wait(self, requests: int, running: "subprocess.Popen[bytes]") -> None:
        """Until there were so many more requests, or the crawl has ended."""
        with self._more:
            end = self.asked.total() + requests
            while self.asked.total() < end and running.poll() is None:
                self._more.wait(0.1)


def crawl_with_kills(served: Counted, archive: Path, kills: int) -> int:
    """Crawl to the end; the number of kills it took."""
    command = [sys.executable, "-m", "sitesieve", "crawl", f"{served.address}/", "-o", str(archive)]
    command += ["--delay", "0", "--allow-private", "--resume", "--quiet"]
    killed = 0
    for _ in range(kills):
        running = subprocess.Popen(command)
        served.wait(random.randint(1, _MOST_REQUESTS), running)
        time.sleep(random.uniform(0, _MOST_SECONDS))
        running.kill()
        if running.wait() == 0:  # it was done before
            return killed
        killed += 1
    subprocess.run(command, check=True)
    return killed


def main() -> None:
    """Read the arguments and measure."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--size", type=float, default=12.0)
    parser.add_argument("--kills", type=int, default=40)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    random.seed(arguments.seed)
    site = generate(size=arguments.size)[0]
    served = Counted(site)
    with tempfile.TemporaryDirectory() as folder:
        archive = Path(folder, "site.warc.gz")
        killed = crawl_with_kills(served, archive, arguments.kills)
        pages = [page for page in Source([str(archive)]) if isinstance(page, Page)]
        stored = [(urlsplit(page.url or "").path, page.html) for page in pages]
    paths = Counter(path for path, _ in stored)
    right: dict[str, str | bytes] = {page.path: page.html.encode() for page in site.pages}
    whole = sum(paths[path] == 1 and right.get(path) == html for path, html in stored)
    robots = served.asked.pop("/robots.txt", 0)
    print(f"killed {killed} times: {len(site.pages)} pages, {whole} stored once and whole,")
    print(f"{sum(number > 1 for number in paths.values())} stored twice;", end=" ")
    print(f"{served.asked.total()} requests, and {robots} for robots.txt")


if __name__ == "__main__":
    main()
