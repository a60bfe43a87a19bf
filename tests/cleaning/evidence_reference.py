"""The evidence of a page by whole arrays and strings: slow, and what compiled code must equal."""

import itertools
import re

import numpy as np
import numpy.typing as npt

from sitesieve.cleaning.sieve.evidence import HEIGHTS, REACH, Surroundings
from sitesieve.page.tags import TAG_ID, TAG_NAMES

Column = npt.NDArray[np.float64]

_FAR = 50.0
_NAMED = {
    "comment": r"comment|disqus|respond|discuss",
    "post": r"post|repl(?:y|ies)|message|thread|topic|answer|bbp|review",
    "navigation": r"nav|menu|toolbar|topbar|masthead",
    "breadcrumb": r"crumb",
    "pages": r"pagination|pager|paging|prevnext|nextprev",
    "footer": r"foot|bottom|colophon|copyright|legal",
    "header": r"head(?!line)|banner|logo|brand",
    "side": r"side|rail|aside|column-?(?:right|left)|secondary",
    "share": r"shar|social|follow|facebook|twitter|tweet|addthis|like",
    "related": r"relat|recommend|recirc|also|similar|popular|trend|latest|recent|more|next|teaser",
    "promotion": r"promo|sponsor|advert|(?<![a-z])ads?(?![a-z])|outbrain|taboola|dfp|offer",
    "widget": r"widget|module|plugin|block-",
    "subscribe": r"subscri|newsletter|sign-?up|signin|login|register|mail|paywall",
    "consent": r"cookie|consent|gdpr|privacy|popup|modal|overlay|dialog|toast",
    "search": r"search|filter|sort|facet",
    "byline": r"by-?line|author|credit|contributor|bio(?![a-z])|avatar|user",
    "date": r"date|time(?!line)|publish|posted|meta",
    "tags": r"(?<![a-z])tags?(?![a-z])|categor|topics|keyword|label",
    "caption": r"caption|figure|photo|image|img|media|video|gallery|carousel|slide",
    "content": r"content|article|story|entry|body|text|prose|markdown|main|page-?inner|copy(?!r)",
    "title": r"title|headline|heading|lead|standfirst|intro|summary|excerpt|abstract|deck|dek",
    "list": r"list|grid|cards?(?![a-z])|tile|items?(?![a-z])|feed|results?|row",
    "product": r"product|price|cart|shop|buy|sku|spec|detail|descr|feature|variant|stock",
    "code": r"code|highlight|syntax|snippet",
    "contents": r"(?<![a-z])toc(?![a-z])|table-?of-?contents|outline|index|jump|skip|anchor",
    "question": r"faq|question|accordion|tab|collaps|toggle|expand",
    "hidden": r"hidden=yes|display:none|visually-?hidden|sr-only|screen-?reader|visibility:hidden",
    "print": r"print|tool|action|button|btn|cta|icon|control|vote|rating|score|count|badge",
}
_ANY = re.compile("|".join(_NAMED.values()))
_HUMPS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_ATTRIBUTE = re.compile(r" (\w+)=([^=]*)(?= \w+=|$)")
_AROUND = {  # elements that say something wherever above a paragraph they stand
    "main": ("main",),
    "article": ("article",),
    "nav": ("nav", "menu"),
    "aside": ("aside",),
    "footer": ("footer",),
    "header": ("header", "hgroup"),
    "form": ("form", "fieldset"),
    "section": ("section",),
    "list": ("ul", "ol", "dl", "dir"),
    "item": ("li", "dd", "dt"),
    "table": ("table",),
    "cell": ("td", "th"),
    "quote": ("blockquote",),
    "code": ("pre", "code", "samp"),
    "figure": ("figure", "figcaption"),
    "heading": ("h1", "h2", "h3", "h4", "h5", "h6"),
    "control": ("button", "label", "option", "select", "textarea", "legend", "summary"),
    "p": ("p",),
    "address": ("address",),
    "details": ("details", "dialog"),
}
_ROLES = len(_NAMED)
_TAG_BITS = np.zeros(len(TAG_NAMES), np.int64)
for _bit, _tags in enumerate(_AROUND.values()):
    for _tag in _tags:
        _TAG_BITS[TAG_ID[_tag]] |= 1 << _bit
_LEVEL = np.zeros(len(TAG_NAMES), np.int64)
for _bit in range(1, 7):
    _LEVEL[TAG_ID[f"h{_bit}"]] = _bit


