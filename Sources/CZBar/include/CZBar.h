#ifndef HOMEOWNER_CZBAR_H
#define HOMEOWNER_CZBAR_H

#include <stdbool.h>
#include <stddef.h>

// ZBar, loaded when the first codes are read: it depends on X11 and others that a server does not need.

/// A code in a picture.
typedef struct {
    /// ZBar's number of the kind: the digits of an EAN or UPC, 64 for a QR code, 128 for Code 128.
    int kind;
    /// The text, usually UTF-8, not ended by a NUL; valid during the call.
    const char *text;
    size_t count;
    /// The number of lines of the picture that had it; 1 for a QR code.
    int lines;
    /// The longer side of the rectangle around it, in pixels.
    int extent;
} CZBarCode;

/// Receives a code.
typedef void (*CZBarTake)(void *context, const CZBarCode *code);

/// Whether ZBar and all of its used functions are there. Call it first.
bool czbar_load(void);

/// Finds QR codes, EAN and UPC codes and Code 128 in pixels of one byte, row by row.
///
/// Bars are searched along every `density`-th row and column, so those at 45 degrees are found only if
/// they are high. QR codes are found at any angle. Returns false without memory.
bool czbar_read(
    const void *pixels, unsigned int width, unsigned int height, int density, bool has_squares,
    void *context, CZBarTake take
);

#endif
