"""Features of a page: words, images and links, each of its own kind."""

import pytest

from sitesieve.page import FeatureOptions, Features, Page, features
from sitesieve.page.encode import encode
from sitesieve.page.features import language_of

PAGE = """<html lang=en><body><h1>The gardens of 2024</h1>
<p>Gardens grow <a href="/b">slowly</a> <img src="rose.png" alt="a rose"></p>
<a href="https://other.example/">elsewhere</a></body></html>"""
URL = "https://site.example/news/a.html"


def named(of_page: Features) -> list[str]:
    return [of_page.names[i] for i in of_page.feature.tolist()]


def test_by_default_stems_images_and_links_are_features_in_document_order() -> None:
    assert named(features(encode(PAGE, url=URL))) == [
        "garden",
        "garden",
        "grow",
        "link:https://site.example/b",
        "slowli",
        "image:https://site.example/news/rose.png",
        "link:https://other.example/",
        "elsewher",
    ]


def test_without_an_address_targets_are_as_written() -> None:
    names = features(encode(PAGE)).names
    assert {"link:/b", "image:rose.png"} <= set(names)


def test_numbers_are_an_option() -> None:
    assert "2024" not in features(encode(PAGE)).names
    assert "2024" in features(encode(PAGE), FeatureOptions(numbers=True)).names


def test_words_with_digits_in_them_are_not_numbers() -> None:
    assert "mp3" in features(encode("<p>mp3 ½ 2_000")).names
    assert features(encode("<p>½ 2_000 ٣")).names == ()


def test_stop_words_are_an_option() -> None:
    assert "the" not in features(encode(PAGE)).names
    assert "the" in features(encode(PAGE), FeatureOptions(stop_words=True)).names


def test_stems_are_an_option() -> None:
    names = features(encode(PAGE), FeatureOptions(stems=False)).names
    assert "gardens" in names
    assert "garden" not in names


@pytest.mark.parametrize(("option", "kind"), [("images", "image:"), ("links", "link:")])
def test_images_and_links_are_options(option: str, kind: str) -> None:
    assert any(name.startswith(kind) for name in features(encode(PAGE)).names)
    without = features(encode(PAGE), FeatureOptions(**{option: False})).names
    assert not any(name.startswith(kind) for name in without)


def test_a_word_never_looks_like_an_image_or_a_link() -> None:
    of_page = features(encode("<p>link:/b image:rose.png link image"), FeatureOptions(stems=False))
    assert named(of_page) == ["link", "b", "image", "rose", "png", "link", "image"]


def test_each_occurrence_knows_its_node() -> None:
    tree = encode(PAGE)
    of_page = features(tree, FeatureOptions(stems=False, stop_words=True, numbers=True))
    for name, node in zip(named(of_page), of_page.node.tolist(), strict=True):
        if name.startswith("link:"):
            assert tree.tag_name(node) == "a"
        elif name.startswith("image:"):
            assert tree.tag_name(node) == "img"
        else:
            assert name in tree.words_of(node)
            assert tree.tag_name(node) == "#text"
    assert of_page.node.tolist() == sorted(of_page.node.tolist())


def test_a_name_stands_once_in_the_list_of_names() -> None:
    of_page = features(encode(PAGE))
    assert len(set(of_page.names)) == len(of_page.names)
    assert set(of_page.feature.tolist()) == set(range(len(of_page.names)))


def test_the_declared_language_is_stronger_than_the_guess() -> None:
    text = "<p>the cat sat on the mat and it was the best of them all"
    assert language_of(encode(text)) == "en"
    assert language_of(encode(f"<html lang=nl>{text}")) == "nl"


def test_a_page_without_text_has_no_features() -> None:
    of_page = features(Page(None, "<script>x</script>").tree)
    assert (of_page.names, of_page.feature.tolist(), of_page.node.tolist()) == ((), [], [])


def test_addresses_that_cannot_be_made_absolute_are_left_as_they_are() -> None:
    of_page = features(encode('<a href="http://[broken">x</a>', url=URL))
    assert "link:http://[broken" in of_page.names


def test_an_image_without_an_address_is_no_feature() -> None:
    of_page = features(encode("<p>x <img alt=nothing> <img src=''>", url=URL))
    assert named(of_page) == ["x"]


def test_a_link_to_the_page_itself_is_a_feature() -> None:
    assert "link:#top" in features(encode("<a href='#top'>up</a>", url=URL)).names
