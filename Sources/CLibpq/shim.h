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

/* Whether a result holds some of the rows of a statement, of which more may come. */
static inline int libpq_is_part(const PGresult *result) {
    ExecStatusType status = PQresultStatus(result);
#ifdef LIBPQ_HAS_CHUNK_MODE
    if (status == PGRES_TUPLES_CHUNK) return 1;
#endif
    return status == PGRES_SINGLE_TUPLE;
}
