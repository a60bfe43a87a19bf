"""What tells the type of a page: its address, what it declares, its make-up, its phrases."""

import re
from functools import cache
from typing import Any
from urllib.parse import unquote, urlsplit

import numpy as np
import numpy.typing as npt

from sitesieve.page import PageTree
from sitesieve.page.encode import encode
from sitesieve.page.hashing import stable_ids
from sitesieve.page.metadata.json_ld import Things, types_of
from sitesieve.page.tags import TAG_ID, TEXT
from sitesieve.site.keyed_table import Keys, find
from sitesieve.site.placing import mix

Row = npt.NDArray[np.float32]

# Words of an address, each group a feature. A word is what stands between slashes,
# dots and hyphens, so that "docs.site.example" and "/docs/" say the same.
_ADDRESS_WORDS = {
    "shop": "shop store product products item items dp sku buy prod p pd itm",
    "category": "category categories collection collections c cat catalog catalogue department "
    "brand brands range browse all",
    "index": "tag tags topic topics archive archives page search list lists latest news best "
    "directory jobs reviews",
    "article": "blog blogs article articles post posts story stories magazine insights resources "
    "learn guide guides advice tips journal",
    "docs": "doc docs documentation api reference manual manuals handbook developer developers "
    "tutorial tutorials quickstart sdk guide guides man wiki howto help",
    "forum": "forum forums thread threads topic topics viewtopic showthread board boards community "
    "discussion discuss t d questions question comments answers bbs r",
    "service": "service services solution solutions pricing plans features platform about contact "
    "locations location programs program courses course practice",
}
_DECLARED = {  # types of JSON-LD
    "product": "product productgroup individualproduct offer aggregateoffer",
    "list": "itemlist collectionpage searchresultspage offercatalog",
    "article": "article newsarticle blogposting report scholarlyarticle recipe review",
    "thread": "discussionforumposting qapage question",
    "docs": "techarticle apireference howto softwaresourcecode",
    "service": "service localbusiness professionalservice softwareapplication webapplication "
    "course faqpage legalservice homeandconstructionbusiness medicalbusiness",
    "crumbs": "breadcrumblist",
    "organisation": "organization corporation",
    "site": "website",
    "event": "event videoobject jobposting",
}
_PHRASES = {  # single words, and pairs of words with an underscore between
    "buy": "to_cart to_bag to_basket buy_now in_stock of_stock free_shipping quantity warenkorb "
    "panier cesta carrello 购物车 wish_list wishlist free_delivery sold_out add_to checkout",
    "product": "specification specifications dimensions warranty product_details sku "
    "customer_reviews produktdetails caractéristiques technical_details also_like a_review "
    "manufacturer model",
    "browse": "sort_by filter filters load_more show_more view_all shop_all results per_page "
    "sortieren trier_par ordenar shop_now quick_view show_all clear_all all_products items",
    "teaser": "read_more continue_reading learn_more min_read minutes_read weiterlesen "
    "la_suite leer_más leggi_tutto see_more more_stories latest find_out",
    "thread": "reply replies quote posts joined thread views upvote upvotes answer answers asked "
    "member moderator antworten beiträge répondre messages 回复 last_edited newbie forum "
    "location like likes",
    "docs": "api parameter parameters returns syntax install installation this_page of_contents "
    "deprecated version reference see_also usage example examples default function documentation",
    "steps": "next previous prev weiter zurück suivant siguiente",
    "service": "get_started contact_us a_quote a_demo free_trial book_now our_services "
    "testimonials testimonial schedule free_quote free_estimate free_consultation call_us "
    "call_now why_choose pricing trusted_by sign_up our_team our_clients our_customers kontakt "
    "apply_now clients industry solutions services",
    "comments": "a_comment a_reply comment comments kommentare commentaires comentarios "
    "share_this the_author related_posts related_articles posted_on posted_by written_by "
    "published updated",
    "we": "we our us you your",
    "i": "i my me i'm i've",
}
_CURRENCIES = [sign.encode() for sign in "$€£¥₹"]
_YEARS = np.unique(stable_ids([str(year) for year in range(1900, 2100)]))


def _phrase_ids() -> tuple[Keys, npt.NDArray[np.int64]]:
    """The id of each phrase, that of its word or of its two words mixed, in order; and the
    number of its group."""
    group_of = {p: i for i, group in enumerate(_PHRASES.values()) for p in group.split()}
    ids = [stable_ids(phrase.split("_")) for phrase in group_of]
    keys = np.array([mix(i[:1], i[1:])[0] if len(i) > 1 else i[0] for i in ids], np.uint64)
    order = np.argsort(keys)
    return keys[order], np.array(list(group_of.values()))[order]


_PHRASE_IDS, _GROUP_OF_PHRASE = _phrase_ids()

