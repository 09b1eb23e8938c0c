import CSQLite
import Foundation

extension Statement {
    /// The value of a column as SQLite keeps it.
    func storedValue(_ column: Int) -> AttributeValue {
        let position = Int32(column)
        switch sqlite3_column_type(handle, position) {
        case SQLITE_INTEGER: return .integer(sqlite3_column_int64(handle, position))
        case SQLITE_FLOAT: return .double(sqlite3_column_double(handle, position))
        case SQLITE_TEXT: return .string(text(column) ?? "")
        case SQLITE_BLOB: return .data(Data(bytes(column) ?? []))
        default: return .null
        }
    }
}
