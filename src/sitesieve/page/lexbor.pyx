"""What elements and attributes of lexbor's are called, and whether its nodes lie as expected."""

from selectolax import lexbor as selectolax_lexbor

from cpython.unicode cimport PyUnicode_DecodeUTF8
from libc.stdint cimport uint8_t, uint64_t, uintptr_t
from libc.string cimport memcmp, strlen

from sitesieve.page.hashing cimport xxh64

from sitesieve.page.attributes import ATTRIBUTE_NAMES
from sitesieve.page.tags import ALL_TAG_NAMES

cdef enum:
    SLOTS = 512  # of the tables of names; a power of two, well above the number of names

cdef struct NameSlot:
    uint64_t hash
    uint8_t number
    bint used

cdef uint8_t[MOST_KNOWN] tag_of_known  # by lexbor's number
cdef uint8_t[MOST_KNOWN] attribute_of_known
cdef NameSlot[SLOTS] tag_slots
cdef NameSlot[SLOTS] attribute_slots
_encoded_names = [name.encode() for name in ALL_TAG_NAMES]  # which `tag_bytes` points into
cdef const uint8_t *tag_bytes[256]
cdef size_t[256] tag_sizes
# Names of elements that lexbor knows by a number and this module does not: asked for when one
# is first met on a page, and the same ever after.
cdef const uint8_t *known_names[MOST_KNOWN]
_kept_names = []  # which `known_names` points into


cdef void _enter(NameSlot *slots, bytes name, int number):
    cdef uint64_t code = xxh64(name, len(name))
    cdef size_t at = code % SLOTS
    while slots[at].used:
        at = (at + 1) % SLOTS
    slots[at] = NameSlot(code, <uint8_t> number, True)


cdef inline int _looked_up(NameSlot *slots, uintptr_t name, int otherwise) noexcept nogil:
    cdef uint64_t code = xxh64(name_bytes(name), name_length(name))
    cdef size_t at = code % SLOTS
    while slots[at].used:
        if slots[at].hash == code:
            return slots[at].number
        at = (at + 1) % SLOTS
    return otherwise


cdef Node *address_of(object node):
    """Where a node of selectolax lies."""
    return <Node *> <uintptr_t> node.mem_id


def _refuse(what):
    raise ImportError(
        f"the parser has {what} elsewhere than expected: sitesieve needs selectolax 1.0 with "
        f"lexbor 3, not selectolax with lexbor {selectolax_lexbor.LEXBOR_VERSION_MAJOR}."
        f"{selectolax_lexbor.LEXBOR_VERSION_MINOR}"
    )


def _check_layout():
    """Compare what `lexbor.pxd` says of memory with what selectolax says of a document.

    In an order such that an address is followed only where its neighbours are as expected.
    """
    cdef Node *node
    cdef Element *element
    cdef Attribute *attribute
    parser = selectolax_lexbor.LexborHTMLParser(
        "<p hidden data-long-name-of-an-attribute='1 é' id=x>some text<b></b><x-a></x-a>"
        "<a-long-name-of-an-element></a-long-name-of-an-element></p><p></p>"
    )
    paragraph = parser.body.first_child
    inner = paragraph.first_child.next
    node = address_of(inner)
    if (
        <uintptr_t> node.parent != paragraph.mem_id
        or <uintptr_t> node.prev != inner.prev.mem_id
        or <uintptr_t> node.next != inner.next.mem_id
        or node.first_child != NULL
    ):
        _refuse("nodes")
    node = address_of(paragraph)
    if (
        <uintptr_t> node.first_child != paragraph.first_child.mem_id
        or <uintptr_t> node.last_child != paragraph.last_child.mem_id
        or node.type != ELEMENT
        or node.first_child.type != TEXT
        or (<Characters *> node.first_child).data.length != len("some text")
        or memcmp((<Characters *> node.first_child).data.data, b"some text", 9) != 0
    ):
        _refuse("texts")
    element = <Element *> node
    attribute = element.first_attr
    if attribute == NULL or attribute.owner != element:
        _refuse("attributes")
    if attribute.value != NULL and attribute.value.length:  # `hidden` has none
        _refuse("values of attributes")
    attribute = attribute.next
    if attribute == NULL or attribute.owner != element or attribute.value == NULL:
        _refuse("attributes")
    if attribute.value.length != len("1 é".encode()):
        _refuse("values of attributes")
    if attribute.node.local_name < MOST_KNOWN:
        _refuse("numbers of attributes")
    if text_of(name_bytes(attribute.node.local_name), name_length(attribute.node.local_name)) != (
        "data-long-name-of-an-attribute"
    ):
        _refuse("names of attributes")
    for child, name in ((inner.next, "x-a"), (inner.next.next, "a-long-name-of-an-element")):
        node = address_of(child)
        if node.local_name < MOST_KNOWN or name_length(node.local_name) != len(name):
            _refuse("names")
        if text_of(name_bytes(node.local_name), name_length(node.local_name)) != name:
            _refuse("names")


