"""The tag filter and the redundancy filters, through the door every method has."""

from collections import Counter
from pathlib import Path

import pytest

import sitesieve
from sample_web import generate
from sitesieve.cleaning import methods
from sitesieve.cleaning.methods import METHODS, RedundantPhrases, RedundantWords, TagFilter
from sitesieve.cleaning.methods.redundancy import Filtered
from sitesieve.errors import ModelError, PageError
from sitesieve.page import Page
from sitesieve.sample.judge import Agreement, judge
from sitesieve.site.model_file import SavedModel, write_model


def page(body: str, name: str = "1", folder: str = "news") -> tuple[str, str]:
    return f"https://a.example/{folder}/{name}.html", f"<title>T</title><body>{body}"


FRAME = "<div>Daily Paper</div>{}<div>All rights reserved</div>"
SITE = [page(FRAME.format(f"<p>Story {w} about {w}</p>"), w) for w in ("ships", "bread", "stars")]


def test_the_tag_filter_drops_links_and_options_and_nothing_else() -> None:
    document = TagFilter().clean(
        "<p>Read <a href=/x>this <b>story</b></a> now</p>"
        "<select><option>One</option></select><!-- no --><script>no</script><h1>Head</h1>"
    )
    assert document.text == "Read now\n\nHead"
    assert [(b.text, b.keep) for b in document.blocks] == [
        ("Read", True),
        ("this", False),
        ("story", False),
        ("now", True),
        ("One", False),
        ("Head", True),
    ]


def test_positive_tags_win_over_negative_ones() -> None:
    html = "<h2><a href=/x>Headline</a></h2><p><a href=/y>more</a></p>"
    assert TagFilter(positive=["h2"]).clean(html).text == "Headline"


def test_negative_tags_can_be_chosen() -> None:
    html = "<p>text <a href=/x>link</a></p><footer>end</footer>"
    assert TagFilter(negative=["footer"]).clean(html).text == "text link"


def test_an_unknown_tag_is_refused() -> None:
    with pytest.raises(ValueError, match="not an HTML element: 'blink2'"):
        TagFilter(negative=["blink2"])


def test_redundant_phrases_go_and_the_story_stays() -> None:
    model = sitesieve.learn(SITE, method="redundant-phrases")
    document = model.clean(SITE[0][1], url=SITE[0][0])
    assert document.text == "Story ships about ships"
    gone = document.blocks[0]
    assert gone.text == "Daily Paper"
    assert not gone.keep
    assert gone.reason == "stands on 3 of 3 pages of a.example/news/"
    decision = {name: value for name, value in gone.evidence.items() if name != "kind"}
    assert decision == {"pages": 3, "of": 3, "path": "a.example/news/"}
    assert gone.address == "/html/body/div[1]/text()[1]"


def test_a_page_never_seen_is_cleaned_with_what_its_path_taught() -> None:
    model = sitesieve.learn(SITE, method="redundant-phrases")
    url, html = page(FRAME.format("<p>Something new</p>"), "new")
    assert model.clean(html, url=url).text == "Something new"


def test_a_directory_never_seen_learns_from_the_one_above() -> None:
    model = sitesieve.learn(SITE, method="redundant-phrases")
    url, html = page(FRAME.format("<p>Something new</p>"), "new", folder="news/today")
    assert model.clean(html, url=url).text == "Something new"


def test_by_the_letter_of_the_paper_only_the_own_path_counts() -> None:
    strict = RedundantPhrases(directories_above=False)
    sparse = [
        page("<p>Imprint</p><p>one</p>", "1", "a"),
        page("<p>Imprint</p><p>two</p>", "2", "a"),
    ]
    other = [page("<p>Daily</p><p>x</p>", "1", "b"), page("<p>Imprint</p><p>y</p>", "2", "b")]
    strict.learn([*sparse, *other])
    assert strict.clean(other[1][1], url=other[1][0]).text == "Imprint\n\ny"
    wide = RedundantPhrases().learn([*sparse, *other])
    assert wide.clean(other[1][1], url=other[1][0]).text == "y"


@pytest.mark.parametrize("kind", [RedundantPhrases, RedundantWords])
def test_by_the_letter_of_the_paper_a_path_never_seen_has_no_filter(
    kind: type[RedundantPhrases | RedundantWords],
) -> None:
    url, html = page(FRAME.format("<p>Something new</p>"), "new", folder="news/today")
    strict = kind(directories_above=False).learn(SITE)
    assert strict.clean(html, url=url).text == TagFilter().clean(html).text
    assert kind().learn(SITE).clean(html, url=url).text == "Something new"


