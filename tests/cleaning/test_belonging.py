"""What belongs to something that stays, stays with it."""

import numpy as np
import pytest

import sitesieve
from sitesieve.cleaning.sieve.belonging import with_belongings
from sitesieve.page.encode import encode
from sitesieve.page.paragraphs import paragraphs_of

PARAGRAPH = (
    "<p>This is a paragraph of an ordinary article about the weather in the mountains, where "
    "people walk in summer and ski in winter.</p>"
)


def cleaned(html: str) -> sitesieve.Document:
    return sitesieve.clean(
        "<title>Mountains</title><nav><a href=/>Home</a> <a href=/b>About us</a></nav><article>"
        f"<h1>Mountains</h1>{PARAGRAPH * 2}{html}{PARAGRAPH * 2}</article><footer>Help</footer>"
    )


@pytest.mark.parametrize(
    ("html", "follower"),
    [
        (f"<details><summary>Show the answer</summary>{PARAGRAPH}</details>", "Show the answer"),
        (
            f"<details><summary>How much?</summary>{PARAGRAPH}</details>"
            f"<details><summary>How long?</summary>{PARAGRAPH}</details>",
            "How long?",
        ),
        (f"<blockquote>{PARAGRAPH}<footer>— A walker</footer></blockquote>", "— A walker"),
        ("<table><tr><th>Height<td>3 metres<tr><th>Width<td>5 metres</table>", "Width"),
        ("<dl><dt>Pass<dd>The lowest place between two mountains.</dl>", "Pass"),
        ("<ul><li>Fruit<ul><li>Apples<li>Pears</ul><li>Bread</ul>", "Pears"),
    ],
)
def test_stays_with_what_it_belongs_to(html: str, follower: str) -> None:
    assert follower in cleaned(html).text
    assert follower in cleaned(html).markdown


@pytest.mark.parametrize(
    ("html", "follower"),
    [
        ("<table><tr><th>Weight<td>5,070 lbs<tr><th>Towing<td>1,653 lbs</table>", "Weight"),
        ("<dl><dt>one<dt>two<dd>what they mean</dl>", "one"),
        ("<details><summary>why</summary>for this reason</details>", "why"),
        ("<blockquote>so it is<footer>she said</footer></blockquote>", "she said"),
    ],
)
def test_is_kept_where_only_it_would_go(html: str, follower: str) -> None:
    tree = encode(html)
    paragraphs = paragraphs_of(tree)
    first = paragraphs.first_leaf[:-1]
    keep = np.array([follower not in tree.texts[leaf] for leaf in first], np.bool_)
    assert not keep.all()
    assert with_belongings(tree, paragraphs, keep).all()


def test_of_a_row_that_goes_is_not_kept() -> None:
    tree = encode("<table><tr><th>Weight<td>5,070 lbs<tr><th>Towing<td>1,653 lbs</table>")
    paragraphs = paragraphs_of(tree)
    keep = np.array([True, True, False, False])
    assert with_belongings(tree, paragraphs, keep).tolist() == keep.tolist()


def test_that_is_a_button_goes_its_own_way() -> None:
    html = f"<details><summary>Expand</summary>{PARAGRAPH}</details>" * 3
    assert "Expand" not in cleaned(html).text


def test_goes_with_what_it_belongs_to() -> None:
    html = "<nav><details><summary>Menu of all</summary><a href=/x>Shop</a></details></nav>"
    assert "Menu of all" not in cleaned(html).text


def test_the_reason_says_so() -> None:
    document = cleaned(f"<details><summary>Show the answer</summary>{PARAGRAPH}</details>")
    block = next(block for block in document.blocks if block.text.strip() == "Show the answer")
    assert "stays with what it belongs to" in block.reason


def test_a_note_stays_with_its_mark() -> None:
    html = "<p>A claim<sup><a href='#n1'>1</a></sup> of many words</p>{}<div>menu</div>".format(
        "<div class=notes><p id=n1><a href='#r1'>1</a> Ibid.</p></div><p id=n2>2 Other.</p>"
    )
    tree = encode(html)
    paragraphs = paragraphs_of(tree)
    leaves = np.arange(len(tree.leaves)) < 3  # the paragraph with the mark
    keep = np.zeros(int(paragraphs.of_leaf.max()) + 1, np.bool_)
    keep[paragraphs.of_leaf[leaves]] = True
    kept = with_belongings(tree, paragraphs, keep)[paragraphs.of_leaf]
    assert "".join(text for text, stays in zip(tree.texts, kept, strict=True) if stays) == (
        "A claim1 of many words1 Ibid."
    )
    without_mark = np.zeros_like(keep)
    without_mark[-1] = True
    assert not with_belongings(tree, paragraphs, without_mark)[:-1].any()
