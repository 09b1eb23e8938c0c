// libvips as its headers declare it, for the benchmarks alone: the program loads it by itself.
#include <vips/vips.h>
