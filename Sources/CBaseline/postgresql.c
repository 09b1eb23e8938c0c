#include "postgresql.h"

#include <endian.h>
#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { bigint = 20 };

static int failed(PGconn *connection) {
    fprintf(stderr, "libpq: %s", PQerrorMessage(connection));
    return 1;
}

/* Whether there is no result, or that of a failed statement. */
static int is_failure(PGresult *result) {
    switch (PQresultStatus(result)) {
    case PGRES_COMMAND_OK:
    case PGRES_TUPLES_OK:
    case PGRES_COPY_IN: return 0;
    default: return 1;
    }
}

static int finish(PGconn *connection, PGresult *result) {
    int code = is_failure(result) ? failed(connection) : 0;
    PQclear(result);
    return code;
}

static int64_t integer(const char *bytes) {
    uint64_t value;
    memcpy(&value, bytes, sizeof value);
    return (int64_t)be64toh(value);
}

int baseline_pq_open(const char *address, PGconn **connection) {
    *connection = PQconnectdb(address);
    return PQstatus(*connection) == CONNECTION_OK ? 0 : failed(*connection);
}

void baseline_pq_close(PGconn *connection) { PQfinish(connection); }

int baseline_pq_run(PGconn *connection, const char *statements) {
    return finish(connection, PQexec(connection, statements));
}

int baseline_pq_number(PGconn *connection, const char *sql, int64_t *number) {
    PGresult *result = PQexec(connection, sql);
    if (!is_failure(result) && PQntuples(result) > 0)
        *number = strtoll(PQgetvalue(result, 0, 0), NULL, 10);
    return finish(connection, result);
}

/* Reads a row as a program would: numbers in the machine's byte order, texts and bytes unchanged. */
static int64_t read_row(const PGresult *result, int row, int columns) {
    int64_t sum = 0;
    for (int i = 0; i < columns; i++) {
        if (PQgetisnull(result, row, i)) continue;
        const char *value = PQgetvalue(result, row, i);
        int length = PQgetlength(result, row, i);
        switch (PQftype(result, i)) {
        case 20:
        case 1184: sum += integer(value); break;
        case 23: {
            uint32_t number;
            memcpy(&number, value, sizeof number);
            sum += (int32_t)be32toh(number);
            break;
        }
        case 701: {
            int64_t bits = integer(value);
            double number;
            memcpy(&number, &bits, sizeof number);
            sum += (int64_t)number;
            break;
        }
        default:
            if (length > 0) sum += (unsigned char)value[0];
            sum += length;
        }
    }
    return sum;
}

static void read_rows(const PGresult *result, int64_t *sum) {
    int columns = PQnfields(result), rows = PQntuples(result);
    uint64_t total = (uint64_t)*sum;
    for (int row = 0; row < rows; row++) total += (uint64_t)read_row(result, row, columns);
    *sum = (int64_t)total;
}

int baseline_pq_fetch(PGconn *connection, const char *sql, int64_t *sum) {
    PGresult *result = PQexecParams(connection, sql, 0, NULL, NULL, NULL, NULL, 1);
    if (!is_failure(result)) read_rows(result, sum);
    return finish(connection, result);
}