def name_bits(look: str) -> int:
    """Which of the names a presentation speaks of."""
    _, _, names = look.partition(" ")
    bits = 0
    for part in re.split("[ ,;]", names[:400].lower()):
        for word in _ANY.findall(part):
            for bit, pattern in enumerate(_NAMED.values()):
                if re.search(pattern, word):
                    bits |= 1 << bit
    return bits


def words_of_look(look: str) -> set[str]:
    """The words that class, id and role are made of."""
    words = set()
    for name, value in _ATTRIBUTE.findall(look[:400]):
        if name == "role":
            words.add(f"role:{value.lower()}")
        elif name in ("class", "id"):
            words |= {h.lower() for h in _HUMPS.findall(value.replace(",", " ")) if len(h) >= 3}
    return words


def reference_evidence(around: Surroundings) -> dict[str, Column]:
    """The evidence, a column for each name."""
    parts = (_own, _places, _heights, _order, _alike)
    return {name: column for part in parts for name, column in part(around).items()}


def _texts(around: Surroundings) -> list[list[str]]:
    first = around.paragraphs.first_leaf.tolist()
    texts = around.tree.texts
    return [texts[a:b] for a, b in itertools.pairwise(first)]


def _own(around: Surroundings) -> dict[str, Column]:
    some = np.maximum(around.words, 1)
    texts = _texts(around)
    whole = ["".join(pieces).strip() for pieces in texts]
    title = set(around.title.tolist())
    titled = []
    for i, (begin, end) in enumerate(zip(around.begin, around.end, strict=True)):
        words = set(around.tree.word_ids[begin:end].tolist())
        titled.append(len(words & title) if around.words[i] <= 2 * len(title) + 4 else 0)
    commas = np.array([sum(text.count(",") for text in pieces) for pieces in texts])
    return {
        "words": around.words,
        "linked share": around.linked / some,
        "commas": commas / some,
        "ends as a sentence": np.array(
            [float(pieces[-1].rstrip()[-1:] in tuple('.!?…。！？"”»:')) for pieces in texts]
        ),
        "share in the title": titled / some,
        "share of the title": np.array(titled) / max(1, len(title)),
        "times on the page": np.array([float(whole.count(text)) for text in whole]),
    }


def _places(around: Surroundings) -> dict[str, Column]:
    tree, up = around.tree, around.up
    bits = np.array([name_bits(tree.presentation(node)) for node in range(len(tree))])
    bits |= _TAG_BITS[tree.tag] << _ROLES
    bits[0] &= ~((1 << _ROLES) - 1)
    names = [*(f"in {n}" for n in _NAMED), *(f"under <{n}>" for n in _AROUND)]
    above = bits[up]
    columns = {}
    for bit, name in enumerate(names):
        has = (above >> bit & 1).astype(np.bool_)
        columns[name] = np.where(has.any(axis=0), has.argmax(axis=0), REACH).astype(np.float64)
    return columns


def _heights(around: Surroundings) -> dict[str, Column]:
    """Where the paragraph stands relative to the page's rich text."""
    tree = around.tree
    above = around.larger
    words, linked, rich, pieces = (
        sums.reshape(above.shape) for sums in around.below(above.ravel())
    )
    total = max(float(around.rich.sum()), 1.0)
    columns: dict[str, Column] = {}
    for h in range(HEIGHTS):
        columns[f"rich share of page at {h}"] = rich[h] / total
        columns[f"rich share at {h}"] = rich[h] / np.maximum(words[h], 1)
        columns[f"linked share at {h}"] = linked[h] / np.maximum(words[h], 1)
        columns[f"words at {h}"] = np.log1p(words[h])
        columns[f"paragraphs at {h}"] = np.log1p(pieces[h])
    everywhere = np.arange(len(tree), dtype=np.int32)
    holding = np.flatnonzero(around.below(everywhere)[2] > 0.5 * total)
    centre = int(holding[-1]) if len(holding) else 0
    up = around.up
    holds = (up <= centre) & (tree.end[up] > centre)
    meet = np.where(holds.any(axis=0), holds.argmax(axis=0), REACH - 1)
    columns["steps up to the centre"] = meet.astype(np.float64)
    depth = np.zeros(len(tree), np.int32)
    at = up[meet, np.arange(up.shape[1])]
    path = []
    node = centre
    while node >= 0:
        path.append(node)
        node = int(tree.parent[node])
    depth[path] = np.arange(len(path))
    columns["steps down to the centre"] = depth[at].astype(np.float64)
    images = np.zeros((2, len(tree) + 1))
    np.cumsum(tree.tag == TAG_ID["img"], out=images[0, 1:])
    np.cumsum(tree.tag == TAG_ID["input"], out=images[1, 1:])
    for h in (1, 2):
        columns[f"images at {h}"], columns[f"inputs at {h}"] = (
            images[:, tree.end[above[h]]] - images[:, above[h]]
        )
    return columns


