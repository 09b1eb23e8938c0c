#ifndef HOMEOWNER_CFILES_H
#define HOMEOWNER_CFILES_H

// What glibc declares for programs with _GNU_SOURCE only, which Swift's module of it is not.

/// Exchanges two files or folders of one disk in one step, so that nobody ever sees one of the names
/// without what belongs to it; 0 where that went well, and -1 with errno otherwise.
int cfiles_exchange(const char *path, const char *other_path);

/// Waits until all of the disk that a file is on has been written; -1 with errno if that failed.
int cfiles_sync_disk(int descriptor);

#endif
