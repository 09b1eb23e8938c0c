#include "CPictures.h"

#include <dlfcn.h>
#include <malloc.h>
#include <stdio.h>

#define TRUE 1
#define ABSTRACT_TYPE (1u << 4)
#define QUIET_LEVELS (1 << 4 | 1 << 5 | 1 << 6 | 1 << 7)
#define ACCESS_SEQUENTIAL 1
#define SIZE_FORCE 3
#define INTENT_PERCEPTUAL 0
#define KERNEL_CUBIC 2

#ifdef __APPLE__
#define LIBRARY "libvips.42.dylib"
#else
#define LIBRARY "libvips.so.42"
#endif

typedef void (*LogHandler)(const char *, int, const char *, void *);

// The functions that are used, as libvips and GLib declare them: result, name, arguments.
#define FUNCTIONS(X) \
    X(int, vips_init, (const char *)) \
    X(CVipsType, vips_operation_get_type, (void)) \
    X(unsigned int, vips_operation_get_flags, (void *)) \
    X(const char *, vips_error_buffer, (void)) \
    X(void, vips_error_clear, (void)) \
    X(VipsImage *, vips_image_new_from_memory_copy, (const void *, size_t, int, int, int, VipsBandFormat)) \
    X(int, g_type_is_a, (CVipsType, CVipsType)) \
    X(int, g_type_test_flags, (CVipsType, unsigned int)) \
    X(void *, g_object_new, (CVipsType, const char *, ...)) \
    X(unsigned int, g_log_set_handler, (const char *, int, LogHandler, void *)) \
    X(int, vips_jpegload, (const char *, VipsImage **, ...)) \
    X(int, vips_pngload, (const char *, VipsImage **, ...)) \
    X(int, vips_gifload, (const char *, VipsImage **, ...)) \
    X(int, vips_webpload, (const char *, VipsImage **, ...)) \
    X(int, vips_tiffload, (const char *, VipsImage **, ...)) \
    X(int, vips_heifload, (const char *, VipsImage **, ...)) \
    X(int, vips_pngload_buffer, (void *, size_t, VipsImage **, ...)) \
    X(int, vips_thumbnail_image, (VipsImage *, VipsImage **, int, ...)) \
    X(int, vips_extract_area, (VipsImage *, VipsImage **, int, int, int, int, ...)) \
    X(int, vips_resize, (VipsImage *, VipsImage **, double, ...)) \
    X(int, vips_rot, (VipsImage *, VipsImage **, VipsAngle, ...)) \
    X(int, vips_flip, (VipsImage *, VipsImage **, VipsDirection, ...)) \
    X(int, vips_autorot, (VipsImage *, VipsImage **, ...)) \
    X(int, vips_join, (VipsImage *, VipsImage *, VipsImage **, VipsDirection, ...)) \
    X(int, vips_colourspace, (VipsImage *, VipsImage **, VipsInterpretation, ...)) \
    X(int, vips_icc_transform, (VipsImage *, VipsImage **, const char *, ...)) \
    X(int, vips_cast, (VipsImage *, VipsImage **, VipsBandFormat, ...)) \
    X(int, vips_addalpha, (VipsImage *, VipsImage **, ...)) \
    X(int, vips_bandjoin2, (VipsImage *, VipsImage *, VipsImage **, ...)) \
    X(int, vips_linear1, (VipsImage *, VipsImage **, double, double, ...)) \
    X(int, vips_add, (VipsImage *, VipsImage *, VipsImage **, ...)) \
    X(int, vips_gaussnoise, (VipsImage **, int, int, ...)) \
    X(int, vips_avg, (VipsImage *, double *, ...)) \
    X(int, vips_copy, (VipsImage *, VipsImage **, ...)) \
    X(int, vips_pngsave_buffer, (VipsImage *, void **, size_t *, ...)) \
    X(int, vips_image_write_to_buffer, (VipsImage *, const char *, void **, size_t *, ...)) \
    X(void, vips_block_untrusted_set, (int)) \
    X(void, vips_operation_block_set, (const char *, int)) \
    X(void, vips_cache_set_max, (int)) \
    X(void, vips_concurrency_set, (int)) \
    X(void, vips_thread_shutdown, (void)) \
    X(int, vips_image_get_width, (const VipsImage *)) \
    X(int, vips_image_get_height, (const VipsImage *)) \
    X(int, vips_image_get_bands, (const VipsImage *)) \
    X(VipsBandFormat, vips_image_get_format, (const VipsImage *)) \
    X(uint64_t, vips_format_sizeof, (VipsBandFormat)) \
    X(int, vips_image_get_orientation, (VipsImage *)) \
    X(CVipsType, vips_image_get_typeof, (const VipsImage *, const char *)) \
    X(int, vips_image_get_string, (const VipsImage *, const char *, const char **)) \
    X(int, vips_image_get_blob, (const VipsImage *, const char *, const void **, size_t *)) \
    X(int, vips_icc_is_compatible_profile, (VipsImage *, const void *, size_t)) \
    X(void, vips_image_set_int, (VipsImage *, const char *, int)) \
    X(int, vips_image_remove, (VipsImage *, const char *)) \
    X(VipsImage *, vips_image_copy_memory, (VipsImage *)) \
    X(void *, vips_image_write_to_memory, (VipsImage *, size_t *)) \
    X(const char *, vips_foreign_find_load, (const char *)) \
    X(CVipsType, g_type_from_name, (const char *)) \
    X(void, g_free, (void *)) \
    X(void, g_object_unref, (void *))

