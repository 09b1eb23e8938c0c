#include "baseline.h"

#include <vips/vips.h>

int baseline_start_vips(void) {
    if (VIPS_INIT("benchmarks") != 0) return 1;
    // Otherwise the second thumbnail of the same file would be the first one.
    vips_cache_set_max(0);
    return 0;
}

void baseline_use_one_thread(void) { vips_concurrency_set(1); }

int baseline_thumbnail(const char *path, int side) {
    VipsImage *thumbnail = NULL;
    void *bytes = NULL;
    size_t count = 0;
    int code = vips_thumbnail(path, &thumbnail, side, "height", side, "crop",
        VIPS_INTERESTING_CENTRE, NULL);
    if (code == 0) {
        code = vips_pngsave_buffer(thumbnail, &bytes, &count, "compression", 6, "filter",
            VIPS_FOREIGN_PNG_FILTER_NONE, "strip", TRUE, NULL);
        g_object_unref(thumbnail);
    }
    g_free(bytes);
    return code;
}
