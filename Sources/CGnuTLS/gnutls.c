#include "CGnuTLS.h"

#include <CLateLibrary.h>
#include <gnutls/crypto.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// The used functions of GnuTLS.
#define FUNCTIONS(X) \
    X(gnutls_rnd) X(gnutls_strerror) X(gnutls_x509_crt_deinit) X(gnutls_x509_crt_export2) \
    X(gnutls_x509_crt_init) X(gnutls_x509_crt_set_activation_time) \
    X(gnutls_x509_crt_set_basic_constraints) X(gnutls_x509_crt_set_dn_by_oid) \
    X(gnutls_x509_crt_set_expiration_time) X(gnutls_x509_crt_set_key) \
    X(gnutls_x509_crt_set_key_purpose_oid) X(gnutls_x509_crt_set_key_usage) \
    X(gnutls_x509_crt_set_serial) X(gnutls_x509_crt_set_subject_alt_name) \
    X(gnutls_x509_crt_set_version) X(gnutls_x509_crt_sign2) X(gnutls_x509_privkey_deinit) \
    X(gnutls_x509_privkey_export2) X(gnutls_x509_privkey_generate) X(gnutls_x509_privkey_init)

LATE_LIBRARY("libgnutls", "30", FUNCTIONS)

static bool is_loaded;

static void load(void) { is_loaded = load_library(); }

bool cgnutls_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_loaded;
}

const char *cgnutls_error(int code) {
    const char *text = library.gnutls_strerror(code);
    return text ? text : "it is not known why";
}

// At most twenty bytes, and not negative (RFC 5280, 4.1.2.2).
static int set_serial(gnutls_x509_crt_t certificate) {
    unsigned char serial[16];
    int code = library.gnutls_rnd(GNUTLS_RND_NONCE, serial, sizeof serial);
    if (code < 0) return code;
    serial[0] = (serial[0] & 0x3f) | 0x40;
    return library.gnutls_x509_crt_set_serial(certificate, serial, sizeof serial);
}

static int describe(
    gnutls_x509_crt_t certificate, gnutls_x509_privkey_t key, const CGnuTLSName *names,
    size_t name_count, const char *title, time_t begin, time_t end) {
    int code = library.gnutls_x509_crt_set_version(certificate, 3);
    if (code >= 0) code = set_serial(certificate);
    if (code >= 0) code = library.gnutls_x509_crt_set_activation_time(certificate, begin);
    if (code >= 0) code = library.gnutls_x509_crt_set_expiration_time(certificate, end);
    if (code >= 0)
        code = library.gnutls_x509_crt_set_dn_by_oid(
            certificate, GNUTLS_OID_X520_COMMON_NAME, 0, title, (unsigned)strlen(title));
    if (code >= 0) code = library.gnutls_x509_crt_set_key(certificate, key);
    for (size_t i = 0; i < name_count && code >= 0; i++)
        code = library.gnutls_x509_crt_set_subject_alt_name(
            certificate, names[i].is_address ? GNUTLS_SAN_IPADDRESS : GNUTLS_SAN_DNSNAME,
            names[i].bytes, (unsigned)names[i].count,
            i == 0 ? GNUTLS_FSAN_SET : GNUTLS_FSAN_APPEND);
    if (code >= 0) code = library.gnutls_x509_crt_set_basic_constraints(certificate, 0, -1);
    if (code >= 0)
        code = library.gnutls_x509_crt_set_key_usage(certificate, GNUTLS_KEY_DIGITAL_SIGNATURE);
    if (code >= 0)
        code = library.gnutls_x509_crt_set_key_purpose_oid(
            certificate, GNUTLS_KP_TLS_WWW_SERVER, 0);
    return code;
}

// The bytes of an export, ended by a zero.
static char *text_of(gnutls_datum_t *data) {
    char *text = malloc((size_t)data->size + 1);
    if (text) {
        memcpy(text, data->data, data->size);
        text[data->size] = 0;
    }
    free(data->data);
    return text;
}

static int export_both(
    gnutls_x509_crt_t certificate, gnutls_x509_privkey_t key, CGnuTLSCertificate *made) {
    gnutls_datum_t data = {NULL, 0};
    int code = library.gnutls_x509_crt_export2(certificate, GNUTLS_X509_FMT_PEM, &data);
    if (code < 0) return code;
    made->certificate = text_of(&data);
    code = library.gnutls_x509_privkey_export2(key, GNUTLS_X509_FMT_PEM, &data);
    if (code >= 0) made->key = text_of(&data);
    if (code >= 0 && made->certificate && made->key) return 0;
    free(made->certificate);
    free(made->key);
    made->certificate = made->key = NULL;
    return code < 0 ? code : GNUTLS_E_MEMORY_ERROR;
}

int cgnutls_make(
    const CGnuTLSName *names, size_t name_count, const char *title, time_t begin, time_t end,
    CGnuTLSCertificate *made) {
    gnutls_x509_privkey_t key = NULL;
    gnutls_x509_crt_t certificate = NULL;
    *made = (CGnuTLSCertificate){NULL, NULL};
    int code = library.gnutls_x509_privkey_init(&key);
    if (code >= 0) code = library.gnutls_x509_crt_init(&certificate);
    if (code >= 0)
        code = library.gnutls_x509_privkey_generate(
            key, GNUTLS_PK_ECDSA, GNUTLS_CURVE_TO_BITS(GNUTLS_ECC_CURVE_SECP256R1), 0);
    if (code >= 0) code = describe(certificate, key, names, name_count, title, begin, end);
    if (code >= 0)
        code = library.gnutls_x509_crt_sign2(certificate, certificate, key, GNUTLS_DIG_SHA256, 0);
    if (code >= 0) code = export_both(certificate, key, made);
    if (certificate) library.gnutls_x509_crt_deinit(certificate);
    if (key) library.gnutls_x509_privkey_deinit(key);
    return code < 0 ? code : 0;
}
