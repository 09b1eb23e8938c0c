#ifndef HOMEOWNER_CGRAPHVIZ_H
#define HOMEOWNER_CGRAPHVIZ_H

#include <stddef.h>

// Graphviz, loaded when the first diagram is drawn, so that a program that draws none pays nothing
// for it. It has global state: one thread may draw at a time.

/// What came of drawing a graph.
typedef enum {
    CGRAPHVIZ_DRAWN,
    /// The library or one of its functions is not there.
    CGRAPHVIZ_MISSING,
    /// The text is no graph, or it cannot be laid out.
    CGRAPHVIZ_REFUSED
} CGraphvizOutcome;

/// Draws a graph in the DOT language as an SVG document, layer below layer.
///
/// `svg` gets a text that ends in 0, for `cgraphviz_free`; NULL unless it is drawn.
CGraphvizOutcome cgraphviz_draw(const char *dot, char **svg, size_t *length);

/// Frees what `cgraphviz_draw` has made.
void cgraphviz_free(char *svg);

#endif
