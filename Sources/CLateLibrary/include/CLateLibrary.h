#ifndef HOMEOWNER_CLATELIBRARY_H
#define HOMEOWNER_CLATELIBRARY_H

#include <dlfcn.h>
#include <stdbool.h>

// A library that is loaded when it is first needed, so that it costs other programs nothing. Its user
// lists the functions that it calls:
//
//     #define FUNCTIONS(X) X(archive_read_new) X(archive_read_free)
//     LATE_LIBRARY("libarchive", "13", FUNCTIONS)

/// Declares `library`, with a pointer to each function of a list, and `load_library`, which finds them
/// and returns whether all are there. If not, `dlerror` says why.
///
/// The library's dependencies are loaded with it, and are not visible to the rest of the process.
#define LATE_LIBRARY(file, number, functions) \
    static struct { functions(LATE_LIBRARY_POINTER) } library; \
    static bool load_library(void) { \
        void *opened = dlopen(LATE_LIBRARY_FILE(file, number), RTLD_NOW | RTLD_LOCAL); \
        return opened functions(LATE_LIBRARY_FIND); \
    }

#ifdef __APPLE__
#define LATE_LIBRARY_FILE(file, number) file "." number ".dylib"
#else
#define LATE_LIBRARY_FILE(file, number) file ".so." number
#endif

#define LATE_LIBRARY_POINTER(name) __typeof__(name) *name;
#define LATE_LIBRARY_FIND(name) && (library.name = (__typeof__(name) *)dlsym(opened, #name))

#endif
