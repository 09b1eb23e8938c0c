#ifndef HOMEOWNER_CGNUTLS_H
#define HOMEOWNER_CGNUTLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

// GnuTLS, loaded when a certificate is made, which happens once a year at most.

/// A name in a certificate: that of a host, or the bytes of an address.
typedef struct {
    bool is_address;
    const void *bytes;
    size_t count;
} CGnuTLSName;

/// A certificate and its key in PEM; the caller frees both.
typedef struct {
    char *certificate;
    char *key;
} CGnuTLSCertificate;

/// Whether GnuTLS and all of its used functions are there. Call nothing else before this has returned
/// true.
bool cgnutls_load(void);

/// Makes a key on the curve P-256 and a self-signed certificate for a server.
///
/// Returns 0, or the number of an error for `cgnutls_error`.
int cgnutls_make(
    const CGnuTLSName *names, size_t name_count, const char *title, time_t begin, time_t end,
    CGnuTLSCertificate *made);

/// The text of an error; never NULL.
const char *cgnutls_error(int code);

#endif
