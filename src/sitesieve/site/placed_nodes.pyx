# cython: boundscheck=False, wraparound=False, cdivision=True
"""The keys of nodes, in a few passes over the arrays of a page, or of many one after the other."""

from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

import numpy

from sitesieve.page.hash_table cimport spread
from sitesieve.page.tags import TAG_ID

cdef uint8_t PRE = TAG_ID["pre"]
cdef uint64_t ROOT = 1


cdef struct Seen:  # a look among the children of a node
    uint64_t look
    int32_t parent  # -1: free
    int32_t times


cdef inline uint64_t mix(uint64_t a, uint64_t b) noexcept nogil:
    """As `placing.mix`."""
    cdef uint64_t x = (a ^ (b + <uint64_t> 0x9E3779B97F4A7C15 + (a << 6) + (a >> 2)))
    x += <uint64_t> 0x9E3779B97F4A7C15
    x = (x ^ (x >> 30)) * <uint64_t> 0xBF58476D1CE4E5B9
    x = (x ^ (x >> 27)) * <uint64_t> 0x94D049BB133111EB
    return x ^ (x >> 31)


cdef inline Py_ssize_t row_of(const uint64_t[::1] ordered, uint64_t key) noexcept nogil:
    """The row of a key in an ordered column, -1 where there is none."""
    cdef Py_ssize_t low = 0, high = ordered.shape[0], middle
    while low < high:
        middle = low + (high - low) // 2
        if ordered[middle] < key:
            low = middle + 1
        else:
            high = middle
    return low if low < ordered.shape[0] and ordered[low] == key else -1


cdef int check_parents(const int32_t[::1] parent) except -1:
    """Parents stand before their children, and the first node has none."""
    cdef Py_ssize_t node
    for node in range(parent.shape[0]):
        if not -1 <= parent[node] < node:
            raise ValueError("a node that stands before its parent")
    return 0


def steps(const int32_t[::1] parent, const uint64_t[::1] look):
    """For each node: its number among its siblings, and among those with its look; how many
    children it has; its presentation style, their looks in order; and its height. Parents stand
    before their children, and a node without a parent (-1) begins a page."""
    cdef Py_ssize_t count = parent.shape[0], node, start, end, largest = 0
    if look.shape[0] != count:
        raise ValueError("columns of different lengths")
    position_, rank_, style_ = (numpy.zeros(count, numpy.uint64) for _ in range(3))
    children_, height_ = (numpy.zeros(count, numpy.int32) for _ in range(2))
    cdef uint64_t[::1] position = position_, rank = rank_, style = style_
    cdef int32_t[::1] children = children_, height = height_
    cdef int32_t up
    cdef size_t size = 16, used, at
    cdef Seen *seen
    check_parents(parent)
    start = 0
    for node in range(count):
        if parent[node] < 0:
            largest = max(largest, node - start)
            start = node
    largest = max(largest, count - start)
    while size < <size_t> (2 * largest):
        size *= 2
    seen = <Seen *> malloc(size * sizeof(Seen))
    if seen == NULL:
        raise MemoryError("no memory for the looks of a page")
    with nogil:
        start = 0
        while start < count:
            end = start + 1
            while end < count and parent[end] >= 0:
                end += 1
            used = 16
            while used < <size_t> (2 * (end - start)):
                used *= 2
            memset(seen, 0xFF, used * sizeof(Seen))
            for node in range(start + 1, end):
                up = parent[node]
                position[node] = children[up]
                children[up] += 1
                style[up] += mix(look[node], position[node])
                at = spread(spread(<uint64_t> up) ^ look[node]) & (used - 1)
                while seen[at].parent >= 0 and (seen[at].parent != up or seen[at].look != look[node]):
                    at = (at + 1) & (used - 1)
                if seen[at].parent < 0:
                    seen[at].parent, seen[at].look, seen[at].times = up, look[node], 0
                rank[node] = seen[at].times
                seen[at].times += 1
            start = end
        free(seen)
        for node in range(count - 1, -1, -1):
            up = parent[node]
            if up >= 0 and height[up] <= height[node]:
                height[up] = height[node] + 1
    return position_, rank_, children_, style_, height_


