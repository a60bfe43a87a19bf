from libc.stdint cimport int32_t, uint64_t


cdef class IdTable:
    cdef uint64_t *ids
    cdef int32_t *numbers  # -1: free
    cdef size_t mask
    cdef object _listed  # the list they are from

    cdef int32_t number_of(self, uint64_t wanted) noexcept nogil
