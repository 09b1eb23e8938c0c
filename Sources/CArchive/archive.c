#include "CArchive.h"

#include <CLateLibrary.h>
#include <archive.h>
#include <archive_entry.h>
#include <pthread.h>
#include <stdlib.h>

// The used functions of libarchive.
#define FUNCTIONS(X) \
    X(archive_error_string) X(archive_write_new) X(archive_write_free) X(archive_write_open) \
    X(archive_write_close) X(archive_write_set_format_gnutar) X(archive_write_set_format_zip) \
    X(archive_write_add_filter_zstd) \
    X(archive_write_add_filter_gzip) X(archive_write_set_filter_option) \
    X(archive_write_set_bytes_per_block) X(archive_write_set_bytes_in_last_block) \
    X(archive_write_header) X(archive_write_data) X(archive_read_new) X(archive_read_free) \
    X(archive_read_support_format_tar) X(archive_read_support_filter_zstd) \
    X(archive_read_support_filter_gzip) X(archive_read_support_format_zip_seekable) \
    X(archive_read_open) X(archive_read_open_fd) X(archive_read_next_header) \
    X(archive_read_data) X(archive_entry_new) X(archive_entry_free) X(archive_entry_set_pathname) \
    X(archive_entry_set_size) X(archive_entry_set_mtime) X(archive_entry_set_filetype) \
    X(archive_entry_set_perm) X(archive_entry_pathname) X(archive_entry_pathname_utf8) \
    X(archive_entry_filetype) X(archive_entry_hardlink) X(archive_entry_size) \
    X(archive_entry_size_is_set) X(archive_entry_mtime) X(archive_entry_sparse_count)

LATE_LIBRARY("libarchive", "13", FUNCTIONS)

static bool is_loaded;

static void load(void) {
    is_loaded = load_library();
}

bool carchive_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_loaded;
}

const char *carchive_error(CArchive *archive) {
    const char *text = library.archive_error_string(archive);
    return text ? text : "no reason was given";
}

void carchive_free(CArchive *archive) {
    // Both names are of one function, which accepts either.
    library.archive_read_free(archive);
}

// Writing

// The context of libarchive's callback, which forwards the bytes.
typedef struct {
    void *context;
    CArchiveTake take;
} Target;

static la_ssize_t write_bytes(
    struct archive *archive, void *data, const void *bytes, size_t count) {
    (void) archive;
    Target *target = data;
    return target->take(target->context, bytes, count);
}

static int free_target(struct archive *archive, void *data) {
    (void) archive;
    free(data);
    return ARCHIVE_OK;
}

CArchive *carchive_write(CArchiveCompression compression, void *context, CArchiveTake take) {
    struct archive *archive = library.archive_write_new();
    Target *target = malloc(sizeof *target);
    if (!archive || !target) goto failed;
    *target = (Target) { context, take };
    if (compression == CARCHIVE_ZIP) {
        // Zip compresses by itself. It does not declare the encoding of names, which are ASCII here.
        if (library.archive_write_set_format_zip(archive) != ARCHIVE_OK) goto failed;
    } else {
        int code = compression == CARCHIVE_ZSTD
            ? library.archive_write_add_filter_zstd(archive)
            : library.archive_write_add_filter_gzip(archive);
        // A warning means that an external program would compress.
        if (code != ARCHIVE_OK) goto failed;
        // Pictures are compressed already, and everything else gets small at any level.
        library.archive_write_set_filter_option(archive, NULL, "compression-level", "1");
        // Names are stored byte for byte, in any locale of the process.
        if (library.archive_write_set_format_gnutar(archive) != ARCHIVE_OK) goto failed;
    }
    library.archive_write_set_bytes_per_block(archive, 1 << 18);
    library.archive_write_set_bytes_in_last_block(archive, 1);
    if (library.archive_write_open(archive, target, NULL, write_bytes, free_target) != ARCHIVE_OK) {
        // The archive was closed, which freed the target.
        target = NULL;
        goto failed;
    }
    return archive;
failed:
    free(target);
    if (archive) library.archive_write_free(archive);
    return NULL;
}