#define DECLARE(result, name, arguments) static result (*name) arguments;
FUNCTIONS(DECLARE)

static char failure[256] = "";

static int find(void *library, void **function, const char *name) {
    *function = dlsym(library, name);
    if (*function != NULL) return 1;
    snprintf(failure, sizeof failure, "%s has no %s", LIBRARY, name);
    return 0;
}

static int load(void) {
    // What it needs besides itself is found through it; nothing else of the process sees it.
    void *library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        const char *reason = dlerror();
        snprintf(failure, sizeof failure, "%s", reason == NULL ? LIBRARY : reason);
        return 0;
    }
#define FIND(result, name, arguments) if (!find(library, (void **) &name, #name)) return 0;
    FUNCTIONS(FIND)
    return 1;
}

static void ignore_log(const char *domain, int level, const char *message, void *data) {
    (void) domain; (void) level; (void) message; (void) data;
}

int cvips_start(void) {
    if (!load()) return -1;
    g_log_set_handler("VIPS", QUIET_LEVELS, ignore_log, NULL);
    return vips_init("homeowner");
}

unsigned int cvips_operation_flags(CVipsType type) {
    if (!g_type_is_a(type, vips_operation_get_type()) || g_type_test_flags(type, ABSTRACT_TYPE)) {
        return ~0u;
    }
    void *operation = g_object_new(type, NULL);
    unsigned int flags = vips_operation_get_flags(operation);
    g_object_unref(operation);
    return flags;
}

// Loading from a file: one function for each format, so that no loader is ever guessed

VipsImage *cvips_jpegload(const char *path, VipsFailOn fail_on, int shrink) {
    VipsImage *out = NULL;
    vips_jpegload(path, &out, "access", ACCESS_SEQUENTIAL, "fail_on", fail_on,
        "shrink", shrink, NULL);
    return out;
}

VipsImage *cvips_pngload(const char *path, VipsFailOn fail_on) {
    VipsImage *out = NULL;
    vips_pngload(path, &out, "access", ACCESS_SEQUENTIAL, "fail_on", fail_on, NULL);
    return out;
}

VipsImage *cvips_gifload(const char *path, VipsFailOn fail_on) {
    VipsImage *out = NULL;
    vips_gifload(path, &out, "access", ACCESS_SEQUENTIAL, "fail_on", fail_on,
        "page", 0, "n", 1, NULL);
    return out;
}

VipsImage *cvips_webpload(const char *path, VipsFailOn fail_on, double scale) {
    VipsImage *out = NULL;
    vips_webpload(path, &out, "access", ACCESS_SEQUENTIAL, "fail_on", fail_on,
        "page", 0, "n", 1, "scale", scale, NULL);
    return out;
}

