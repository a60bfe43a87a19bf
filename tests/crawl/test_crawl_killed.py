"""Crawls that are killed and interrupted at random points, and go on."""

import random
import resource
import signal
import subprocess
import threading
import time
from pathlib import Path

import pytest
from crawl_server import Web, all_tagged, hanging, linking, reply, served, small_site, text_file
from crawling import FAST, command, crawl, outcomes_of, pages_of, start

AT_A_TIME = 4


def stop_after(
    web: Web, requests: int, how: signal.Signals, *arguments: object, later: float = 0.0
) -> str:
    """Start a crawl and send it a signal when it has asked for so many pages."""
    reached = threading.Event()
    end = len(web.asked) + requests
    web.on_request = lambda number: reached.set() if number >= end else None
    running: subprocess.Popen[bytes] = start(f"{web.address}/", *arguments)  # type: ignore[arg-type]
    try:
        assert reached.wait(60)
        time.sleep(later)
        running.send_signal(how)
        _, err = running.communicate(timeout=60)
    finally:
        running.kill()  # it has ended, or does not want to
    assert running.returncode == (130 if how is signal.SIGINT else -how)
    return err.decode()


def test_a_crawl_stopped_at_random_points_loses_no_page_and_has_none_twice(tmp_path: Path) -> None:
    site = small_site()
    archive = tmp_path / "site.warc.gz"
    points = random.Random(11)
    with served(all_tagged(site)) as web:
        for how in (signal.SIGKILL, signal.SIGINT, signal.SIGKILL):
            err = stop_after(web, points.randint(2, 8), how, archive, *FAST, "--resume")
            assert "Traceback" not in err
            if how is signal.SIGINT:
                assert "--resume" in err
                assert "waiting" in err
        web.on_request = lambda _: None
        assert crawl(f"{web.address}/", archive, *FAST, "--resume").code == 0

        stored = pages_of(archive)
        assert stored == site
        # Only what was under way when the crawl was killed is asked for again.
        asked = [path for path in web.asked if path in stored]
        assert len(asked) - len(set(asked)) <= 2 * AT_A_TIME

        before = archive.read_bytes()
        assert crawl(f"{web.address}/", archive, *FAST, "--resume").code == 0
        assert archive.read_bytes() == before


@pytest.mark.parametrize(
    "options", [FAST, ("--delay", 60, "--allow-private")], ids=["of robots.txt", "of ours"]
)
def test_ctrl_c_does_not_wait_for_a_long_delay(tmp_path: Path, options: tuple[object, ...]) -> None:
    archive = tmp_path / "site.warc.gz"
    answers = {
        "/": reply(linking("/a", "/b", "/c")),
        "/robots.txt": text_file(f"User-agent: *\nCrawl-delay: {60 if options is FAST else 0}\n"),
    }
    with served(answers) as web:
        stop_after(web, 2, signal.SIGINT, archive, *options, "--no-sitemaps", later=1.0)
        assert web.asked[-1] == "/"
    assert outcomes_of(archive) == dict.fromkeys(("/a", "/b", "/c"), "waiting") | {"/": "fetched"}


@pytest.mark.parametrize("path", ["/robots.txt", "/sitemap.xml"])
def test_ctrl_c_does_not_wait_for_a_server_that_hangs(tmp_path: Path, path: str) -> None:
    archive = tmp_path / "site.warc.gz"
    answers = {"/": reply(linking("/a")), "/a": reply(linking("/"))}
    with served(answers) as web:
        answers[path] = hanging(web)
        started = time.monotonic()
        err = stop_after(
            web,
            1 if path == "/robots.txt" else 2,
            signal.SIGINT,
            archive,
            *FAST,
            "--concurrency",
            1,
        )
        assert time.monotonic() - started < 20  # the limit for a page is thirty
        assert "--resume" in err
        assert "Traceback" not in err
        answers[path] = reply(b"", 404)
        assert crawl(f"{web.address}/", archive, *FAST, "--resume").code == 0
    assert set(pages_of(archive)) == {"/", "/a"}


def small_files() -> None:
    """No file of the process may grow large: a disk that is full."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000))


def test_a_full_disk_ends_the_crawl_with_an_error_and_resume_completes_it(tmp_path: Path) -> None:
    site = small_site(2, 5, length=10_000)
    archive = tmp_path / "site.warc"
    with served(all_tagged(site)) as web:
        done = subprocess.run(
            command(f"{web.address}/", archive, *FAST),
            capture_output=True,
            timeout=120,
            check=False,
            preexec_fn=small_files,
        )
        assert done.returncode == 1
        assert b"error: cannot write" in done.stderr
        assert b"Traceback" not in done.stderr
        kept = pages_of(archive)
        assert 0 < len(kept) < len(site)
        assert crawl(f"{web.address}/", archive, *FAST, "--resume").code == 0
    assert pages_of(archive) == site


def test_half_a_record_at_the_end_is_cut_off_and_a_larger_limit_goes_on(tmp_path: Path) -> None:
    archive = tmp_path / "site.warc"
    with served(all_tagged(small_site())) as web:
        near = (*FAST, "--depth", 1)
        assert crawl(f"{web.address}/", archive, *near, "--max-pages", 3).code == 0
        assert len(pages_of(archive)) == 3
        with archive.open("ab") as file:  # written, but not known to be complete
            file.write(b"WARC/1.1\r\nWARC-Type: resp")
        assert crawl(f"{web.address}/", archive, *near, "--resume").code == 0
    assert set(pages_of(archive)) == {"/", "/0/", "/1/", "/2/", "/3/"}