_COUNTED = (
    "p li h1 h2 h3 h4 table tr pre code img form input select button time article section "
    "blockquote dl iframe video label details"
).split()
_TEXT_IN = "p li td pre code h1 h2 h3 blockquote dd article main section".split()
_MODERN = tuple(  # how pages of 2005 do without
    name
    for tag in "h1 button time article section main details video label iframe".split()
    for name in (f"words in {tag}", f"{tag} for 100 lines")
)
UNKNOWN = -1.0  # what an address would say, where there is none
_MOST_WORDS = 50_000  # searched for phrases


def evidence(tree: PageTree) -> Row:
    """A row of numbers for a page, in the order of `type_features()`."""
    return np.array(list(_values(tree).values()), np.float32)


def _values(tree: PageTree) -> dict[str, float]:
    years = np.flatnonzero(find(_YEARS, tree.word_ids) >= 0)
    return {
        **_address(tree.url),
        **_declared(tree),
        **_make_up(tree),
        **_phrases(tree, len(years)),
        **_repeats(tree, years),
    }


def _address(url: str | None) -> dict[str, float]:
    try:
        parts = urlsplit(url or "")
        host = parts.hostname
    except ValueError:
        host = None
    if not host:
        return dict.fromkeys(_address_parts("", "", False), UNKNOWN)
    return _address_parts(host, parts.path, bool(parts.query))


def _address_parts(host: str, path: str, query: bool) -> dict[str, float]:
    path = unquote(path).lower()
    steps = [step for step in path.split("/") if step]
    last = steps[-1] if steps else ""
    words = set(re.split(r"[/._-]+", path)) | set(host.split(".")[:-2])
    return {
        "address: depth": float(len(steps)),
        "address: root": float(not steps),
        "address: query": float(query),
        "address: digits": float(sum(map(str.isdigit, path))),
        "address: words of the last part": float(len(re.findall(r"[^\W\d_]+", last))),
        "address: date": float(re.search(r"/(?:19|20)\d\d/\d", path) is not None),
        "address: file": float("." in last),
        **{
            f"address: {name}": float(not words.isdisjoint(group.split()))
            for name, group in _ADDRESS_WORDS.items()
        },
    }


def _declared(tree: PageTree) -> dict[str, float]:
    head = tree.head
    types_of_things = [types_of(thing) for thing in Things(head.json_ld).all]
    types = set().union(*types_of_things)
    kind = head.meta.get("og:type", "").lower()
    return {
        **{
            f"declared: {name}": float(not types.isdisjoint(group.split()))
            for name, group in _DECLARED.items()
        },
        "declared: several products": float(sum("product" in t for t in types_of_things) > 1),
        "declared: og article": float(kind == "article"),
        "declared: og product": float("product" in kind),
        "declared: og website": float(kind == "website"),
        "declared: price": float(any(name.endswith("price:amount") for name in head.meta)),
        "declared: author": float("author" in head.meta or "article:author" in head.meta),
        "declared: published": float("article:published_time" in head.meta),
    }


def _make_up(tree: PageTree) -> dict[str, float]:
    words = max(len(tree.word_ids), 1)
    lines = int(tree.line[-1]) if len(tree.line) else 0
    leaf_words = tree.leaf_words
    in_link = tree.in_link[tree.leaves]
    linked = float(leaf_words[in_link].sum())
    by_line = np.bincount(tree.line, leaf_words, lines + 1) if len(tree.line) else np.zeros(1)
    free = (
        np.bincount(tree.line, leaf_words * ~in_link, lines + 1) if len(tree.line) else np.zeros(1)
    )
    long_line = (by_line >= 20) & (free >= 0.6 * by_line)
    in_long = by_line[long_line].sum()
    stretch = _longest_stretch(free, free >= 0.6 * by_line)
    counts = np.bincount(tree.tag, minlength=256)
    return {
        "words": np.log1p(words),
        "lines": np.log1p(lines),
        "share of words in links": linked / words,
        "links for 100 words": 100 * len(tree.anchors) / words,
        "share of words in long lines": in_long / words,
        "long lines": float(np.log1p(long_line.sum())),
        "words of the longest line": float(by_line.max()),
        "words of a long line": in_long / max(long_line.sum(), 1),
        "share of words in the richest part": _richest(tree, long_line) / words,
        "words of the longest stretch without links": float(np.log1p(stretch)),
        "share of it in the words without links": stretch / max(float(free.sum()), 1.0),
        **{f"{tag} for 100 lines": 100 * counts[TAG_ID[tag]] / max(lines, 1) for tag in _COUNTED},
        **{
            f"share of words in {tag}": float(
                leaf_words[tree.below(TAG_ID[tag])[tree.leaves]].sum()
            )
            / words
            for tag in _TEXT_IN
        },
    }


def _richest(tree: PageTree, long_line: npt.NDArray[np.bool_]) -> float:
    """The most words of long lines that are children and grandchildren of one element."""
    if not len(tree.leaves):
        return 0.0
    words = tree.leaf_words * long_line[tree.line]
    above = np.maximum(tree.parent[np.maximum(tree.parent[tree.leaves], 0)], 0)
    return float(np.bincount(above, words).max())


