"""Cases and what can be asked of them."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitesieve.errors import RuleError
from sitesieve.rules import Case, Condition, Field, case_of_record, condition, make_case
from sitesieve.rules.conditions import address_conditions, condition_data, condition_from

REGATTA = make_case(
    "https://www.Sea.example.co.uk/News/2024/white-sails.html?topic=Boats&id=7",
    "White Sails",
    "The regatta was won.\nA “boat” of Zoë’s won it.",
)
CHINESE = make_case(
    "http://zh.example/", "帆船比赛", "上海的帆船比赛昨天开始了。研究生命的人很多。"
)


def holds(field: Field, text: str, case: Case = REGATTA) -> bool:
    present, absent = condition(field, text), condition(field, text, absent=True)
    assert present.holds(case) is not absent.holds(case)
    return present.holds(case)


@pytest.mark.parametrize(
    ("field", "text", "expected"),
    [
        (Field.WORD, "regatta", True),
        (Field.WORD, "REGATTA!", True),
        (Field.WORD, "sails", True),
        (Field.WORD, "gat", False),
        (Field.WORD, "zoë", True),
        (Field.WORD, "the regatta", True),
        (Field.PHRASE, "won it", True),
        (Field.PHRASE, "it won", False),
        (Field.PHRASE, "boat of Zoë", True),
        (Field.PHRASE, "sails the", False),  # from the title into the text
        (Field.PHRASE, "wo", False),
        (Field.TITLE, "sails", True),
        (Field.TITLE, "white sails", True),
        (Field.TITLE, "regatta", False),
        (Field.HOST, "sea.example.co.uk", True),
        (Field.HOST, "www.sea.example.co.uk", True),
        (Field.HOST, "example.co.uk", True),
        (Field.HOST, "ea.example.co.uk", False),
        (Field.PATH, "/news/", True),
        (Field.PATH, "white-sails.html", True),
        (Field.PATH, "sails", True),
        (Field.PATH, "topic=boats", True),
        (Field.PATH, "new", False),
    ],
)
def test_what_holds_for_a_case(field: Field, text: str, expected: bool) -> None:
    assert holds(field, text) is expected


@pytest.mark.parametrize("text", ["帆船", "比赛", "研究", "生命", "船", "帆船比赛", "上海的帆船"])
def test_chinese_is_found_however_it_was_cut(text: str) -> None:
    assert holds(Field.WORD, text, CHINESE)
    assert holds(Field.PHRASE, text, CHINESE)


def test_what_is_not_in_chinese_is_not_found() -> None:
    assert not holds(Field.WORD, "船帆", CHINESE)
    assert not holds(Field.TITLE, "上海", CHINESE)
    assert str(condition(Field.WORD, "帆船")) == "“帆船”"


def test_a_word_of_japanese_is_found() -> None:
    case = make_case(None, "", "東京でヨットレースが開催された")
    assert holds(Field.WORD, "ヨットレース", case)
    assert holds(Field.WORD, "東京", case)
    assert not holds(Field.WORD, "京東", case)


@pytest.mark.parametrize(("field", "text"), [*((f, "") for f in Field), (Field.WORD, "?!")])
def test_a_condition_with_nothing_in_it_is_refused(field: Field, text: str) -> None:
    with pytest.raises(RuleError, match="has nothing in it"):
        condition(field, text)


def test_parts_of_addresses_as_people_write_them() -> None:
    assert address_conditions("https://A.example/news/2024/") == [
        Condition(Field.HOST, "a.example"),
        Condition(Field.PATH, "news"),
        Condition(Field.PATH, "2024"),
    ]
    assert address_conditions("/News/", absent=True) == [Condition(Field.PATH, "news", True)]
    for nonsense in ("", "/", "https://"):
        with pytest.raises(RuleError, match="neither a host nor"):
            address_conditions(nonsense)
    with pytest.raises(RuleError, match="one part of an address"):
        address_conditions("a.example/news", absent=True)


@given(st.sampled_from(Field), st.text(max_size=12), st.booleans())
def test_a_condition_is_read_back_as_it_was_written(field: Field, text: str, absent: bool) -> None:
    try:
        made = condition(field, text, absent)
    except RuleError:
        return
    assert condition_from(condition_data(made)) == made


@given(st.text(max_size=40), st.text(max_size=40), st.text(max_size=20))
def test_every_word_of_a_case_is_a_condition_that_holds(title: str, text: str, url: str) -> None:
    case = make_case(url, title, text)
    for word in case.words:
        assert condition(Field.WORD, word).holds(case)
    for word in case.title_words:
        assert condition(Field.TITLE, word).holds(case)


def test_a_case_has_a_name_even_when_nobody_gave_it_one() -> None:
    assert make_case(None, "", "x", "my name").id == "my name"
    assert make_case("http://a.example/", "", "x").id == "http://a.example/"
    assert make_case(None, "", "x").id == make_case(None, "", "x").id != make_case(None, "", "y").id


def test_a_record_becomes_a_case() -> None:
    case = case_of_record({"id": 7, "url": None, "title": None, "text": "half \ud800 a character"})
    assert (case.id, case.url, case.title) == ("7", None, "")
    assert case.text.encode()


def test_a_case_travels_without_what_was_computed() -> None:
    before = len(pickle.dumps(REGATTA))
    assert "regatta" in REGATTA.words
    assert len(pickle.dumps(REGATTA)) == before
    assert pickle.loads(pickle.dumps(REGATTA)) == REGATTA


@pytest.mark.parametrize("url", ["http://[broken", "mailto:", "::", "/only/path", "http://a\x00b/"])
def test_addresses_that_are_none_have_no_host(url: str) -> None:
    case = make_case(url, "", "x")
    assert isinstance(case.path_parts, frozenset)
    assert not holds(Field.HOST, "example", case)
