import CSQLite

/// Receives the rows of statements that call `visit_row` for each of them.
///
/// Stepping leaves and enters SQLite's machine for each row, which takes as long as reading half of
/// the columns; an aggregate function is called from inside. That pays for rows in the order of
/// their table only: for other orders, SQLite stores the rows before it calls a function, which
/// takes longer than stepping.
///
/// Each connection has one, which only its thread uses.
final class RowCallback {
    /// The SQL function, whose arguments are the columns of the row.
    static let function = "visit_row"
    /// The greatest number of arguments of functions in every build of SQLite.
    static let maximumColumnCount = 100

    /// The callback of a running statement for its rows.
    private final class Visit {
        let closure: (SQLColumns) throws -> Void
        var error: (any Error)?

        init(_ closure: @escaping (SQLColumns) throws -> Void) {
            self.closure = closure
        }
    }

    /// The callback of the innermost statement, because callbacks may run further statements. The
    /// call of `run` retains it.
    private var current: Unmanaged<Visit>?

    /// Registers the function with a connection.
    ///
    /// - Throws: `PersistenceError.sqlite`.
    static func register(on connection: Connection) throws {
        let visits = Unmanaged.passUnretained(connection.rowCallback).toOpaque()
        try SQLFunctions.check(
            sqlite3_create_function_v2(
                connection.handle, function, -1, SQLITE_UTF8 | SQLITE_DIRECTONLY, visits, nil, step,
                { sqlite3_result_null($0) }, nil), connection.handle)
    }

    /// Runs a statement, and calls the closure with the columns of each row.
    ///
    /// - Throws: the closure's first error, after which it is not called again; errors of the
    ///   statement.
    func run(_ statement: Statement, _ closure: (SQLColumns) throws -> Void) throws {
        try withoutActuallyEscaping(closure) { closure in
            let visit = Visit(closure)
            let outer = current
            current = .passUnretained(visit)
            defer { current = outer }
            do {
                try withExtendedLifetime(visit) { try statement.run() }
            } catch {
                throw visit.error ?? error
            }
        }
    }

    private static let step: SQLFunctions.Function = { context, _, arguments in
        guard let arguments, let owner = sqlite3_user_data(context) else { return }
        let visits = Unmanaged<RowCallback>.fromOpaque(owner)
        guard let visit = visits._withUnsafeGuaranteedRef({ $0.current }) else { return }
        visit._withUnsafeGuaranteedRef { visit in
            do {
                try visit.closure(SQLColumns(arguments: arguments))
            } catch {
                visit.error = error
                sqlite3_result_error(context, "the callback for a row failed", -1)
            }
        }
    }
}