int baseline_pq_lookups(
    PGconn *connection, const char *sql, int64_t rows, int count, int64_t *sum) {
    const Oid types[] = {bigint};
    int code = baseline_pq_run(connection, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    if (code == 0) code = finish(connection, PQprepare(connection, "look_up", sql, 1, types));
    for (int i = 0; i < count && code == 0; i++) {
        uint64_t key = htobe64((uint64_t)((i * (int64_t)7919) % rows + 1));
        const char *values[] = {(const char *)&key};
        const int lengths[] = {sizeof key}, formats[] = {1};
        PGresult *result =
            PQexecPrepared(connection, "look_up", 1, values, lengths, formats, 1);
        if (!is_failure(result)) read_rows(result, sum);
        code = finish(connection, result);
    }
    if (code == 0) code = baseline_pq_run(connection, "COMMIT");
    if (code == 0) code = baseline_pq_run(connection, "DEALLOCATE look_up");
    return code;
}

int baseline_pq_updates(PGconn *connection, const char *update, int64_t rows, int count) {
    const Oid types[] = {23, bigint};
    int code = finish(connection, PQprepare(connection, "update", update, 2, types));
    for (int i = 0; i < count && code == 0; i++) {
        code = baseline_pq_run(connection, "BEGIN ISOLATION LEVEL SERIALIZABLE");
        if (code != 0) break;
        uint32_t number = htobe32((uint32_t)i);
        uint64_t key = htobe64((uint64_t)(i % rows + 1));
        const char *values[] = {(const char *)&number, (const char *)&key};
        const int lengths[] = {sizeof number, sizeof key}, formats[] = {1, 1};
        code = finish(
            connection, PQexecPrepared(connection, "update", 2, values, lengths, formats, 1));
        if (code == 0) code = baseline_pq_run(connection, "NOTIFY baseline; COMMIT");
    }
    if (code == 0) code = baseline_pq_run(connection, "DEALLOCATE update");
    return code;
}

/* A value in binary form. */
struct value {
    const void *bytes;
    int length;
};

static int prepare(PGconn *connection, const char *name, const char *sql) {
    return finish(connection, PQprepare(connection, name, sql, 0, NULL));
}

/* Sends a prepared statement, without waiting for its answer. */
static int submit(
    PGconn *connection, const char *name, int count, const struct value *values) {
    const char *bytes[5];
    int lengths[5], formats[5];
    for (int i = 0; i < count; i++) {
        bytes[i] = values[i].bytes;
        lengths[i] = values[i].length;
        formats[i] = 1;
    }
    return PQsendQueryPrepared(connection, name, count, bytes, lengths, formats, 1) == 1
        ? 0 : failed(connection);
}

/* Waits for the answers to all sent statements; each that changes rows has to change one. */
static int receive(PGconn *connection) {
    int code = PQpipelineSync(connection) == 1 ? 0 : failed(connection);
    while (code == 0) {
        PGresult *result = PQgetResult(connection);
        if (result == NULL) continue;
        ExecStatusType status = PQresultStatus(result);
        if (status == PGRES_PIPELINE_SYNC) {
            PQclear(result);
            break;
        }
        const char *changed = PQcmdTuples(result);
        int is_lost = status == PGRES_COMMAND_OK && strcmp(changed, "0") == 0;
        if (is_failure(result)) code = failed(connection);
        if (is_lost) code = 1;
        PQclear(result);
    }
    return code;
}

static int prepare_saves(PGconn *connection) {
    static const char *const statements[][2] = {
        {"begin", "BEGIN ISOLATION LEVEL SERIALIZABLE"},
        {"identity",
         "SELECT pg_current_xact_id()::text || ' ' || pg_postmaster_start_time()::text"},
        {"change",
         "UPDATE ZITEM SET Z_OPT = CAST($1 AS bigint) + 1, ZVALUEINDOLLARS = CAST($2 AS integer) "
         "WHERE Z_PK = CAST($3 AS bigint) AND Z_OPT = CAST($1 AS bigint)"},
        {"check",
         "SELECT pg_notify('baseline', 'one'), 1 / CASE WHEN "
         "(SELECT CAST(CAST(xmin AS text) AS bigint) FROM Z_METADATA ORDER BY Z_VERSION LIMIT 1) "
         "= CAST($1 AS bigint) "
         "AND (to_regclass('atransaction') IS NOT NULL) = CAST($2 AS boolean) "
         "AND CAST(CAST(to_regclass('z_metadata') AS oid) AS bigint) = CAST($3 AS bigint) "
         "THEN 1 ELSE 0 END"},
        {"commit", "COMMIT"},
    };
    int code = 0;
    for (int i = 0; i < 5 && code == 0; i++)
        code = prepare(connection, statements[i][0], statements[i][1]);
    return code;
}

/* One save, in three round trips. */
static int save(
    PGconn *connection, int64_t version, int number, int64_t row, const struct value *store) {
    uint64_t expected = htobe64((uint64_t)version), key = htobe64((uint64_t)row);
    uint32_t content = htobe32((uint32_t)number);
    const struct value change[] = {{&expected, 8}, {&content, 4}, {&key, 8}};
    int code = submit(connection, "begin", 0, NULL);
    if (code == 0) code = submit(connection, "identity", 0, NULL);
    if (code == 0) code = receive(connection);
    if (code == 0) code = submit(connection, "change", 3, change);
    if (code == 0) code = receive(connection);
    if (code == 0) code = submit(connection, "check", 3, store);
    if (code == 0) code = submit(connection, "commit", 0, NULL);
    return code == 0 ? receive(connection) : code;
}

int baseline_pq_saves(PGconn *connection, int64_t rows, int count) {
    PGresult *known = PQexecParams(
        connection,
        "SELECT CAST(CAST(xmin AS text) AS bigint), to_regclass('atransaction') IS NOT NULL, "
        "CAST(CAST(to_regclass('z_metadata') AS oid) AS bigint) FROM Z_METADATA",
        0, NULL, NULL, NULL, NULL, 1);
    PGresult *versions = PQexecParams(
        connection, "SELECT Z_OPT FROM ZITEM ORDER BY Z_PK LIMIT 1000", 0, NULL, NULL, NULL, NULL, 1);
    int code = is_failure(known) || is_failure(versions) || PQntuples(versions) < rows || rows > 1000;
    struct value store[3];
    for (int i = 0; i < 3 && code == 0; i++)
        store[i] = (struct value){PQgetvalue(known, 0, i), PQgetlength(known, 0, i)};
    if (code == 0) code = prepare_saves(connection);
    if (code == 0 && PQenterPipelineMode(connection) != 1) code = failed(connection);
    for (int i = 0; i < count && code == 0; i++) {
        int row = (int)(i % rows);
        int64_t version = integer(PQgetvalue(versions, row, 0)) + i / rows;
        code = save(connection, version, i, row + 1, store);
    }
    PQclear(known);
    PQclear(versions);
    if (code == 0 && PQexitPipelineMode(connection) != 1) code = failed(connection);
    return code == 0 ? baseline_pq_run(connection, "DEALLOCATE ALL") : code;
}

/* The bytes of rows to send to the server. */
struct buffer {
    char bytes[1 << 16];
    int count;
};

static void append(struct buffer *buffer, const void *bytes, int count) {
    memcpy(buffer->bytes + buffer->count, bytes, (size_t)count);
    buffer->count += count;
}

static void append16(struct buffer *buffer, int16_t value) {
    uint16_t bytes = htobe16((uint16_t)value);
    append(buffer, &bytes, sizeof bytes);
}

static void append32(struct buffer *buffer, int32_t value) {
    uint32_t bytes = htobe32((uint32_t)value);
    append(buffer, &bytes, sizeof bytes);
}

static void field32(struct buffer *buffer, int32_t value) {
    append32(buffer, sizeof value);
    append32(buffer, value);
}

static void field64(struct buffer *buffer, int64_t value) {
    uint64_t bytes = htobe64((uint64_t)value);
    append32(buffer, sizeof bytes);
    append(buffer, &bytes, sizeof bytes);
}

static void field_bytes(struct buffer *buffer, const void *bytes, int count) {
    append32(buffer, count);
    append(buffer, bytes, count);
}

static void append_row(struct buffer *buffer, int64_t key, int32_t entity, int number) {
    char name[40], serial[40];
    unsigned char uuid[16];
    double order = number;
    int64_t bits;
    memcpy(&bits, &order, sizeof bits);
    memset(uuid, number & 0xff, sizeof uuid);
    memcpy(uuid, &number, sizeof number);
    append16(buffer, 13);
    field64(buffer, key);
    field32(buffer, entity);
    field64(buffer, 1);
    field32(buffer, number % 5000);
    field64(buffer, number % 3 + 1);
    field64(buffer, INT64_C(731622400000000) + number);
    field64(buffer, bits);
    field_bytes(buffer, name, snprintf(name, sizeof name, "Item number %d", number));
    field_bytes(buffer, serial, snprintf(serial, sizeof serial, "SN-%08d", 10000000 + number));
    field_bytes(buffer, uuid, sizeof uuid);
    field64(buffer, 0);
    field32(buffer, 1);
    field_bytes(buffer, "\0", 1);
}

int baseline_pq_copy(
    PGconn *connection, const char *keys, const char *copy, int32_t entity, int count) {
    static const char head[] = "PGCOPY\n\377\r\n\0\0\0\0\0\0\0\0";
    int64_t last = 0;
    int code = baseline_pq_number(connection, keys, &last);
    if (code == 0) code = baseline_pq_run(connection, "BEGIN ISOLATION LEVEL SERIALIZABLE");
    if (code == 0) code = finish(connection, PQexec(connection, copy));
    if (code != 0) return code;
    struct buffer *buffer = calloc(1, sizeof *buffer);
    if (buffer == NULL) return 1;
    append(buffer, head, 19);
    for (int i = 1; i <= count && code == 0; i++) {
        append_row(buffer, last - count + i, entity, i);
        if (buffer->count > (int)sizeof buffer->bytes - 1024) {
            if (PQputCopyData(connection, buffer->bytes, buffer->count) != 1)
                code = failed(connection);
            buffer->count = 0;
        }
    }
    append16(buffer, -1);
    if (code == 0 && PQputCopyData(connection, buffer->bytes, buffer->count) != 1)
        code = failed(connection);
    free(buffer);
    if (PQputCopyEnd(connection, NULL) != 1) return failed(connection);
    PGresult *result;
    while ((result = PQgetResult(connection)) != NULL) {
        int outcome = finish(connection, result);
        if (code == 0) code = outcome;
    }
    return code == 0 ? baseline_pq_run(connection, "COMMIT") : code;
}
