"""Properties are tried on the same examples every time, so that a change is judged by itself.

`HYPOTHESIS_PROFILE=explore make test` looks at new ones.
"""

import os
import shutil
import signal
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any
from unittest import mock

import pytest
from hypothesis import settings

from sample_web import web
from sample_web.plan import SiteSpec
from sitesieve.sample import SampleSite

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

# Tests run side by side already: threads of theirs would only get in each other's way.
for _threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ.setdefault(_threads, "1")

settings.register_profile("fixed", derandomize=True, deadline=None, max_examples=50)
settings.register_profile("explore", deadline=None, max_examples=500)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fixed"))


@pytest.fixture(autouse=True, scope="session")
def no_waiting_for_disks() -> Iterator[None]:
    """Nothing here cuts the power, so nothing has to wait until a disk is safe from that."""
    with mock.patch.object(os, "fsync", return_value=None):
        yield


@pytest.fixture(autouse=True, scope="session")
def signals_are_heard() -> None:
    """A shell makes what runs in the background deaf to Ctrl-C, nohup to a closed terminal, and
    programs hand that on. With a handler, these tests go on, and what they start hears again."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
        signal.signal(signal.SIGHUP, lambda *_: None)


_make_site = web.make_site
_sites: dict[tuple[str, int, float, str], SampleSite] = {}


def _made_once(spec: SiteSpec, seed: int, size: float, design: str) -> SampleSite:
    key = (spec.host, seed, size, design)
    if key not in _sites:
        _sites[key] = _make_site(spec, seed, size, design)
    return _sites[key]


@pytest.fixture(autouse=True, scope="module")
def sample_sites_are_made_once(request: pytest.FixtureRequest) -> Iterator[None]:
    """Many tests read the same sample sites, which never change. Those of how they are made
    make them anew."""
    made = _make_site if request.module.__name__ == "test_sample" else _made_once
    with mock.patch.object(web, "make_site", made):
        yield


BROWSERS = ("chromium", "chromium-browser", "google-chrome")
SWITCHES = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """A real browser, without a screen."""
    path = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if path is None:
        pytest.skip(f"no browser is installed: none of {', '.join(BROWSERS)} is on the path")
    playwright = pytest.importorskip("playwright.sync_api")
    os.environ.setdefault("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")
    with playwright.sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=path, args=list(SWITCHES))
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def spark(tmp_path_factory: pytest.TempPathFactory) -> Iterator["SparkSession"]:
    """One small cluster on this machine for all tests of Spark: two executors with a core each."""
    from sitesieve.spark.environment import java_problem, session

    problem = java_problem()
    if problem is not None:
        pytest.skip(problem)
    # What runs for a minute is not worth the compiling of it.
    quick_start = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
    settings = {
        "spark.driver.extraJavaOptions": quick_start,
        "spark.executor.extraJavaOptions": quick_start,
        "spark.ui.enabled": "false",
        "spark.log.level": "OFF",
        "spark.ui.showConsoleProgress": "false",
        "spark.sql.shuffle.partitions": "2",
        "spark.local.dir": str(tmp_path_factory.mktemp("scratch")),
    }
    cluster = session("tests of sitesieve", "local-cluster[2,1,1024]", settings)
    yield cluster
    cluster.stop()
