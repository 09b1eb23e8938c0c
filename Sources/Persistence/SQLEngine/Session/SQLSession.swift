/// A session with a store in the tables of an SQL engine.
package protocol SQLSession: StoreSession {
    associatedtype Row: SQLRow
    associatedtype Parameters: SQLParameters
    associatedtype Transaction: SQLTransaction where Transaction.Session == Self

    /// Binds the parameters of a statement.
    typealias Giving = (inout Parameters) throws -> Void

    var schema: SQLSchema { get }
    var storeEntities: StoreEntities { get }
    var queryBuilder: SQLQueryBuilder { get throws }
    /// The open transaction, if any.
    var transaction: Transaction? { get }
    /// The known tables of the store's history; nil if it keeps none.
    var history: HistoryTables? { get }

    /// Runs a statement. Returns the number of records that it wrote, if it writes.
    ///
    /// - Parameters:
    ///   - sql: the statement, with `?` parameters or those of the dialect.
    ///   - body: called with each row of the result.
    @discardableResult
    func run(_ sql: String, _ give: Giving, _ body: (Row) throws -> Void) throws -> Int

    /// Calls a closure with each record of the result.
    ///
    /// - Parameter isInterrupted: whether the closure uses the session, or may throw
    ///   ``FetchWindow/Full`` before the end.
    func withRows(
        _ plan: SQLFetchPlan, _ selection: RecordSelection, includesValues: Bool,
        isInterrupted: Bool, _ visit: (RecordRow<Row>) throws -> Void
    ) throws

    /// The rows of a caller's SQL, which must not write.
    func rows(of sql: SQL) throws -> SQLRows

    /// Runs statements whose results are not needed. An engine may send them without waiting for
    /// each result; the closure may run again then.
    ///
    /// - Parameter body: gets the function that sends a statement.
    func pipeline(_ body: (_ send: (String, Giving) throws -> Void) throws -> Void) throws

    /// The tables of the store's history, which another process may have added since; nil if it
    /// keeps none.
    ///
    /// - Parameter withAnnotations: whether to look for an added column of annotations.
    func presentHistory(withAnnotations: Bool) throws -> HistoryTables?

    /// Whether the history has all transactions after a number.
    func isHistoryComplete(after number: Int64) throws -> Bool

    /// Renames the author of transactions. Returns their number.
    func replaceHistoryAuthor(_ author: String, by other: String) throws -> Int

    /// Deletes texts that only deleted transactions used. Default: does nothing.
    func deleteUnusedHistoryTexts() throws
}

extension SQLSession {
    /// Calls a closure with the records of a request whose order SQL knows, with the values of a
    /// selection.
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

    /// Runs a statement without parameters. Returns the number of records that it wrote, if it
    /// writes.
    @discardableResult
    package func run(_ sql: String, _ body: (Row) throws -> Void) throws -> Int {
        try run(sql, { _ in }, body)
    }

    /// Runs a statement with parameters. Returns the number of records that it wrote, if it writes.
    @discardableResult
    package func run(_ query: SQLQuery, _ body: (Row) throws -> Void) throws -> Int {
        try run(query.sql, { for value in query.bindings { try $0.append(constant: value) } }, body)
    }

    /// Runs a statement for keys, in batches of the engine's limit.
    ///
    /// - Parameter sql: makes the statement for a number of keys, which are its last parameters.
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

    package func keys(of fetch: StoreFetch) throws -> [Int64] {
        var keysOnly = fetch
        keysOnly.includesValues = false
        var keys: [Int64] = []
        try self.fetch(keysOnly) { keys.append($0.key) }
        return keys
    }

    /// Whether an entity number is of the model, and not of history.
    private static var isOfModel: String { "Z_ENT < \(HistoryTables.Number.change)" }
}

/// The values of a statement's parameters, appended in order.
package protocol SQLParameters {
    mutating func append(_ value: Int64) throws

    /// Keys for the condition of `SQLDialect.isAmong(_:keyCount:)`.
    mutating func append(keys: some RandomAccessCollection<Int64>) throws

    /// A value that a predicate or an expression uses.
    mutating func append(constant value: AttributeValue) throws
}

/// Counts records to apply limit and offset.
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

    package mutating func admitsNext() -> Bool {
        if toSkip > 0 {
            toSkip -= 1
            return false
        }
        if let rest = toTake { toTake = rest - 1 }
        return true
    }
}

/// Processes tables one by one and reports the processed part of their rows, from 0 to 1.
///
/// - Parameters:
///   - count: counts the rows of a table.
///   - progress: receives the fraction.
///   - body: reports how many rows of its table are processed.
package func forEachTable<Table>(
    _ tables: [Table], count: (Table) throws -> Int64, reportingTo progress: ((Double) -> Void)?,
    _ body: (Table, _ report: (Int) -> Void) throws -> Void
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
