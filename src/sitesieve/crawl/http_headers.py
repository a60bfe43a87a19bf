"""The headers of an answer, as Scrapy has them, read for what they say."""

from scrapy.http.headers import Headers

PAGE_TYPES = ("text/html", "application/xhtml+xml")


def all_pairs(headers: Headers) -> list[tuple[str, str]]:
    """Every header, as name and value."""
    return [
        (name.decode("latin-1"), value.decode("latin-1"))
        for name, values in headers.items()
        for value in values
    ]


def text_of(headers: Headers, name: str) -> str | None:
    """The value of a header."""
    value = headers.get(name)
    return value.decode("latin-1") if value is not None else None


def type_of(headers: Headers) -> str:
    """The media type, without its parameters."""
    return (text_of(headers, "Content-Type") or "").partition(";")[0].strip().lower()


def charset_of(headers: Headers) -> str | None:
    """The charset that the media type names."""
    parameters = (text_of(headers, "Content-Type") or "").split(";")[1:]
    for parameter in parameters:
        name, _, value = parameter.partition("=")
        if name.strip().lower() == "charset":
            return value.strip(" \"'") or None
    return None


def is_page(headers: Headers) -> bool:
    """Whether it may be a web page: what says nothing may be one, too."""
    return type_of(headers) in ("", *PAGE_TYPES)


def length_of(headers: Headers, body_length: int) -> int:
    """The length of a body: what was received, or what is announced."""
    said = text_of(headers, "Content-Length") or ""
    return max(body_length, int(said) if said.isdecimal() and len(said) < 19 else 0)
