#ifndef BASELINE_POSTGRESQL_H
#define BASELINE_POSTGRESQL_H

#include <stdint.h>

/* The limits that the store in PostgreSQL is compared with: the same SQL through libpq, with prepared
   statements and values in binary form. Each returns 0 for success, or says on the standard error what
   the server has said. */

struct pg_conn;

/* Connects to a server. */
int baseline_pq_open(const char *address, struct pg_conn **connection);

void baseline_pq_close(struct pg_conn *connection);

/* Runs statements one after the other. */
int baseline_pq_run(struct pg_conn *connection, const char *statements);

/* Reads the number that a statement returns. */
int baseline_pq_number(struct pg_conn *connection, const char *sql, int64_t *number);

/* Reads every column of every row, and adds the values up, so that no read is optimized away. */
int baseline_pq_fetch(struct pg_conn *connection, const char *sql, int64_t *sum);

/* Reserves keys for a number of rows and copies these in, in one transaction. */
int baseline_pq_copy(
    struct pg_conn *connection, const char *keys, const char *copy, int32_t entity, int count);

/* Updates one column of one row, in a separate transaction with a notification, `count` times. */
int baseline_pq_updates(
    struct pg_conn *connection, const char *update, int64_t rows, int count);

/* The same as baseline_pq_updates, by the statements of the store: the number of the transaction is known
   from its beginning, the version of the row is compared, and the store has to be the one that was opened. */
int baseline_pq_saves(struct pg_conn *connection, int64_t rows, int count);

/* Looks up a number of rows by key, in one transaction. */
int baseline_pq_lookups(
    struct pg_conn *connection, const char *sql, int64_t rows, int count, int64_t *sum);

#endif