bool carchive_begin_file(CArchive *archive, const char *path, int64_t size, int64_t modified) {
    struct archive_entry *entry = library.archive_entry_new();
    if (!entry) return false;
    library.archive_entry_set_pathname(entry, path);
    library.archive_entry_set_size(entry, size);
    library.archive_entry_set_mtime(entry, modified, 0);
    library.archive_entry_set_filetype(entry, AE_IFREG);
    library.archive_entry_set_perm(entry, 0600);
    int code = library.archive_write_header(archive, entry);
    library.archive_entry_free(entry);
    return code == ARCHIVE_OK;
}

bool carchive_add(CArchive *archive, const void *bytes, size_t count) {
    return library.archive_write_data(archive, bytes, count) == (la_ssize_t) count;
}

bool carchive_finish(CArchive *archive) {
    return library.archive_write_close(archive) == ARCHIVE_OK;
}

// Reading

typedef struct {
    void *context;
    CArchiveGive give;
} Source;

static la_ssize_t read_bytes(struct archive *archive, void *data, const void **bytes) {
    (void) archive;
    Source *source = data;
    return source->give(source->context, bytes);
}

static int free_source(struct archive *archive, void *data) {
    (void) archive;
    free(data);
    return ARCHIVE_OK;
}

CArchive *carchive_read(void *context, CArchiveGive give) {
    struct archive *archive = library.archive_read_new();
    Source *source = malloc(sizeof *source);
    if (!archive || !source) {
        free(source);
        if (archive) library.archive_read_free(archive);
        return NULL;
    }
    *source = (Source) { context, give };
    library.archive_read_support_filter_zstd(archive);
    library.archive_read_support_filter_gzip(archive);
    library.archive_read_support_format_tar(archive);
    // Reading the first entry reports an error of opening.
    library.archive_read_open(archive, source, NULL, read_bytes, free_source);
    return archive;
}

CArchive *carchive_read_zip(int descriptor) {
    struct archive *archive = library.archive_read_new();
    if (!archive) return NULL;
    // Without its table of contents, a file that was cut off between two entries looks whole.
    library.archive_read_support_format_zip_seekable(archive);
    // Reading the first entry reports an error of opening.
    library.archive_read_open_fd(archive, descriptor, 1 << 16);
    return archive;
}

static CArchiveKind kind_of(struct archive_entry *entry) {
    if (library.archive_entry_hardlink(entry)) return CARCHIVE_HARD_LINK;
    switch (library.archive_entry_filetype(entry)) {
        case AE_IFREG:
            return library.archive_entry_sparse_count(entry) > 0
                ? CARCHIVE_SPARSE_FILE : CARCHIVE_FILE;
        case AE_IFDIR: return CARCHIVE_FOLDER;
        case AE_IFLNK: return CARCHIVE_SYMBOLIC_LINK;
        case AE_IFCHR:
        case AE_IFBLK: return CARCHIVE_DEVICE;
        case AE_IFIFO: return CARCHIVE_PIPE;
        default: return CARCHIVE_UNKNOWN;
    }
}

int carchive_next(CArchive *archive, CArchiveEntry *entry) {
    struct archive_entry *next = NULL;
    int code = library.archive_read_next_header(archive, &next);
    if (code == ARCHIVE_EOF) return 0;
    if ((code != ARCHIVE_OK && code != ARCHIVE_WARN) || !next) return -1;
    const char *path = library.archive_entry_pathname(next);
    entry->path = path ? path : library.archive_entry_pathname_utf8(next);
    entry->kind = kind_of(next);
    entry->size = library.archive_entry_size_is_set(next) ? library.archive_entry_size(next) : -1;
    entry->modified = library.archive_entry_mtime(next);
    return 1;
}

int64_t carchive_get(CArchive *archive, void *bytes, size_t count) {
    la_ssize_t got = library.archive_read_data(archive, bytes, count);
    return got < 0 ? -1 : got;
}
