import Foundation

/// Writes the history of one transaction into Core Data's tables.
final class HistoryWriter {
    private var tables: HistoryTables
    private let schema: SQLSchema
    private let connection: Connection

    init(_ tables: HistoryTables, schema: SQLSchema, connection: Connection) {
        self.tables = tables
        self.schema = schema
        self.connection = connection
    }

    // Constant while the program runs.
    private static let bundle = Bundle.main.bundleIdentifier
    private static let process = ProcessInfo.processInfo.processName

    /// Writes the pending history, if there is any.
    func write(_ pending: PendingHistory) throws {
        guard !pending.isEmpty else { return }
        let copied = pending.copied
        let number =
            try copied?.transactionNumber
            ?? nextKey(HistoryTables.Number.transaction, count: 1)
        let strings = try [
            string(pending.origin.author), string(copied.map(\.bundleID) ?? Self.bundle),
            string(pending.origin.contextName), string(copied.map(\.processID) ?? Self.process),
        ]
        try connection.withStatement(
            "INSERT INTO ATRANSACTION (Z_PK, Z_ENT, Z_OPT, ZAUTHORTS, ZBUNDLEIDTS, "
                + "ZCONTEXTNAMETS, ZPROCESSIDTS, ZTIMESTAMP) "
                + "VALUES (?, \(HistoryTables.Number.transaction), NULL, ?, ?, ?, ?, ?)"
        ) { statement in
            try statement.bind(number, at: 1)
            for (index, key) in strings.enumerated() {
                if let key { try statement.bind(key, at: 2 + index) }
            }
            let timestamp = copied?.timestamp ?? .now
            try statement.bind(timestamp.timeIntervalSinceReferenceDate, at: 6)
            try statement.run()
        }
        if !pending.changes.isEmpty { try writeChanges(of: pending, transaction: number) }
    }

    /// Copies the history of another store.
    ///
    /// - Parameter last: the number of its last transaction.
    func write(_ transactions: [PersistentHistoryTransaction], through last: Int64) throws {
        for transaction in transactions {
            let pending = PendingHistory(copying: transaction) { _, value in
                switch value {
                // No column preserves it.
                case .transformable, .deferred: .null
                default: value
                }
            }
            try write(pending)
        }
        try connection.withStatement(
            "UPDATE Z_PRIMARYKEY SET Z_MAX = max(ifnull(Z_MAX, 0), ?) WHERE Z_ENT = ?"
        ) { statement in
            try statement.bind(last, at: 1)
            try statement.bind(Int64(HistoryTables.Number.transaction), at: 2)
            try statement.run()
        }
    }

    private func writeChanges(of pending: PendingHistory, transaction: Int64) throws {
        var pending = pending
        var key = try nextKey(HistoryTables.Number.change, count: pending.changes.count)
        let isAnnotated = pending.changes.contains { pending.annotation(of: $0) != nil }
        if isAnnotated, !tables.hasAnnotations { try tables.addAnnotations(connection) }
        let names =
            ["Z_PK", "ZCHANGETYPE", "ZENTITY", "ZENTITYPK", "ZTRANSACTIONID", "ZCOLUMNS"]
            + tables.tombstoneColumns + (isAnnotated ? [HistoryTables.annotation] : [])
        let marks = Array(repeating: "?", count: names.count).joined(separator: ", ")
        let sql =
            "INSERT INTO ACHANGE (\(names.joined(separator: ", ")), Z_ENT) "
            + "VALUES (\(marks), \(HistoryTables.Number.change))"
        let binder = ValueBinder(capacity: 4096)
        try connection.withStatement(sql) { statement in
            for change in pending.changes {
                binder.startRecord()
                for (index, value) in [
                    key, Int64(change.type.rawValue),
                    Int64(schema.numbers.stored(change.reference.entityNumber)),
                    change.reference.key, transaction,
                ].enumerated() {
                    try statement.bind(value, at: index + 1)
                }
                try bind(
                    change, pending.columns(of: change, schema.layout), binder, to: statement)
                if isAnnotated {
                    let annotation = pending.annotation(of: change).map { AttributeValue.data($0) }
                    try binder.bind(annotation ?? .null, to: statement, at: names.count)
                }
                try statement.runAndReset()
                key += 1
            }
        }
    }

    private func bind(
        _ change: PendingHistory.Change, _ columns: [UInt8]?, _ binder: ValueBinder,
        to statement: Statement
    ) throws {
        if let columns {
            try columns.withUnsafeBytes { try statement.bind($0, at: 6) }
        } else {
            try statement.bindNull(at: 6)
        }
        for index in tables.tombstoneColumns.indices {
            let value = index < change.tombstone.count ? change.tombstone[index] : .null
            try binder.bind(value, to: statement, at: 7 + index)
        }
    }

    /// Renames the author of transactions. Returns their number.
    func replaceAuthor(_ author: String, by other: String) throws -> Int {
        guard let key = try string(other) else { return 0 }
        // Other programs write the author into the transaction itself.
        return try connection.withStatement(
            "UPDATE ATRANSACTION SET ZAUTHORTS = ?, ZAUTHOR = NULL WHERE ZAUTHOR = ? OR ZAUTHORTS IN "
                + "(SELECT Z_PK FROM ATRANSACTIONSTRING WHERE ZNAME = ?)"
        ) { statement in
            try statement.bind(key, at: 1)
            try statement.bind(author, at: 2)
            try statement.bind(author, at: 3)
            try statement.run()
            return connection.changes
        }
    }

    /// The key of a text, which is stored once.
    private func string(_ text: String?) throws -> Int64? {
        guard let text, !text.isEmpty else { return nil }
        let known = try connection.withStatement(
            "SELECT Z_PK FROM ATRANSACTIONSTRING WHERE ZNAME = ?"
        ) { statement -> Int64? in
            try statement.bind(text, at: 1)
            return try statement.step() ? statement.integer(0) : nil
        }
        if let known { return known }
        let key = try nextKey(HistoryTables.Number.string, count: 1)
        try connection.withStatement(
            "INSERT INTO ATRANSACTIONSTRING (Z_PK, Z_ENT, Z_OPT, ZNAME) "
                + "VALUES (?, \(HistoryTables.Number.string), NULL, ?)"
        ) { statement in
            try statement.bind(key, at: 1)
            try statement.bind(text, at: 2)
            try statement.run()
        }
        return key
    }

    private func nextKey(_ entity: Int, count: Int) throws -> Int64 {
        try connection.allocateKeys(
            "ifnull(Z_MAX, 0)", number: entity, count: count, name: "its history")
    }
}

extension Connection {
    /// Allocates keys of an entity, and returns the first one.
    ///
    /// - Parameters:
    ///   - last: the SQL of the last used key.
    ///   - number: the store's number of the entity.
    ///   - name: the entity's name.
    func allocateKeys(_ last: String, number: Int, count: Int, name: String) throws -> Int64 {
        let sql =
            "UPDATE Z_PRIMARYKEY SET Z_MAX = \(last) + ? WHERE Z_ENT = ? RETURNING Z_MAX"
        let taken = try withStatement(sql) { statement -> Int64? in
            try statement.bind(Int64(count), at: 1)
            try statement.bind(Int64(number), at: 2)
            guard try statement.step() else { return nil }
            let taken = statement.integer(0)
            try statement.run()
            return taken
        }
        guard let taken else {
            throw PersistenceError.corruptStore(
                path: path, reason: "Z_PRIMARYKEY has no row for \(name)")
        }
        return taken - Int64(count) + 1
    }
}
