#ifndef HOMEOWNER_CPICTURES_H
#define HOMEOWNER_CPICTURES_H

#include <stdint.h>
#include <vips/vips.h>

// libvips, loaded when it is started: its more than sixty libraries would take a third of the start
// and 18 MB of a process that may never see a picture. Types and numbers are those of its headers;
// its functions cannot be called by name, because nothing is linked with it.
//
// Swift cannot call C functions with a variable number of arguments, by which libvips takes options.
// Each function here calls one of them with fixed arguments. Unless its comment says otherwise, it
// returns a new reference, or NULL with the reason in the error buffer of libvips.

// Start

/// Loads and starts libvips, without warnings on standard error; 0 on success. Call it first, and
/// once.
int cvips_start(void);

/// The flags of an operation's class; all bits are set for a type that is not an operation.
unsigned int cvips_operation_flags(GType type);

// Loading from a file: a function for each format, so that libvips never chooses a loader

VipsImage *cvips_jpegload(const char *path, VipsFailOn fail_on, int shrink);

VipsImage *cvips_pngload(const char *path, VipsFailOn fail_on);

VipsImage *cvips_gifload(const char *path, VipsFailOn fail_on);

VipsImage *cvips_webpload(const char *path, VipsFailOn fail_on, double scale);

VipsImage *cvips_tiffload(const char *path, VipsFailOn fail_on);

/// Without a page, libvips opens the primary one of the file.
VipsImage *cvips_heifload(const char *path, VipsFailOn fail_on);

/// The first page of a document, scaled relative to 72 points per inch.
VipsImage *cvips_pdfload(const char *path, VipsFailOn fail_on, double scale);

// Loading from memory: the program's own thumbnails and drawings

VipsImage *cvips_pngload_buffer(const void *bytes, size_t count);

VipsImage *cvips_svgload_buffer(const void *bytes, size_t count);

// Geometry

VipsImage *cvips_thumbnail_image(VipsImage *in, int width, int height);

/// As above, from the colors of the embedded profile to sRGB. Only for pictures that have one:
/// libvips would shift the colors of others.
VipsImage *cvips_thumbnail_image_managed(VipsImage *in, int width, int height);

VipsImage *cvips_extract_area(VipsImage *in, int left, int top, int width, int height);

/// The picture repeated a number of times across and down.
VipsImage *cvips_replicate(VipsImage *in, int across, int down);

VipsImage *cvips_rotate(VipsImage *in, VipsAngle angle);

/// The picture turned clockwise by degrees, in a larger one that contains it.
VipsImage *cvips_turn(VipsImage *in, double degrees);

VipsImage *cvips_flip(VipsImage *in, VipsDirection direction);

VipsImage *cvips_autorot(VipsImage *in);

VipsImage *cvips_join_vertically(VipsImage *first, VipsImage *second);

// Color

VipsImage *cvips_colourspace(VipsImage *in, VipsInterpretation space);

VipsImage *cvips_icc_transform(VipsImage *in, const char *profile, int depth);

VipsImage *cvips_cast(VipsImage *in, VipsBandFormat format);

/// The picture without its alpha band, on white.
VipsImage *cvips_flatten(VipsImage *in);

// Arithmetic

VipsImage *cvips_add(VipsImage *first, VipsImage *second);

VipsImage *cvips_noise(int width, int height, double sigma, int seed);

/// Reads every pixel once, in order; 0 on success.
int cvips_read_through(VipsImage *in);

/// A copy whose metadata can be changed without touching other users of the image.
VipsImage *cvips_copy(VipsImage *in);

// Saving: 0 on success; the caller frees the bytes with g_free

int cvips_pngsave_buffer(
    VipsImage *in, int compression, VipsForeignPngFilter filter, void **bytes, size_t *count
);

/// `suffix` is a file extension with options, such as ".jpg[Q=80]".
int cvips_save_buffer(VipsImage *in, const char *suffix, void **bytes, size_t *count);

// Functions of libvips and GLib, unchanged

void cvips_block_untrusted_set(int state);
void cvips_operation_block_set(const char *name, int state);
void cvips_cache_set_max(int max);
void cvips_concurrency_set(int threads);
void cvips_thread_shutdown(void);
int cvips_image_get_width(const VipsImage *in);
int cvips_image_get_height(const VipsImage *in);
int cvips_image_get_bands(const VipsImage *in);
VipsBandFormat cvips_image_get_format(const VipsImage *in);
uint64_t cvips_format_sizeof(VipsBandFormat format);
int cvips_image_get_orientation(VipsImage *in);
GType cvips_image_get_typeof(const VipsImage *in, const char *field);
int cvips_image_get_string(const VipsImage *in, const char *field, const char **value);
int cvips_image_get_blob(const VipsImage *in, const char *field, const void **bytes, size_t *count);
int cvips_icc_is_compatible_profile(VipsImage *in, const void *bytes, size_t count);
void cvips_image_set_int(VipsImage *in, const char *field, int value);
void cvips_image_set_string(VipsImage *in, const char *field, const char *value);
int cvips_image_remove(VipsImage *in, const char *field);
VipsImage *cvips_image_copy_memory(VipsImage *in);
void *cvips_image_write_to_memory(VipsImage *in, size_t *count);
const char *cvips_foreign_find_load(const char *path);
GType cvips_type_from_name(const char *name);
void cvips_free(void *bytes);
void cvips_object_unref(void *object);

/// The text of the last error, also if libvips could not be loaded.
const char *cvips_error_buffer(void);
void cvips_error_clear(void);

// EXIF, by libexif, on which libvips depends

/// Loads libexif; 0 on success. Call it first, and once.
int cexif_start(void);

/// Reads a block of EXIF, with or without the marker before it; NULL without memory.
void *cexif_open(const void *bytes, size_t count);
void cexif_close(void *exif);

/// The bytes of a text entry, valid as long as the block is open; NULL if there is none.
const void *cexif_text(void *exif, int directory, int tag, size_t *count);

/// Writes the fractions of an entry, at most `most`, as numerators and denominators in turn. Returns their
/// number.
int cexif_fractions(void *exif, int directory, int tag, uint32_t *numbers, int most);

// Memory

/// Makes the C library map blocks of at least a size separately, and keep little free memory.
void cvips_map_large_blocks(int size);

/// Returns free memory to the system.
void cvips_release_free_memory(void);

#endif