def _read_numbers():
    """The numbers by which lexbor knows elements and attributes."""
    cdef int i
    cdef uintptr_t number
    parser = selectolax_lexbor.LexborHTMLParser("")
    for i in range(MOST_KNOWN):
        tag_of_known[i] = OTHER_TAG
        known_names[i] = NULL
        attribute_of_known[i] = NO_ATTRIBUTE
    for i in range(SLOTS):
        tag_slots[i].used = attribute_slots[i].used = False
    for i, name in enumerate(ALL_TAG_NAMES):
        tag_bytes[i] = <const uint8_t *> <bytes> _encoded_names[i]
        tag_sizes[i] = len(_encoded_names[i])
        if name.startswith("#"):
            continue
        number = address_of(parser.create_node(name)).local_name
        if number < MOST_KNOWN:
            tag_of_known[number] = i
        else:
            _enter(tag_slots, _encoded_names[i], i)
    for i, name in enumerate(ATTRIBUTE_NAMES):
        node = parser.create_node("p")
        node.attrs[name] = "1"
        number = (<Element *> address_of(node)).first_attr.node.local_name
        if number < MOST_KNOWN:
            attribute_of_known[number] = i
        else:
            _enter(attribute_slots, name.encode(), i)


cdef int tag_of(Node *node) noexcept nogil:
    """The number of an element's name in ALL_TAG_NAMES; OTHER_TAG for names not there."""
    if node.local_name < MOST_KNOWN:
        return tag_of_known[node.local_name]
    return _looked_up(tag_slots, node.local_name, OTHER_TAG)


cdef const uint8_t *name_of(Node *node, int tag, size_t *size) noexcept nogil:
    """The name of an element; NULL where `learn_names` has to be asked first."""
    if tag != OTHER_TAG:
        size[0] = tag_sizes[tag]
        return tag_bytes[tag]
    if node.local_name < MOST_KNOWN:
        if known_names[node.local_name] != NULL:
            size[0] = strlen(<const char *> known_names[node.local_name])
        return known_names[node.local_name]
    size[0] = name_length(node.local_name)
    return name_bytes(node.local_name)


cdef int attribute_of(Attribute *attribute) noexcept nogil:
    """The number of an attribute's name in ATTRIBUTE_NAMES; NO_ATTRIBUTE for names not there."""
    if attribute.node.prefix:  # xlink:href in a drawing or a formula is not its href
        return NO_ATTRIBUTE
    if attribute.node.local_name < MOST_KNOWN:
        return attribute_of_known[attribute.node.local_name]
    return _looked_up(attribute_slots, attribute.node.local_name, NO_ATTRIBUTE)


cdef Attribute *find_attribute(Node *node, int name) noexcept nogil:
    """An attribute of an element, by its number."""
    cdef Attribute *attribute = (<Element *> node).first_attr
    while attribute != NULL and attribute_of(attribute) != name:
        attribute = attribute.next
    return attribute


cdef str text_of(const uint8_t *data, size_t size):
    return PyUnicode_DecodeUTF8(<const char *> data, size, "replace") if size else ""


def learn_names(top):
    """Ask for the names of the elements of a page that lexbor knows by a number.

    In lower case: a number is the same for `clipPath` in a drawing and `clippath` in a page, and
    of the two only the latter becomes a node.
    """
    cdef Node *node
    for element in top.traverse(include_text=False):
        node = address_of(element)
        if node.local_name < MOST_KNOWN and known_names[node.local_name] == NULL:
            _kept_names.append((element.tag or "-").lower().encode())
            known_names[node.local_name] = <const uint8_t *> <bytes> _kept_names[-1]


_check_layout()
_read_numbers()
