"""What belongs to something that stays, stays with it."""

import pytest

import sitesieve

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
