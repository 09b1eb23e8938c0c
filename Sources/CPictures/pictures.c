#include "CPictures.h"

#include <CLateLibrary.h>
#include <malloc.h>
#include <stdio.h>

_Static_assert(VIPS_LIBRARY_CURRENT - VIPS_LIBRARY_AGE == 42,
    "The headers are those of another binary interface of libvips than the library that is loaded");

// Some releases of GLib have macros with the names of these functions.
#undef g_type_is_a
#undef g_free

// The used functions of libvips and GLib.
#define FUNCTIONS(X) \
    X(vips_init) X(vips_operation_get_type) X(vips_operation_get_flags) X(vips_error_buffer) \
    X(vips_error_clear) X(g_type_is_a) X(g_type_test_flags) \
    X(g_object_new) X(g_log_set_handler) X(vips_jpegload) X(vips_pngload) X(vips_gifload) \
    X(vips_webpload) X(vips_tiffload) X(vips_heifload) X(vips_pdfload) X(vips_pngload_buffer) \
    X(vips_svgload_buffer) X(vips_thumbnail_image) X(vips_extract_area) X(vips_replicate) \
    X(vips_rot) X(vips_flip) X(vips_similarity) X(vips_flatten) X(vips_array_double_new) \
    X(vips_area_unref) X(vips_autorot) X(vips_join) X(vips_colourspace) X(vips_icc_transform) \
    X(vips_cast) X(vips_add) X(vips_gaussnoise) X(vips_avg) X(vips_copy) X(vips_pngsave_buffer) \
    X(vips_image_write_to_buffer) X(vips_block_untrusted_set) \
    X(vips_operation_block_set) X(vips_cache_set_max) X(vips_concurrency_set) \
    X(vips_thread_shutdown) X(vips_image_get_width) X(vips_image_get_height) \
    X(vips_image_get_bands) X(vips_image_get_format) X(vips_format_sizeof) \
    X(vips_image_get_orientation) X(vips_image_get_typeof) X(vips_image_get_string) \
    X(vips_image_get_blob) X(vips_icc_is_compatible_profile) X(vips_image_set_int) \
    X(vips_image_set_string) X(vips_image_remove) X(vips_image_copy_memory) \
    X(vips_image_write_to_memory) X(vips_foreign_find_load) X(g_type_from_name) X(g_free) \
    X(g_object_unref)

LATE_LIBRARY("libvips", "42", FUNCTIONS)

static char failure[256] = "";

static void ignore_log(const char *domain, GLogLevelFlags level, const char *message, void *data) {
    (void) domain; (void) level; (void) message; (void) data;
}

int cvips_start(void) {
    if (!load_library()) {
        const char *reason = dlerror();
        snprintf(failure, sizeof failure, "%s", reason == NULL ? "libvips" : reason);
        return -1;
    }
    library.g_log_set_handler("VIPS",
        G_LOG_LEVEL_WARNING | G_LOG_LEVEL_MESSAGE | G_LOG_LEVEL_INFO | G_LOG_LEVEL_DEBUG,
        ignore_log, NULL);
    return library.vips_init("homeowner");
}

unsigned int cvips_operation_flags(GType type) {
    if (!library.g_type_is_a(type, library.vips_operation_get_type())
        || library.g_type_test_flags(type, G_TYPE_FLAG_ABSTRACT)) {
        return ~0u;
    }
    void *operation = library.g_object_new(type, NULL);
    unsigned int flags = library.vips_operation_get_flags(operation);
    library.g_object_unref(operation);
    return flags;
}

// Loading from a file: a function for each format, so that libvips never chooses a loader

VipsImage *cvips_jpegload(const char *path, VipsFailOn fail_on, int shrink) {
    VipsImage *out = NULL;
    library.vips_jpegload(path, &out, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", fail_on,
        "shrink", shrink, NULL);
    return out;
}

