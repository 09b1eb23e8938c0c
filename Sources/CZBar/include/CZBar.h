#ifndef HOMEOWNER_CZBAR_H
#define HOMEOWNER_CZBAR_H

#include <stdbool.h>
#include <stddef.h>

// ZBar, loaded when the first codes are read: it brings X11 and others that a server does without.

/// A code in a picture.
typedef struct {
    /// The number that ZBar gives its kind: the digits of an EAN or UPC, 64 for a QR code, 128 for Code 128.
    int kind;
    /// Its text, usually UTF-8, not ended by a NUL; as long as the call lasts.
    const char *text;
    size_t count;
    /// How many lines of the picture had it; 1 for a QR code.
    int lines;
    /// The longer side of the rectangle around it, in pixels.
    int extent;
} CZBarCode;

/// Takes a code.
typedef void (*CZBarTake)(void *context, const CZBarCode *code);

/// Whether ZBar and all of its functions that are used are there. It has to be called first.
bool czbar_load(void);

/// Gives the QR codes, EAN and UPC codes and Code 128 among pixels of one byte, row by row.
///
/// Bars are looked for along every row and column whose number `density` divides, so those at 45 degrees are
/// found only where they are high. QR codes are found at any angle. Returns false where memory is short.
bool czbar_read(
    const void *pixels, unsigned int width, unsigned int height, int density, bool has_squares,
    void *context, CZBarTake take
);

#endif
