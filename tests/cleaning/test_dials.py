"""Every dial of the command line is a typed keyword in Python."""

import inspect
from dataclasses import fields
from typing import Any, get_type_hints

import click
import pytest

import sitesieve
from sitesieve.cleaning.dials import OUTPUT_DIALS, SIEVE_DIALS, Dials, SieveDials
from sitesieve.cleaning.methods import Sieve, SiteStyleTree, TagFilter
from sitesieve.cli import options as opt

URL = "https://a.example/news/1"
STORY = "The ship left the harbour in the morning, and nobody on the quay knew where it went. "
PAGE = (
    "<title>A ship leaves</title><nav><a href=/>Home</a> <a href=/news>News</a></nav>"
    f"<main><h1>A ship leaves</h1><p>{STORY * 4}<a href=/quay>The quay</a> was empty.</p>"
    "<table><tr><th>Ship<th>Tons<tr><td>Gull<td>400</table><img src=/ship.jpg alt=ship>"
    f"<p hidden>A hidden word.</p><p>{STORY * 3}</p></main>"
    "<footer>© 2020 The Paper. All rights reserved.</footer>"
)


def options_of(*groups: Any) -> set[str]:
    """What click calls the options of some groups."""

    def command() -> None:
        """Has them all."""

    for group in groups:
        command = group(command)
    return {str(parameter.name) for parameter in click.command()(command).params}


def test_every_dial_of_the_command_line_is_a_dial_in_python() -> None:
    named = options_of(opt.method_options, opt.output_options, opt.kind_options)
    elsewhere = {"method", "assignments"}  # an argument; settings of other methods
    called = {"include_hidden": "hidden"}
    assert {called.get(name, name) for name in named - elsewhere} <= set(Dials.__annotations__)


def test_dials_are_the_settings_of_the_sieve_and_the_fields_of_the_output() -> None:
    assert set(OUTPUT_DIALS) == {f.name for f in fields(sitesieve.OutputOptions)} | {"profile"}
    of_sieve = get_type_hints(Sieve.__init__)
    assert {name: of_sieve[name] for name in SIEVE_DIALS} == get_type_hints(SieveDials)


def test_the_help_names_every_dial() -> None:
    for name in Dials.__annotations__:
        assert name in (inspect.getdoc(sitesieve.clean) or "")


@pytest.mark.parametrize(
    ("dials", "gone", "there"),
    [
        ({"links": False}, "/quay)", "The quay"),
        ({"images": False}, "ship.jpg", "The quay"),
        ({"tables": False}, "Gull", "The quay"),
        ({"headline": "out"}, "# A ship leaves", "The quay"),
        ({"minimum_words": 10_000}, "The ship", ""),
        ({"hidden": True}, "zzz", "A hidden word"),
        ({"keep": "footer"}, "zzz", "All rights reserved"),
        ({"remove": {"footer"}}, "All rights reserved", "Home"),
        ({"profile": "index"}, "All rights reserved", "The quay"),
        ({"once": "footer", "remove": ()}, "All rights reserved", "Home"),
    ],
)
def test_a_dial_does_in_python_what_it_does_on_the_command_line(
    dials: Any, gone: str, there: str
) -> None:
    model = sitesieve.learn([(URL, PAGE)])
    for document in (
        sitesieve.clean(PAGE, url=URL, **dials),
        model.clean(PAGE, url=URL, **dials),
        Sieve().clean(sitesieve.Page(URL, PAGE), **dials),
    ):
        assert gone not in document.markdown
        assert there in document.markdown


def test_what_is_for_the_card_of_the_site_is_given_apart() -> None:
    document = sitesieve.clean(PAGE, once="footer")
    assert [text for _, text in document.once] == ["© 2020 The Paper. All rights reserved."]


def test_a_dial_of_the_sieve_holds_for_one_page_and_leaves_the_model_alone() -> None:
    model = sitesieve.learn([(URL, PAGE)])
    before = model.settings()
    assert model.clean(PAGE, url=URL, minimum_words=10_000).text == ""
    assert model.settings() == before
    assert model.clean(PAGE, url=URL).text
    by_object = sitesieve.clean(PAGE, url=URL, method=Sieve(favour="recall"))
    assert by_object.text == sitesieve.clean(PAGE, url=URL, favour="recall").text


@pytest.mark.parametrize(
    ("dials", "error", "message"),
    [
        ({"favor": "recall"}, TypeError, "'favor'; did you mean 'favour'?"),
        ({"min_words": 3}, TypeError, "'min_words'; did you mean 'minimum_words'?"),
        ({"xyz": 3}, TypeError, "'xyz'; there are favour, comments"),
        ({"favour": "presicion"}, ValueError, "not 'presicion'; did you mean 'precision'?"),
        ({"comments": True}, ValueError, "comments must be one of auto, in, out, apart, not True"),
        ({"links": "no"}, TypeError, "links is True or False, not 'no'"),
        ({"remove": "navigaton"}, ValueError, "did you mean 'navigation'?"),
        ({"profile": "indx"}, ValueError, "did you mean 'index'?"),
        ({"method": "seive"}, ValueError, "did you mean 'sieve'?"),
        ({"method": 3}, TypeError, "a name or a method"),
        ({"method": "tag-filter", "favour": "recall"}, TypeError, "a dial of the sieve, not of"),
        ({"method": "tag-filter", "negative": ["b"]}, TypeError, "no dial or setting 'negative'"),
    ],
)
def test_what_is_mistyped_gets_the_nearest_name(
    dials: Any, error: type[Exception], message: str
) -> None:
    with pytest.raises(error) as raised:
        sitesieve.clean(PAGE, **dials)
    assert message in str(raised.value)


def test_a_mistyped_setting_is_not_taken_for_one_of_learning() -> None:
    with pytest.raises(TypeError, match="did you mean 'favour'"):
        Sieve().judge_by(favor="recall")
    with pytest.raises(ValueError, match="a setting of learning"):
        Sieve().judge_by(sample=3)


def test_methods_are_given_by_name_or_as_objects_with_their_settings() -> None:
    html = "<p>one <b>two</b> <a href=/>three</a></p>"
    assert sitesieve.clean(html, method="tag-filter").text == "one two"
    assert sitesieve.clean(html, method=TagFilter(negative=["b"])).text == "one three"
    learner = SiteStyleTree(threshold=0.3)
    assert sitesieve.learn([(URL, PAGE)], method=learner) is learner


def test_what_learns_nothing_is_not_learned_with() -> None:
    with pytest.raises(ValueError, match="judges each page alone"):
        sitesieve.learn([(URL, PAGE)], method="tag-filter")


def test_a_dial_of_none_is_as_if_it_were_not_given() -> None:
    page = "<h1>Ships</h1><p>Tall ships came home after a long year at sea, and people cheered."
    assert sitesieve.clean(page, keep=None, once=None).text == sitesieve.clean(page).text  # type: ignore[arg-type]
