#include "CPictures.h"

#include <CLateLibrary.h>
#include <libexif/exif-data.h>
#include <stdlib.h>
#include <string.h>

// The used functions of libexif.
#define FUNCTIONS(X) \
    X(exif_data_new) X(exif_data_unset_option) X(exif_data_load_data) X(exif_data_get_byte_order) \
    X(exif_data_unref) X(exif_content_get_entry) X(exif_get_rational)

LATE_LIBRARY("libexif", "12", FUNCTIONS)

// libexif looks for this before the directories; some formats leave it out.
static const unsigned char mark[] = {'E', 'x', 'i', 'f', 0, 0};

int cexif_start(void) { return load_library() ? 0 : -1; }

void *cexif_open(const void *bytes, size_t count) {
    ExifData *data = library.exif_data_new();
    if (data == NULL) return NULL;
    // Entries are read as the camera wrote them, even if they break the standard.
    library.exif_data_unset_option(data, EXIF_DATA_OPTION_IGNORE_UNKNOWN_TAGS);
    library.exif_data_unset_option(data, EXIF_DATA_OPTION_FOLLOW_SPECIFICATION);
    if (count >= sizeof mark && memcmp(bytes, mark, sizeof mark) == 0) {
        library.exif_data_load_data(data, bytes, (unsigned int) count);
        return data;
    }
    unsigned char *marked = malloc(sizeof mark + count);
    if (marked == NULL) {
        library.exif_data_unref(data);
        return NULL;
    }
    memcpy(marked, mark, sizeof mark);
    memcpy(marked + sizeof mark, bytes, count);
    library.exif_data_load_data(data, marked, (unsigned int) (sizeof mark + count));
    free(marked);
    return data;
}

void cexif_close(void *exif) { library.exif_data_unref(exif); }

static ExifEntry *entry(void *exif, int directory, int tag, ExifFormat format) {
    if (directory < 0 || directory >= EXIF_IFD_COUNT) return NULL;
    ExifContent *content = ((ExifData *) exif)->ifd[directory];
    ExifEntry *entry = library.exif_content_get_entry(content, (ExifTag) tag);
    return entry != NULL && entry->data != NULL && entry->format == format ? entry : NULL;
}

const void *cexif_text(void *exif, int directory, int tag, size_t *count) {
    ExifEntry *found = entry(exif, directory, tag, EXIF_FORMAT_ASCII);
    if (found == NULL) return NULL;
    *count = found->size;
    return found->data;
}

int cexif_fractions(void *exif, int directory, int tag, uint32_t *numbers, int most) {
    ExifEntry *found = entry(exif, directory, tag, EXIF_FORMAT_RATIONAL);
    if (found == NULL) return 0;
    ExifByteOrder order = library.exif_data_get_byte_order(exif);
    int count = 0;
    while (count < most && 8 * (size_t) (count + 1) <= found->size) {
        ExifRational fraction = library.exif_get_rational(found->data + 8 * count, order);
        numbers[2 * count] = fraction.numerator;
        numbers[2 * count + 1] = fraction.denominator;
        count++;
    }
    return count;
}