@pytest.mark.parametrize("kind", [RedundantPhrases, RedundantWords])
def test_by_the_letter_of_the_paper_pages_of_directories_below_are_of_other_paths(
    kind: type[RedundantPhrases | RedundantWords],
) -> None:
    url, html = page("<p>Imprint</p><p>Welcome</p>", "start", folder="news")
    below = [page(f"<p>Imprint</p><p>{word}</p>", word, "news/a") for word in ("one", "two")]
    strict = kind(directories_above=False).learn([(url, html), *below])
    assert strict.clean(html, url=url).text == "Imprint\n\nWelcome"
    assert kind().learn([(url, html), *below]).clean(html, url=url).text == "Welcome"


def test_all_switches_together_are_the_letter_of_the_paper() -> None:
    words, phrases = RedundantWords.by_paper(), RedundantPhrases.by_paper(stable_after=9)
    assert repr(words).startswith(
        "<RedundantWords(directories_above=False, stable_after=5, copies=True, tolerance=0.0)"
    )
    assert phrases.settings() == RedundantPhrases().settings() | {
        **RedundantPhrases.PAPER,
        "stable_after": 9,
    }
    assert TagFilter.by_paper().settings() == TagFilter().settings()


def test_one_odd_page_does_not_empty_the_filter_of_words() -> None:
    pages = [page(f"<p>Home News Sport Imprint Contact</p><p>{w}</p>", w) for w in "pqrst"]
    odd = page("<p>Sorry</p>", "odd")
    model = RedundantWords().learn([*pages, odd])
    document = model.clean(pages[0][1], url=pages[0][0])
    assert document.text == "p"
    assert document.blocks[0].reason == (
        "5 of 5 words are on 5 or more of 6 pages of a.example/news/"
    )
    strict = RedundantWords(tolerance=0).learn([*pages, odd])
    assert strict.clean(pages[0][1], url=pages[0][0]).text.startswith("Home News")


def test_numbers_among_words_are_masked_and_bare_figures_are_not() -> None:
    pages = [
        page(f"<p>{n} comments</p><p>£{n}</p><p>350 g</p><p>text {w}</p>", w)
        for n, w in ((3, "ships"), (17, "bread"))
    ]
    model = RedundantPhrases().learn(pages)
    assert model.clean(pages[1][1], url=pages[1][0]).text == "£17\n\ntext bread"
    exact = RedundantPhrases(mask_numbers=False).learn(pages)
    assert exact.clean(pages[1][1], url=pages[1][0]).text == "17 comments\n\n£17\n\ntext bread"


def test_long_phrases_are_told_apart_beyond_what_is_kept_of_them() -> None:
    start = "word " * 100
    pages = [page(f"<p>{start}{w}</p>", w) for w in ("ships", "bread")]
    model = RedundantPhrases().learn(pages)
    assert model.clean(pages[0][1], url=pages[0][0]).text.endswith("ships")
    same = RedundantPhrases().learn([page(f"<p>{start}</p>{w}", w) for w in ("a", "b")])
    url, html = page(f"<p>{start}</p>c", "c")
    assert same.clean(html, url=url).text == "c"


def test_without_another_page_of_the_path_only_the_tags_decide() -> None:
    document = sitesieve.learn(SITE, method="redundant-phrases").clean(
        "<p>text <a href=/>link</a>", url="https://b.example/x"
    )
    assert document.text == "text"
    assert document.blocks[0].reason == "no other page of its path is known"


def test_a_link_inside_a_sentence_belongs_to_it() -> None:
    story = "<p>The <a href=/x>harbour</a> was full of ships from all over the world.</p>"
    menu = "<p><a href=/a>Home</a> <a href=/b>News</a> today</p>"
    pages = [page(story + menu, "1"), page("<p>Something else</p>" + menu, "2")]
    whole = RedundantPhrases().learn(pages).clean(pages[0][1], url=pages[0][0])
    assert whole.text == "The harbour was full of ships from all over the world."
    assert whole.blocks[1].reason.startswith("part of a line that stays")
    holes = RedundantPhrases(mend_lines=False).learn(pages).clean(pages[0][1], url=pages[0][0])
    assert holes.text == "The was full of ships from all over the world."


