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

/* Whether rows that are asked for as they come are given in chunks. */
static inline int libpq_streams_chunks(void) {
#ifdef LIBPQ_HAS_CHUNK_MODE
    return 1;
#else
    return 0;
#endif
}
