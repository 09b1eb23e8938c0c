#include "CZBar.h"

#include <CLateLibrary.h>
#include <zbar.h>

// The used functions of ZBar.
#define FUNCTIONS(X) \
    X(zbar_image_scanner_create) X(zbar_image_scanner_destroy) X(zbar_image_scanner_set_config) \
    X(zbar_image_create) X(zbar_image_destroy) X(zbar_image_set_format) X(zbar_image_set_size) \
    X(zbar_image_set_data) X(zbar_scan_image) X(zbar_image_first_symbol) X(zbar_symbol_next) \
    X(zbar_symbol_get_type) X(zbar_symbol_get_data) X(zbar_symbol_get_data_length) \
    X(zbar_symbol_get_quality) X(zbar_symbol_get_loc_size) X(zbar_symbol_get_loc_x) \
    X(zbar_symbol_get_loc_y)

LATE_LIBRARY("libzbar", "0", FUNCTIONS)

bool czbar_load(void) { return load_library(); }

static int extent(const zbar_symbol_t *symbol) {
    int left = 0, right = 0, top = 0, bottom = 0;
    unsigned int count = library.zbar_symbol_get_loc_size(symbol);
    for (unsigned int index = 0; index < count; index++) {
        int x = library.zbar_symbol_get_loc_x(symbol, index);
        int y = library.zbar_symbol_get_loc_y(symbol, index);
        if (index == 0 || x < left) left = x;
        if (index == 0 || x > right) right = x;
        if (index == 0 || y < top) top = y;
        if (index == 0 || y > bottom) bottom = y;
    }
    return right - left > bottom - top ? right - left : bottom - top;
}

static void configure(zbar_image_scanner_t *scanner, int density, bool has_squares) {
    static const zbar_symbol_type_t bars[] = {
        ZBAR_EAN13, ZBAR_EAN8, ZBAR_UPCA, ZBAR_UPCE, ZBAR_CODE128,
    };
    library.zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_ENABLE, 0);
    for (size_t index = 0; index < sizeof bars / sizeof *bars; index++) {
        library.zbar_image_scanner_set_config(scanner, bars[index], ZBAR_CFG_ENABLE, 1);
    }
    library.zbar_image_scanner_set_config(scanner, ZBAR_QRCODE, ZBAR_CFG_ENABLE, has_squares);
    library.zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_X_DENSITY, density);
    library.zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_Y_DENSITY, density);
}

bool czbar_read(
    const void *pixels, unsigned int width, unsigned int height, int density, bool has_squares,
    void *context, CZBarTake take
) {
    zbar_image_scanner_t *scanner = library.zbar_image_scanner_create();
    zbar_image_t *image = library.zbar_image_create();
    bool is_read = false;
    if (scanner != NULL && image != NULL) {
        configure(scanner, density, has_squares);
        library.zbar_image_set_format(image, zbar_fourcc('Y', '8', '0', '0'));
        library.zbar_image_set_size(image, width, height);
        library.zbar_image_set_data(image, pixels, (unsigned long) width * height, NULL);
        is_read = library.zbar_scan_image(scanner, image) >= 0;
        const zbar_symbol_t *symbol = is_read ? library.zbar_image_first_symbol(image) : NULL;
        for (; symbol != NULL; symbol = library.zbar_symbol_next(symbol)) {
            CZBarCode code = {
                .kind = library.zbar_symbol_get_type(symbol),
                .text = library.zbar_symbol_get_data(symbol),
                .count = library.zbar_symbol_get_data_length(symbol),
                .lines = library.zbar_symbol_get_quality(symbol),
                .extent = extent(symbol),
            };
            take(context, &code);
        }
    }
    if (image != NULL) library.zbar_image_destroy(image);
    if (scanner != NULL) library.zbar_image_scanner_destroy(scanner);
    return is_read;
}
