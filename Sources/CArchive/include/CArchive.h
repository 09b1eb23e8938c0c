#ifndef HOMEOWNER_CARCHIVE_H
#define HOMEOWNER_CARCHIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// libarchive, loaded when the first archive is written or read, so that it costs other programs
// nothing. Archives are tar files, compressed by zstd or gzip, and zip files.

/// An archive that is being written or read; one thread at a time may use it.
typedef struct archive CArchive;

/// Whether libarchive and all of its used functions are there. Call nothing else before this has
/// returned true.
bool carchive_load(void);

/// The text of the last error; never NULL.
const char *carchive_error(CArchive *archive);

/// Frees an archive. One that was not closed stays incomplete.
void carchive_free(CArchive *archive);

// Writing

/// A tar file, compressed by zstd or gzip; or a zip file.
typedef enum { CARCHIVE_ZSTD, CARCHIVE_GZIP, CARCHIVE_ZIP } CArchiveCompression;

/// Takes bytes of the archive; returns their number, or -1.
typedef int64_t (*CArchiveTake)(void *context, const void *bytes, size_t count);

/// Begins an archive; NULL on an error.
CArchive *carchive_write(CArchiveCompression compression, void *context, CArchiveTake take);

/// Begins a file of `size` bytes, which follow. The path is UTF-8.
bool carchive_begin_file(CArchive *archive, const char *path, int64_t size, int64_t modified);

/// Adds bytes to the file.
bool carchive_add(CArchive *archive, const void *bytes, size_t count);

/// Ends the archive.
bool carchive_finish(CArchive *archive);

// Reading

/// Gives the next bytes of the archive: sets the pointer, which is valid until the next call, and
/// returns their number; 0 at the end, -1 on an error.
typedef int64_t (*CArchiveGive)(void *context, const void **bytes);

/// Begins to read; NULL on an error.
CArchive *carchive_read(void *context, CArchiveGive give);

/// Begins to read a zip file from its table of contents, which is at its end, so the file has to be
/// seekable. NULL on an error. The caller closes the descriptor afterwards.
CArchive *carchive_read_zip(int descriptor);

/// The kind of an entry.
typedef enum {
    CARCHIVE_FILE,
    CARCHIVE_FOLDER,
    CARCHIVE_SYMBOLIC_LINK,
    CARCHIVE_HARD_LINK,
    CARCHIVE_DEVICE,
    CARCHIVE_PIPE,
    CARCHIVE_SPARSE_FILE,
    CARCHIVE_UNKNOWN
} CArchiveKind;

/// An entry of an archive; the path is valid until the next entry is read.
typedef struct {
    CArchiveKind kind;
    /// NULL if it cannot be decoded.
    const char *path;
    /// The size that the archive states in bytes; -1 if it states none.
    int64_t size;
    int64_t modified;
} CArchiveEntry;

/// Moves to the next entry: 1 if there is one, 0 at the end, -1 on an error.
int carchive_next(CArchive *archive, CArchiveEntry *entry);

/// Reads bytes of the entry. Returns their number; 0 at its end, -1 on an error.
int64_t carchive_get(CArchive *archive, void *bytes, size_t count);

#endif
