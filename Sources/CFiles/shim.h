#ifndef HOMEOWNER_CFILES_SHIM_H
#define HOMEOWNER_CFILES_SHIM_H

#include <stdint.h>

// glibc declares it for programs with _GNU_SOURCE only, which Swift's module of it is not.
extern int sync_file_range(int descriptor, int64_t offset, int64_t length, unsigned int flags);

/// Lets the system begin to write a file to the disk, without waiting for it. It is a hint: only
/// fsync tells whether the bytes are there.
static inline void cfiles_start_writing_back(int descriptor) {
    const unsigned int write = 2; // SYNC_FILE_RANGE_WRITE
    sync_file_range(descriptor, 0, 0, write);
}

#endif
