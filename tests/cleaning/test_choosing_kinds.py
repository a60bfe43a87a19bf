"""Kinds of blocks: every block has one, and people choose by them what stays."""

import copy
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sitesieve
from sample_web import generate
from sitesieve import Block, Document, Kind, OutputOptions, Page
from sitesieve.cleaning.dials import Profile
from sitesieve.cleaning.kind_names import GROUPS, kinds_named
from sitesieve.cleaning.methods import METHODS, AdImages, RedundantWords, Sieve, named
from sitesieve.cleaning.methods.tag_filter import NEGATIVE, OTHERWISE
from sitesieve.cleaning.noise.evidence import noise_features
from sitesieve.cleaning.noise.page_kinds import PageKinds, Told
from sitesieve.cleaning.noise.profiles import PROFILES
from sitesieve.cleaning.selection import HIDDEN
from sitesieve.cleaning.verdicts import Verdict

HTML = (
    "<title>Ships</title><nav><ul><li><a href=/>Home</a><li><a href=/news/>News</a>"
    "<li><a href=/shop/>Shop</a></ul></nav><main><h1>Ships at sea</h1>"
    "<p>The harbour was full this morning, and nobody could say why so many came at once.</p>"
    "<p>Old sailors, who have seen much, said that the wind would turn before the evening.</p>"
    "</main><footer><p>© 2024 Harbour Post Ltd. All rights reserved.</p></footer>"
)
URL = "https://a.example/news/ships.html"
LEAVES = ("Home", "story", "© Post", "Buy!")
KINDS = (Kind.DIRECTORY_GLOBAL, Kind.CONTENT, Kind.DECLARATION, Kind.ADVERTISEMENT)


def document(keeps: str = "-+--", hidden: str = "") -> Document:
    """Four paragraphs of known kinds; `keeps` says which of them the method keeps."""
    page = Page(URL, "".join(f"<p{hidden if t == 'Buy!' else ''}>{t}</p>" for t in LEAVES))
    each = np.eye(len(KINDS), dtype=np.bool_)
    told = [Told(k, one, np.full(4, 0.9)) for k, one in zip(KINDS, each, strict=True)]
    verdicts = [Verdict(sign == "+", "by the method") for sign in keeps]
    return Document(page, verdicts, "made up", kinds=PageKinds(page, told=told))


def texts(shown: Document) -> list[str]:
    return shown.text.split("\n\n") if shown.text else []


@pytest.mark.parametrize("name", METHODS)
def test_every_method_names_every_block(name: str) -> None:
    blocks = named(name).clean(HTML, url=URL).blocks
    assert [block.text for block in blocks[:3]] == ["Home", "News", "Shop"]
    for block in blocks:
        assert isinstance(block.kind, Kind)
        assert block.confidence is not None
        assert 0 <= block.confidence <= 1
        assert block.evidence["kind"]["confidence"] == pytest.approx(block.confidence, abs=0.001)
    by_text = {block.text: block for block in blocks}
    assert by_text["© 2024 Harbour Post Ltd. All rights reserved."].kind is Kind.DECLARATION
    assert {by_text[text].kind for text in ("Home", "News", "Shop")} <= GROUPS["navigation"]


def test_a_kind_says_what_a_block_is_and_not_whether_it_stays() -> None:
    strict, lax = Sieve(favour="precision"), named("tag-filter", negative=[])
    kinds = [[block.kind for block in m.clean(HTML, url=URL).blocks] for m in (strict, lax)]
    assert kinds[0] == kinds[1]


def test_most_texts_of_a_sample_site_get_their_kind() -> None:
    site = generate(size=0)[0]
    model = sitesieve.learn((page.url, page.html) for page in site.pages)
    right = all_texts = 0
    for page in site.pages[::8]:
        truth = [block.kind for block in page.blocks for _ in block.phrases]
        blocks = model.clean(page.html, url=page.url).blocks
        right += sum(b.kind is kind for b, kind in zip(blocks, truth, strict=True))
        all_texts += len(truth)
    assert right / all_texts > 0.6  # how well is measured elsewhere


COMMENTED = HTML.replace(
    "</main>",
    "<section id=comments class=comments><h3>Comments</h3>"
    "<div class=comment><span class=author>Ann</span><p>I was there, and it was a lovely day, I "
    "must say, thank you for this!</p><a href=#r>Reply</a></div>"
    "<div class=comment><span class=author>Bob</span><p>My uncle sailed on one of these, he "
    "would have liked to read this story, I think.</p><a href=#r>Reply</a></div></section></main>",
)


