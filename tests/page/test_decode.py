"""Bytes to text: are pages read as their authors wrote them?"""

import random
from contextlib import suppress

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from page_helpers import PARAGRAPHS, PATIENT, at_most, page_of

from sitesieve.errors import PageError, Reason
from sitesieve.page.decode import codec_of, decode

# Language, codec the page is written with, and a label pages declare it by.
WRITTEN = [
    ("de", "cp1252", "windows-1252"),
    ("fr", "cp1252", "iso-8859-1"),
    ("es", "cp1252", "latin1"),
    ("ru", "cp1251", "windows-1251"),
    ("ru", "koi8_r", "koi8-r"),
    ("ru", "iso8859_5", "iso-8859-5"),
    ("pl", "cp1250", "windows-1250"),
    ("el", "cp1253", "windows-1253"),
    ("tr", "cp1254", "iso-8859-9"),
    ("ja", "shift_jis", "Shift_JIS"),
    ("ja", "cp932", "x-sjis"),
    ("ja", "euc_jp", "EUC-JP"),
    ("ja", "iso2022_jp", "iso-2022-jp"),
    ("zh", "gb2312", "gb2312"),
    ("zh", "gbk", "GBK"),
    ("zh", "gb18030", "gb18030"),
    ("zh-tw", "big5", "big5"),
    ("ko", "euc_kr", "euc-kr"),
    ("ko", "cp949", "ks_c_5601-1987"),
]
UNICODE = ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"]


def in_codec(page: str, codec: str) -> str:
    """The page as far as the codec can write it, for characters such as curly quotes."""
    return page.encode(codec, "xmlcharrefreplace").decode(codec)


def reason_of(data: bytes, charset: str | None = None) -> Reason:
    with pytest.raises(PageError) as caught:
        decode(data, charset)
    return caught.value.reason


@pytest.mark.parametrize(("language", "codec", "label"), WRITTEN)
class TestPagesInEveryScript:
    def test_come_out_right_without_a_declaration(
        self, language: str, codec: str, label: str
    ) -> None:
        del label
        page = in_codec(page_of(language), codec)
        assert decode(page.encode(codec)).text == page

    def test_come_out_right_as_the_http_header_says(
        self, language: str, codec: str, label: str
    ) -> None:
        page = in_codec(page_of(language), codec)
        decoded = decode(page.encode(codec), label)
        assert (decoded.text, decoded.replaced) == (page, 0)

    def test_come_out_right_as_the_meta_element_says(
        self, language: str, codec: str, label: str
    ) -> None:
        page = in_codec(page_of(language, f'<meta charset="{label}">'), codec)
        decoded = decode(page.encode(codec))
        assert (decoded.text, decoded.replaced) == (page, 0)

    def test_come_out_right_when_utf8_is_declared_by_mistake(
        self, language: str, codec: str, label: str
    ) -> None:
        del label
        page = in_codec(page_of(language, '<meta charset="utf-8">'), codec)
        assert decode(page.encode(codec), "utf-8").text == page


@pytest.mark.parametrize("language", PARAGRAPHS)
@pytest.mark.parametrize("codec", UNICODE)
def test_unicode_pages_need_no_declaration(language: str, codec: str) -> None:
    page = page_of(language)
    decoded = decode(page.encode(codec))
    assert (decoded.text, decoded.replaced) == (page, 0)


@pytest.mark.parametrize("language", PARAGRAPHS)
@pytest.mark.parametrize("label", ["iso-8859-1", "windows-1251", "gb2312", "shift_jis", "ascii"])
def test_utf8_pages_survive_wrong_declarations(language: str, label: str) -> None:
    page = page_of(language, f'<meta charset="{label}">')
    decoded = decode(page.encode(), label)
    assert (decoded.text, decoded.encoding, decoded.how) == (page, "utf-8", "utf-8")


def test_a_short_german_text_is_read_as_western() -> None:
    page = "<p>Grüße</p>"
    assert decode(page.encode("cp1252")).text == page


