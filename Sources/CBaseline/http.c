#define _GNU_SOURCE
#include "baseline.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

long baseline_read_head(const char *bytes, long count, long *status, long *length) {
    static const char name[] = "\ncontent-length:";
    const char *end = memmem(bytes, count, "\r\n\r\n", 4);
    if (end == NULL) return 0;
    if (end - bytes < 12) return -1;
    *status = strtol(bytes + 9, NULL, 10);
    for (const char *line = bytes; line < end; line++) {
        if (*line == '\n' && strncasecmp(line, name, sizeof name - 1) == 0) {
            *length = strtol(line + sizeof name - 1, NULL, 10);
            return end - bytes + 4;
        }
    }
    return -1;
}
