/// A conversation with a store whose records are in the tables of an engine that knows SQL.
package protocol SQLSession: StoreSession {
    associatedtype Row: SQLRow
    associatedtype Parameters: SQLParameters
    associatedtype Transaction: SQLTransaction where Transaction.Session == Self

    /// Gives the values of a statement's parameters.
    typealias Giving = (inout Parameters) throws -> Void

    var schema: SQLSchema { get }
    var storeEntities: StoreEntities { get }
    var queryBuilder: SQLQueryBuilder { get throws }
    /// The transaction that is open, if any.
    var transaction: Transaction? { get }
    /// The tables of the store's history, as they are known to be; nil if it keeps none.
    var history: HistoryTables? { get }

    /// Runs a statement. Returns how many records it has written, if it writes.
    ///
    /// - Parameters:
    ///   - sql: the statement, its parameters marked by `?` or numbered as the dialect does it.
    ///   - body: called with each row of the answer.
    @discardableResult
    func run(_ sql: String, _ give: Giving, _ body: (Row) throws -> Void) throws -> Int

    /// Calls a closure with each record that a statement finds.
    ///
    /// - Parameter isInterrupted: whether the closure asks the session for more, or may throw ``FetchWindow/Full``
    ///   before the end.
    func withRows(
        _ plan: SQLFetchPlan, _ selection: RecordSelection, includesValues: Bool,
        isInterrupted: Bool, _ visit: (RecordRow<Row>) throws -> Void
    ) throws

    /// The rows of a caller's own SQL, which must not write.
    func rows(of sql: SQL) throws -> SQLRows

    /// Runs statements whose answers no one needs. An engine may send them one behind the other and wait at
    /// the end only; the closure may run again then.
    ///
    /// - Parameter body: gets what sends a statement.
    func pipeline(_ body: (_ send: (String, Giving) throws -> Void) throws -> Void) throws

    /// The tables of the store's history, which others may have begun meanwhile; nil if it keeps none.
    ///
    /// - Parameter withAnnotations: whether it matters that others may have added annotations.
    func presentHistory(withAnnotations: Bool) throws -> HistoryTables?

    /// Whether the history has all transactions after the one with a number.
    func isHistoryComplete(after number: Int64) throws -> Bool

    /// Gives the transactions of an author another one. Returns how many there were.
    func replaceHistoryAuthor(_ author: String, by other: String) throws -> Int

    /// Deletes what only forgotten transactions have named. Default: there is nothing.
    func deleteUnusedHistoryTexts() throws
}

extension SQLSession {
    /// Calls a closure with the records of a request in an order that SQL knows, with the values of a selection.
    package func fetch(
        _ request: StoreFetch, _ selection: RecordSelection,
        _ visit: (any StoreRow) throws -> Void
    ) throws {
        let plan = try queryBuilder.select(selection.columns, request)
        guard let residual = plan.residual else {
            return try withRows(
                plan, selection, includesValues: true, isInterrupted: false, visit)
        }
        var window = FetchWindow(limit: request.limit, offset: request.offset)
        do {
            try withRows(plan, selection, includesValues: true, isInterrupted: true) { row in
                try checkLimits()
                let subject = StoreRecordSubject(
                    in: self, storeEntities: storeEntities, entityNumber: row.entityNumber,
                    key: row.key, row: try row.snapshot(), slots: selection.slots)
                guard try residual.evaluate(with: subject) else { return }
                if window.admitsNext() { try visit(row) }
                if window.isFull { throw FetchWindow.Full() }
            }
        } catch is FetchWindow.Full {
            // All that was asked for is there.
        }
    }

    package func count(_ request: StoreFetch) throws -> Int {
        var count = 0
        guard let query = try queryBuilder.count(request) else {
            try fetch(request) { _ in count += 1 }
            return count
        }
        try run(query) { count = Int($0.integer(0)) }
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

    /// Runs a statement without parameters. Returns how many records it has written, if it writes.
    @discardableResult
    package func run(_ sql: String, _ body: (Row) throws -> Void) throws -> Int {
        try run(sql, { _ in }, body)
    }

    /// Runs a statement with its parameters. Returns how many records it has written, if it writes.
    @discardableResult
    package func run(_ query: SQLQuery, _ body: (Row) throws -> Void) throws -> Int {
        try run(query.sql, { for value in query.bindings { try $0.append(constant: value) } }, body)
    }

    /// Runs a statement for some keys, of which one takes no more than the engine allows.
    ///
    /// - Parameter sql: makes the statement for so many keys, which are its last parameters.
    package func run(
        forKeys keys: some RandomAccessCollection<Int64>, _ sql: (_ keyCount: Int) -> String,
        _ body: (Row) throws -> Void
    ) throws {
        var rest = keys[...]
        while !rest.isEmpty {
            let portion = rest.prefix(schema.dialect.maximumKeyCount)
            rest = rest.dropFirst(portion.count)
            try run(sql(portion.count), { try $0.append(keys: portion) }, body)
        }
    }

    /// The keys of the records of a fetch.
    package func keys(of fetch: StoreFetch) throws -> [Int64] {
        var keysOnly = fetch
        keysOnly.includesValues = false
        var keys: [Int64] = []
        try self.fetch(keysOnly) { keys.append($0.key) }
        return keys
    }

    /// Whether a number is that of an entity of the model, and not of history.
    private static var isOfModel: String { "Z_ENT < \(HistoryTables.Number.change)" }
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