def test_the_byte_order_mark_is_stronger_than_any_declaration_and_is_taken_off() -> None:
    page = page_of("de", '<meta charset="koi8-r">')
    for codec, name in (("utf-8-sig", "utf-8"), ("utf-16", "utf-16-le")):
        decoded = decode(page.encode(codec), "windows-1251")
        assert (decoded.text, decoded.encoding, decoded.how) == (page, name, "bom")


def test_the_http_header_is_stronger_than_the_meta_element() -> None:
    page = page_of("ru", '<meta charset="windows-1251">')
    decoded = decode(page.encode("koi8-r"), "koi8-r")
    assert (decoded.text, decoded.how) == (page, "http")


def test_an_xml_declaration_counts_as_one_in_the_page() -> None:
    page = '<?xml version="1.0" encoding="windows-1251"?>\n' + page_of("ru")
    decoded = decode(page.encode("cp1251"))
    assert (decoded.text, decoded.how) == (page, "meta")


def test_the_old_http_equiv_form_counts_too() -> None:
    meta = "<META HTTP-EQUIV='Content-Type' CONTENT='text/html; charset = koi8-r'>"
    page = page_of("ru", meta)
    decoded = decode(page.encode("koi8-r"))
    assert (decoded.text, decoded.how) == (page, "meta")


@pytest.mark.parametrize(
    ("label", "codec"),
    [
        *[(label, "cp1252") for label in ("latin-1", "latin1", "iso-8859-1", "us-ascii", "L1")],
        *[("Latin-1", "cp1252"), ("  windows-1252\n", "cp1252"), ("latin-2", "iso8859-2")],
        *[("gb2312", "gb18030"), ("GB_2312-80", "gb18030"), ("x-gbk", "gb18030")],
        *[("shift_jis", "cp932"), ("x-sjis", "cp932"), ("MS_Kanji", "cp932")],
        *[("euc-kr", "cp949"), ("ks_c_5601-1987", "cp949"), ("windows-949", "cp949")],
        *[("big5", "big5hkscs"), ("cn-big5", "big5hkscs"), ("x-x-big5", "big5hkscs")],
        *[("koi", "koi8-r"), ("koi8-ru", "koi8-u"), ("ibm866", "cp866")],
        *[("tis-620", "cp874"), ("logical", "iso8859-8"), ("x-mac-roman", "mac-roman")],
        *[("unicode-1-1-utf-8", "utf-8"), ("utf-16", "utf-16-le"), ("utf-16be", "utf-16-be")],
    ],
)
def test_labels_mean_what_they_mean_to_browsers(label: str, codec: str) -> None:
    assert codec_of(label) == codec


@pytest.mark.parametrize(
    "label", [None, "", "klingon", "rot13", "idna", "base64", "undefined", "hz-gb-2312", "la\0tin"]
)
def test_labels_that_name_no_encoding_of_the_web_are_passed_over(label: str | None) -> None:
    assert codec_of(label) is None
    page = page_of("de")
    assert decode(page.encode("cp1252"), label).text == page


@pytest.mark.parametrize(
    ("label", "text", "codec"),
    [
        ("latin-1", "“Kurven” – 5 €…", "cp1252"),
        ("shift_jis", "①㈱髙﨑Ⅹ～", "cp932"),
        ("x-sjis", "①㈱髙﨑Ⅹ～", "cp932"),
        ("gb2312", "朱镕基㐀𠀀", "gb18030"),
        ("euc-kr", "똠방각하 펲시콜라", "cp949"),
        ("big5", "嗰啲嘢", "big5hkscs"),
    ],
)
def test_vendor_characters_of_declared_encodings_are_known(
    label: str, text: str, codec: str
) -> None:
    for header, meta in ((label, ""), (None, f'<meta charset="{label}">')):
        page = f"<html><head>{meta}</head><body><p>{text}</p></body></html>"
        decoded = decode(page.encode(codec), header)
        assert (decoded.text, decoded.replaced) == (page, 0)