def test_texts_that_the_sieve_takes_for_comments_are_comments() -> None:
    apart = Sieve(comments="apart").clean(COMMENTED, url=URL)
    uncle = next(block for block in apart.blocks if "My uncle" in block.text)
    assert (uncle.keep, uncle.kind) == (False, Kind.COMMENTS)
    assert "a reader's comment" in uncle.reason
    assert uncle.evidence["kind"]["rule"]
    kept = apart.with_output(OutputOptions(keep=frozenset({Kind.COMMENTS})))
    assert "My uncle" in apart.comments
    assert "My uncle" not in apart.text
    assert "My uncle" in kept.text
    assert kept.comments == ""  # it is in the text


def test_the_roles_of_pages_that_links_lead_to_are_evidence() -> None:
    kinds = sitesieve.clean(HTML, url=URL).kinds
    by_role = kinds.with_roles({"a.example/": "contents", "a.example/news": "contents"}, URL)
    column = noise_features().index("container 1 leads to pages that are contents")
    rows = [k._named.rows[:, column] for k in (kinds, by_role)]
    assert rows[0].max() == 0 < rows[1].max()


@pytest.mark.parametrize("name", METHODS)
def test_nothing_is_named_until_somebody_asks_for_kinds(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []
    whole = PageKinds._named.func  # type: ignore[attr-defined]

    def named_now(kinds: PageKinds) -> object:
        asked.append(kinds)
        return whole(kinds)

    monkeypatch.setattr(PageKinds, "_named", property(named_now))
    cleaned = named(name).clean(COMMENTED, url=URL)
    assert cleaned.text + cleaned.html + cleaned.markdown + cleaned.comments
    assert cleaned.words
    assert [(block.text, block.keep, block.reason, block.importance) for block in cleaned.blocks]
    assert asked == []
    assert cleaned.blocks[0].kind
    assert asked


def test_methods_without_the_trained_trees_do_not_run_them(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(*_: object) -> None:
        raise AssertionError("the trees of the sieve were run")

    monkeypatch.setattr("sitesieve.cleaning.noise.page_kinds.judged", run)
    cleaned = named("tag-filter").clean(HTML, url=URL)
    assert "harbour" in cleaned.text
    assert {block.reason for block in cleaned.blocks} == {NEGATIVE.reason, OTHERWISE.reason}
    assert [block.text for block in cleaned.blocks if not block.keep] == ["Home", "News", "Shop"]
    with pytest.raises(AssertionError, match="the trees"):
        cleaned.blocks[0].kind  # noqa: B018 - asking is what matters


@pytest.mark.parametrize("name", ["sieve", "site-style-tree", "redundant-words"])
def test_documents_survive_copies_and_travel_with_their_kinds(name: str) -> None:
    pages = [(f"https://a.example/{n}", HTML.replace("morning", n)) for n in "abcdefg"]
    model = sitesieve.learn(pages, method=name)
    cleaned = model.clean(pages[0][1], url=pages[0][0], keep="footer")
    for other in (pickle.loads(pickle.dumps(cleaned)), copy.deepcopy(cleaned)):
        assert other.text == cleaned.text
        assert [b.to_dict() for b in other.blocks] == [b.to_dict() for b in cleaned.blocks]


def test_what_travels_does_not_take_the_model_of_its_site_along() -> None:
    pages = generate(size=0)[0].pages[:30]
    model = sitesieve.learn([(p.url, p.html) for p in pages], method="site-style-tree")
    cleaned = model.clean(pages[3].html, url=pages[3].url)
    assert b"SiteModel" in pickle.dumps(model.model_for(cleaned.site))  # type: ignore[attr-defined]
    assert b"SiteModel" not in pickle.dumps(cleaned.kinds)


class TestRemove:
    def test_takes_these_kinds_and_nothing_else_whatever_the_method_decided(self) -> None:
        shown = document().with_output(OutputOptions(remove=frozenset({Kind.ADVERTISEMENT})))
        assert texts(shown) == ["Home", "story", "© Post"]
        assert shown.words_kept == shown.words.total() == 3
        assert "Buy!" not in shown.html
        assert "Home" in shown.html
        assert shown.markdown == "Home\n\nstory\n\n© Post"
        assert [block.keep for block in shown.blocks] == [True, True, True, False]
        assert shown.blocks[0].reason == "directory-global: not to be removed"
        assert shown.blocks[3].reason == "advertisement: to be removed"

    def test_of_no_kind_keeps_everything_that_is_shown(self) -> None:
        nothing = OutputOptions(remove=frozenset())
        assert texts(document().with_output(nothing)) == list(LEAVES)
        hidden = document(hidden=" hidden").with_output(nothing)
        assert texts(hidden) == list(LEAVES[:3])
        assert hidden.blocks[3].reason == HIDDEN

    def test_of_every_kind_leaves_nothing(self) -> None:
        empty = sitesieve.clean(HTML, url=URL, remove=set(Kind))
        assert (empty.text, empty.markdown, empty.words_kept) == ("", "", 0)
        assert not any(block.keep for block in empty.blocks)


class TestKeep:
    def test_adds_to_what_the_method_keeps(self) -> None:
        shown = document().with_output(OutputOptions(keep=frozenset({Kind.DECLARATION})))
        assert texts(shown) == ["story", "© Post"]
        assert shown.words_kept == 2
        assert [block.reason for block in shown.blocks] == [
            *("by the method", "by the method", "declaration: to be kept", "by the method")
        ]

    def test_a_text_that_stays_only_by_its_kind_stays_whole(self) -> None:
        frame = "<p>Daily Paper {}</p><p>All rights reserved</p>"
        pages = [(f"https://a.example/{w}", frame.format(w)) for w in ("ships", "bread", "stars")]
        model = RedundantWords().learn(pages)
        cleaned = model.clean(pages[0][1], url=pages[0][0])
        assert cleaned.text == "ships"
        [kind] = [block.kind for block in cleaned.blocks if block.text == "All rights reserved"]
        kept = model.clean(pages[0][1], url=pages[0][0], keep=str(kind))
        assert "All rights reserved" in kept.text
        assert "ships" in kept.text
        assert kept.words["reserved"] == 1
        everything = model.clean(pages[0][1], url=pages[0][0], remove=())
        assert everything.text == "Daily Paper ships\n\nAll rights reserved"
        assert everything.words_kept == 6


class TestOnce:
    def test_takes_texts_out_of_pages_and_gives_them_apart(self) -> None:
        shown = document("-++-").with_output(OutputOptions(once=frozenset({Kind.DECLARATION})))
        assert texts(shown) == ["story"]
        assert shown.once == [(Kind.DECLARATION, "© Post")]
        assert shown.blocks[2].reason == "declaration: kept once for the site"

    def test_has_nothing_that_is_hidden(self) -> None:
        once = OutputOptions(once=frozenset({Kind.ADVERTISEMENT}))
        assert document(hidden=" hidden").with_output(once).once == []
        assert document().with_output(once).once == [(Kind.ADVERTISEMENT, "Buy!")]


AD = (
    "<p>Some words about ships that sail far.</p><div><a href=https://ads.b.example/click?ad=1>"
    "<img src=https://ads.b.example/banner.gif width=468 height=60>{}</a></div>"
    "<p>More of them came in the evening, as they do.</p>"
)


def judged_by_images(text: str, output: OutputOptions | None = None) -> Document:
    return AdImages().clean(AD.format(text), url=URL).with_output(output or OutputOptions())


def test_advertising_images_are_advertisements_with_text_or_without() -> None:
    [block] = judged_by_images("").textless
    assert (block.keep, block.kind) == (False, Kind.ADVERTISEMENT)
    assert block.confidence is not None
    by_text = {b.text: b for b in judged_by_images("Order now").blocks}
    assert by_text["Order now"].kind is Kind.ADVERTISEMENT


@pytest.mark.parametrize("text", ["", "Order now"])
def test_an_image_that_is_cut_comes_back_with_its_kind(text: str) -> None:
    ads = frozenset({Kind.ADVERTISEMENT})
    assert "banner.gif" not in judged_by_images(text).html
    for output in (OutputOptions(keep=ads), OutputOptions(remove=frozenset())):
        shown = judged_by_images(text, output)
        assert text in shown.text
        assert "banner.gif" in shown.html
        assert all(block.keep for block in (*shown.blocks, *shown.textless))
    for output in (OutputOptions(remove=ads), OutputOptions(once=ads)):
        shown = judged_by_images(text, output)
        assert "banner.gif" not in shown.html
        assert not [b for b in (*shown.blocks, *shown.textless) if b.keep and b.kind in ads]


def test_links_that_are_nepotistic_are_of_whatever_kind_they_are() -> None:
    cleaned = named("nepotistic-links").clean("<a href=/x><img src=y.gif></a>" + HTML, url=URL)
    assert [block.kind for block in cleaned.textless if not block.keep] in ([None], [])


@pytest.mark.parametrize("profile", PROFILES)
def test_a_profile_removes_its_kinds(profile: Profile) -> None:
    shown = sitesieve.clean(HTML, url=URL, profile=profile)
    for block in shown.blocks:
        assert block.keep == (block.kind not in PROFILES[profile])


def test_what_is_to_be_kept_stays_whatever_the_profile_says() -> None:
    shown = sitesieve.clean(HTML, url=URL, profile="clustering", keep="footer")
    assert "All rights reserved" in shown.text


def test_clean_takes_kinds_by_name_by_group_and_as_they_are() -> None:
    forms = ("footer", "declaration", ["footer"], {Kind.DECLARATION}, Kind.DECLARATION)
    texts = {sitesieve.clean(HTML, url=URL, remove=form).text for form in forms}
    assert len(texts) == 1
    assert "rights reserved" not in texts.pop()
    model = sitesieve.methods.TagFilter()
    assert "rights reserved" in model.clean(HTML, url=URL, keep=["footer"]).text


@pytest.mark.parametrize(
    ("settings", "complaint"),
    [
        ({"remove": "adverts"}, "no kind of block 'adverts'; there are content, decoration"),
        ({"keep": ["ads", ""]}, "no kind of block ''"),
        (
            {"profile": "fun"},
            "profile must be one of clustering, link-analysis, archive, index, not",
        ),
        ({"profile": "index", "remove": "ads"}, "give one of the two"),
        ({"remove": "navigation", "keep": "breadcrumbs"}, "directory-hierarchic cannot be both"),
    ],
)
def test_what_means_nothing_is_refused(settings: dict[str, object], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        sitesieve.clean(HTML, url=URL, **settings)  # type: ignore[arg-type]


def test_kinds_are_given_by_name() -> None:
    with pytest.raises(TypeError, match="by their names"):
        kinds_named([1])  # type: ignore[list-item]
    options = OutputOptions(remove="ads")  # type: ignore[arg-type]
    assert options == OutputOptions(remove=frozenset({Kind.ADVERTISEMENT}))


@pytest.mark.parametrize("html", ["<img>", "<p></p>", "<p>x", "<title>x</title><body>"])
@pytest.mark.parametrize("name", ["sieve", "tag-filter", "ad-images"])
def test_pages_with_next_to_no_text_have_their_kinds(html: str, name: str) -> None:
    cleaned = named(name).clean(html, url=None, remove="noise")
    assert [type(block) for block in cleaned.blocks] == [Block] * len(cleaned.blocks)
    assert named(name).clean(html, keep=set(Kind)).text == ("x" if html == "<p>x" else "")


@given(st.sets(st.sampled_from(Kind)), st.sets(st.sampled_from(Kind)))
def test_all_forms_of_a_document_agree_on_what_stays(remove: set[Kind], keep: set[Kind]) -> None:
    keep -= remove
    chosen = OutputOptions(remove=frozenset(remove), keep=frozenset(keep))
    for output in (chosen, OutputOptions(keep=frozenset(keep))):
        shown = document().with_output(output)
        kept = [block.text for block in shown.blocks if block.keep]
        assert texts(shown) == kept
        assert shown.words.total() == shown.words_kept == len(kept)


def test_a_file_of_a_mirror_is_named_as_if_it_had_its_address() -> None:
    by_address = sitesieve.clean(HTML, url=URL).kinds
    by_name = Sieve().clean(Page(None, HTML, name="a.example/news/ships.html")).kinds
    assert by_name.confidence.tolist() == by_address.confidence.tolist()
    nowhere = Sieve().clean(Page(None, HTML, name="ships.html")).kinds
    assert nowhere.confidence.tolist() != by_address.confidence.tolist()


@pytest.mark.parametrize("url", ["http://[broken", "http://a:port/", "file:///x", "", "\ud800"])
def test_addresses_that_are_none_do_no_harm(url: str) -> None:
    links = "".join(f"<a href='{href}'>x</a> " for href in ("http://[x", "//", "\ud800", url))
    kinds = sitesieve.clean(f"<p>{links}</p>{HTML}", url=url).kinds
    assert len(kinds.of_leaf) == len(kinds.with_roles({"x/": "article"}, url).of_leaf) > 5
