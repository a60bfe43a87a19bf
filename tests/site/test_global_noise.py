"""Mirrors, forms and versions of pages: found, named, and which is kept."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitesieve.page import Page
from sitesieve.site.address_variants import CURRENT, UNRELEASED, Relation, address_card
from sitesieve.site.duplicate_groups import (
    CANONICAL,
    FIRST,
    ITS_HOST,
    NEWEST,
    SECURE,
    USUAL,
    global_noise,
)

PARAGRAPHS = (
    "Reading a file is done in two steps: it is opened, and what is in it is read line by line.",
    "The second argument says whether it is read or written; without it the file is read.",
    "A file that was opened has to be closed, also when something goes wrong in between.",
    "Where many small files are read, keeping a list of their names in memory is cheaper.",
    "Names may be relative to the folder in which the program was started by its user.",
    "An error is raised when there is no such file, or when it belongs to somebody else.",
    "Bytes are decoded by the encoding that was given, or by that of the whole system.",
    "Lines end as they do on the system, unless the newline argument says something else.",
)
MENU = "<ul>" + "".join(f"<li><a href=/{n}>Chapter {n} of it</a></li>" for n in range(9)) + "</ul>"
OTHERS = ("harbour", "bread", "planets", "bicycles", "tulips", "glaciers", "violins", "kettles")


def page(
    url: str,
    title: str = "Reading files",
    paragraphs: Sequence[str] = PARAGRAPHS,
    menu: str = MENU,
    canonical: str = "",
) -> Page:
    link = f"<link rel=canonical href={canonical}>" if canonical else ""
    body = "".join(f"<p>{text}</p>" for text in paragraphs)
    return Page(url, f"<title>{title}</title>{link}{menu}<h1>{title}</h1>{body}")


def other(url: str, topic: str) -> Page:
    return page(url, f"All about {topic}", [f"{text} So it is with {topic}." for text in OTHERS])


@pytest.mark.parametrize(
    ("one", "another"),
    [
        ("http://a.example/x", "https://www.a.example/x"),
        ("http://a.example/x/", "http://a.example/x/index.html?utm_source=mail"),
        ("http://a.example/x", "http://a.example/x?print=1"),
        ("http://a.example/x", "http://a.example/x?print"),
        ("http://a.example/x?id=3", "http://a.example/print/x?id=3"),
        ("http://a.example/x.html", "http://a.example/x_print.html"),
        ("http://a.example/x", "http://a.example/x?view=print"),
        ("http://www.a.example/x", "http://m.a.example/x"),
        ("http://a.example/x", "http://a.example/x/amp"),
        ("http://a.example/x.html", "http://a.example/x.amp.html"),
        ("http://a.example/docs/1.2/x", "http://a.example/docs/v1.3.1/x"),
        ("http://a.example/docs/x", "http://a.example/docs/latest/x"),
        ("http://a.example/docs/v2/x", "http://a.example/docs/main/x"),
        ("http://a.example/x?version=1.2", "http://a.example/x?version=3"),
        ("http://a.example/x?oldid=717", "http://a.example/x"),
        ("http://a.example/2022/x", "http://a.example/2023/x"),
        ("http://a.example/guide-v2.html", "http://a.example/guide-v3.1.html"),
    ],
)
def test_addresses_of_one_page_have_one_base(one: str, another: str) -> None:
    assert address_card(one).base == address_card(another).base != 0


@pytest.mark.parametrize(
    ("one", "another"),
    [
        ("http://a.example/x?id=1", "http://a.example/x?id=2"),
        ("http://a.example/x", "http://b.example/x"),
        ("http://a.example/camera-100.html", "http://a.example/camera-200.html"),
        ("http://a.example/watch?v=abc", "http://a.example/watch?v=abd"),
        ("http://a.example/page/2", "http://a.example/page/3"),
        ("http://a.example/1.2/1.3/x", "http://a.example/1.2/1.4/x"),  # the first is the version
        ("http://a.example/printers", "http://a.example/"),
        ("http://m.example/x", "http://example/x"),
    ],
)
def test_other_addresses_are_of_other_pages(one: str, another: str) -> None:
    assert address_card(one).base != address_card(another).base


def test_versions_are_in_order() -> None:
    addresses = ("dev", "0.9", "1.2", "1.10", "v2", "2.0.1", "stable")
    versions = [address_card(f"http://a.example/{name}/x").version for name in addresses]
    assert versions == sorted(versions)
    assert versions == [UNRELEASED, (0, 9), (1, 2), (1, 10), (2,), (2, 0, 1), CURRENT]


@given(st.text(max_size=60), st.text("/?&=.:v123print-m", max_size=30))
def test_any_text_has_a_card(text: str, more: str) -> None:
    for url in (text, f"http://{text}", f"http://a.example/{more}", f"http://{more}"):
        assert address_card(url) == address_card(url)
    assert address_card("") == address_card("no address")


@given(st.text("/?&=.v12printm", max_size=20))
def test_the_base_of_an_address_has_no_form_and_no_version_to_tell(rest: str) -> None:
    """What has a form or a version has the base of some address without."""
    card = address_card(f"http://a.example/{rest}")
    if not card.form and card.version == CURRENT and not card.year:
        assert address_card(f"https://www.a.example/{rest}").base == card.base


def relations(pages: Sequence[Page], **settings: bool) -> dict[int, tuple[int, Relation, str]]:
    return {number: tuple(found) for number, found in global_noise(pages, **settings).items()}  # type: ignore[misc]


def test_the_newest_version_is_kept_and_the_others_are_old() -> None:
    """Of eight paragraphs one is new in each version, and the title has another number."""
    pages = [
        page(
            f"https://a.example/{v}/files", f"Reading files, Tool {v} manual", PARAGRAPHS[n : n + 6]
        )
        for n, v in enumerate(("1.9", "1.10", "2.0"))
    ]
    assert relations(pages) == {0: (2, Relation.OLD, NEWEST), 1: (2, Relation.OLD, NEWEST)}
    assert relations(pages[::-1]) == {1: (0, Relation.OLD, NEWEST), 2: (0, Relation.OLD, NEWEST)}
    assert relations(pages, versions=False) == {}


def test_a_development_version_is_named_so() -> None:
    pages = [page(f"https://a.example/{v}/files") for v in ("main", "1.0")]
    assert relations(pages) == {0: (1, Relation.UNRELEASED, NEWEST)}


def test_versions_with_other_texts_or_titles_are_other_pages() -> None:
    rewritten = [f"{text} So it is with {text}." for text in OTHERS]
    assert (
        relations([page("https://a.example/1/x"), page("https://a.example/2/x", "Writing")]) == {}
    )
    pages = [page("https://a.example/v1/x"), page("https://a.example/v2/x", paragraphs=rewritten)]
    assert relations(pages) == {}


def test_pages_of_other_years_are_other_pages_unless_they_are_copies() -> None:
    report = [
        page(f"https://a.example/{y}/x", f"Report {y}", PARAGRAPHS[y % 3 :]) for y in (2022, 2024)
    ]
    assert relations(report) == {}
    same = [page(f"https://a.example/{y}/x") for y in (2022, 2024)]
    assert relations(same) == {0: (1, Relation.OLD, NEWEST)}


def test_print_and_mobile_versions_go_though_they_have_no_menu() -> None:
    pages = [
        page("https://a.example/x?print=1", menu=""),
        page("https://m.a.example/x", menu="<b>Menu</b>"),
        page("https://www.a.example/x", menu=MENU * 2),
    ]
    assert relations(pages) == {
        0: (2, Relation.PRINT, USUAL),
        1: (2, Relation.MOBILE, USUAL),
    }


def test_the_page_that_others_name_as_canonical_is_kept() -> None:
    home = "https://a.example/files"
    pages = [
        page("https://a.example/x?sort=up", canonical=home),
        page("https://a.example/x?sort=down", canonical=home),
        page(home, canonical=home),
    ]
    assert relations(pages) == {
        0: (2, Relation.SAME, CANONICAL),
        1: (2, Relation.SAME, CANONICAL),
    }
    assert relations([pages[2], pages[0]]) == {1: (0, Relation.SAME, CANONICAL)}


def test_a_canonical_address_is_not_believed_where_the_text_is_another() -> None:
    home = other("https://a.example/", "harbour")
    assert relations([home, page("https://a.example/x", canonical="https://a.example/")]) == {}


def test_https_is_kept() -> None:
    pages = [page("http://a.example/x"), page("https://www.a.example/x")]
    assert relations(pages) == {0: (1, Relation.SAME, SECURE)}


def test_hosts_with_the_same_pages_at_the_same_paths_are_mirrors_and_one_is_kept() -> None:
    first = [other(f"https://a.example/{t}", t) for t in OTHERS[:4]]
    second = [other(f"https://b.example/{t}", t) for t in OTHERS[:5]]
    pages = [*first[:2], *second, *first[2:]]
    found = relations(pages)
    assert {pages[n].url for n in found} == {p.url for p in first}  # b.example has more pages
    assert {relation for _, relation, _ in found.values()} == {Relation.MIRROR}
    assert {pages[kept].url for kept, _, _ in found.values()} == {p.url for p in second[:4]}
    assert [why for _, _, why in found.values()].count(ITS_HOST) == 2


def test_three_hosts_may_mirror_each_other() -> None:
    pages = [other(f"https://{h}.example/{t}", t) for h in "abc" for t in OTHERS[:4]]
    found = relations(pages)
    assert sorted(found) == list(range(4, 12))
    assert {relation for _, relation, _ in found.values()} == {Relation.MIRROR}


def test_two_copies_on_another_host_are_no_mirror() -> None:
    first = [other(f"https://a.example/{t}", t) for t in OTHERS[:6]]
    second = [other(f"https://b.example/{t}", t) for t in OTHERS[:2]]
    found = relations([*first, *second])
    assert found == {6: (0, Relation.COPY, FIRST), 7: (1, Relation.COPY, FIRST)}


def test_pages_without_addresses_are_copies_only() -> None:
    assert relations([page(""), page("")]) == {1: (0, Relation.COPY, FIRST)}


@given(st.permutations(range(4)))
def test_the_kept_page_does_not_depend_on_the_order(order: list[int]) -> None:
    pages = [
        page("https://a.example/1.0/x"),
        page("https://a.example/2.0/x"),
        page("https://a.example/x?print=1", menu=""),
        page("https://a.example/latest/x"),
    ]
    found = global_noise([pages[n] for n in order])
    assert {order[kept.kept] for kept in found.values()} == {3}
    assert {order[n]: found[n].relation for n in found} == {
        0: Relation.OLD,
        1: Relation.OLD,
        2: Relation.PRINT,
    }


def test_a_page_that_was_read_again_and_changed_is_another_one() -> None:
    changed = page("https://a.example/x", paragraphs=[*PARAGRAPHS[:3], *OTHERS])
    assert relations([page("https://a.example/x"), changed]) == {}
    assert relations([page("https://a.example/x"), page("http://a.example/x")]) == {
        1: (0, Relation.SAME, SECURE)
    }