VipsImage *cvips_pngload(const char *path, VipsFailOn fail_on) {
    VipsImage *out = NULL;
    library.vips_pngload(path, &out, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", fail_on, NULL);
    return out;
}

VipsImage *cvips_gifload(const char *path, VipsFailOn fail_on) {
    VipsImage *out = NULL;
    library.vips_gifload(path, &out, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", fail_on,
        "page", 0, "n", 1, NULL);
    return out;
}

VipsImage *cvips_webpload(const char *path, VipsFailOn fail_on, double scale) {
    VipsImage *out = NULL;
    library.vips_webpload(path, &out, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", fail_on,
        "page", 0, "n", 1, "scale", scale, NULL);
    return out;
}

VipsImage *cvips_tiffload(const char *path, VipsFailOn fail_on) {
    VipsImage *out = NULL;
    library.vips_tiffload(path, &out, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", fail_on,
        "page", 0, "n", 1, NULL);
    return out;
}

VipsImage *cvips_heifload(const char *path, VipsFailOn fail_on) {
    VipsImage *out = NULL;
    library.vips_heifload(path, &out, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", fail_on, NULL);
    return out;
}

VipsImage *cvips_pdfload(const char *path, VipsFailOn fail_on, double scale) {
    VipsImage *out = NULL;
    library.vips_pdfload(path, &out, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", fail_on,
        "page", 0, "n", 1, "scale", scale, NULL);
    return out;
}

// Loading from memory: the program's own thumbnails and drawings

VipsImage *cvips_pngload_buffer(const void *bytes, size_t count) {
    VipsImage *out = NULL;
    library.vips_pngload_buffer((void *) bytes, count, &out, NULL);
    return out;
}

VipsImage *cvips_svgload_buffer(const void *bytes, size_t count) {
    VipsImage *out = NULL;
    library.vips_svgload_buffer((void *) bytes, count, &out, NULL);
    return out;
}

// Geometry

VipsImage *cvips_thumbnail_image(VipsImage *in, int width, int height) {
    VipsImage *out = NULL;
    library.vips_thumbnail_image(in, &out, width, "height", height, "size", VIPS_SIZE_FORCE,
        "no_rotate", TRUE, NULL);
    return out;
}

VipsImage *cvips_thumbnail_image_managed(VipsImage *in, int width, int height) {
    VipsImage *out = NULL;
    library.vips_thumbnail_image(in, &out, width, "height", height, "size", VIPS_SIZE_FORCE,
        "no_rotate", TRUE, "export_profile", "srgb", "intent", VIPS_INTENT_PERCEPTUAL, NULL);
    return out;
}

VipsImage *cvips_extract_area(VipsImage *in, int left, int top, int width, int height) {
    VipsImage *out = NULL;
    library.vips_extract_area(in, &out, left, top, width, height, NULL);
    return out;
}

VipsImage *cvips_replicate(VipsImage *in, int across, int down) {
    VipsImage *out = NULL;
    library.vips_replicate(in, &out, across, down, NULL);
    return out;
}

VipsImage *cvips_rotate(VipsImage *in, VipsAngle angle) {
    VipsImage *out = NULL;
    library.vips_rot(in, &out, angle, NULL);
    return out;
}

VipsImage *cvips_turn(VipsImage *in, double degrees) {
    VipsImage *out = NULL;
    library.vips_similarity(in, &out, "angle", degrees, NULL);
    return out;
}

VipsImage *cvips_flip(VipsImage *in, VipsDirection direction) {
    VipsImage *out = NULL;
    library.vips_flip(in, &out, direction, NULL);
    return out;
}

VipsImage *cvips_autorot(VipsImage *in) {
    VipsImage *out = NULL;
    library.vips_autorot(in, &out, NULL);
    return out;
}

VipsImage *cvips_join_vertically(VipsImage *first, VipsImage *second) {
    VipsImage *out = NULL;
    library.vips_join(first, second, &out, VIPS_DIRECTION_VERTICAL, NULL);
    return out;
}

// Color

VipsImage *cvips_colourspace(VipsImage *in, VipsInterpretation space) {
    VipsImage *out = NULL;
    library.vips_colourspace(in, &out, space, NULL);
    return out;
}

VipsImage *cvips_icc_transform(VipsImage *in, const char *profile, int depth) {
    VipsImage *out = NULL;
    library.vips_icc_transform(in, &out, profile, "input_profile", "srgb", "depth", depth, NULL);
    return out;
}

VipsImage *cvips_cast(VipsImage *in, VipsBandFormat format) {
    VipsImage *out = NULL;
    library.vips_cast(in, &out, format, NULL);
    return out;
}

VipsImage *cvips_flatten(VipsImage *in) {
    VipsImage *out = NULL;
    double white = 255;
    VipsArrayDouble *background = library.vips_array_double_new(&white, 1);
    library.vips_flatten(in, &out, "background", background, NULL);
    library.vips_area_unref(VIPS_AREA(background));
    return out;
}

// Arithmetic

VipsImage *cvips_add(VipsImage *first, VipsImage *second) {
    VipsImage *out = NULL;
    library.vips_add(first, second, &out, NULL);
    return out;
}

VipsImage *cvips_noise(int width, int height, double sigma, int seed) {
    VipsImage *out = NULL;
    library.vips_gaussnoise(&out, width, height, "mean", 0.0, "sigma", sigma, "seed", seed, NULL);
    return out;
}

int cvips_read_through(VipsImage *in) {
    double mean = 0;
    return library.vips_avg(in, &mean, NULL);
}

VipsImage *cvips_copy(VipsImage *in) {
    VipsImage *out = NULL;
    library.vips_copy(in, &out, NULL);
    return out;
}

// Saving: 0 on success; the caller frees the bytes with g_free

int cvips_pngsave_buffer(
    VipsImage *in, int compression, VipsForeignPngFilter filter, void **bytes, size_t *count
) {
    return library.vips_pngsave_buffer(in, bytes, count, "compression", compression,
        "filter", filter, "strip", TRUE, NULL);
}

int cvips_save_buffer(VipsImage *in, const char *suffix, void **bytes, size_t *count) {
    return library.vips_image_write_to_buffer(in, suffix, bytes, count, NULL);
}

// Functions of libvips and GLib, unchanged

void cvips_block_untrusted_set(int state) {
    library.vips_block_untrusted_set(state);
}

void cvips_operation_block_set(const char *name, int state) {
    library.vips_operation_block_set(name, state);
}

void cvips_cache_set_max(int max) {
    library.vips_cache_set_max(max);
}

void cvips_concurrency_set(int threads) {
    library.vips_concurrency_set(threads);
}

void cvips_thread_shutdown(void) {
    library.vips_thread_shutdown();
}

int cvips_image_get_width(const VipsImage *in) {
    return library.vips_image_get_width(in);
}

int cvips_image_get_height(const VipsImage *in) {
    return library.vips_image_get_height(in);
}

int cvips_image_get_bands(const VipsImage *in) {
    return library.vips_image_get_bands(in);
}

VipsBandFormat cvips_image_get_format(const VipsImage *in) {
    return library.vips_image_get_format(in);
}

uint64_t cvips_format_sizeof(VipsBandFormat format) {
    return library.vips_format_sizeof(format);
}

int cvips_image_get_orientation(VipsImage *in) {
    return library.vips_image_get_orientation(in);
}

GType cvips_image_get_typeof(const VipsImage *in, const char *field) {
    return library.vips_image_get_typeof(in, field);
}

int cvips_image_get_string(const VipsImage *in, const char *field, const char **value) {
    return library.vips_image_get_string(in, field, value);
}

int cvips_image_get_blob(
    const VipsImage *in, const char *field, const void **bytes, size_t *count
) {
    return library.vips_image_get_blob(in, field, bytes, count);
}

int cvips_icc_is_compatible_profile(VipsImage *in, const void *bytes, size_t count) {
    return library.vips_icc_is_compatible_profile(in, bytes, count);
}

void cvips_image_set_int(VipsImage *in, const char *field, int value) {
    library.vips_image_set_int(in, field, value);
}

void cvips_image_set_string(VipsImage *in, const char *field, const char *value) {
    library.vips_image_set_string(in, field, value);
}

int cvips_image_remove(VipsImage *in, const char *field) {
    return library.vips_image_remove(in, field);
}

VipsImage *cvips_image_copy_memory(VipsImage *in) {
    return library.vips_image_copy_memory(in);
}

void *cvips_image_write_to_memory(VipsImage *in, size_t *count) {
    return library.vips_image_write_to_memory(in, count);
}

const char *cvips_foreign_find_load(const char *path) {
    return library.vips_foreign_find_load(path);
}

GType cvips_type_from_name(const char *name) {
    return library.g_type_from_name(name);
}

void cvips_free(void *bytes) {
    library.g_free(bytes);
}

void cvips_object_unref(void *object) {
    library.g_object_unref(object);
}

const char *cvips_error_buffer(void) {
    if (failure[0] != 0 || library.vips_error_buffer == NULL) return failure;
    return library.vips_error_buffer();
}

void cvips_error_clear(void) {
    if (failure[0] == 0 && library.vips_error_clear != NULL) library.vips_error_clear();
}

// Memory

void cvips_map_large_blocks(int size) {
    mallopt(M_MMAP_THRESHOLD, size);
    mallopt(M_TRIM_THRESHOLD, 4 * size);
}

void cvips_release_free_memory(void) {
    malloc_trim(0);
}
