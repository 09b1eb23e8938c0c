#ifndef HOMEOWNER_CCURL_H
#define HOMEOWNER_CCURL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// libcurl, loaded when the first address is fetched, so that a program that fetches none pays nothing for
// it and for what it brings.

/// What fetches addresses, with the connections that it keeps open; one thread at a time may use it.
typedef struct CCurlClient CCurlClient;

/// Whether libcurl and all of its functions that are used are there. Nothing else may be called before this
/// has answered true.
bool ccurl_load(void);

/// NULL if there is no memory.
CCurlClient *ccurl_make(void);

/// Closes its connections. A mail server may be slow to answer the farewell.
void ccurl_free(CCurlClient *client);

/// Lets `ccurl_get`, which another thread may be in, ask at once whether it is to go on.
void ccurl_wake(CCurlClient *client);

/// How a fetch has ended.
typedef enum {
    CCURL_ANSWERED,
    /// A callback has stopped the fetch.
    CCURL_STOPPED,
    CCURL_TIMED_OUT,
    /// The server cannot be reached, or has broken off.
    CCURL_FAILED,
    /// A callback has refused all addresses of the server.
    CCURL_FORBIDDEN,
    /// The certificate is not trusted.
    CCURL_UNTRUSTED,
    /// The server does not encrypt.
    CCURL_UNENCRYPTED,
    /// The server has refused the user's name or password.
    CCURL_DENIED
} CCurlOutcome;

/// What is called meanwhile, with a pointer of the caller's.
typedef struct {
    void *context;
    /// Takes bytes of the answer's body. Returns whether more are wanted.
    bool (*take)(void *context, int status, const void *bytes, size_t count);
    /// Whether to go on. It is asked a second after the last time at the latest.
    bool (*goes_on)(void *context);
    /// Whether the connection may go to an address, of 4 or 16 bytes; NULL for any. Proxies of the
    /// environment are not used then.
    bool (*may_connect)(void *context, const void *bytes, size_t count);
} CCurlCaller;

/// What a server has answered.
typedef struct {
    int status;
    /// The field Retry-After; NULL without one. It stays good until the client is used again.
    const char *retry_after;
} CCurlAnswer;

/// Fetches what is at an address of HTTP or HTTPS, without following redirects. The times are in
/// milliseconds: how long a connection may take, and all of it.
CCurlOutcome ccurl_get(
    CCurlClient *client, const char *address, const char *agent, int64_t connect_time,
    int64_t whole_time, CCurlCaller caller, CCurlAnswer *answer);

/// A part of what is sent.
typedef enum {
    /// An address of HTTP, HTTPS, SMTP or SMTPS.
    CCURL_ADDRESS,
    /// A line of the header, for HTTP.
    CCURL_FIELD,
    /// Mailboxes, for SMTP.
    CCURL_SENDER,
    CCURL_RECIPIENT,
    CCURL_USER,
    CCURL_PASSWORD,
    CCURL_BODY
} CCurlPart;

/// Sets a part, which is copied. Returns whether there was memory for it.
bool ccurl_set(CCurlClient *client, CCurlPart part, const char *text);

/// Sends the parts of a new client: by SMTP if there is a recipient, otherwise by POST, without following
/// redirects.
///
/// `starts_tls` says whether to insist on encryption that begins within the connection.
CCurlOutcome ccurl_send(
    CCurlClient *client, bool starts_tls, const char *agent, int64_t connect_time,
    int64_t whole_time, CCurlCaller caller, CCurlAnswer *answer);

#endif
