#ifndef HOMEOWNER_CVIPS_SHIM_H
#define HOMEOWNER_CVIPS_SHIM_H

#include <malloc.h>
#include <vips/vips.h>

// Swift cannot call C functions with a variable number of arguments, which is how libvips takes
// optional ones. Each function here calls one of them with fixed arguments. Unless it says
// otherwise it returns a new reference, or NULL with the reason in the error buffer of libvips.

// Start

static inline int cvips_start(void) {
    return VIPS_INIT("homeowner");
}

static inline gboolean cvips_is_operation(GType type) {
    return g_type_is_a(type, VIPS_TYPE_OPERATION) && !G_TYPE_IS_ABSTRACT(type);
}

/// The flags of an operation's class; all bits are set where the type is no operation.
static inline unsigned int cvips_operation_flags(GType type) {
    if (!cvips_is_operation(type)) return ~0u;
    gpointer class = g_type_class_ref(type);
    unsigned int flags = (unsigned int) VIPS_OPERATION_CLASS(class)->flags;
    g_type_class_unref(class);
    return flags;
}

// Loading from a file: one function for each format, so that no loader is ever guessed

static inline VipsImage *cvips_jpegload(const char *path, VipsFailOn fail_on, int shrink) {
    VipsImage *out = NULL;
    vips_jpegload(path, &out, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", fail_on,
        "shrink", shrink, NULL);
    return out;
}

