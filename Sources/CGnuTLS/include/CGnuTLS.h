#ifndef HOMEOWNER_CGNUTLS_H
#define HOMEOWNER_CGNUTLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

// GnuTLS, loaded when a certificate is made, which happens once a year where it happens at all.

/// A name that a certificate holds for: that of a host, or the bytes of an address.
typedef struct {
    bool is_address;
    const void *bytes;
    size_t count;
} CGnuTLSName;

/// A certificate with its key, in PEM; each is to be freed.
typedef struct {
    char *certificate;
    char *key;
} CGnuTLSCertificate;

/// Whether GnuTLS and all of its functions that are used are there. Nothing else may be called before this
/// has answered true.
bool cgnutls_load(void);

/// Makes a key on the curve P-256 and a certificate that it signs itself, for a server.
///
/// Returns 0, or a number that `cgnutls_error` puts into words.
int cgnutls_make(
    const CGnuTLSName *names, size_t name_count, const char *title, time_t begin, time_t end,
    CGnuTLSCertificate *made);

/// What a number means; never NULL.
const char *cgnutls_error(int code);

#endif
