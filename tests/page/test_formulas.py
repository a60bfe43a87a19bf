"""Formulas come out as TeX, once, however a page draws them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from page_helpers import at_most

from sitesieve.page.encode import encode
from sitesieve.page.writing.markup_output import html_fragment, markdown
from sitesieve.page.writing.plain import plain_text


def written(html: str) -> str:
    tree = encode(html, url="https://a.example/")
    return markdown(tree, ~tree.hidden_leaves, cut=tree.hidden_nodes)


def text(html: str) -> str:
    tree = encode(html)
    return plain_text(tree, ~tree.hidden_leaves)


MATHML = "<math{}><semantics><mrow><msup><mi>x</mi><mn>2</mn></msup></mrow>{}</semantics></math>"
ANNOTATED = MATHML.format("", '<annotation encoding="application/x-tex">x^2</annotation>')
DRAWN = '<span class="base"><span class="mord">x</span><span class="vlist">2</span></span>'
KATEX = (
    f'<span class="katex"><span class="katex-mathml">{ANNOTATED}</span>'
    f'<span class="katex-html" aria-hidden="true">{DRAWN}</span></span>'
)
MATHJAX_2 = (
    '<span class="MathJax_Preview">x2</span><span class="MathJax" id="MathJax-Element-1-Frame">'
    f'<nobr>{DRAWN}</nobr></span><script type="math/tex" id="MathJax-Element-1">x^2</script>'
)
MATHJAX_3 = (
    f'<mjx-container class="MathJax" jax="CHTML"><mjx-math aria-hidden="true">{DRAWN}</mjx-math>'
    f"<mjx-assistive-mml>{MATHML.format('', '')}</mjx-assistive-mml></mjx-container>"
)
WIKIPEDIA = (
    '<span class="mwe-math-element"><span class="mwe-math-mathml-inline mwe-math-mathml-a11y" '
    f'style="display: none;">{ANNOTATED}</span><img src="/x.svg" alt="x^2" '
    'class="mwe-math-fallback-image-inline"></span>'
)


@pytest.mark.parametrize(
    "formula",
    [
        *(KATEX, MATHJAX_2, MATHJAX_3, WIKIPEDIA, ANNOTATED),
        '<script type="math/tex">x^2</script>',
        MATHML.format(' alttext="x^2"', ""),
        MATHML.format("", ""),
        MATHML.format("", '<annotation encoding="TeX">{\\displaystyle x^2}</annotation>'),
        '<img class="latex" src="/l.png" alt="x^2">',
        '<img class="tex" src="/l.png" alt="$x^2$">',
    ],
)
def test_are_tex_between_dollars(formula: str) -> None:
    html = f"<p>Let {formula} be given.</p>"
    assert written(html) == "Let $x^2$ be given."
    assert text(html) == "Let $x^2$ be given."


@pytest.mark.parametrize(
    "formula",
    [
        f'<span class="katex-display">{KATEX}</span>',
        ANNOTATED.replace("<math", '<math display="block"'),
        '<script type="math/tex; mode=display">x^2</script>',
        '<div class="MathJax_Display">x2</div><script type="math/tex; mode=display">x^2</script>',
        MATHJAX_3.replace("jax=", 'display="true" jax='),
    ],
)
def test_on_lines_of_their_own_are_paragraphs(formula: str) -> None:
    assert written(f"<div>So {formula} holds.</div>") == "So\n\n$$x^2$$\n\nholds."
    assert "$$x^2$$" in text(f"<div>So {formula} holds.</div>")


@pytest.mark.parametrize(
    ("mathml", "tex"),
    [
        ("<mfrac><mi>a</mi><mrow><mi>b</mi><mo>+</mo><mn>1</mn></mrow></mfrac>", r"\frac{a}{b+1}"),
        ("<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>", "x_i^2"),
        ("<msqrt><mi>α</mi><mi>b</mi></msqrt>", r"\sqrt{\alpha b}"),
        ("<mroot><mi>x</mi><mn>3</mn></mroot>", r"\sqrt[3]{x}"),
        ("<munderover><mo>∑</mo><mi>i</mi><mi>n</mi></munderover><mi>i</mi>", r"\sum_i^ni"),
        ("<mover><mi>x</mi><mo>¯</mo></mover>", r"\bar{x}"),
        ("<mi>sin</mi><mi>x</mi>", r"\sin x"),
        (
            "<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr></mtable>",
            r"\begin{matrix}1 & 2\end{matrix}",
        ),
        ("<mn>5</mn><mo>%</mo>", r"5\%"),
    ],
)
def test_in_mathml_alone_are_translated(mathml: str, tex: str) -> None:
    assert written(f"<p>a <math>{mathml}</math> b") == f"a ${tex}$ b"


def test_in_a_cell_have_no_bars() -> None:
    cell = '<math alttext="|x| \\| y"><mi>x</mi></math>'
    html = f"<table><tr><th>a<th>b<tr><td>{cell}<td>c</table>"
    assert r"| $\vert x\vert  \Vert  y$ | c |" in written(html)


def test_are_written_into_html_as_text() -> None:
    tree = encode(f"<p>{ANNOTATED.replace('x^2</ann', 'x &lt; 2</ann')}</p>")
    assert html_fragment(tree, np.ones(len(tree.leaves), np.bool_)) == "<p>$x &lt; 2$</p>"


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        (r'a <span class="math inline">\(x_1\)</span> b', "a $x_1$ b"),
        (r'a <span class="math notranslate">$x_1$</span> b', "a $x_1$ b"),
        (r'a <span class="arithmatex">\[\frac{x}{2}\]</span> b', r"a $$\frac{x}{2}$$ b"),
        (r'a <span class="math">costs $3 or $4</span> b', "a costs $3 or $4 b"),
        (r'a <span class="math">\(x\) or \(y\)</span> b', r"a \(x\) or \(y\) b"),
    ],
)
def test_that_a_script_would_draw_are_written(html: str, expected: str) -> None:
    assert text(f"<p>{html}</p>") == expected


def test_scripts_that_are_no_formulas_stay_out() -> None:
    assert text("<p>a<script type='text/x-mathjax-config'>b</script><script>c</script></p>") == "a"


def test_two_in_one_container_are_two() -> None:
    html = f"<div class=MathJax>{ANNOTATED} and {ANNOTATED}</div>"
    assert written(html) == "$x^2$ and $x^2$"


@pytest.mark.parametrize(
    "html",
    [
        "<msup>" * 300 + "<mi>x</mi>",
        "<mrow><mi>x</mi></mrow>" * 3000,
        "<msup></msup><mfrac><mi>x</mi></mfrac><mtable/>",
    ],
)
def test_that_are_hostile_do_no_harm(html: str) -> None:
    with at_most(2.0):
        written(f"<p>a <math>{html}</math></p>")


def test_many_scripts_take_linear_time() -> None:
    formula = '<span class="MathJax">x</span><script type="math/tex">x</script>'
    with at_most(3.0):
        assert written(f"<p>{formula * 4000}</p>").count("$x$") == 4000


@given(st.text(st.sampled_from("x^2{}\\$ |_*<&"), max_size=12))
def test_any_tex_comes_through(tex: str) -> None:
    attribute = tex.replace("&", "&amp;").replace('"', "&quot;")
    shown = text(f'<p>a <math alttext="{attribute}"><mi>x</mi></math> b</p>')
    assert shown.startswith("a $")
    assert shown.endswith("$ b")
