#ifndef HOMEOWNER_CFILES_H
#define HOMEOWNER_CFILES_H

#include <stdint.h>

// Functions that glibc declares only with _GNU_SOURCE; Swift's module of glibc is made without it.

/// Exchanges two files or folders of one file system atomically, so that both names always exist. Returns 0,
/// or -1 with errno.
int cfiles_exchange(const char *path, const char *other_path);

/// Waits until the whole file system of a file has been written; -1 with errno on an error.
int cfiles_sync_disk(int descriptor);

/// Starts writing bytes of a file to the disk, so that a later sync takes less time. It is only a hint:
/// the sync does the rest.
void cfiles_begin_writing(int descriptor, int64_t start, int64_t count);

/// Waits until bytes of a file were handed to the disk. They may still be lost with the power.
void cfiles_finish_writing(int descriptor, int64_t start, int64_t count);

#endif