def _longest_stretch(words: npt.NDArray[Any], unbroken: npt.NDArray[np.bool_]) -> float:
    """The most words of lines in a row that are hardly links."""
    run = np.cumsum(~unbroken)
    return float(np.bincount(run, words * unbroken).max())


def _phrases(tree: PageTree, years: int) -> dict[str, float]:
    words = tree.word_ids[:_MOST_WORDS]
    phrase = find(_PHRASE_IDS, np.concatenate([words, mix(words[:-1], words[1:])]))
    counts = np.bincount(_GROUP_OF_PHRASE[phrase[phrase >= 0]], minlength=len(_PHRASES)).tolist()
    shares = [1000 * count / max(len(words), 1) for count in counts]
    lines = max(len(tree.leaves), 1)
    text = tree.leaf_texts.utf8
    prices = _prices(text)
    questions = text.count(b"?") + text.count("？".encode())
    return {
        **{f"phrases: {name}": share for name, share in zip(_PHRASES, shares, strict=True)},
        "prices": float(np.log1p(prices)),
        "prices for 100 lines": 100 * prices / lines,
        "years for 100 lines": 100 * years / lines,
        "questions for 100 lines": 100 * questions / lines,
    }


def _prices(text: bytes) -> int:
    """How often a sign of money stands in a text."""
    return sum(map(text.count, _CURRENCIES))


def _utf8_of(tree: PageTree, leaves: npt.NDArray[np.intp]) -> bytes:
    """The texts of some leaves, one after the other."""
    start, utf8 = tree.leaf_texts.start, tree.leaf_texts.utf8
    bounds = zip(start[leaves].tolist(), start[leaves + 1].tolist(), strict=True)
    return b"".join([utf8[first:last] for first, last in bounds])


def _repeats(tree: PageTree, years: npt.NDArray[np.int64]) -> dict[str, float]:
    """The largest group of like siblings: how many, and what each of them has."""
    members = _largest_group(tree)
    first, last = tree.leaf_start[members], tree.leaf_start[tree.end[members]]
    each = max(len(members), 1)
    inside = np.zeros(len(tree.leaves) + 1, np.int32)
    np.add.at(inside, first, 1)
    np.add.at(inside, last, -1)
    leaves = np.flatnonzero(np.cumsum(inside[:-1]) > 0)
    start, end = tree.word_start[members], tree.word_start[tree.end[members]]
    free = float((tree.leaf_words * ~tree.in_link[tree.leaves])[leaves].sum())
    links = np.array([node for node, _ in tree.anchors], np.int64)
    images = np.flatnonzero(tree.tag == TAG_ID["img"])
    dated = np.searchsorted(years, end) - np.searchsorted(years, start)
    words = float((end - start).sum())
    return {
        "repeats: most": float(len(members)),
        "repeats: share of words": words / max(len(tree.word_ids), 1),
        "repeats: words each": words / each,
        "repeats: links each": _below(tree, members, links) / each,
        "repeats: images each": _below(tree, members, images) / each,
        "repeats: prices each": _prices(_utf8_of(tree, leaves)) / each,
        "repeats: years each": float(dated.sum()) / each,
        "repeats: text without links each": free / each,
    }


def _largest_group(tree: PageTree) -> npt.NDArray[np.int64]:
    """The siblings of one look that hold most words, at least three of them."""
    words = tree.word_start[tree.end] - tree.word_start[:-1]
    nodes = np.flatnonzero((tree.tag != TEXT) & (words >= 3) & (tree.parent >= 0))
    if not len(nodes):
        return nodes
    look = np.unique(tree.style[nodes], return_inverse=True)[1].astype(np.int64)
    key = tree.parent[nodes].astype(np.int64) * (int(look.max()) + 1) + look
    _, group, size = np.unique(key, return_inverse=True, return_counts=True)
    total = np.bincount(group, np.sqrt(words[nodes]))
    total[size < 3] = 0
    return nodes[group == int(total.argmax())] if total.max() > 0 else nodes[:0]


def _below(tree: PageTree, members: npt.NDArray[np.int64], nodes: npt.NDArray[np.int64]) -> float:
    """How many of some nodes, which are in order, stand below the members of a group."""
    inside = np.searchsorted(nodes, tree.end[members]) - np.searchsorted(nodes, members)
    return float(inside.sum())


@cache
def type_features() -> tuple[str, ...]:
    """The names of the numbers of `evidence`."""
    return tuple(_values(encode("<p>x</p>")))


@cache
def columns_named(beginning: str) -> list[int]:
    """The places of the numbers whose names begin so: "address:", "declared:"."""
    return [i for i, name in enumerate(type_features()) if name.startswith(beginning)]


def modern_columns() -> list[int]:
    """The places of what pages of 2005 do without."""
    return [i for i, name in enumerate(type_features()) if name.endswith(_MODERN)]
