"""What tells the type of a page: its address, what it declares, its make-up, its phrases."""

import math
import re
from functools import cache
from urllib.parse import unquote, urlsplit

import numpy as np
import numpy.typing as npt

from sitesieve.cleaning.page_type.page_counts import (
    largest_group,
    line_counts,
    phrase_counts,
    prices,
    tag_counts,
)
from sitesieve.page import PageTree
from sitesieve.page.encode import encode
from sitesieve.page.hashing import stable_ids
from sitesieve.page.id_table import IdTable
from sitesieve.page.metadata.json_ld import Things, types_of
from sitesieve.page.tags import TAG_ID, TEXT
from sitesieve.site.placing import mix

Row = npt.NDArray[np.float32]
Numbers = npt.NDArray[np.int32] | npt.NDArray[np.int64]

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
_CURRENCIES = [sign.encode() for sign in "$€£¥₹"]  # as `prices` counts them
_YEARS = IdTable(stable_ids([str(year) for year in range(1900, 2100)]))


def _phrase_ids() -> tuple[IdTable, npt.NDArray[np.int32]]:
    """The id of each phrase, that of its word or of its two words mixed; and the number of its
    group."""
    group_of = {p: i for i, group in enumerate(_PHRASES.values()) for p in group.split()}
    ids = [stable_ids(phrase.split("_")) for phrase in group_of]
    keys = [mix(i[:1], i[1:])[0] if len(i) > 1 else i[0] for i in ids]
    return IdTable(np.array(keys, np.uint64)), np.array(list(group_of.values()), np.int32)


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
    years = np.flatnonzero(_YEARS.find(tree.word_ids) >= 0)
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
        return dict.fromkeys(_address_names(), UNKNOWN)
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


@cache
def _address_names() -> tuple[str, ...]:
    return tuple(_address_parts("", "", False))


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
    linked, in_long, long_lines, longest, richest, stretch, free = (
        line_counts(tree.parent, tree.leaves, tree.leaf_words, tree.linked_leaves, tree.line)
        if len(tree.leaves)
        else (0.0,) * 7
    )
    elements, words_in = tag_counts(tree.tag, tree.end, tree.word_start)
    return {
        "words": math.log1p(words),
        "lines": math.log1p(lines),
        "share of words in links": linked / words,
        "links for 100 words": 100 * len(tree.link_nodes) / words,
        "share of words in long lines": in_long / words,
        "long lines": math.log1p(long_lines),
        "words of the longest line": longest,
        "words of a long line": in_long / max(long_lines, 1),
        "share of words in the richest part": richest / words,
        "words of the longest stretch without links": math.log1p(stretch),
        "share of it in the words without links": stretch / max(free, 1.0),
        **{f"{tag} for 100 lines": 100 * elements[TAG_ID[tag]] / max(lines, 1) for tag in _COUNTED},
        **{f"share of words in {tag}": words_in[TAG_ID[tag]] / words for tag in _TEXT_IN},
    }


def _phrases(tree: PageTree, years: int) -> dict[str, float]:
    words = tree.word_ids[:_MOST_WORDS]
    counts = phrase_counts(_PHRASE_IDS, _GROUP_OF_PHRASE, len(_PHRASES), words)
    shares = [1000 * count / max(len(words), 1) for count in counts.tolist()]
    lines = max(len(tree.leaves), 1)
    text = tree.leaf_texts.utf8
    signs = sum(map(text.count, _CURRENCIES))
    questions = text.count(b"?") + text.count("？".encode())
    return {
        **{f"phrases: {name}": share for name, share in zip(_PHRASES, shares, strict=True)},
        "prices": math.log1p(signs),
        "prices for 100 lines": 100 * signs / lines,
        "years for 100 lines": 100 * years / lines,
        "questions for 100 lines": 100 * questions / lines,
    }


def _repeats(tree: PageTree, years: npt.NDArray[np.int64]) -> dict[str, float]:
    """The largest group of like siblings: how many, and what each of them has."""
    members = largest_group(tree.tag, tree.parent, tree.end, tree.style, tree.word_start, TEXT)
    end = tree.end[members]
    each = max(len(members), 1)
    outside = np.zeros(len(tree.leaves) + 1)  # links: running sums of words
    np.cumsum(tree.leaf_words * (1 - tree.linked_leaves), out=outside[1:])
    first_leaf, last_leaf = tree.leaf_start[members], tree.leaf_start[end]
    first_word, last_word = tree.word_start[members], tree.word_start[end]
    texts = tree.leaf_texts
    signs = prices(texts.utf8, texts.start[first_leaf], texts.start[last_leaf])
    images = np.flatnonzero(tree.tag == TAG_ID["img"])
    words = float((last_word - first_word).sum())
    return {
        "repeats: most": float(len(members)),
        "repeats: share of words": words / max(len(tree.word_ids), 1),
        "repeats: words each": words / each,
        "repeats: links each": _within(tree.link_nodes, members, end) / each,
        "repeats: images each": _within(images, members, end) / each,
        "repeats: prices each": signs / each,
        "repeats: years each": _within(years, first_word, last_word) / each,
        "repeats: text without links each": float((outside[last_leaf] - outside[first_leaf]).sum())
        / each,
    }


def _within(places: Numbers, first: Numbers, last: Numbers) -> float:
    """How many places, which are in order, lie in the ranges from `first` to `last`."""
    return float((np.searchsorted(places, last) - np.searchsorted(places, first)).sum())


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
