#ifndef BASELINE_H
#define BASELINE_H

#include <stdint.h>
#include <sqlite3.h>

/* The limits that Persistence is compared with: the same SQL through SQLite's C API.
   Each returns 0 for success, or SQLite's result code. */

/* Opens a database and runs some statements. */
int baseline_open(const char *path, const char *statements, sqlite3 **db);

/* Reads every column of every row, and adds the values up, so that no read is optimized away. */
int baseline_fetch(sqlite3 *db, const char *sql, int64_t *sum);

/* Runs a statement in a separate transaction. */
int baseline_run(sqlite3 *db, const char *statement);

/* Adds a number of rows in one transaction; parameters after the tenth are NULL. */
int baseline_insert(sqlite3 *db, const char *insert, int count);

/* Updates one column of one row, in a separate transaction, `count` times. */
int baseline_updates(sqlite3 *db, const char *update, int64_t rows, int count);

/* Looks up a number of rows by key, in one transaction. */
int baseline_lookups(sqlite3 *db, const char *sql, int64_t rows, int count, int64_t *sum);

/* The limit that uploads are compared with. Each returns 0 for success. */

int baseline_start_vips(void);

/* Makes each thumbnail on the calling thread. */
void baseline_use_one_thread(void);

/* Makes the square thumbnail of a picture file, as PNG in memory. */
int baseline_thumbnail(const char *path, int side);

/* Reads the head of an HTTP answer. Returns the bytes it takes; 0 if its end is not there yet, -1
   if it says no length. */
long baseline_read_head(const char *bytes, long count, long *status, long *length);

#endif
