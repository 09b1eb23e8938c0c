#ifndef HOMEOWNER_CFILES_H
#define HOMEOWNER_CFILES_H

#include <stdint.h>

// What glibc declares for programs with _GNU_SOURCE only, which Swift's module of it is not.

/// Exchanges two files or folders of one file system atomically, so that both names always exist. Returns 0,
/// or -1 with errno.
int cfiles_exchange(const char *path, const char *other_path);

/// Waits until all of the disk that a file is on has been written; -1 with errno if that failed.
int cfiles_sync_disk(int descriptor);

/// Lets the disk begin with bytes of a file that were written, so that waiting for all of them later
/// takes less. Nothing depends on it: what it cannot do is done then.
void cfiles_begin_writing(int descriptor, int64_t start, int64_t count);

/// Waits until the disk has bytes of a file that were written. It is no promise that they are there after
/// a loss of power.
void cfiles_finish_writing(int descriptor, int64_t start, int64_t count);

#endif