def test_a_program_is_one_phrase_however_it_is_coloured() -> None:
    code = "<pre><b>import</b> <i>{}</i>\n<b>print</b>(<i>{}</i>)</pre>"
    pages = [page(code.format(w, w), w) for w in ("ships", "bread", "stars")]
    model = RedundantPhrases().learn(pages)
    assert model.clean(pages[0][1], url=pages[0][0]).text == "import ships\nprint(ships)"
    tokens = RedundantPhrases(whole_code=False).learn(pages)
    assert tokens.clean(pages[0][1], url=pages[0][0]).text.split() == ["ships", "ships"]
    same = [page(code.format("os", "os") + w, w) for w in ("ships", "bread")]
    assert RedundantPhrases().learn(same).clean(same[0][1], url=same[0][0]).text == "ships"


def test_a_page_that_cannot_be_used_is_passed_over_and_counted() -> None:
    model = RedundantPhrases().learn([*SITE, ("https://a.example/news/empty", "")])
    assert model.clean(SITE[0][1], url=SITE[0][0]).text == "Story ships about ships"
    assert model.remarks() == ["some pages could not be learned from: 1 empty"]


def test_a_saved_filter_does_not_pretend_to_learn_more(tmp_path: Path) -> None:
    sitesieve.learn(SITE, method="redundant-phrases").save(tmp_path / "m.sieve")
    with pytest.raises(ModelError, match="cannot learn more"):
        sitesieve.load(tmp_path / "m.sieve", method=RedundantPhrases).learn(SITE)


def test_the_same_page_twice_does_not_erase_itself() -> None:
    twice = [SITE[0], SITE[0]]
    for name in ("redundant-phrases", "redundant-words"):
        document = sitesieve.learn(twice, method=name).clean(SITE[0][1], url=SITE[0][0])
        assert "Story ships about ships" in document.text


def test_redundant_words_are_subtracted_as_in_the_paper() -> None:
    texts = ("a a a a a b b c c c c d d d", "a a a b e e f f f f f g g g")
    pages = [page(f"<p>{text}</p>", str(n)) for n, text in enumerate(texts)]
    model = RedundantWords().learn(pages)
    url, html = page("<p>a a a b b b g g g g h h i i i</p>", "new")
    assert model.clean(html, url=url).words == Counter(b=2, g=4, h=2, i=3)


def test_redundant_words_take_whole_repeated_phrases_first() -> None:
    pages = [page(f"<p>{w} all rights</p><p>all rights reserved</p>", w) for w in ("x", "y", "z")]
    pages[2] = page("<p>z</p><p>all rights reserved</p>", "z")
    model = RedundantWords().learn(pages)
    document = model.clean(pages[0][1], url=pages[0][0])
    assert document.text == "x all rights"
    assert document.blocks[1].reason == "3 of 3 words are on all pages of a.example/news/"


def test_words_and_phrases_are_counted_by_what_becomes_of_them() -> None:
    menu = "<p><a href=/>Front page</a></p><p>Daily Paper</p>"
    pages = [page(f"{menu}<p>{text}</p>", str(n)) for n, text in enumerate(("a b c", "b d"))]
    whole = [sitesieve.Page(url, html) for url, html in pages]
    by_phrases = RedundantPhrases.by_paper().learn(pages)
    assert by_phrases.filtered(whole[0]) == (Filtered(1, 1, 1), Filtered(2, 2, 3))
    # The word b goes from inside of the text.
    by_words = RedundantWords.by_paper().learn(pages)
    assert by_words.filtered(whole[0]) == (Filtered(1, 1, 1), Filtered(2, 3, 2))
    assert by_words.filtered(whole[1])[1].total == 6
    assert by_words.describe().paths[0].repeated == {"b": 1, "daily": 1, "paper": 1}


def test_words_taken_from_inside_a_text_leave_the_rest_readable() -> None:
    pages = [page(f"<p>Breaking: {w} found</p>", w) for w in ("ships", "bread", "stars")]
    document = RedundantWords().learn(pages).clean(pages[0][1], url=pages[0][0])
    assert document.text == ": ships"
    assert "ships" in document.html
    assert "found" not in document.html.partition("<body>")[2]


