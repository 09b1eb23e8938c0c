#ifndef HOMEOWNER_CGRAPHVIZ_H
#define HOMEOWNER_CGRAPHVIZ_H

#include <stddef.h>

// Graphviz, loaded when the first diagram is drawn, so that it costs other programs nothing. It has
// global state: one thread may draw at a time.

/// The outcome of drawing a graph.
typedef enum {
    CGRAPHVIZ_DRAWN,
    /// The library or one of its functions is missing.
    CGRAPHVIZ_MISSING,
    /// The text is not a graph, or the graph cannot be laid out.
    CGRAPHVIZ_REFUSED
} CGraphvizOutcome;

/// Draws a graph in the DOT language as an SVG document, in layers.
///
/// `svg` gets a text that ends in 0, to be freed by `cgraphviz_free`; NULL unless it is drawn.
CGraphvizOutcome cgraphviz_draw(const char *dot, char **svg, size_t *length);

/// Frees a document from `cgraphviz_draw`.
void cgraphviz_free(char *svg);

#endif