VipsImage *cvips_tiffload(const char *path, VipsFailOn fail_on) {
    VipsImage *out = NULL;
    vips_tiffload(path, &out, "access", ACCESS_SEQUENTIAL, "fail_on", fail_on,
        "page", 0, "n", 1, NULL);
    return out;
}

VipsImage *cvips_heifload(const char *path, VipsFailOn fail_on) {
    VipsImage *out = NULL;
    vips_heifload(path, &out, "access", ACCESS_SEQUENTIAL, "fail_on", fail_on, NULL);
    return out;
}

// Loading from memory, of our own thumbnails

VipsImage *cvips_pngload_buffer(const void *bytes, size_t count) {
    VipsImage *out = NULL;
    vips_pngload_buffer((void *) bytes, count, &out, NULL);
    return out;
}

// Geometry

VipsImage *cvips_thumbnail_image(VipsImage *in, int width, int height) {
    VipsImage *out = NULL;
    vips_thumbnail_image(in, &out, width, "height", height, "size", SIZE_FORCE,
        "no_rotate", TRUE, NULL);
    return out;
}

VipsImage *cvips_thumbnail_image_managed(VipsImage *in, int width, int height) {
    VipsImage *out = NULL;
    vips_thumbnail_image(in, &out, width, "height", height, "size", SIZE_FORCE,
        "no_rotate", TRUE, "export_profile", "srgb", "intent", INTENT_PERCEPTUAL, NULL);
    return out;
}

VipsImage *cvips_extract_area(VipsImage *in, int left, int top, int width, int height) {
    VipsImage *out = NULL;
    vips_extract_area(in, &out, left, top, width, height, NULL);
    return out;
}

VipsImage *cvips_resize(VipsImage *in, double scale, double vertical_scale) {
    VipsImage *out = NULL;
    vips_resize(in, &out, scale, "vscale", vertical_scale, "kernel", KERNEL_CUBIC, NULL);
    return out;
}

VipsImage *cvips_rotate(VipsImage *in, VipsAngle angle) {
    VipsImage *out = NULL;
    vips_rot(in, &out, angle, NULL);
    return out;
}

VipsImage *cvips_flip(VipsImage *in, VipsDirection direction) {
    VipsImage *out = NULL;
    vips_flip(in, &out, direction, NULL);
    return out;
}

VipsImage *cvips_autorot(VipsImage *in) {
    VipsImage *out = NULL;
    vips_autorot(in, &out, NULL);
    return out;
}

VipsImage *cvips_join_vertically(VipsImage *first, VipsImage *second) {
    VipsImage *out = NULL;
    vips_join(first, second, &out, VIPS_DIRECTION_VERTICAL, NULL);
    return out;
}

// Colour

VipsImage *cvips_colourspace(VipsImage *in, VipsInterpretation space) {
    VipsImage *out = NULL;
    vips_colourspace(in, &out, space, NULL);
    return out;
}

VipsImage *cvips_icc_transform(VipsImage *in, const char *profile, int depth) {
    VipsImage *out = NULL;
    vips_icc_transform(in, &out, profile, "input_profile", "srgb", "depth", depth, NULL);
    return out;
}

VipsImage *cvips_cast(VipsImage *in, VipsBandFormat format) {
    VipsImage *out = NULL;
    vips_cast(in, &out, format, NULL);
    return out;
}

VipsImage *cvips_add_alpha(VipsImage *in) {
    VipsImage *out = NULL;
    vips_addalpha(in, &out, NULL);
    return out;
}

VipsImage *cvips_bandjoin(VipsImage *first, VipsImage *second) {
    VipsImage *out = NULL;
    vips_bandjoin2(first, second, &out, NULL);
    return out;
}

// Arithmetic

VipsImage *cvips_linear(VipsImage *in, double factor, double summand) {
    VipsImage *out = NULL;
    vips_linear1(in, &out, factor, summand, NULL);
    return out;
}

VipsImage *cvips_add(VipsImage *first, VipsImage *second) {
    VipsImage *out = NULL;
    vips_add(first, second, &out, NULL);
    return out;
}

