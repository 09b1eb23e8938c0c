#include "CCurl.h"

// The macros that check types would stand in the way of the functions' names.
#define CURL_DISABLE_TYPECHECK
#include <CLateLibrary.h>
#include <curl/curl.h>
#include <pthread.h>
#include <stdlib.h>

#undef curl_easy_setopt
#undef curl_easy_getinfo
#undef curl_multi_setopt

// The functions that are used.
#define FUNCTIONS(X) \
    X(curl_global_init) X(curl_easy_init) X(curl_easy_cleanup) X(curl_easy_reset) \
    X(curl_easy_setopt) X(curl_easy_getinfo) X(curl_easy_header) X(curl_multi_init) \
    X(curl_multi_cleanup) X(curl_multi_add_handle) X(curl_multi_remove_handle) \
    X(curl_multi_perform) X(curl_multi_poll) X(curl_multi_info_read) X(curl_multi_wakeup)

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

// The easy handle is what is fetched, the other one keeps the connections and can be woken.
struct CCurlClient {
    CURLM *connections;
    CURL *request;
};

CCurlClient *ccurl_make(void) {
    CCurlClient *client = malloc(sizeof *client);
    if (!client) return NULL;
    *client = (CCurlClient){library.curl_multi_init(), library.curl_easy_init()};
    if (client->connections && client->request) return client;
    ccurl_free(client);
    return NULL;
}

void ccurl_free(CCurlClient *client) {
    if (client->request) library.curl_easy_cleanup(client->request);
    if (client->connections) library.curl_multi_cleanup(client->connections);
    free(client);
}

void ccurl_wake(CCurlClient *client) {
    library.curl_multi_wakeup(client->connections);
}

// What libcurl calls back with.
typedef struct {
    const CCurlCaller *caller;
    CURL *request;
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
    // Any other number breaks it off.
    return is_wanted ? size * count : 0;
}

static bool set(
    CURL *request, const char *address, const char *agent, int64_t connect_time,
    int64_t whole_time, Body *body) {
#define SET(option, value) (library.curl_easy_setopt(request, option, value) == CURLE_OK)
    return SET(CURLOPT_URL, address) && SET(CURLOPT_USERAGENT, agent)
        && SET(CURLOPT_PROTOCOLS_STR, "http,https") && SET(CURLOPT_FOLLOWLOCATION, 0L)
        && SET(CURLOPT_CONNECTTIMEOUT_MS, (long)connect_time)
        && SET(CURLOPT_TIMEOUT_MS, (long)whole_time)
        // Other threads are not to get signals.
        && SET(CURLOPT_NOSIGNAL, 1L) && SET(CURLOPT_WRITEFUNCTION, take)
        && SET(CURLOPT_WRITEDATA, body);
}

// Runs the transfer. Returns whether it has ended by itself; then its code is known.
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

CCurlOutcome ccurl_get(
    CCurlClient *client, const char *address, const char *agent, int64_t connect_time,
    int64_t whole_time, CCurlCaller caller, CCurlAnswer *answer) {
    Body body = {&caller, client->request};
    library.curl_easy_reset(client->request);
    if (!set(client->request, address, agent, connect_time, whole_time, &body)
        || library.curl_multi_add_handle(client->connections, client->request) != CURLM_OK)
        return CCURL_FAILED;
    CURLcode code = CURLE_OK;
    bool has_ended = run(client, &caller, &code);
    library.curl_multi_remove_handle(client->connections, client->request);
    answer->status = status_of(client->request);
    struct curl_header *field = NULL;
    CURLHcode found = library.curl_easy_header(
        client->request, "Retry-After", 0, CURLH_HEADER, -1, &field);
    answer->retry_after = found == CURLHE_OK ? field->value : NULL;
    if (!has_ended || code == CURLE_WRITE_ERROR) return CCURL_STOPPED;
    if (code == CURLE_OPERATION_TIMEDOUT) return CCURL_TIMED_OUT;
    return code == CURLE_OK ? CCURL_ANSWERED : CCURL_FAILED;
}
