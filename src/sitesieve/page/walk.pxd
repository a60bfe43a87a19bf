from libc.stdint cimport int32_t

from sitesieve.page.buffers cimport Buffer
from sitesieve.page.hash_table cimport Table
from sitesieve.page.lexbor cimport Node
from sitesieve.page.styles cimport Scratch
from sitesieve.page.tokens cimport Words


cdef struct Open:  # an element that we are inside of
    Node *node
    int32_t up
    int32_t block
    int32_t texts

cdef struct Outside:  # an element that is not part of the text but says something of the page
    int32_t tag
    int32_t before  # how many nodes stand before it
    int32_t up

cdef struct Attributes:
    Buffer owner, name, start, values

cdef struct Walk:
    Buffer tag, raw, parent, end, leaves, line, ordinal
    Buffer texts, text_start
    Attributes attributes  # of nodes, by their numbers
    Buffer look, looks, look_start, look_ids, look_of_raw
    Buffer suspects  # int32 pairs: a raw look that may hide, and the first node that has it
    Buffer other_node, other_names, other_start  # elements whose names have no number
    Buffer outside  # Outside
    Attributes outside_attributes  # by their places in `outside`
    Buffer outside_texts, outside_start  # of titles and scripts
    Buffer stack  # Open
    Buffer key
    Scratch scratch
    Words words
    Buffer word_start
    Table raws, ids
    size_t deepest, most_attributes, noscript
    size_t nodes_in_all  # counted where there are too many, else 0


cdef enum:
    UNKNOWN_NAME = 1  # the walk met a name that has to be asked for


cdef struct Caps:
    size_t nodes, depth, attributes
    double deadline


cdef int walk_page(Walk *walk, Node *html, Caps *caps, bint scripting) except -1 nogil


cdef void release_walk(Walk *walk) noexcept nogil
