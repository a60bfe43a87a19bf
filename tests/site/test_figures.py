"""The figures of the papers: two DOM trees, their style tree and their structure tree."""

from dataclasses import dataclass

import numpy as np
import pytest

from sitesieve.page.encode import encode
from sitesieve.page.features import FeatureOptions, features
from sitesieve.page.tree import PageTree
from sitesieve.site import style_tree
from sitesieve.site.counts import SiteCounts
from sitesieve.site.model import SiteModel
from sitesieve.site.placing import Alignment, place
from sitesieve.site.style_tree import StyleTree

# Thesis, figure 4-3: below the last block the two pages diverge.
STYLE_TREE_PAGES = [
    "<div id=d><p></p><img src=a><p></p><a></a></div>",
    "<div id=d><p></p><br><p></p></div>",
]
FRAME = "<section><i></i></section><img src=i>{}"

# Yi and Liu, figure 2 (thesis, figure 4-9): one page has a SPAN between its tables.
STRUCTURE_TREE_PAGES = [
    "<main><table width=800></table><span></span><table bgcolor=red></table></main>",
    "<main><table width=800></table><table bgcolor=red></table></main>",
]


@dataclass(frozen=True)
class Built:
    """A style tree and the pages it was built from."""

    tree: StyleTree
    counts: SiteCounts
    pages: list[PageTree]

    def row(self, page: int, tag: str, number: int = 0) -> int:
        """The row of a page's element, by its tag and its number among those of the tag."""
        tree = self.pages[page]
        node = [n for n in range(len(tree)) if tree.tag_name(n) == tag][number]
        rows = self.tree.rows(place(tree, self.counts.alignment, self.counts.leaf_height))
        return int(rows[node])


def built(pages: list[str], alignment: Alignment) -> Built:
    counts = SiteCounts(alignment)
    trees = [encode(html) for html in pages]
    for tree in trees:
        counts.add(tree, features(tree, FeatureOptions()))
    return Built(style_tree.build(counts), counts, trees)


@pytest.mark.parametrize("alignment", ["exact", "keyed"])
def test_the_style_tree_of_two_pages_that_diverge_in_one_block(alignment: Alignment) -> None:
    built_tree = built([FRAME.format(block) for block in STYLE_TREE_PAGES], alignment)
    tree = built_tree.tree
    body, block = built_tree.row(0, "body"), built_tree.row(0, "div")
    # Both pages start with BODY and have one style below it, seen twice.
    assert (tree.pages[body], tree.styles[body]) == (2, 1)
    assert built_tree.row(1, "div") == block
    # Below the block there are two style nodes, P-IMG-P-A and P-BR-P, of one page each.
    assert (tree.pages[block], tree.styles[block]) == (2, 2)
    assert tree.style_entropy[body] == 0
    assert tree.style_entropy[block] == 1
    (of, _), (shown,) = built_tree.counts.styles.table()
    assert shown[of == tree.element[block]].tolist() == [1, 1]


def test_by_the_letter_what_is_below_different_styles_is_different_elements() -> None:
    tree = built([FRAME.format(block) for block in STYLE_TREE_PAGES], "exact")
    assert tree.row(0, "p") != tree.row(1, "p")
    assert built([FRAME.format(block) for block in STYLE_TREE_PAGES], "keyed").row(0, "p") >= 0


def test_the_structure_tree_of_two_pages_one_of_which_has_a_span() -> None:
    tree = built(STRUCTURE_TREE_PAGES, "keyed")
    # All tag nodes but SPAN are merged: root, BODY, two tables, SPAN.
    assert tree.row(0, "table") == tree.row(1, "table")
    assert tree.row(0, "table", 1) == tree.row(1, "table", 1)
    assert tree.tree.pages[tree.row(0, "span")] == 1
    body = tree.row(0, "main")  # MAIN stands for BODY here, and BODY for the root above it
    assert np.count_nonzero(tree.tree.parent == body) == 3  # p1, p2, p3


def test_node_importance_in_the_structure_tree_of_the_figure() -> None:
    model = SiteModel()
    for html in STRUCTURE_TREE_PAGES:
        tree = encode(html)
        model.counts.add(tree, features(tree, FeatureOptions()))
    built_tree = built(STRUCTURE_TREE_PAGES, "keyed")
    structure = model.structure_tree()
    assert structure.node_importance[built_tree.row(0, "body")] == 0  # NodeImp(root) = −1·log₂ 1
    assert (
        structure.node_importance[built_tree.row(0, "main")] == 1
    )  # −(0.5·log₂ 0.5 + 0.5·log₂ 0.5)
    # Path importance never falls on the way down.
    assert structure.path_importance[built_tree.row(0, "body")] == 0
    assert structure.path_importance[built_tree.row(0, "span")] == 1


def test_the_site_style_tree_of_a_hundred_pages() -> None:
    # Thesis, figure 4-4: one style below Body; below the double-lined Table four, on
    # 35, 25, 25 and 15 of 100 pages: importance 0.292.
    styles = ["<p>a", "<p>a<p>b", "<ul><li>a</ul>", "<dl><dt>a</dl>"]
    shown = [35, 25, 25, 15]
    page = "<div class=head>x</div><img src=i><section>{}</section><div class=foot>x</div>"
    pages = [page.format(s) for s, n in zip(styles, shown, strict=True) for _ in range(n)]
    tree = built(pages, "exact")
    assert tree.tree.importance.max() <= 1
    assert tree.tree.style_entropy[tree.row(0, "body")] == 0
    assert tree.tree.style_entropy[tree.row(0, "section")] == pytest.approx(0.292, abs=0.0005)
    assert tree.tree.styles[tree.row(0, "section")] == 4


def test_the_simplified_tree_keeps_the_largest_noisy_and_meaningful_elements() -> None:
    # Thesis, figures 4-4 and 4-6: fixed blocks are noise as a whole, the block of many
    # styles and the text that always differs are meaningful, Body is neither.
    words = ("ships", "bread", "stars", "bikes", "roses")
    page = "<nav><a>home</a><a>shop</a></nav><main><h1>{0}</h1>{1}</main><footer>mail</footer>"
    pages = [page.format(w, f"<p>{w} {w}s</p>" * n) for n, w in enumerate(words, 1)]
    tree = built(pages, "keyed")
    simple = tree.tree.simplified(0.3)
    body, nav, main = (tree.row(0, tag) for tag in ("body", "nav", "main"))
    assert simple.noisy[nav]
    assert simple.maximal[nav]
    assert simple.meaningful[main]
    assert simple.maximal[main]
    assert not simple.noisy[body]
    assert not simple.meaningful[body]
    # What is below a maximal element is left out.
    assert not simple.stays[tree.row(0, "a")]
    assert not simple.stays[tree.row(0, "h1")]
    assert simple.stays[body]
