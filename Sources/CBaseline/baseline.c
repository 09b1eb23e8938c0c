#include "baseline.h"

#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

int baseline_open(const char *path, const char *statements, sqlite3 **db) {
    int code = sqlite3_open_v2(
        path, db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL);
    if (code == SQLITE_OK) code = sqlite3_exec(*db, statements, NULL, NULL, NULL);
    return code;
}

static int64_t read_row(sqlite3_stmt *statement, int columns) {
    int64_t sum = 0;
    for (int i = 0; i < columns; i++) {
        switch (sqlite3_column_type(statement, i)) {
        case SQLITE_INTEGER: sum += sqlite3_column_int64(statement, i); break;
        case SQLITE_FLOAT: sum += (int64_t)sqlite3_column_double(statement, i); break;
        case SQLITE_TEXT:
            sum += sqlite3_column_text(statement, i)[0];
            sum += sqlite3_column_bytes(statement, i);
            break;
        case SQLITE_BLOB:
            sum += ((const unsigned char *)sqlite3_column_blob(statement, i))[0];
            sum += sqlite3_column_bytes(statement, i);
            break;
        default: break;
        }
    }
    return sum;
}

int baseline_fetch(sqlite3 *db, const char *sql, int64_t *sum) {
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
    if (code == SQLITE_OK) {
        int columns = sqlite3_column_count(statement);
        while ((code = sqlite3_step(statement)) == SQLITE_ROW) *sum += read_row(statement, columns);
        if (code == SQLITE_DONE) code = SQLITE_OK;
    }
    sqlite3_finalize(statement);
    return code;
}

int baseline_run(sqlite3 *db, const char *statement) {
    return sqlite3_exec(db, statement, NULL, NULL, NULL);
}

int baseline_insert(sqlite3 *db, const char *insert, int count) {
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(db, insert, -1, &statement, NULL);
    int parameters = sqlite3_bind_parameter_count(statement);
    if (code == SQLITE_OK) code = sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL);
    for (int i = 1; i <= count && code == SQLITE_OK; i++) {
        char name[40], serial[40];
        unsigned char key[16];
        int name_length = snprintf(name, sizeof name, "Item number %d", i);
        int serial_length = snprintf(serial, sizeof serial, "SN-%08d", i);
        memset(key, i & 0xff, sizeof key);
        memcpy(key, &i, sizeof i);
        sqlite3_bind_int64(statement, 1, i);
        sqlite3_bind_int64(statement, 2, 2);
        sqlite3_bind_int64(statement, 3, 1);
        sqlite3_bind_int64(statement, 4, i % 5000);
        sqlite3_bind_int64(statement, 5, i % 3 + 1);
        sqlite3_bind_double(statement, 6, 700000000.25 + i);
        sqlite3_bind_double(statement, 7, i);
        sqlite3_bind_text(statement, 8, name, name_length, SQLITE_STATIC);
        sqlite3_bind_text(statement, 9, serial, serial_length, SQLITE_STATIC);
        sqlite3_bind_blob(statement, 10, key, sizeof key, SQLITE_STATIC);
        for (int further = 11; further <= parameters; further++) sqlite3_bind_null(statement, further);
        code = sqlite3_step(statement);
        if (code == SQLITE_DONE) code = sqlite3_reset(statement);
    }
    if (code == SQLITE_OK) code = sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
    sqlite3_finalize(statement);
    return code;
}

int baseline_updates(sqlite3 *db, const char *update, int64_t rows, int count) {
    sqlite3_stmt *statement = NULL, *begin = NULL, *commit = NULL;
    int code = sqlite3_prepare_v2(db, update, -1, &statement, NULL);
    if (code == SQLITE_OK) code = sqlite3_prepare_v2(db, "BEGIN IMMEDIATE", -1, &begin, NULL);
    if (code == SQLITE_OK) code = sqlite3_prepare_v2(db, "COMMIT", -1, &commit, NULL);
    for (int i = 0; i < count && code == SQLITE_OK; i++) {
        sqlite3_step(begin);
        sqlite3_reset(begin);
        sqlite3_bind_int64(statement, 1, i);
        sqlite3_bind_int64(statement, 2, i % rows + 1);
        code = sqlite3_step(statement);
        if (code == SQLITE_DONE) code = sqlite3_reset(statement);
        sqlite3_step(commit);
        sqlite3_reset(commit);
    }
    sqlite3_finalize(statement);
    sqlite3_finalize(begin);
    sqlite3_finalize(commit);
    return code;
}

int baseline_lookups(sqlite3 *db, const char *sql, int64_t rows, int count, int64_t *sum) {
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
    if (code == SQLITE_OK) code = sqlite3_exec(db, "BEGIN", NULL, NULL, NULL);
    if (code == SQLITE_OK) {
        int columns = sqlite3_column_count(statement);
        for (int i = 0; i < count && code == SQLITE_OK; i++) {
            sqlite3_bind_int64(statement, 1, (i * (int64_t)7919) % rows + 1);
            if (sqlite3_step(statement) == SQLITE_ROW) *sum += read_row(statement, columns);
            code = sqlite3_reset(statement);
        }
    }
    if (code == SQLITE_OK) code = sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
    sqlite3_finalize(statement);
    return code;
}
