/// A conversation with a store whose records are in the tables of an engine that knows SQL.
package protocol SQLSession: StoreSession {
    associatedtype Row: SQLRow
    associatedtype Parameters: SQLParameters

    /// Gives the values of a statement's parameters.
    typealias Giving = (inout Parameters) throws -> Void

    var schema: SQLSchema { get }
    var queryBuilder: SQLQueryBuilder { get throws }

    /// Runs a statement. Returns how many records it has written, if it writes.
    ///
    /// - Parameters:
    ///   - sql: the statement, its parameters marked by `?` or numbered as the dialect does it.
    ///   - body: called with each row of the answer.
    @discardableResult
    func run(_ sql: String, _ give: Giving, _ body: (Row) throws -> Void) throws -> Int

    /// The rows of a caller's own SQL, which must not write.
    func rows(of sql: SQL) throws -> SQLRows

    /// Runs statements whose answers nobody needs. An engine may send them one behind the other and wait at
    /// the end only; the closure may run again then.
    ///
    /// - Parameter body: gets what sends a statement.
    func together(_ body: (_ send: (String, Giving) throws -> Void) throws -> Void) throws
}

extension SQLSession {
    package func count(_ request: StoreFetch) throws -> Int {
        var count = 0
        guard let query = try queryBuilder.count(request) else {
            try fetch(request) { _ in count += 1 }
            return count
        }
        try run(query.sql) { parameters in
            for value in query.bindings { try parameters.append(constant: value) }
        } _: {
            count = Int($0.integer(0))
        }
        return count
    }

    package func entityNumber(of key: Int64, in root: EntityLayout) throws -> Int? {
        var number: Int?
        try run("SELECT Z_ENT FROM \(schema[root].table) WHERE Z_PK = ?") {
            try $0.append(key)
        } _: {
            number = schema.numbers.own(Int($0.integer(0)))
        }
        return number.flatMap { (root.number...root.lastNumber).contains($0) ? $0 : nil }
    }

    package func isPristine() throws -> Bool { try lastKeys().isEmpty }

    package func lastKeys() throws -> [Int: Int64] {
        var keys: [Int: Int64] = [:]
        try run("SELECT Z_ENT, Z_MAX FROM Z_PRIMARYKEY WHERE Z_MAX > 0 AND \(Self.isOfModel)") {
            row in
            let number = schema.numbers.own(Int(row.integer(0)))
            guard schema.layout.entities.indices.contains(number - 1) else { return }
            let root = schema.layout.entity(number).rootNumber
            keys[root] = max(keys[root] ?? 0, row.integer(1))
        }
        return keys
    }

    /// Runs a statement without parameters.
    private func run(_ sql: String, _ body: (Row) throws -> Void) throws {
        try run(sql, { _ in }, body)
    }

    /// Whether a number is that of an entity of the model, and not of history.
    private static var isOfModel: String { "Z_ENT < \(HistoryTables.Number.change)" }
}
