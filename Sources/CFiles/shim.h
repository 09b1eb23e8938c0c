#ifndef HOMEOWNER_CFILES_SHIM_H
#define HOMEOWNER_CFILES_SHIM_H

#include <fcntl.h>
#include <stdint.h>

// glibc declares these for programs with _GNU_SOURCE only, which Swift's module of it is not.
extern int sync_file_range(int descriptor, int64_t offset, int64_t length, unsigned int flags);
extern int renameat2(
    int old_folder, const char *old_path, int new_folder, const char *new_path, unsigned int flags);
extern int syncfs(int descriptor);

/// Lets the system begin to write a file to the disk, without waiting for it. It is a hint: only
/// fsync tells whether the bytes are there.
static inline void cfiles_start_writing_back(int descriptor) {
    const unsigned int write = 2; // SYNC_FILE_RANGE_WRITE
    sync_file_range(descriptor, 0, 0, write);
}

/// Exchanges two files or folders of one disk in one step, so that nobody ever sees one of the names
/// without what belongs to it; 0 where that went well, and errno otherwise.
static inline int cfiles_exchange(const char *path, const char *other_path) {
    const unsigned int exchange = 2; // RENAME_EXCHANGE
    return renameat2(AT_FDCWD, path, AT_FDCWD, other_path, exchange);
}

/// Waits until all of the disk that a file is on has been written.
static inline int cfiles_sync_disk(int descriptor) { return syncfs(descriptor); }

#endif