def kind_keys(const int32_t[::1] parent, const uint64_t[::1] look):
    """For each node the key of its kind of place alone."""
    cdef Py_ssize_t node
    if look.shape[0] != parent.shape[0]:
        raise ValueError("columns of different lengths")
    kind_ = numpy.full(parent.shape[0], ROOT, numpy.uint64)
    cdef uint64_t[::1] kind = kind_
    check_parents(parent)
    for node in range(parent.shape[0]):
        if parent[node] >= 0:
            kind[node] = mix(kind[parent[node]], look[node])
    return kind_


def node_keys(
    const int32_t[::1] parent,
    const uint64_t[::1] look,
    const uint8_t[::1] tag,
    const uint64_t[::1] under,
    const uint64_t[::1] rank,
    const uint64_t[::1] merged,
    const uint64_t[::1] merged_into,
    const uint64_t[::1] loose,
    uint64_t any_look,
    known,
    bint virtual_root=False,
):
    """For each node the key of its element and that of its kind of place. `merged` and `loose`
    are those of `Merges`; `any_look` is what stands for the look of a loose element, and `known`
    the elements that need none, or None. With a `virtual_root` the first node of a page stands
    below the root of all pages; without, it is that root."""
    cdef Py_ssize_t count = parent.shape[0], node, row
    cdef uint64_t key, instead
    check_parents(parent)
    if look.shape[0] != count or tag.shape[0] != count or merged.shape[0] != merged_into.shape[0]:
        raise ValueError("columns of different lengths")
    if under.shape[0] != count or rank.shape[0] != count:
        raise ValueError("columns of different lengths")
    cdef bint loosens = known is not None and loose.shape[0] > 0
    cdef const uint64_t[::1] known_keys = known if loosens else merged
    element_, kind_ = (numpy.full(count, ROOT, numpy.uint64) for _ in range(2))
    cdef uint64_t[::1] element = element_, kind = kind_
    with nogil:
        for node in range(count):
            if parent[node] < 0:
                if virtual_root:
                    element[node] = mix(ROOT, mix(under[node], rank[node]))
                continue
            kind[node] = mix(kind[parent[node]], look[node])
            key = mix(element[parent[node]], mix(under[node], rank[node]))
            row = row_of(merged, key)
            if row >= 0:
                key = merged_into[row]
            if loosens and rank[node] == 0:
                instead = mix(element[parent[node]], mix(tag[node], any_look))
                if row_of(loose, instead) >= 0 and row_of(known_keys, key) < 0:
                    key = instead
            element[node] = key
    return element_, kind_


def virtual_leaves(
    const int32_t[::1] parent, const uint8_t[::1] tag, const int32_t[::1] height, int leaf_height
):
    """For each node its virtual leaf, -1 above those, and whether it stands above them (see
    `placing`)."""
    cdef Py_ssize_t count = parent.shape[0], node
    cdef int32_t up, outer
    check_parents(parent)
    if tag.shape[0] != count or height.shape[0] != count:
        raise ValueError("columns of different lengths")
    leaf_, internal_ = numpy.empty(count, numpy.int32), numpy.empty(count, numpy.bool_)
    cdef int32_t[::1] leaf = leaf_
    cdef uint8_t[::1] internal = internal_.view(numpy.uint8)
    cdef int32_t[::1] around = numpy.full(count, -1, numpy.int32)  # the outermost <pre>
    with nogil:
        for node in range(count):
            up = parent[node]
            internal[node] = height[node] > leaf_height
            if internal[node]:
                leaf[node] = -1
            elif up < 0 or height[up] > leaf_height:
                leaf[node] = <int32_t> node
            else:
                leaf[node] = leaf[up]
            outer = around[up] if up >= 0 else -1
            if outer < 0 and tag[node] == PRE:
                outer = <int32_t> node
            around[node] = outer
        for node in range(count):
            if around[node] >= 0:
                internal[node] = False
                if not 0 <= leaf[node] < around[node]:
                    leaf[node] = around[node]
    return leaf_, internal_