static inline VipsImage *cvips_pngload(const char *path, VipsFailOn fail_on) {
    VipsImage *out = NULL;
    vips_pngload(path, &out, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", fail_on, NULL);
    return out;
}

static inline VipsImage *cvips_gifload(const char *path, VipsFailOn fail_on) {
    VipsImage *out = NULL;
    vips_gifload(path, &out, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", fail_on,
        "page", 0, "n", 1, NULL);
    return out;
}

static inline VipsImage *cvips_webpload(const char *path, VipsFailOn fail_on, double scale) {
    VipsImage *out = NULL;
    vips_webpload(path, &out, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", fail_on,
        "page", 0, "n", 1, "scale", scale, NULL);
    return out;
}

static inline VipsImage *cvips_tiffload(const char *path, VipsFailOn fail_on) {
    VipsImage *out = NULL;
    vips_tiffload(path, &out, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", fail_on,
        "page", 0, "n", 1, NULL);
    return out;
}

// Without a page libvips opens the one that the file names as its primary one.
static inline VipsImage *cvips_heifload(const char *path, VipsFailOn fail_on) {
    VipsImage *out = NULL;
    vips_heifload(path, &out, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", fail_on, NULL);
    return out;
}

// Loading from memory, of our own thumbnails

static inline VipsImage *cvips_pngload_buffer(const void *bytes, size_t count) {
    VipsImage *out = NULL;
    vips_pngload_buffer((void *) bytes, count, &out, NULL);
    return out;
}

// Geometry

static inline VipsImage *cvips_thumbnail_image(VipsImage *in, int width, int height) {
    VipsImage *out = NULL;
    vips_thumbnail_image(in, &out, width, "height", height, "size", VIPS_SIZE_FORCE,
        "no_rotate", TRUE, NULL);
    return out;
}

/// As above, from the colours of the embedded profile to sRGB. Only for pictures that have one:
/// libvips would shift the colours of others.
static inline VipsImage *cvips_thumbnail_image_managed(VipsImage *in, int width, int height) {
    VipsImage *out = NULL;
    vips_thumbnail_image(in, &out, width, "height", height, "size", VIPS_SIZE_FORCE,
        "no_rotate", TRUE, "export_profile", "srgb", "intent", VIPS_INTENT_PERCEPTUAL, NULL);
    return out;
}

static inline VipsImage *cvips_extract_area(
    VipsImage *in, int left, int top, int width, int height
) {
    VipsImage *out = NULL;
    vips_extract_area(in, &out, left, top, width, height, NULL);
    return out;
}

static inline VipsImage *cvips_resize(VipsImage *in, double scale, double vertical_scale) {
    VipsImage *out = NULL;
    vips_resize(in, &out, scale, "vscale", vertical_scale, "kernel", VIPS_KERNEL_CUBIC, NULL);
    return out;
}

static inline VipsImage *cvips_rotate(VipsImage *in, VipsAngle angle) {
    VipsImage *out = NULL;
    vips_rot(in, &out, angle, NULL);
    return out;
}

static inline VipsImage *cvips_flip(VipsImage *in, VipsDirection direction) {
    VipsImage *out = NULL;
    vips_flip(in, &out, direction, NULL);
    return out;
}

static inline VipsImage *cvips_autorot(VipsImage *in) {
    VipsImage *out = NULL;
    vips_autorot(in, &out, NULL);
    return out;
}

static inline VipsImage *cvips_join_vertically(VipsImage *first, VipsImage *second) {
    VipsImage *out = NULL;
    vips_join(first, second, &out, VIPS_DIRECTION_VERTICAL, NULL);
    return out;
}

// Colour

static inline VipsImage *cvips_colourspace(VipsImage *in, VipsInterpretation space) {
    VipsImage *out = NULL;
    vips_colourspace(in, &out, space, NULL);
    return out;
}

static inline VipsImage *cvips_icc_transform(VipsImage *in, const char *profile, int depth) {
    VipsImage *out = NULL;
    vips_icc_transform(in, &out, profile, "input_profile", "srgb", "depth", depth, NULL);
    return out;
}

static inline VipsImage *cvips_cast(VipsImage *in, VipsBandFormat format) {
    VipsImage *out = NULL;
    vips_cast(in, &out, format, NULL);
    return out;
}

static inline VipsImage *cvips_add_alpha(VipsImage *in) {
    VipsImage *out = NULL;
    vips_addalpha(in, &out, NULL);
    return out;
}

static inline VipsImage *cvips_bandjoin(VipsImage *first, VipsImage *second) {
    VipsImage *out = NULL;
    vips_bandjoin2(first, second, &out, NULL);
    return out;
}

// Arithmetic

static inline VipsImage *cvips_linear(VipsImage *in, double factor, double summand) {
    VipsImage *out = NULL;
    vips_linear1(in, &out, factor, summand, NULL);
    return out;
}

static inline VipsImage *cvips_add(VipsImage *first, VipsImage *second) {
    VipsImage *out = NULL;
    vips_add(first, second, &out, NULL);
    return out;
}

static inline VipsImage *cvips_noise(int width, int height, double sigma, int seed) {
    VipsImage *out = NULL;
    vips_gaussnoise(&out, width, height, "mean", 0.0, "sigma", sigma, "seed", seed, NULL);
    return out;
}

/// Reads every pixel once, in order; 0 where that went well.
static inline int cvips_read_through(VipsImage *in) {
    double mean = 0;
    return vips_avg(in, &mean, NULL);
}

/// A copy whose metadata can be changed without touching other users of the image.
static inline VipsImage *cvips_copy(VipsImage *in) {
    VipsImage *out = NULL;
    vips_copy(in, &out, NULL);
    return out;
}

static inline VipsImage *cvips_from_memory(
    const void *bytes, size_t count, int width, int height, int bands
) {
    VipsImage *raw = vips_image_new_from_memory_copy(bytes, count, width, height, bands,
        VIPS_FORMAT_UCHAR);
    if (raw == NULL) return NULL;
    VipsImage *out = NULL;
    vips_copy(raw, &out, "interpretation",
        bands < 3 ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB, NULL);
    g_object_unref(raw);
    return out;
}

// Saving: 0 where that went well; the bytes belong to the caller and are freed with g_free

static inline int cvips_pngsave_buffer(
    VipsImage *in, int compression, VipsForeignPngFilter filter, void **bytes, size_t *count
) {
    return vips_pngsave_buffer(in, bytes, count, "compression", compression, "filter", filter,
        "strip", TRUE, NULL);
}

/// `suffix` is a file extension with options, as in ".jpg[Q=80]".
static inline int cvips_save_buffer(
    VipsImage *in, const char *suffix, void **bytes, size_t *count
) {
    return vips_image_write_to_buffer(in, suffix, bytes, count, NULL);
}

// Memory

/// Makes the C library map blocks from a size on by themselves, and keep little that is free.
static inline void cvips_map_large_blocks(int size) {
    mallopt(M_MMAP_THRESHOLD, size);
    mallopt(M_TRIM_THRESHOLD, 4 * size);
}

/// Gives free memory back to the system.
static inline void cvips_release_free_memory(void) {
    malloc_trim(0);
}

// Log

static inline void cvips_ignore_log(
    const gchar *domain, GLogLevelFlags level, const gchar *message, gpointer data
) {
    (void) domain; (void) level; (void) message; (void) data;
}

/// Keeps the warnings of libvips off the standard error of the process.
static inline void cvips_silence_warnings(void) {
    g_log_set_handler("VIPS", (GLogLevelFlags) (G_LOG_LEVEL_WARNING | G_LOG_LEVEL_MESSAGE
        | G_LOG_LEVEL_INFO | G_LOG_LEVEL_DEBUG), cvips_ignore_log, NULL);
}

#endif
