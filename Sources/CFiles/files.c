#define _GNU_SOURCE
#include "CFiles.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int cfiles_exchange(const char *path, const char *other_path) {
    return renameat2(AT_FDCWD, path, AT_FDCWD, other_path, RENAME_EXCHANGE);
}

int cfiles_sync_disk(int descriptor) { return syncfs(descriptor); }

void cfiles_begin_writing(int descriptor, int64_t start, int64_t count) {
    sync_file_range(descriptor, start, count, SYNC_FILE_RANGE_WRITE);
}

void cfiles_finish_writing(int descriptor, int64_t start, int64_t count) {
    sync_file_range(descriptor, start, count,
        SYNC_FILE_RANGE_WAIT_BEFORE | SYNC_FILE_RANGE_WRITE | SYNC_FILE_RANGE_WAIT_AFTER);
}
