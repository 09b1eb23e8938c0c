#include "CCurl.h"

// libcurl's macros that check types have the names of the functions.
#define CURL_DISABLE_TYPECHECK
#include <CLateLibrary.h>
#include <curl/curl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#undef curl_easy_setopt
#undef curl_easy_getinfo
#undef curl_multi_setopt

// The used functions of libcurl.
#define FUNCTIONS(X) \
    X(curl_global_init) X(curl_easy_init) X(curl_easy_cleanup) X(curl_easy_reset) \
    X(curl_easy_setopt) X(curl_easy_getinfo) X(curl_easy_header) X(curl_multi_init) \
    X(curl_multi_cleanup) X(curl_multi_add_handle) X(curl_multi_remove_handle) \
    X(curl_multi_perform) X(curl_multi_poll) X(curl_multi_info_read) X(curl_multi_wakeup) \
    X(curl_slist_append) X(curl_slist_free_all)

LATE_LIBRARY("libcurl", "4", FUNCTIONS)

static bool is_loaded;

static void load(void) {
    is_loaded = load_library() && library.curl_global_init(CURL_GLOBAL_ALL) == CURLE_OK;
}

bool ccurl_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_loaded;
}

// The easy handle is the request; the multi handle keeps the connections and can be woken.
struct CCurlClient {
    CURLM *connections;
    CURL *request;
    /// The parts to send: the lines of a header, the recipients, and the body.
    struct curl_slist *fields, *recipients;
    char *body;
    /// The number of bytes of the body that were read.
    size_t position;
};

CCurlClient *ccurl_make(void) {
    CCurlClient *client = malloc(sizeof *client);
    if (!client) return NULL;
    *client = (CCurlClient){
        .connections = library.curl_multi_init(), .request = library.curl_easy_init()};
    if (client->connections && client->request) return client;
    ccurl_free(client);
    return NULL;
}

void ccurl_free(CCurlClient *client) {
    if (client->request) library.curl_easy_cleanup(client->request);
    if (client->connections) library.curl_multi_cleanup(client->connections);
    library.curl_slist_free_all(client->fields);
    library.curl_slist_free_all(client->recipients);
    free(client->body);
    free(client);
}

void ccurl_wake(CCurlClient *client) {
    library.curl_multi_wakeup(client->connections);
}

// The context of libcurl's callbacks.
typedef struct {
    const CCurlCaller *caller;
    CURL *request;
    /// Whether an address was refused.
    bool is_forbidden;
} Body;

static int status_of(CURL *request) {
    long status = 0;
    library.curl_easy_getinfo(request, CURLINFO_RESPONSE_CODE, &status);
    return (int)status;
}

static size_t take(char *bytes, size_t size, size_t count, void *context) {
    Body *body = context;
    const CCurlCaller *caller = body->caller;
    bool is_wanted =
        caller->take(caller->context, status_of(body->request), bytes, size * count);
    // Any other number ends the transfer.
    return is_wanted ? size * count : 0;
}