@pytest.mark.parametrize("name", list(METHODS))
def test_a_saved_method_cleans_as_the_one_that_was_saved(name: str, tmp_path: Path) -> None:
    method = methods.named(name).learn(SITE)
    path = tmp_path / "m.sieve"
    method.save(path)
    for again in (sitesieve.load(path, method=name), METHODS[name].load(path), methods.load(path)):
        assert again.settings() == method.settings()
        for url, html in SITE:
            assert again.clean(html, url=url).text == method.clean(html, url=url).text


def test_settings_are_saved_too(tmp_path: Path) -> None:
    RedundantPhrases(["b"], ["h1"], mask_numbers=False).save(tmp_path / "m.sieve")
    again = sitesieve.load(tmp_path / "m.sieve", method="redundant-phrases")
    assert again.settings() == {
        "negative": ["b"],
        "positive": ["h1"],
        "mask_numbers": False,
        "directories_above": True,
        "mend_lines": True,
        "whole_code": True,
        "stable_after": 0,
        "copies": False,
    }


@pytest.mark.parametrize(
    ("kind", "held"),
    [(RedundantWords, {"daily": 1, "paper": 1}), (RedundantPhrases, {"Daily Paper": 3})],
)
def test_filters_saved_before_there_were_more_settings_still_clean(
    kind: type[RedundantWords | RedundantPhrases], held: dict[str, int], tmp_path: Path
) -> None:
    row = {"site": "a.example", "path": "a.example/news/", "pages": 3, "filter": held}
    tags = {"negative": ["a", "select", "option"], "positive": []}
    write_model(tmp_path / "m.sieve", SavedModel(kind.name, tags, {"paths": [row]}))
    url, html = page("<p>Daily Paper</p><p>Something new</p>", "x")
    assert kind.load(tmp_path / "m.sieve").clean(html, url=url).text == "Something new"


def test_a_model_of_another_method_is_refused(tmp_path: Path) -> None:
    TagFilter().save(tmp_path / "m.sieve")
    with pytest.raises(ModelError, match="a model of tag-filter, not of redundant-words"):
        RedundantWords.load(tmp_path / "m.sieve")


def test_an_unknown_method_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match="no method 'magic'; there are tag-filter"):
        methods.named("magic")


@pytest.mark.parametrize("name", ["tag-filter", "redundant-phrases"])
def test_cleaning_a_cleaned_page_changes_nothing(name: str) -> None:
    method = methods.named(name).learn(SITE)
    for url, html in SITE:
        once = method.clean(html, url=url)
        assert method.clean(once.html, url=url).text == once.text


@pytest.mark.parametrize("name", list(METHODS))
@pytest.mark.parametrize("html", ["<script>1</script>", "<body>", "<frameset><frame src=a>"])
def test_pages_without_text_come_out_empty(name: str, html: str) -> None:
    method = methods.named(name).learn(SITE)
    document = method.clean(html, url="https://a.example/news/x")
    assert (document.text, document.blocks, document.words_kept) == ("", [], 0)


def test_an_empty_page_is_an_error_that_says_so() -> None:
    with pytest.raises(PageError, match="empty"):
        sitesieve.clean(b"  \n ")


def test_the_same_verdicts_come_from_bytes_text_and_page_objects() -> None:
    url, html = SITE[0]
    model = sitesieve.learn(SITE)
    documents = [
        model.clean(html, url=url),
        model.clean(html.encode(), url=url),
        model.clean(Page(url, html)),
    ]
    assert len({document.text for document in documents}) == 1


def test_on_the_sample_web_nine_in_ten_noise_phrases_go_and_nine_in_ten_that_go_are_noise() -> None:
    pages = [page for site in generate(size=0) for page in site.pages]
    model = RedundantPhrases().learn((p.url, p.html) for p in pages)
    agreement = sum((judge(model.clean(p.html, url=p.url), p) for p in pages), Agreement())
    assert agreement.precision >= 0.945
    assert agreement.recall >= 0.92
    assert agreement.fallout <= 0.29
    letter = RedundantPhrases.by_paper()
    letter.learn((p.url, p.html) for p in pages)
    strict = sum((judge(letter.clean(p.html, url=p.url), p) for p in pages), Agreement())
    assert strict.recall < agreement.recall  # what the two steps past the paper are for


def test_what_was_forgotten_to_stay_within_memory_is_said() -> None:
    model = RedundantPhrases()
    assert model.remarks() == []
    model.models.most_rows = 2
    model.learn(SITE)
    assert model.remarks() == ["1 model was pruned while learning, to stay within memory"]
