"""What a walk found, as the arrays of a `PageTree`."""

import numpy as np

from libc.stdint cimport int32_t
from libc.string cimport memset

from sitesieve.page.buffers cimport Buffer, ints, number_of_ints, taken
from sitesieve.page.lexbor cimport Attribute, Node, address_of, find_attribute, text_of
from sitesieve.page.walk cimport UNKNOWN_NAME, Attributes, Caps, Walk, release_walk, walk_page

from sitesieve.page.attributes import ATTRIBUTE_ID, ATTRIBUTE_NAMES
from sitesieve.page.columns import AttributeColumns, OutsideColumns, Strings
from sitesieve.page.hidden import hides
from sitesieve.page.lexbor import learn_names
from sitesieve.page.limits import Cut
from sitesieve.page.tags import TAG_ID
from sitesieve.page.tree import PageTree
from sitesieve.page.words import language_code

cdef int DIALOG = TAG_ID["dialog"]
cdef int LANG = ATTRIBUTE_ID["lang"]
cdef int OPEN = ATTRIBUTE_ID["open"]


def read_tree(parser, limits, double deadline, url, cuts, bint scripting):
    """A parsed page as arrays; `TimeoutError` when that lasts beyond the deadline.

    `cuts` are what was cut before it was parsed. Without `scripting` the parser was told to
    read what stands in `noscript`, and that is part of the text.
    """
    cdef Walk walk
    cdef Node *html
    cdef Caps caps = Caps(limits.nodes, limits.depth, limits.attributes, deadline)
    cdef int status = UNKNOWN_NAME
    memset(&walk, 0, sizeof(Walk))
    top = parser.root
    html = address_of(top) if top is not None else NULL
    try:
        while status == UNKNOWN_NAME:
            with nogil:
                status = walk_page(&walk, html, &caps, scripting)
            if status == UNKNOWN_NAME:
                learn_names(top)
                release_walk(&walk)
                memset(&walk, 0, sizeof(Walk))
        return _tree(&walk, html, limits, url, cuts)
    finally:
        release_walk(&walk)


cdef object _tree(Walk *walk, Node *html, object limits, object url, object cuts):
    cdef Attribute *lang = find_attribute(html, LANG) if html != NULL else NULL
    tag = np.frombuffer(taken(&walk.tag), np.uint8)
    language = None
    if lang != NULL and lang.value != NULL:
        language = language_code(text_of(lang.value.data, lang.value.length))
    return PageTree(
        url=url,
        cuts=_cuts(walk, limits, cuts),
        lang=language,
        noscript=walk.noscript,
        outside=OutsideColumns(
            _ints(&walk.outside).reshape(-1, 3),
            _attributes(&walk.outside_attributes),
            _strings(&walk.outside_texts, &walk.outside_start),
        ),
        tag=tag,
        look=_ints(&walk.look),
        looks=_strings(&walk.looks, &walk.look_start),
        presentation_ids=np.frombuffer(taken(&walk.look_ids), np.uint64),
        parent=_ints(&walk.parent),
        end=_ints(&walk.end),
        names=_names(walk),
        hiding=_hiding(walk, tag),
        attribute_columns=_attributes(&walk.attributes),
        leaves=_ints(&walk.leaves),
        line=_ints(&walk.line),
        text_ordinal=_ints(&walk.ordinal),
        leaf_texts=_strings(&walk.texts, &walk.text_start),
        word_start=_ints(&walk.word_start),
        word_ids=np.frombuffer(taken(&walk.words.ids), np.uint64),
        word_begin=_ints(&walk.words.begin),
        word_end=_ints(&walk.words.end),
    )


cdef object _ints(Buffer *buffer):
    return np.frombuffer(taken(buffer), np.int32)


cdef object _strings(Buffer *utf8, Buffer *start):
    return Strings(taken(utf8), _ints(start))


cdef object _attributes(Attributes *columns):
    return AttributeColumns(
        _ints(&columns.owner),
        np.frombuffer(taken(&columns.name), np.uint8),
        _strings(&columns.values, &columns.start),
    )


cdef tuple _cuts(Walk *walk, object limits, object cuts):
    """What was cut: before the page was parsed, and on the walk."""
    cuts = list(cuts)
    before = {cut.cap for cut in cuts}
    if walk.nodes_in_all and "nodes" not in before:
        cuts.append(Cut("nodes", limits.nodes, walk.nodes_in_all))
    if walk.deepest and "depth" not in before:
        cuts.append(Cut("depth", limits.depth, walk.deepest))
    if walk.most_attributes and "attributes" not in before:
        cuts.append(Cut("attributes", limits.attributes, walk.most_attributes))
    return tuple(cuts)


cdef dict _names(Walk *walk):
    """The names of elements that have no number."""
    cdef int32_t *nodes = ints(&walk.other_node)
    cdef int32_t *start = ints(&walk.other_start)
    cdef size_t i
    return {
        nodes[i]: text_of(walk.other_names.data + start[i], start[i + 1] - start[i])
        for i in range(number_of_ints(&walk.other_node))
    }


cdef object _hiding(Walk *walk, object tag):
    """The elements that are not shown: `hides` is asked once for each way they are written."""
    cdef int32_t *suspects = ints(&walk.suspects)
    cdef int32_t *nodes = ints(&walk.attributes.owner)
    cdef int32_t *start = ints(&walk.attributes.start)
    cdef size_t i, at = 0, attributes = number_of_ints(&walk.attributes.owner)
    hidden = np.zeros(number_of_ints(&walk.look_of_raw) + 1, np.bool_)
    for i in range(number_of_ints(&walk.suspects) // 2):
        while at < attributes and nodes[at] < suspects[2 * i + 1]:  # first nodes come in order
            at += 1
        said = {}
        while at < attributes and nodes[at] == suspects[2 * i + 1]:
            value = text_of(walk.attributes.values.data + start[at], start[at + 1] - start[at])
            said[ATTRIBUTE_NAMES[walk.attributes.name.data[at]]] = value
            at += 1
        hidden[suspects[2 * i]] = hides(said)
    dialogs = np.flatnonzero(tag == DIALOG)
    if not len(dialogs) and not hidden.any():
        return np.empty(0, np.int32)
    found = hidden[_ints(&walk.raw)]  # texts have the last, which does not hide
    if len(dialogs):
        opened = np.frombuffer(taken(&walk.attributes.name), np.uint8) == OPEN
        found[dialogs] |= ~np.isin(dialogs, _ints(&walk.attributes.owner)[opened])
    return np.flatnonzero(found).astype(np.int32)
