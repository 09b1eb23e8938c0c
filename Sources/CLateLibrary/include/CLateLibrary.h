#ifndef HOMEOWNER_CLATELIBRARY_H
#define HOMEOWNER_CLATELIBRARY_H

#include <dlfcn.h>
#include <stdbool.h>

// A library that is loaded when it is first needed, so that a program that does without pays nothing for
// it. Its user lists the functions that it calls:
//
//     #define FUNCTIONS(X) X(archive_read_new) X(archive_read_free)
//     LATE_LIBRARY("libarchive", "13", FUNCTIONS)

/// Declares `library`, which has a pointer to each function of a list, with the type that the library's
/// headers give it; and `load_library`, which finds them, and returns whether all are there. If not,
/// `dlerror` says why.
///
/// What the library needs besides itself is found through it; nothing else of the process sees it.
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
