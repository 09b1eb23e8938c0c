#ifndef HOMEOWNER_CARCHIVE_H
#define HOMEOWNER_CARCHIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// libarchive, loaded when the first archive is written or read, so that a program that does neither
// pays nothing for it. Archives are tar files, compressed by zstd or gzip, and zip files.

/// An archive that is being written or read; one thread at a time may use it.
typedef struct archive CArchive;

/// Whether libarchive and all of its functions that are used are there. Nothing else may be called
/// before this has answered true.
bool carchive_load(void);

/// What went wrong last; never NULL.
const char *carchive_error(CArchive *archive);

/// Frees an archive. One that was not closed is broken off.
void carchive_free(CArchive *archive);

// Writing

/// A tar file, compressed by zstd or gzip; or a zip file.
typedef enum { CARCHIVE_ZSTD, CARCHIVE_GZIP, CARCHIVE_ZIP } CArchiveCompression;

/// Takes bytes of the archive; returns how many it took, or -1.
typedef int64_t (*CArchiveTake)(void *context, const void *bytes, size_t count);

/// Begins an archive; NULL if that is not possible.
CArchive *carchive_write(CArchiveCompression compression, void *context, CArchiveTake take);

/// Begins a file, of which `size` bytes follow. The path has UTF-8.
bool carchive_begin_file(CArchive *archive, const char *path, int64_t size, int64_t modified);

/// Adds bytes to the file.
bool carchive_add(CArchive *archive, const void *bytes, size_t count);

/// Ends the archive.
bool carchive_finish(CArchive *archive);

// Reading

/// Gives the next bytes of the archive: sets the pointer, which stays good until the next call, and
/// returns how many there are; 0 at the end, -1 for a fault.
typedef int64_t (*CArchiveGive)(void *context, const void **bytes);

/// Begins to read; NULL if that is not possible.
CArchive *carchive_read(void *context, CArchiveGive give);

/// Begins to read a zip file from its table of contents, which is at its end: it has to be a file in which
/// one can go back. NULL if that is not possible. The caller closes the descriptor afterwards.
CArchive *carchive_read_zip(int descriptor);

/// What an entry of an archive is.
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

/// An entry of an archive; the path stays good until the next one is read.
typedef struct {
    CArchiveKind kind;
    /// NULL if it cannot be told.
    const char *path;
    /// How many bytes it says that it has; -1 if it does not say.
    int64_t size;
    int64_t modified;
} CArchiveEntry;

/// Goes to the next entry: 1 if there is one, 0 at the end, -1 for a fault.
int carchive_next(CArchive *archive, CArchiveEntry *entry);

/// Reads bytes of the entry: how many, 0 at its end, -1 for a fault.
int64_t carchive_get(CArchive *archive, void *bytes, size_t count);

#endif