def _order(around: Surroundings) -> dict[str, Column]:
    """What comes before and after."""
    tree = around.tree
    count = len(around.paragraphs)
    number = np.arange(count)
    words, rich = around.words, around.rich
    share = around.linked / np.maximum(words, 1)
    level = _LEVEL[tree.tag[around.up[:3]]].max(axis=0)
    columns: dict[str, Column] = {"heading level": level.astype(np.float64)}
    for step in (-1, 1):
        side = np.clip(number + step, 0, count - 1)
        outside = side != number + step
        columns[f"words at {step:+}"] = np.where(outside, 0, words[side])
        columns[f"linked share at {step:+}"] = np.where(outside, 1, share[side])
        alike = tree.style[around.up[0][side]] == tree.style[around.up[0]]
        sibling = around.up[1][side] == around.up[1]
        columns[f"kinship at {step:+}"] = alike.astype(np.float64) + sibling
    so_far = np.concatenate([[0.0], np.cumsum(rich)])
    total = max(float(so_far[-1]), 1.0)
    columns["rich text before"] = so_far[:-1] / total
    columns["rich text after"] = (so_far[-1] - so_far[1:]) / total
    all_words = np.concatenate([[0.0], np.cumsum(words)])
    is_heading = level > 0
    columns["paragraphs since a heading"] = _since(is_heading)
    last = np.maximum.accumulate(np.where(is_heading, number, -1))
    columns["level of the last heading"] = np.where(last >= 0, level[last], 0).astype(np.float64)
    columns["words since a heading"] = np.log1p(all_words[:-1] - all_words[np.maximum(last, 0)])
    section = np.cumsum(is_heading)
    in_section = np.bincount(section, rich, section[-1] + 1)
    links_in = np.bincount(section, around.linked, section[-1] + 1)
    words_in = np.bincount(section, words, section[-1] + 1)
    columns["rich text in the section"] = np.log1p(in_section[section])
    columns["linked share in the section"] = links_in[section] / np.maximum(words_in[section], 1)
    columns["paragraphs since the title"] = _from_title(around, level)
    return columns


def _since(marks: npt.NDArray[np.bool_]) -> Column:
    """How many places ago the last mark was; 0 at a mark."""
    number = np.arange(len(marks))
    last = np.maximum.accumulate(np.where(marks, number, -1000))
    return np.minimum(number - last, _FAR).astype(np.float64)


def _from_title(around: Surroundings, level: npt.NDArray[np.int64]) -> Column:
    """How many paragraphs after the heading that repeats the title; negative before it."""
    tree, count, title = around.tree, len(around.paragraphs), set(around.title.tolist())
    best, at = 0.0, -1
    for i in np.flatnonzero(level > 0).tolist():
        words = set(tree.word_ids[around.begin[i] : around.end[i]].tolist())
        score = len(words & title) / max(1, len(words | title)) + 0.1 * (level[i] == 1)
        if score > best:
            best, at = score, i
    if at < 0:
        return np.full(count, -2 * _FAR)
    return np.clip(np.arange(count) - at, -_FAR, _FAR).astype(np.float64)


def _alike(around: Surroundings) -> dict[str, Column]:
    """The paragraphs that stand on the same path of tags and classes."""
    group, members = around.paths
    share = around.linked / np.maximum(around.words, 1)
    mean_words = (np.bincount(group, around.words) / members)[group]
    mean_share = (np.bincount(group, share) / members)[group]
    rich = np.bincount(group, around.rich)
    return {
        "alike on the page": np.log1p(members[group]),
        "words of those alike": np.log1p(mean_words),
        "linked share of those alike": mean_share,
        "rich share of those alike": (rich / max(float(rich.sum()), 1.0))[group],
    }
