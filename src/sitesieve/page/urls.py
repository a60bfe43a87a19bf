"""What a URL says about a page: its site and its path."""

from functools import cache
from urllib.parse import urlsplit

from publicsuffixlist import PublicSuffixList

from sitesieve.page.remembered import remembered

LONGEST_URL = 8000  # characters; what is longer no server takes, and `urlsplit` would keep it


@cache
def _suffixes(encoded: bool) -> PublicSuffixList:
    """The list that comes with the package: no network. Names in other scripts are also listed
    as they are `encoded` in ASCII, which takes ten times as long and few hosts need."""
    return PublicSuffixList(accept_encoded_idn=encoded)


@remembered(8192)
def host_of(url: str | None) -> str:
    """The host of a URL in lower case, without port; empty when there is none.

    >>> host_of("https://Www.Example.co.uk:8080/a"), host_of("/only/a/path")
    ('www.example.co.uk', '')
    """
    try:
        return (urlsplit((url or "")[:LONGEST_URL]).hostname or "").rstrip(".")
    except ValueError:  # "http://[broken"
        return ""


@remembered(8192)
def registrable_domain(host: str) -> str:
    """The registrable domain of a host by the public suffix list, or the host itself.

    >>> registrable_domain("news.bbc.co.uk"), registrable_domain("127.0.0.1")
    ('bbc.co.uk', '127.0.0.1')
    """
    if not host or ":" in host or host.replace(".", "").isdigit():  # an IP address has no domain
        return host
    return _suffixes("xn--" in host).privatesuffix(host) or host


def site_of(url: str | None, by: str = "domain") -> str:
    """The site a URL belongs to: its registrable domain, or its host with `by="host"`."""
    host = host_of(url)
    return host if by == "host" else registrable_domain(host)


@remembered(8192)
def path_of(url: str | None) -> str:
    """The URL path of Kang-Kim (§III.C): the host and the directory part.

    >>> path_of("https://a.example/news/2024/story.html?id=3")
    'a.example/news/2024/'
    """
    try:
        parts = urlsplit((url or "")[:LONGEST_URL])
    except ValueError:
        return "/"
    return host_of(url) + (parts.path.rpartition("/")[0] + "/")


def parent_path(path: str) -> str | None:
    """The next directory up, or None at the top.

    >>> parent_path("a.example/news/2024/"), parent_path("a.example/")
    ('a.example/news/', None)
    """
    above = path.rstrip("/").rpartition("/")[0]
    return above + "/" if above else None


def mirror_url(name: str) -> str:
    """The address of a file in a mirror, whose first folder is named like a host; else empty.

    >>> mirror_url("a.example/news/x.html"), mirror_url("news/x.html")
    ('http://a.example/news/x.html', '')
    """
    first, slash, _ = name.partition("/")
    return f"http://{name}" if slash and "." in first.strip(".") else ""
