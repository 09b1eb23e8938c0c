#ifndef HOMEOWNER_CMALLOC_SHIM_H
#define HOMEOWNER_CMALLOC_SHIM_H

#include <malloc.h>

/// Limits the arenas of the C library's allocator. By default, it makes one for each thread, up to eight
/// per core, and free memory in one arena is of no use to another.
static inline void cmalloc_share_arenas(int count) {
    mallopt(M_ARENA_MAX, count);
}

/// The bytes that the program has allocated and not freed.
static inline long cmalloc_bytes_in_use(void) {
    struct mallinfo2 info = mallinfo2();
    return (long)(info.uordblks + info.hblkhd);
}

#endif
