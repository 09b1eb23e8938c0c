#ifndef HOMEOWNER_CCURL_H
#define HOMEOWNER_CCURL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// libcurl, loaded when the first address is fetched, so that it and its dependencies cost other programs
// nothing.

/// A client with its open connections; one thread at a time may use it.
typedef struct CCurlClient CCurlClient;

/// Whether libcurl and all of its used functions are there. Call nothing else before this has returned
/// true.
bool ccurl_load(void);

/// Makes a client; NULL without memory.
CCurlClient *ccurl_make(void);

/// Closes the connections. A mail server may be slow to answer QUIT.
void ccurl_free(CCurlClient *client);

/// Lets a running `ccurl_get` of another thread call `goes_on` at once.
void ccurl_wake(CCurlClient *client);

/// The outcome of a request.
typedef enum {
    CCURL_ANSWERED,
    /// A callback has stopped it.
    CCURL_STOPPED,
    CCURL_TIMED_OUT,
    /// The server cannot be reached, or has closed the connection.
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

/// The callbacks during a request, with the caller's context.
typedef struct {
    void *context;
    /// Takes bytes of the answer's body. Returns whether more are wanted.
    bool (*take)(void *context, int status, const void *bytes, size_t count);
    /// Whether to go on; called at least once a second.
    bool (*goes_on)(void *context);
    /// Whether the connection may go to an address, of 4 or 16 bytes; NULL for any. Proxies of the
    /// environment are not used then.
    bool (*may_connect)(void *context, const void *bytes, size_t count);
} CCurlCaller;

/// The answer of a server.
typedef struct {
    int status;
    /// The field Retry-After; NULL without one. It is valid until the client is used again.
    const char *retry_after;
} CCurlAnswer;

/// Fetches an address of HTTP or HTTPS, without following redirects. The times are in milliseconds: the
/// limit for connecting, and that for the whole request.
CCurlOutcome ccurl_get(
    CCurlClient *client, const char *address, const char *agent, int64_t connect_time,
    int64_t whole_time, CCurlCaller caller, CCurlAnswer *answer);

/// A part of a request.
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

/// Sets a part, which is copied. Returns false without memory.
bool ccurl_set(CCurlClient *client, CCurlPart part, const char *text);

/// Sends the parts of a new client: by SMTP if there is a recipient, otherwise by POST, without following
/// redirects.
///
/// `starts_tls` says whether to insist on encryption that begins within the connection.
CCurlOutcome ccurl_send(
    CCurlClient *client, bool starts_tls, const char *agent, int64_t connect_time,
    int64_t whole_time, CCurlCaller caller, CCurlAnswer *answer);

#endif