def test_circled_numbers_on_a_euc_jp_page_are_known() -> None:
    page = page_of("ja").encode("euc_jp").replace(b"<h1>", b"<h1>\xad\xa1\xad\xea", 1)
    decoded = decode(page, "euc-jp")
    assert "<h1>①㈱" in decoded.text
    assert decoded.text.replace("①㈱", "", 1) == page_of("ja")


def test_western_control_bytes_do_not_turn_a_declared_page_into_another_script() -> None:
    # The web's table maps these five bytes to control characters; Python's leaves them out.
    page = b"<p>caf\xe9 \x81 \x8d \x8f \x90\x9d cr\xe8me</p>"
    text = decode(page, "iso-8859-1").text
    assert "café" in text
    assert "crème" in text


def test_a_last_western_letter_is_not_taken_for_a_cut_utf8_character() -> None:
    assert decode("<p>un café".encode("cp1252"), "iso-8859-1").text == "<p>un café"


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be"])
def test_utf16_that_the_header_declares_is_read_even_with_few_tags(codec: str) -> None:
    page = f"<p>{''.join(PARAGRAPHS['ja']) * 8}</p>"
    assert decode(page.encode(codec), codec.replace("16-", "16")).text == page


@pytest.mark.parametrize("language", ["de", "ru", "ja", "ko"])
def test_utf8_cut_inside_a_character_loses_only_that_character(language: str) -> None:
    page = page_of(language)
    whole = page.encode()
    first_high = next(at for at, byte in enumerate(whole) if byte >= 0x80)
    cuts = [at for at in range(first_high, len(whole)) if 0x80 <= whole[at] < 0xC0]
    for at in cuts[::7]:
        decoded = decode(whole[:at], "utf-8")
        assert decoded.encoding == "utf-8"
        assert page.startswith(decoded.text)
        assert len(whole[:at]) - len(decoded.text.encode()) <= 3
        assert decoded.replaced == 1


def test_a_few_broken_bytes_do_not_make_a_utf8_page_something_else() -> None:
    page = page_of("ru")
    broken = page.encode().replace("яблоки".encode(), "ябло".encode() + b"\xff\xd0 ", 1)
    decoded = decode(broken, "utf-8")
    assert decoded.encoding == "utf-8"
    assert decoded.replaced == 2
    assert all(paragraph in decoded.text for paragraph in PARAGRAPHS["ru"][1:])


def test_replacement_characters_that_stand_on_the_page_are_not_counted_as_broken() -> None:
    page = page_of("ru").replace("яблоки", "\ufffd\ufffd")
    assert decode(page.encode()).replaced == 0


