// libvips as its headers declare it, without the library: the program loads it by itself.
#include <vips/vips.h>
