import CSQLite

/// The columns of a row: of the one that a statement is at, until its next step, or the arguments of
/// a function, during its call.
struct SQLColumns {
    private let statement: OpaquePointer?
    private let arguments: UnsafeMutablePointer<OpaquePointer?>?

    init(of statement: OpaquePointer) {
        self.statement = statement
        arguments = nil
    }

    init(arguments: UnsafeMutablePointer<OpaquePointer?>) {
        statement = nil
        self.arguments = arguments
    }

    @inline(__always)
    subscript(column: Int32) -> SQLValue {
        if let arguments { return SQLValue(arguments[Int(column)]) }
        return SQLValue(sqlite3_column_value(statement, column))
    }
}
