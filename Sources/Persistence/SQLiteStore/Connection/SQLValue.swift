import CSQLite
import Foundation

/// A value of a row that SQLite is at, for as long as it is.
///
/// Each of SQLite's functions for columns looks for the column and locks the connection. Here the
/// column is looked for once, and a connection belongs to one thread, which is what SQLite demands
/// of those who look at values in this way.
struct SQLValue {
    private let handle: OpaquePointer?

    @inline(__always)
    init(_ handle: OpaquePointer?) {
        self.handle = handle
    }

    /// The value of a column of the row that a statement is at.
    @inline(__always)
    init(_ statement: OpaquePointer, _ column: Int32) {
        self.init(sqlite3_column_value(statement, column))
    }

    /// One of `SQLITE_INTEGER`, `SQLITE_FLOAT`, `SQLITE_TEXT`, `SQLITE_BLOB` and `SQLITE_NULL`.
    @inline(__always)
    var type: Int32 { sqlite3_value_type(handle) }

    @inline(__always)
    var integer: Int64 { sqlite3_value_int64(handle) }

    @inline(__always)
    var double: Double { sqlite3_value_double(handle) }

    /// The bytes of the text in UTF-8.
    @inline(__always)
    var text: UnsafeRawBufferPointer {
        // The length is that of the text only once the text was asked for.
        let start = sqlite3_value_text(handle)
        return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(handle)))
    }

    @inline(__always)
    var bytes: UnsafeRawBufferPointer {
        let start = sqlite3_value_blob(handle)
        return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(handle)))
    }

    var string: String { String(decoding: text, as: UTF8.self) }

    var data: Data { Data(bytes) }

    /// The value as SQLite keeps it.
    var stored: AttributeValue {
        switch type {
        case SQLITE_INTEGER: .integer(integer)
        case SQLITE_FLOAT: .double(double)
        case SQLITE_TEXT: .string(string)
        case SQLITE_BLOB: .data(data)
        default: .null
        }
    }
}
