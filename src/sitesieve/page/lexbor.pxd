"""lexbor's own nodes, as they lie in memory.

selectolax hands out the address of a node (`mem_id`) but walks from one to the next through
Python objects, which costs five times what lexbor needs to parse the page. So the walk
follows the pointers itself. These are the members of lexbor's `lxb_dom_node_t`,
`lxb_dom_element_t`, `lxb_dom_attr_t`, `lxb_dom_character_data_t` and `lexbor_hash_entry_t`
(3.x), as far as they are needed, in their order. `lexbor.pyx` compares them with what selectolax
says of a document when it is imported, and refuses to work where they differ.
"""

from libc.stdint cimport uint8_t, uintptr_t

cdef enum NodeType:
    ELEMENT = 1
    TEXT = 3

cdef struct Str:
    uint8_t *data
    size_t length

cdef struct Node:
    void *events
    uintptr_t local_name  # a small number for names that lexbor knows, else the address of a Name
    uintptr_t prefix
    uintptr_t ns
    void *owner_document
    Node *next
    Node *prev
    Node *parent
    Node *first_child
    Node *last_child
    void *user
    int type

cdef struct Attribute:
    Node node
    uintptr_t upper_name
    uintptr_t qualified_name
    Str *value
    Element *owner
    Attribute *next
    Attribute *prev

cdef struct Element:
    Node node
    uintptr_t upper_name
    uintptr_t qualified_name
    Str *is_value
    Attribute *first_attr
    Attribute *last_attr

cdef struct Characters:
    Node node
    Str data

cdef enum:
    SHORT_NAME = 16  # bytes; a longer name is somewhere else
    MOST_KNOWN = 4096  # numbers of known names are smaller, addresses are larger

cdef union NameBytes:
    uint8_t *elsewhere
    uint8_t here[SHORT_NAME + 1]

cdef struct Name:
    NameBytes bytes
    size_t length


cdef inline const uint8_t *name_bytes(uintptr_t local_name) noexcept nogil:
    """The name behind an address."""
    cdef Name *name = <Name *> local_name
    return name.bytes.elsewhere if name.length > SHORT_NAME else name.bytes.here


cdef inline size_t name_length(uintptr_t local_name) noexcept nogil:
    return (<Name *> local_name).length


cdef enum:
    OTHER_TAG = 0
    NO_ATTRIBUTE = 255


cdef Node *address_of(object node)
cdef str text_of(const uint8_t *data, size_t size)
cdef int tag_of(Node *node) noexcept nogil
cdef const uint8_t *name_of(Node *node, int tag, size_t *size) noexcept nogil
cdef int attribute_of(Attribute *attribute) noexcept nogil
cdef Attribute *find_attribute(Node *node, int name) noexcept nogil
