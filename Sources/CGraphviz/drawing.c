#include "CGraphviz.h"

#include <dlfcn.h>
#include <graphviz/gvc.h>
#include <stdbool.h>

#ifdef __APPLE__
#define LIBRARY "libgvc.6.dylib"
#else
#define LIBRARY "libgvc.so.6"
#endif

// The functions that are used. Their types are those of Graphviz's headers.
#define FUNCTIONS(X) \
    X(gvContext) X(gvFreeContext) X(gvLayout) X(gvFreeLayout) X(gvRenderData) X(gvFreeRenderData) \
    X(agmemread) X(agclose) X(agseterr)

static struct {
#define MEMBER(name) __typeof__(name) *name;
    FUNCTIONS(MEMBER)
} graphviz;

static bool load(void) {
    static void *library;
    if (library) return true;
    void *opened = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (!opened) return false;
#define FIND(name) \
    if (!(graphviz.name = (__typeof__(name) *)dlsym(opened, #name))) return false;
    FUNCTIONS(FIND)
    library = opened;
    return true;
}

CGraphvizOutcome cgraphviz_draw(const char *dot, char **svg, size_t *length) {
    *svg = NULL;
    if (!load()) return CGRAPHVIZ_MISSING;
    // Faults are told by the outcome; nothing of them goes to the standard error.
    graphviz.agseterr(AGMAX);
    GVC_t *context = graphviz.gvContext();
    if (!context) return CGRAPHVIZ_REFUSED;
    CGraphvizOutcome outcome = CGRAPHVIZ_REFUSED;
    Agraph_t *graph = graphviz.agmemread(dot);
    if (graph && graphviz.gvLayout(context, graph, "dot") == 0) {
        unsigned int count = 0;
        if (graphviz.gvRenderData(context, graph, "svg", svg, &count) == 0 && *svg) {
            *length = count;
            outcome = CGRAPHVIZ_DRAWN;
        }
        graphviz.gvFreeLayout(context, graph);
    }
    if (graph) graphviz.agclose(graph);
    graphviz.gvFreeContext(context);
    return outcome;
}

void cgraphviz_free(char *svg) {
    if (svg) graphviz.gvFreeRenderData(svg);
}
