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
    func pipeline(_ body: (_ send: (String, Giving) throws -> Void) throws -> Void) throws
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

/// The writing half of a session of an engine that knows SQL.
package protocol SQLTransaction: JoinableTransaction {
    associatedtype Session: SQLSession

    var session: Session { get }

    /// Runs what writes. What the engine refuses is told in the words of the model.
    func writing<T>(_ body: () throws -> T) throws -> T

    /// Records an update for the store's history.
    func recordUpdate(of key: Int64, _ entity: EntityLayout, slots: [Int])

    /// Records changes of a many-to-many relationship for derived attributes, where the store and
    /// no trigger computes them.
    func recordDerivation(ofJoins changes: [StoreJoinChange], _ slot: PropertySlot)
}

extension SQLTransaction {
    package func recordDerivation(ofJoins changes: [StoreJoinChange], _ slot: PropertySlot) {}
}

/// The values of a statement's parameters, given one behind the other.
package protocol SQLParameters {
    mutating func append(_ value: Int64) throws

    /// Keys, as the condition of `SQLDialect.isAmong(_:keyCount:)` takes them.
    mutating func append(keys: some RandomAccessCollection<Int64>) throws

    /// A value that a predicate or an expression compares or computes with.
    mutating func append(constant value: AttributeValue) throws
}

/// Counts records into a window of limit and offset.
package struct FetchWindow {
    /// Ends a fetch early.
    package struct Full: Error {}

    private var toSkip: Int
    private var toTake: Int?

    package init(limit: Int, offset: Int) {
        toSkip = offset
        toTake = limit > 0 ? limit : nil
    }

    package var isFull: Bool { toTake == 0 }

    /// Whether the next record is in the window.
    package mutating func admitsNext() -> Bool {
        if toSkip > 0 {
            toSkip -= 1
            return false
        }
        if let rest = toTake { toTake = rest - 1 }
        return true
    }
}

/// Does something with each of some tables, and tells the part of their rows that is done, from 0 to 1.
///
/// - Parameters:
///   - count: finds the number of rows.
///   - progress: is told.
///   - body: tells how many rows of its table are done.
package func forEachTable<Table>(
    _ tables: [Table], count: (Table) throws -> Int64, telling progress: ((Double) -> Void)?,
    _ body: (Table, _ tell: (Int) -> Void) throws -> Void
) throws {
    let counts = try progress == nil ? tables.map { _ in 0 } : tables.map(count)
    let total = Double(max(1, counts.reduce(0, +)))
    var done: Int64 = 0
    for (table, count) in zip(tables, counts) {
        try body(table) { progress?(Double(done + min(Int64($0), count)) / total) }
        done += count
    }
    progress?(1)
}