@pytest.mark.parametrize("label", [None, "iso-2022-jp"])
def test_an_iso_2022_jp_page_cut_inside_a_character_is_still_japanese(label: str | None) -> None:
    page = page_of("ja")
    whole = page.encode("iso2022_jp")
    start = whole.index(b"\x1b$B", len(whole) // 2) + 3
    for at in (start + 8, start + 9):  # after a character, and inside one
        decoded = decode(whole[:at], label)
        assert page.startswith(decoded.text.rstrip("\ufffd"))
        assert PARAGRAPHS["ja"][0] in decoded.text


def test_stray_bytes_on_a_declared_iso_2022_jp_page_leave_it_japanese() -> None:
    page = page_of("ja").encode("iso2022_jp").replace(b"<h1>", b"<h1>\x80\x80\x80", 1)
    text = decode(page, "iso-2022-jp").text
    assert all(paragraph in text for paragraph in PARAGRAPHS["ja"])


def test_an_escape_character_does_not_make_a_utf8_page_japanese() -> None:
    page = page_of("de").replace("Licht", "\x1b(B Licht")
    assert decode(page.encode()).text == page


@pytest.mark.parametrize(
    "data",
    [
        b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<< /Type /Catalog >>",
        b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x01\x00",
        b"\xff\xd8\xff\xe0\x00\x10JFIF\x00",
        b"GIF89a\x10\x00\x10\x00",
        b"PK\x03\x04\x14\x00\x06\x00",
        b"\x1f\x8b\x08\x00\x00\x00\x00\x00",
        b"\x28\xb5\x2f\xfd\x04\x00",
        b"\x7fELF\x02\x01\x01\x00",
        bytes(500),
        bytes(range(32)) * 40,
    ],
)
def test_what_is_not_text_is_refused(data: bytes) -> None:
    assert reason_of(data) is Reason.BINARY
    assert reason_of(data, "utf-8") is Reason.BINARY


@pytest.mark.parametrize("seed", range(20))
def test_random_bytes_are_refused(seed: int) -> None:
    assert reason_of(random.Random(seed).randbytes(4096)) is Reason.BINARY


def test_scattered_null_bytes_do_not_make_a_page_binary() -> None:
    page = page_of("de").replace(" ", " \0", 40)
    assert decode(page.encode()).text == page


def test_a_long_script_does_not_slow_the_detector_down() -> None:
    script = "<script>" + "var a=1;" * 2500 + "</script>"
    page = page_of("de").replace("</head>", script + "</head>")
    with at_most(1.0):
        assert decode(page.encode("cp1252")).text == page


def test_a_large_page_without_declaration_is_read_quickly() -> None:
    page = page_of("ru").replace("</body>", "<p>абв где</p>" * 100_000 + "</body>")
    with at_most(2.0):
        assert decode(page.encode("cp1251")).text == page


@PATIENT
@given(st.binary(max_size=600), st.sampled_from([None, "utf-8", "utf-16", "gbk", "x", "latin1"]))
@example(b"", None)
@example(b"\xff\xfe\x00", None)
@example(b"\x1b$", "iso-2022-jp")
def test_bytes_are_text_or_a_page_error_and_nothing_else(data: bytes, charset: str | None) -> None:
    with suppress(PageError):
        decoded = decode(data, charset)
        assert len(decoded.text) <= len(data)
        assert decoded.replaced <= decoded.text.count("\ufffd") + 1


@PATIENT
@given(st.binary(max_size=60), st.integers(20, 2000), st.sampled_from(WRITTEN))
def test_a_damaged_page_is_still_text(
    noise: bytes, where: int, written: tuple[str, str, str]
) -> None:
    language, codec, label = written
    data = page_of(language).encode(codec, "xmlcharrefreplace")
    high = bytes(byte | 0x80 for byte in noise)
    decoded = decode(data[:where] + high + data[where:], label)
    assert decoded.text.startswith("<!DOCTYPE html>")


SCRIPTS = {
    "cp1251": ("ru", 0x410, 0x44F),
    "koi8-r": ("ru", 0x410, 0x44F),
    "windows-1253": ("el", 0x3B1, 0x3C9),
    "shift_jis": ("ja", 0x3041, 0x3093),
    "euc-jp": ("ja", 0x3041, 0x3093),
    "iso-2022-jp": ("ja", 0x3041, 0x3093),
    "gbk": ("zh", 0x4E00, 0x9FA5),
    "gb18030": ("zh", 0x0020, 0xD7FF),
    "utf-16-le": ("en", 0x0020, 0xD7FF),
    "utf-8": ("en", 0x0020, 0xD7FF),
}


@pytest.mark.parametrize("codec", SCRIPTS)
@PATIENT
@given(st.data())
def test_declared_text_of_a_script_round_trips(codec: str, data: st.DataObject) -> None:
    language, first, last = SCRIPTS[codec]
    letters = st.characters(min_codepoint=first, max_codepoint=last)
    words = data.draw(st.lists(st.text(letters, min_size=1, max_size=8), max_size=20))
    page = page_of(language) + "<p>" + " ".join(words) + "</p>"
    label = codec.replace("16-", "16")
    assert decode(page.encode(codec), label).text == page