VipsImage *cvips_noise(int width, int height, double sigma, int seed) {
    VipsImage *out = NULL;
    vips_gaussnoise(&out, width, height, "mean", 0.0, "sigma", sigma, "seed", seed, NULL);
    return out;
}

int cvips_read_through(VipsImage *in) {
    double mean = 0;
    return vips_avg(in, &mean, NULL);
}

VipsImage *cvips_copy(VipsImage *in) {
    VipsImage *out = NULL;
    vips_copy(in, &out, NULL);
    return out;
}

VipsImage *cvips_from_memory(const void *bytes, size_t count, int width, int height, int bands) {
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

int cvips_pngsave_buffer(
    VipsImage *in, int compression, VipsForeignPngFilter filter, void **bytes, size_t *count
) {
    return vips_pngsave_buffer(in, bytes, count, "compression", compression, "filter", filter,
        "strip", TRUE, NULL);
}

int cvips_save_buffer(VipsImage *in, const char *suffix, void **bytes, size_t *count) {
    return vips_image_write_to_buffer(in, suffix, bytes, count, NULL);
}

// As they are in libvips and GLib

void cvips_block_untrusted_set(int state) {
    vips_block_untrusted_set(state);
}

void cvips_operation_block_set(const char *name, int state) {
    vips_operation_block_set(name, state);
}

void cvips_cache_set_max(int max) {
    vips_cache_set_max(max);
}

void cvips_concurrency_set(int threads) {
    vips_concurrency_set(threads);
}

void cvips_thread_shutdown(void) {
    vips_thread_shutdown();
}

int cvips_image_get_width(const VipsImage *in) {
    return vips_image_get_width(in);
}

int cvips_image_get_height(const VipsImage *in) {
    return vips_image_get_height(in);
}

int cvips_image_get_bands(const VipsImage *in) {
    return vips_image_get_bands(in);
}

VipsBandFormat cvips_image_get_format(const VipsImage *in) {
    return vips_image_get_format(in);
}

uint64_t cvips_format_sizeof(VipsBandFormat format) {
    return vips_format_sizeof(format);
}

int cvips_image_get_orientation(VipsImage *in) {
    return vips_image_get_orientation(in);
}

CVipsType cvips_image_get_typeof(const VipsImage *in, const char *field) {
    return vips_image_get_typeof(in, field);
}

int cvips_image_get_string(const VipsImage *in, const char *field, const char **value) {
    return vips_image_get_string(in, field, value);
}

int cvips_image_get_blob(
    const VipsImage *in, const char *field, const void **bytes, size_t *count
) {
    return vips_image_get_blob(in, field, bytes, count);
}

int cvips_icc_is_compatible_profile(VipsImage *in, const void *bytes, size_t count) {
    return vips_icc_is_compatible_profile(in, bytes, count);
}

void cvips_image_set_int(VipsImage *in, const char *field, int value) {
    vips_image_set_int(in, field, value);
}

int cvips_image_remove(VipsImage *in, const char *field) {
    return vips_image_remove(in, field);
}

VipsImage *cvips_image_copy_memory(VipsImage *in) {
    return vips_image_copy_memory(in);
}

void *cvips_image_write_to_memory(VipsImage *in, size_t *count) {
    return vips_image_write_to_memory(in, count);
}

const char *cvips_foreign_find_load(const char *path) {
    return vips_foreign_find_load(path);
}

CVipsType cvips_type_from_name(const char *name) {
    return g_type_from_name(name);
}

void cvips_free(void *bytes) {
    g_free(bytes);
}

void cvips_object_unref(void *object) {
    g_object_unref(object);
}

const char *cvips_error_buffer(void) {
    return failure[0] == 0 && vips_error_buffer != NULL ? vips_error_buffer() : failure;
}

void cvips_error_clear(void) {
    if (failure[0] == 0 && vips_error_clear != NULL) vips_error_clear();
}

// Memory

void cvips_map_large_blocks(int size) {
    mallopt(M_MMAP_THRESHOLD, size);
    mallopt(M_TRIM_THRESHOLD, 4 * size);
}

void cvips_release_free_memory(void) {
    malloc_trim(0);
}
