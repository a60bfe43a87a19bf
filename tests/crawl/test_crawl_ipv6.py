"""Sites at addresses of the sixth version."""

import socket
from pathlib import Path

import pytest
from crawl_server import linking, reply, served
from crawling import FAST, crawl, index_of, pages_of


def can_listen() -> bool:
    try:
        with socket.socket(socket.AF_INET6) as sock:
            sock.bind(("::1", 0))
    except OSError:
        return False
    return True


@pytest.mark.skipif(not can_listen(), reason="this machine has no IPv6")
def test_an_address_of_the_sixth_version_is_crawled(tmp_path: Path) -> None:
    archive = tmp_path / "site.warc.gz"
    with served({"/": reply(linking("/a")), "/a": reply(linking("/"))}, host="::1") as web:
        assert web.address.startswith("http://[::1]:")
        done = crawl(f"{web.address}/", archive, *FAST)
        assert done.code == 0, done.err
        assert set(pages_of(archive)) == {"/", "/a"}
        assert index_of(archive)["/a"]["url"] == f"{web.address}/a"
