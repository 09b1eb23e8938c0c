#include <libpq-fe.h>

/* Asks for the rows of the statement that was just sent as they come: in chunks where the library knows
   them (from version 17 on), otherwise one by one. */
static inline int libpq_stream_rows(PGconn *connection, int chunk) {
#ifdef LIBPQ_HAS_CHUNK_MODE
    return PQsetChunkedRowsMode(connection, chunk);
#else
    (void)chunk;
    return PQsetSingleRowMode(connection);
#endif
}