// Makes the socket for a resolved address. libcurl connects to exactly this address.
static curl_socket_t open_socket(
    void *context, curlsocktype purpose, struct curl_sockaddr *address) {
    (void)purpose;
    Body *body = context;
    union {
        struct sockaddr_storage any;
        struct sockaddr_in four;
        struct sockaddr_in6 six;
    } known = {0};
    const void *bytes = NULL;
    size_t count = 0;
    if (address->addrlen <= sizeof known) memcpy(&known, &address->addr, address->addrlen);
    if (address->family == AF_INET) {
        bytes = &known.four.sin_addr;
        count = 4;
    } else if (address->family == AF_INET6) {
        bytes = &known.six.sin6_addr;
        count = 16;
    }
    if (!bytes || !body->caller->may_connect(body->caller->context, bytes, count)) {
        body->is_forbidden = true;
        return CURL_SOCKET_BAD;
    }
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

#define SET(option, value) (library.curl_easy_setopt(request, option, value) == CURLE_OK)

static bool set(
    CURL *request, const char *agent, int64_t connect_time, int64_t whole_time, Body *body) {
    if (body->caller->may_connect
        // A proxy would connect to any address.
        && !(SET(CURLOPT_OPENSOCKETFUNCTION, open_socket) && SET(CURLOPT_OPENSOCKETDATA, body)
             && SET(CURLOPT_PROXY, "")))
        return false;
    return SET(CURLOPT_USERAGENT, agent) && SET(CURLOPT_FOLLOWLOCATION, 0L)
        && SET(CURLOPT_CONNECTTIMEOUT_MS, (long)connect_time)
        && SET(CURLOPT_TIMEOUT_MS, (long)whole_time)
        // No signals, which other threads would get.
        && SET(CURLOPT_NOSIGNAL, 1L) && SET(CURLOPT_WRITEFUNCTION, take)
        && SET(CURLOPT_WRITEDATA, body);
}

// Runs the transfer. Returns whether it ended by itself, with a known code.
static bool run(CCurlClient *client, const CCurlCaller *caller, CURLcode *code) {
    int running = 1;
    while (caller->goes_on(caller->context)) {
        if (library.curl_multi_perform(client->connections, &running) != CURLM_OK) break;
        if (running == 0) {
            int left;
            CURLMsg *message = library.curl_multi_info_read(client->connections, &left);
            *code = message ? message->data.result : CURLE_FAILED_INIT;
            return true;
        }
        library.curl_multi_poll(client->connections, NULL, 0, 1000, NULL);
    }
    return false;
}

static CCurlOutcome outcome(CURLcode code, bool is_forbidden) {
    switch (code) {
    case CURLE_OK: return CCURL_ANSWERED;
    case CURLE_WRITE_ERROR: return CCURL_STOPPED;
    case CURLE_OPERATION_TIMEDOUT: return CCURL_TIMED_OUT;
    case CURLE_PEER_FAILED_VERIFICATION: return CCURL_UNTRUSTED;
    case CURLE_USE_SSL_FAILED: return CCURL_UNENCRYPTED;
    case CURLE_LOGIN_DENIED: return CCURL_DENIED;
    default: return is_forbidden ? CCURL_FORBIDDEN : CCURL_FAILED;
    }
}

static CCurlOutcome perform(CCurlClient *client, Body *body, CCurlAnswer *answer) {
    if (library.curl_multi_add_handle(client->connections, client->request) != CURLM_OK)
        return CCURL_FAILED;
    CURLcode code = CURLE_OK;
    bool has_ended = run(client, body->caller, &code);
    library.curl_multi_remove_handle(client->connections, client->request);
    answer->status = status_of(client->request);
    struct curl_header *field = NULL;
    CURLHcode found = library.curl_easy_header(
        client->request, "Retry-After", 0, CURLH_HEADER, -1, &field);
    answer->retry_after = found == CURLHE_OK ? field->value : NULL;
    return has_ended ? outcome(code, body->is_forbidden) : CCURL_STOPPED;
}

CCurlOutcome ccurl_get(
    CCurlClient *client, const char *address, const char *agent, int64_t connect_time,
    int64_t whole_time, CCurlCaller caller, CCurlAnswer *answer) {
    CURL *request = client->request;
    Body body = {&caller, request, false};
    library.curl_easy_reset(request);
    if (!set(request, agent, connect_time, whole_time, &body) || !SET(CURLOPT_URL, address)
        || !SET(CURLOPT_PROTOCOLS_STR, "http,https"))
        return CCURL_FAILED;
    return perform(client, &body, answer);
}

static bool append(struct curl_slist **list, const char *text) {
    struct curl_slist *longer = library.curl_slist_append(*list, text);
    if (longer) *list = longer;
    return longer != NULL;
}

bool ccurl_set(CCurlClient *client, CCurlPart part, const char *text) {
    CURL *request = client->request;
    switch (part) {
    case CCURL_ADDRESS: return SET(CURLOPT_URL, text);
    case CCURL_FIELD: return append(&client->fields, text);
    case CCURL_SENDER: return SET(CURLOPT_MAIL_FROM, text);
    case CCURL_RECIPIENT: return append(&client->recipients, text);
    case CCURL_USER: return SET(CURLOPT_USERNAME, text);
    case CCURL_PASSWORD: return SET(CURLOPT_PASSWORD, text);
    case CCURL_BODY:
        free(client->body);
        client->body = strdup(text);
        return client->body != NULL;
    }
    return false;
}

static size_t give(char *bytes, size_t size, size_t count, void *context) {
    CCurlClient *client = context;
    size_t left = strlen(client->body) - client->position;
    size_t given = size * count < left ? size * count : left;
    memcpy(bytes, client->body + client->position, given);
    client->position += given;
    return given;
}

CCurlOutcome ccurl_send(
    CCurlClient *client, bool starts_tls, const char *agent, int64_t connect_time,
    int64_t whole_time, CCurlCaller caller, CCurlAnswer *answer) {
    CURL *request = client->request;
    Body body = {&caller, request, false};
    if (!client->body || !set(request, agent, connect_time, whole_time, &body))
        return CCURL_FAILED;
    bool is_set = client->recipients
        ? SET(CURLOPT_PROTOCOLS_STR, "smtp,smtps") && SET(CURLOPT_MAIL_RCPT, client->recipients)
            && SET(CURLOPT_USE_SSL, (long)(starts_tls ? CURLUSESSL_ALL : CURLUSESSL_NONE))
            // This also limits QUIT, which the other limits do not.
            && SET(CURLOPT_SERVER_RESPONSE_TIMEOUT, (long)(whole_time / 1000 + 1))
            && SET(CURLOPT_UPLOAD, 1L) && SET(CURLOPT_READFUNCTION, give)
            && SET(CURLOPT_READDATA, client)
        : SET(CURLOPT_PROTOCOLS_STR, "http,https") && SET(CURLOPT_HTTPHEADER, client->fields)
            && SET(CURLOPT_POSTFIELDS, client->body);
    return is_set ? perform(client, &body, answer) : CCURL_FAILED;
}
