#include "CGraphviz.h"

#include <CLateLibrary.h>
#include <graphviz/gvc.h>

// The used functions of Graphviz.
#define FUNCTIONS(X) \
    X(gvContext) X(gvFreeContext) X(gvLayout) X(gvFreeLayout) X(gvRenderData) X(gvFreeRenderData) \
    X(agmemread) X(agclose) X(agseterr)

LATE_LIBRARY("libgvc", "6", FUNCTIONS)

static bool load(void) {
    static bool is_loaded;
    if (!is_loaded) is_loaded = load_library();
    return is_loaded;
}

CGraphvizOutcome cgraphviz_draw(const char *dot, char **svg, size_t *length) {
    *svg = NULL;
    if (!load()) return CGRAPHVIZ_MISSING;
    // The outcome reports errors; nothing is written to standard error.
    library.agseterr(AGMAX);
    GVC_t *context = library.gvContext();
    if (!context) return CGRAPHVIZ_REFUSED;
    CGraphvizOutcome outcome = CGRAPHVIZ_REFUSED;
    Agraph_t *graph = library.agmemread(dot);
    if (graph && library.gvLayout(context, graph, "dot") == 0) {
        unsigned int count = 0;
        if (library.gvRenderData(context, graph, "svg", svg, &count) == 0 && *svg) {
            *length = count;
            outcome = CGRAPHVIZ_DRAWN;
        }
        library.gvFreeLayout(context, graph);
    }
    if (graph) library.agclose(graph);
    library.gvFreeContext(context);
    return outcome;
}

void cgraphviz_free(char *svg) {
    if (svg) library.gvFreeRenderData(svg);
}
