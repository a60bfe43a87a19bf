"""Words, stop words, stems and languages."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from page_helpers import PARAGRAPHS, PATIENT

from sitesieve.page.encode import encode
from sitesieve.page.stopwords import STOP_WORDS
from sitesieve.page.words import (
    guess_language,
    has_kana,
    is_stop_word,
    language_code,
    spans,
    stems,
    tokenize,
)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", []),
        (" — … !? ", []),
        ("The cat, the hat.", ["the", "cat", "the", "hat"]),
        ("Don't", ["don", "t"]),
        ("e-mail user@example.org", ["e", "mail", "user", "example", "org"]),
        ("3,50 € v2.0 snake_case", ["3", "50", "v2", "0", "snake_case"]),
        ("Größe ÜBER Maß", ["größe", "über", "maß"]),
        ("naïve café", ["naïve", "café"]),
        ("cafe\u0301", ["cafe\u0301"]),
        ("हिन्दी भाषा", ["हिन्दी", "भाषा"]),
        ("ภาษาไทย ที่นี่", ["ภาษาไทย", "ที่นี่"]),
        ("שָׁלוֹם עוֹלָם", ["שָׁלוֹם", "עוֹלָם"]),
        ("தமிழ் மொழி", ["தமிழ்", "மொழி"]),
        ("اللُّغَة العربية", ["اللُّغَة", "العربية"]),
        ("Ελλάδα και ΑΘΗΝΑ", ["ελλάδα", "και", "αθηνα"]),
        ("Всё ЯБЛОКИ", ["всё", "яблоки"]),
        ("서울에서 부산까지", ["서울에서", "부산까지"]),
        ("iPhone15手机", ["iphone15", "手机"]),
        ("x²", ["x²"]),
    ],
)
def test_a_text_has_these_words(text: str, words: list[str]) -> None:
    assert tokenize(text) == words


def test_the_turkish_capital_i_stays_one_word() -> None:
    assert len(tokenize("İstanbul")) == 1
    assert tokenize("İstanbul İSTANBUL")[0] == tokenize("İstanbul İSTANBUL")[1]


def test_chinese_is_cut_into_words_of_a_dictionary() -> None:
    words = tokenize("我来到北京清华大学，图书馆很大。")
    assert "".join(words) == "我来到北京清华大学图书馆很大"
    assert {"北京", "图书馆"} <= set(words)
    assert max(map(len, words)) <= 4


def test_japanese_is_cut_where_the_script_changes() -> None:
    assert tokenize("東京タワーへ行く", japanese=True) == ["東京", "タワー", "へ", "行", "く"]


def test_kanji_alone_are_one_word_on_a_japanese_page() -> None:
    title, text = "東京都立図書館利用案内", "図書館へようこそ"
    page = encode(f"<h1>{title}</h1><p>{text}</p>")
    assert page.words_of(1) == [title]


def test_the_same_characters_are_several_words_on_a_chinese_page() -> None:
    page = encode("<h1>中华人民共和国图书馆法</h1><p>请保持安静。</p>")
    assert len(page.words_of(1)) > 1


def test_half_width_katakana_are_a_word_of_their_own() -> None:
    assert tokenize("東京ﾀﾜｰ", japanese=True) == ["東京", "ﾀﾜｰ"]


def test_iteration_marks_belong_to_their_word() -> None:
    assert tokenize("人々は", japanese=True) == ["人々", "は"]


@pytest.mark.parametrize(("language", "japanese"), [(lang, lang == "ja") for lang in PARAGRAPHS])
def test_kana_tell_japanese_from_the_rest(language: str, japanese: bool) -> None:
    assert has_kana(PARAGRAPHS[language]) is japanese


def test_one_dot_between_chinese_names_does_not_make_japanese() -> None:
    assert not has_kana(["卡尔・马克思"])


TEXT = st.text(
    st.one_of(
        st.sampled_from("aZ09_ .,-'éÜßİıǅ\u0301\u0e35\u05b7"),
        st.characters(min_codepoint=0x3040, max_codepoint=0x30FF),
        st.characters(min_codepoint=0x4E00, max_codepoint=0x4E80),
        st.characters(min_codepoint=0xAC00, max_codepoint=0xAC80),
        st.characters(exclude_categories=["Cs"]),
    ),
    max_size=40,
)


@PATIENT
@given(TEXT, st.booleans())
def test_spans_are_the_words_and_where_they_stand(text: str, japanese: bool) -> None:
    words = spans(text, japanese)
    assert [word for word, _, _ in words] == tokenize(text, japanese)
    for word, start, end in words:
        assert text[start:end].lower() == word
    edges = [edge for _, start, end in words for edge in (start, end)]
    assert edges == sorted(edges)


@PATIENT
@given(st.text(st.characters(max_codepoint=0x7F), max_size=60))
def test_plain_text_has_the_same_words_by_both_roads(text: str) -> None:
    assert tokenize(text) == [word for word, _, _ in spans(text)]


@PATIENT
@given(TEXT, st.booleans())
def test_every_letter_and_digit_is_in_some_word(text: str, japanese: bool) -> None:
    kept = sum(end - start for _, start, end in spans(text, japanese))
    assert kept >= sum(char.isalnum() for char in text)


@PATIENT
@given(TEXT, TEXT)
def test_words_do_not_reach_over_a_space(one: str, other: str) -> None:
    assert tokenize(f"{one} {other}", True) == tokenize(one, True) + tokenize(other, True)


@pytest.mark.parametrize("language", [language for language in PARAGRAPHS if language != "zh-tw"])
def test_the_language_of_a_text_is_guessed_from_its_function_words(language: str) -> None:
    text = " ".join(PARAGRAPHS[language])
    assert guess_language(tokenize(text, language == "ja")) == language


@pytest.mark.parametrize("words", [[], ["xyzzy"] * 50, "1 2 3 4 5 6 7".split()])
def test_no_language_is_guessed_without_function_words(words: list[str]) -> None:
    assert guess_language(words) is None


def test_a_few_chance_hits_in_a_long_text_are_no_evidence() -> None:
    assert guess_language(["the", "and", "of", *["qwerty"] * 500]) is None


@pytest.mark.parametrize(
    ("tag", "code"),
    [
        *[("en-GB", "en"), ("DE", "de"), ("zh_Hans", "zh"), ("gsw", "gsw"), ("pt-BR ", "pt")],
        *[("", None), (None, None), ("english", None), ("x-default", None), ("{{lang}}", None)],
    ],
)
def test_a_language_tag_is_read_as_its_language(tag: str | None, code: str | None) -> None:
    assert language_code(tag) == code


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("en", "gardens", "garden"),
        ("en", "running", "runs"),
        ("de", "häusern", "häuser"),
        ("fr", "continuellement", "continuelle"),
        ("ru", "яблоками", "яблоки"),
        ("ko", "도서관에서는", "도서관"),
        ("ko", "학교까지", "학교"),
        ("ko", "사람들은", "사람들"),
        ("tr", "evlerimiz", "evler"),
    ],
)
def test_forms_of_a_word_have_one_stem(language: str, one: str, other: str) -> None:
    assert stems([one], language) == stems([other], language)


def test_korean_particles_stay_where_too_little_would_be_left() -> None:
    assert stems(["나는"], "ko") == ["나는"]


@pytest.mark.parametrize("language", [None, "zh", "ja", "xx", ""])
def test_where_there_is_no_stemmer_the_word_is_its_own_stem(language: str | None) -> None:
    assert stems(["gardens"], language) == ["gardens"]


def test_stop_words_belong_to_a_language() -> None:
    assert is_stop_word("the", "en")
    assert not is_stop_word("the", "de")
    assert is_stop_word("für", "de")
    assert is_stop_word("的", "zh")
    assert not is_stop_word("the", None)
    assert not is_stop_word("the", "xx")


@pytest.mark.parametrize("language", STOP_WORDS)
def test_stop_words_are_words_as_the_tokenizer_makes_them(language: str) -> None:
    for word in STOP_WORDS[language]:
        assert tokenize(word, language == "ja") == [word]


@pytest.mark.parametrize("word", ["computer", "home", "research", "page", "news", "contact"])
def test_words_with_a_meaning_are_not_stop_words(word: str) -> None:
    assert not is_stop_word(word, "en")
