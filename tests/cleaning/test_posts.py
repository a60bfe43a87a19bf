"""Posts of threads, trees of comments and timelines."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sitesieve.cleaning.document import Document
from sitesieve.cleaning.methods import Sieve
from sitesieve.cleaning.methods.nothing import Nothing
from sitesieve.cleaning.posts import PagePart, Posts
from sitesieve.page import Page
from sitesieve.page.post_places import post_places
from sitesieve.page.subtree import subtree

TEXTS = [
    "My fork is better than yours, but what do I know about forks and gardens anyway?",
    "I think that every fork is good for something, even the old one that I was given.",
    "Nobody who has dug a garden with a spoon will ever say a bad word about any fork.",
]
NAMES = ["Ann", "bo_ek", "Cy Fox"]
DATES = ["2024-05-06", "2024-05-07", "2024-06-01"]


def thread(form: str) -> str:
    posts = zip(NAMES, DATES, TEXTS, range(1, 4), strict=True)
    return "<title>Forks</title><h1>Forks</h1>" + "".join(
        form.format(name=name, date=date, text=text, n=n) for name, date, text, n in posts
    )


SHAPES = {
    "phpBB": "<div id=p{n} class='post bg2'><dl class=postprofile><dt><a class=username "
    "href=./memberlist.php?u={n}>{name}</a></dt><dd>Joined: 3 May 2019</dd></dl>"
    "<p class=author><a href='#p{n}'>#{n}</a> <time datetime={date}>x</time></p>"
    "<div class=content>{text}</div></div>",
    "XenForo": "<article class='message message--post' id=js-post-{n}><h4 class=message-name>"
    "<a class=username href=/members/{n}/>{name}</a></h4><time datetime={date}T10:00:00Z>x</time>"
    "<a href=/threads/1/post-{n}>#{n}</a><div class=bbWrapper>{text}</div></article>",
    "vBulletin": "<table id=post{n}><tr><td>{date}, 10:00</td><td>#{n}</td></tr><tr><td>"
    "<a class=bigusername href=member.php?u={n}>{name}</a><td>{text}</table>",
    "FluxBB": "<div id=p{n} class=blockpost><h2><span>#{n}</span> <a href=/t?pid={n}#p{n}>{date} "
    "15:14</a></h2><dl><dt><strong>{name}</strong></dt><dd>Member</dd></dl><p>{text}</p></div>",
    "microdata": "<div itemscope itemtype=https://schema.org/Comment><span itemprop=author "
    "itemscope><span itemprop=name>{name}</span></span><meta itemprop=datePublished "
    "content={date}><time itemprop=datePublished datetime={date}>x</time> #{n}<p>{text}</div>",
    "timeline": "<div class=tweet id=status-{n}><a href=/@{n}>{name}</a><time datetime={date}>x"
    "</time><span>#{n}</span><p>{text}</p></div>",
}  # fmt: skip


def cleaned(html: str) -> Document:
    return Nothing().clean(Page("https://a.example/t/1", html))


@pytest.mark.parametrize("shape", SHAPES)
def test_each_post_has_its_author_date_number_and_text(shape: str) -> None:
    posts = cleaned(thread(SHAPES[shape])).posts
    assert [post.author for post in posts] == NAMES
    assert [post.date for post in posts] == DATES
    assert [post.number for post in posts] == [1, 2, 3]
    assert [post.depth for post in posts] == [0, 0, 0]
    for post, text in zip(posts, TEXTS, strict=True):
        assert text in post.text
        assert "#" not in post.text
        assert text in post.to_dict()["text"]


@pytest.mark.parametrize("shape", SHAPES)
def test_markdown_and_html_have_each_post_as_a_unit(shape: str) -> None:
    document = cleaned(thread(SHAPES[shape]))
    markdown, html = document.markdown, document.html
    assert "**bo\\_ek · 2024-05-07 · #2**\n\n" in markdown
    assert markdown.count(TEXTS[1]) == html.count(TEXTS[1]) == 1
    assert markdown.index("# Forks") < markdown.index("Ann") < markdown.index(TEXTS[0])
    assert html.count("<article>") == html.count("</article>") == 3
    assert '<time datetime="2024-05-07">2024-05-07</time>' in html
    assert "<strong>Cy Fox</strong>" in html


NESTED = (
    "<ol>"
    "<li class=comment id=comment-1><cite class=fn>Ann</cite> <time>2024-05-06</time><p>{}</p>"
    "<ol><li class=comment id=comment-2><cite class=fn>Bo</cite><p>{}</p></li></ol></li>"
    "<li class=comment id=comment-3><cite class=fn>Cy</cite><p>{}</p></li></ol>"
).format(*TEXTS)


def test_answers_stand_in_what_they_answer() -> None:
    document = cleaned(NESTED)
    assert [(p.author, p.depth, p.id) for p in document.posts] == [
        ("Ann", 0, "comment-1"), ("Bo", 1, "comment-2"), ("Cy", 0, "comment-3")
    ]  # fmt: skip
    assert TEXTS[1] not in document.posts[0].text
    assert f"> **Bo**\n>\n> {TEXTS[1]}" in document.markdown
    article = document.html.index("</article>")
    assert document.html.index("<strong>Bo") < article < document.html.index("<strong>Cy")


@pytest.mark.parametrize(
    "mark",
    ["<div class='comment depth-{d}'>", "<div class=comment><img width={d}0 height=1>"],
)
def test_depth_is_also_said_by_classes_and_by_images_that_take_room(mark: str) -> None:
    html = "".join(
        mark.format(d=depth) + f"<a class=username>{name}</a><p>{text}</p></div>"
        for depth, name, text in zip((1, 2, 4), NAMES, TEXTS, strict=True)
    )
    assert [post.depth for post in cleaned(html).posts] == [0, 1, 2]


def test_comments_that_are_not_part_of_the_text_are_posts_all_the_same() -> None:
    article = "".join(f"<p>{' '.join([text] * 4)}</p>" for text in TEXTS * 3)
    html = (
        f"<title>Forks</title><article><h1>Forks</h1>{article}</article><div id=comments>{NESTED}"
    )
    document = Sieve(comments="apart").clean(Page("https://a.example/forks", html))
    assert [post.author for post in document.posts] == ["Ann", "Bo", "Cy"]
    assert "**Ann" not in document.markdown


def test_what_stands_between_posts_stays_between_them() -> None:
    html = thread(SHAPES["timeline"]).replace(
        "<div class=tweet id=status-2",
        "<h2>2 Answers</h2><p>Sorted by age.</p><div class=tweet id=status-2",
    )
    document = cleaned(f"{html}<p>That was all.</p>")
    for written in (document.markdown, document.html):
        pieces = ["Forks", TEXTS[0], "2 Answers", "Sorted by age.", TEXTS[1], TEXTS[2], "That was"]
        places = [written.index(piece) for piece in pieces]
        assert places == sorted(places)
    assert document.html.index("</article>") < document.html.index("2 Answers")


def test_texts_between_many_posts_are_all_written_once() -> None:
    post = "<div class=post id=p{n}><b class=username>Ann</b><p>{text}</div><p>Gap number {n}.</p>"
    html = "".join(post.format(n=n, text=TEXTS[n % 3]) for n in range(100, 200))
    markdown = cleaned(html).markdown
    assert all(markdown.count(f"Gap number {n}.") == 1 for n in range(100, 200))


def test_a_thread_is_by_who_opened_it() -> None:
    metadata = cleaned(thread(SHAPES["FluxBB"])).metadata
    assert (metadata.author, metadata.date) == ("Ann", "2024-05-06")


def test_an_article_is_not_by_its_readers() -> None:
    html = f"<h1>Forks</h1>{''.join(f'<p>{text}</p>' for text in TEXTS * 9)}{NESTED}"
    assert cleaned(html).metadata.author is None


def test_a_question_with_one_answer_is_two_posts() -> None:
    schema = "itemscope itemtype=https://schema.org/"
    html = (
        f"<div {schema}Question><a itemprop=author>Ann</a><p>{TEXTS[0]}</p>"
        f"<div itemprop=suggestedAnswer {schema}Answer><a itemprop=author>Bo</a><p>{TEXTS[1]}</p>"
    )
    assert [(p.author, p.depth) for p in cleaned(html).posts] == [("Ann", 0), ("Bo", 1)]


@pytest.mark.parametrize(
    ("opening", "date", "author"),
    [
        ("We left on <time datetime=1999-05-05>5 May 1999</time> for Rome", "2024-05-06", "Ann"),
        ("<b>March 5, 2001</b> was when I first dug with a fork.", "2024-05-06", "Ann"),
        ("<a href=/u/zed>@zed</a> thanks for the fork", "2024-05-06", "Ann"),
        ("我们在<time datetime=1999-05-05>1999年5月5日</time>去了罗马", "2024-05-06", "Ann"),
    ],
)
def test_names_and_dates_in_prose_are_part_of_it(opening: str, date: str, author: str) -> None:
    said, bare = [
        "".join(f"<div class=post>{head}<p>{opening}</p><p>{t}</p>{foot}</div>" for t in TEXTS)
        for head, foot in (("", f"<p>by <b class=username>{author}</b> on {date}</p>"), ("", ""))
    ]
    posts = cleaned(said).posts
    assert [(post.author, post.date) for post in posts] == [(author, date)] * 3
    shown = cleaned(f"<p>{opening}</p>").text
    assert all(post.text.startswith(shown) for post in posts)
    assert cleaned(bare).posts == []


@pytest.mark.parametrize(
    "line",
    [
        "by <strong>Ann</strong> » Mon May 06, 2024 1:47 am",
        "<a href=/u/ann>Ann</a> answered on 6 May 2024 at 10:00 <a href=/r>Reply</a>",
        "<span>Ann</span> hat geschrieben: <span>2024-05-06</span>",
    ],
)
def test_words_that_stand_beside_names_and_dates_are_no_prose(line: str) -> None:
    html = "".join(f"<div class=post><p class=author>{line}</p><p>{t}</p></div>" for t in TEXTS)
    assert [(p.author, p.date) for p in cleaned(html).posts] == [("Ann", "2024-05-06")] * 3


def posts_of(head: str) -> list[tuple[str | None, str | None, int | None, str]]:
    posts = cleaned("".join(f"<div class=post>{head}<p>{t}</p></div>" for t in TEXTS)).posts
    return [(post.author, post.date, post.number, post.text) for post in posts]


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        (  # a number for machines, and a time with room around it
            "<a itemprop=author>Ann</a><time datetime=2024-05-06>"
            + "\n" * 90 + "May 6, 2024" + " " * 90 + "</time><span itemprop=position>3</span>",
            ("Ann", "2024-05-06", 3),
        ),
        (  # since when there is the poster
            "<dl class=postprofile><dt>Ann</dt><dd><b>Founded:</b> Dec 11, 2021</dd></dl>"
            "<p class=author>by <b>Ann</b> » Tue Aug 27, 2019 1:47 am</p>",
            ("Ann", "2019-08-27", None),
        ),
        (  # a date for machines comes before others
            "<meta itemprop=datePublished content=2019-08-27T10:00><a class=username>Ann</a>"
            "<p>Last: <time datetime=2021-01-01>1 January</time></p>",
            ("Ann", "2019-08-27", None),
        ),
    ],
)  # fmt: skip
def test_what_is_said_of_a_post(head: str, expected: tuple[object, ...]) -> None:
    posts = posts_of(head)
    assert [post[:3] for post in posts] == [expected] * 3
    assert all("\n3" not in f"\n{post[3]}" and "May 6" not in post[3] for post in posts)


@pytest.mark.parametrize(
    "head",
    [
        "<div class=user-info>answered <span>Jan 1</span> <a href=/users/1/al>al1</a></div>",
        "<div class=user-info>répondu <a href=/users/1/al>al1</a></div>",
        "<div class=author>posted <b>Jan 1</b> <i>al1</i></div>",
    ],
)
def test_the_name_in_a_line_is_who_wrote_not_that_somebody_did(head: str) -> None:
    assert [post[0] for post in posts_of(head)] == ["al1"] * 3


TEASERS = "".join(
    f"<div class=post><h2><a href=/p/{n}>{text}</a></h2><span class=author>Ann</span>"
    f"<time>2024-05-0{n}</time><p>{text}</div>"
    for n, text in enumerate(TEXTS, 1)
)


CARD = "<article class='post card'><h3><a href=/p/{}>{}</a></h3><time>2024-05-06</time></article>"
MAIN = f"<h1>Forks</h1><span class=author>Ann</span>{''.join(f'<p>{t}</p>' for t in TEXTS * 3)}"


@pytest.mark.parametrize(
    "html",
    [
        f"<article class='post main'>{MAIN}</article>"
        + "".join(CARD.format(n, TEXTS[n]) for n in range(2)),
        f"<article class=post>{MAIN}</article>"
        + f"<article class=post><b class=author>Bo</b><p>{TEXTS[0]}</article>",
        "".join(f"<div class=status><time>2024-05-06</time><p>{text}</p></div>" for text in TEXTS),
        "".join(f"<div class=post><a class=author>View all lists</a><p>{t}</div>" for t in TEXTS),
        TEASERS,
        f"<article class=post><span class=author>Ann</span><p>{TEXTS[0]}</article>",
        "".join(f"<div class=message><p>{text}</p></div>" for text in TEXTS),
        f"<div class=post><a class=author>A B</a><div class=post><time>2024-05-06</time>{TEXTS[0]}",
        "<p>x",
        "<br>",
    ],
)
def test_teasers_single_articles_and_nameless_parts_are_no_posts(html: str) -> None:
    document = cleaned(html)
    assert document.posts == []
    assert "<article>" not in document.html


def test_comments_with_headings_that_lead_to_pages_of_their_own_are_posts() -> None:
    form = (
        "<div class=comment><h4><a href=/c.pl?cid={n}>Re: forks</a></h4><b class=nick>{name}</b>"
        "<p>{text}</p></div><p>{n}</p>"
    )
    html = thread(form).replace("<h4><a href=/c.pl?cid=1>Re: forks</a></h4>", "")
    assert [post.author for post in cleaned(html).posts] == NAMES


def test_a_list_of_pages_has_no_posts() -> None:
    html = thread(SHAPES["timeline"])
    assert Nothing().clean(Page("https://a.example/tag/forks", html)).posts == []
    assert len(Nothing().clean(Page("https://a.example/t/forks", html)).posts) == 3


def test_names_are_written_as_they_are() -> None:
    html = thread(SHAPES["timeline"]).replace("Ann", "&lt;b&gt;*A*&lt;/b&gt;")
    document = cleaned(html)
    assert "**\\<b\\>\\*A\\*\\</b\\> ·" in document.markdown
    assert "&lt;b&gt;*A*&lt;/b&gt;" in document.html


@given(st.sampled_from(list(SHAPES)), st.data())
def test_a_part_of_a_page_reads_as_it_does_within(shape: str, data: st.DataObject) -> None:
    tree = Page("https://a.example/", thread(SHAPES[shape])).tree
    node = data.draw(st.integers(0, len(tree) - 1))
    part = subtree(tree, node)
    assert part.texts == tree.texts[tree.leaf_start[node] : tree.leaf_start[tree.end[node]]]
    assert part.words == tree.words_of(node)
    assert part.attributes_of(0) == tree.attributes_of(node)
    assert [part.tag_name(n) for n in range(len(part))] == [
        tree.tag_name(n) for n in range(node, int(tree.end[node]))
    ]


@settings(max_examples=80)
@given(
    st.lists(
        st.sampled_from(
            ["<div class=post>", "<div class=comment id=c1>", "</div>", "<li class=reply>", "</li>",
             "<a class=username>Ann</a>", "<time>2024-05-06</time>", "#1", "<p>some words here",
             "<table><tr><td>", "<img width=20 height=1>", "<span itemprop=author>"]
        ),
        max_size=40,
    )
)  # fmt: skip
def test_any_page_has_posts_whose_texts_are_on_it_once(pieces: list[str]) -> None:
    html = "".join(pieces)
    if not html.strip():
        return
    tree = Page(None, html).tree
    places = post_places(tree)
    assert all(-1 <= place.parent < number for number, place in enumerate(places))
    assert all(place.depth >= 0 for place in places)
    document = cleaned(html)
    words = sum(len(post.text.split()) for post in document.posts)
    assert words <= len(document.text.split())
    assert isinstance(document.markdown, str)
    assert isinstance(document.html, str)


@pytest.mark.parametrize(
    "html",
    [
        "<div class=comment><a class=username>Ann</a><p>some words here" * 3_000,
        "<div class=comment><a class=username>Ann</a><p>some words here</div>" * 3_000,
        "<div class='" + "post " * 20_000 + "'>x</div>" * 2,
        "<div class=post id=" + "post-" * 5_000 + "1>x</div>" * 3,
    ],
)
def test_hostile_pages_take_no_time(html: str) -> None:
    started = time.process_time()
    page = Page(None, html)
    assert isinstance(Posts(PagePart(page.tree, page.tree.leaves >= 0)).all, list)
    assert isinstance(cleaned(html[:200_000]).markdown, str)
    assert time.process_time() - started < 20
