import CSQLite
import Foundation

/// A transaction of an SQLite session.
final class SQLiteTransaction: SQLTransaction {
    let session: SQLiteSession
    let binder = ValueBinder(capacity: 1 << 16)
    var failure: (any Error)?
    private var files: ExternalChanges
    // Set when the transaction has begun.
    var history: PendingHistory?

    /// Whether rows are written with sort keys; not in a store with another version of them or
    /// without their triggers, where valid ones could not be recognized.
    // Set when the transaction has begun.
    var keepsSortKeys = false
    /// Whether a sort key of the record being written is truncated.
    var hasCutKey = false

    init(_ session: SQLiteSession) {
        self.session = session
        files = ExternalChanges(session.store.external)
    }

    func insertHistory(_ transactions: [PersistentHistoryTransaction], through last: Int64) throws {
        let tables = try session.historyInTransaction()
        try HistoryWriter(tables, schema: schema, connection: connection)
            .write(transactions, through: last)
        history?.removeAll()
    }

    var connection: Connection { session.connection }

    func prepareCommit() throws {
        if let failure { throw failure }
        try session.updateSortKeys()
        try session.updateTextIndexes()
        try session.updateGroupSums()
        if let tables = session.history, let history {
            try HistoryWriter(tables, schema: schema, connection: connection).write(history)
        }
        try files.prepareCommit()
    }

    func didCommit() {
        files.didCommit(session.store.readerEpochs)
        session.store.countChange()
    }

    func didRollBack() {
        files.didRollBack()
    }

    func allocateKeys(rootNumber: Int, count: Int) throws -> Int64 {
        guard count > 0 else { throw PersistenceError.misuse("No keys were asked for") }
        let root = schema.layout.entity(rootNumber)
        // Other programs may have used keys without counting them.
        return try connection.allocateKeys(
            "max(ifnull(Z_MAX, 0), (SELECT ifnull(max(Z_PK), 0) FROM \(schema[root].table)))",
            number: schema.number(of: root), count: count, name: root.name)
    }

    /// The bound form of a value that may be stored in a file; writes the file.
    func stored(_ value: AttributeValue) throws -> AttributeValue {
        guard case .data(let data) = value else { return value }
        return .data(try files.store(data).stored)
    }

    /// The values of a record that are in files, as stored in its columns.
    func externalMarkers(
        of key: Int64, in entity: EntityLayout, numbers: [Int]
    ) throws -> [ExternalMarker] {
        let columns = numbers.compactMap { schema[entity].columns[$0] }
        guard !columns.isEmpty else { return [] }
        let sql =
            "SELECT \(columns.map { "substr(\($0), 1, 64)" }.joined(separator: ", ")) "
            + "FROM \(schema[entity].table) WHERE Z_PK = ?"
        return try connection.withStatement(sql) { statement in
            try statement.bind(key, at: 1)
            guard try statement.step() else { return [] }
            return columns.indices.filter { !statement.isNull($0) }.map {
                ExternalMarker(SQLValue(statement.handle, Int32($0)).data)
            }
        }
    }

    var madeFileCount: Int { files.madeCount }

    /// Discards the files created since a count, because their row was not written.
    func discardFiles(madeSince count: Int) {
        files.discard(madeSince: count)
    }

    /// Discards files that no record refers to.
    func discard(_ markers: [ExternalMarker]) {
        markers.forEach { files.discard($0) }
    }

    func writing<T>(_ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch let error as PersistenceError {
            guard let (table, columns) = error.doubledColumns else { throw error }
            // The table may be one that a trigger writes.
            throw schema.conflict(over: columns, of: table) ?? error
        }
    }
}

extension SQLiteTransaction {
    /// The triggers' reports are ignored.
    func withoutDerivedValues<T>(_ body: () throws -> T) throws -> T {
        let wasRecording = connection.triggeredChanges.isRecording
        connection.triggeredChanges.isRecording = false
        defer { connection.triggeredChanges.isRecording = wasRecording }
        return try body()
    }

    /// Discards the files of the records.
    func prepareDeletion(of list: SQLDeletionList) throws {
        for entity in schema.layout.entities
        where try session.firstRecord(list.record(of: entity)) != nil {
            for slot in entity.slots
            where slot.isStoredExternally && slot.declaringEntityNumber == entity.number {
                guard let column = schema[entity].columns[slot.number] else { continue }
                var markers: [ExternalMarker] = []
                try session.run(
                    "SELECT substr(\(column), 1, 64) FROM \(schema[entity].table) "
                        + "WHERE substr(\(column), 1, 1) = x'02' "
                        + "AND Z_PK IN (\(list.keys(below: entity.rootNumber)))"
                ) { markers.append(ExternalMarker($0.data(0))) }
                discard(markers)
            }
        }
    }

    func takeDerivedValues() -> [StoreDerivedValue] {
        let entities = schema.layout.entities
        return connection.triggeredChanges.takeAll().compactMap { location, stored in
            let number = schema.numbers.own(location.entityNumber)
            guard entities.indices.contains(number - 1),
                let slot = entities[number - 1].slot(named: location.attribute),
                let attribute = slot.attribute
            else { return nil }
            let value = ExpressionType(attribute).value(
                stored, objectID: session.store.storeEntities.objectID)
            return StoreDerivedValue(
                entityNumber: number, key: location.key, slot: slot.number, value: value)
        }
    }
}

extension SQLiteSession {
    /// Rejects numbers from triggers that their attributes cannot hold.
    func refuseDerivedNumbersOutOfRange() {
        guard connection.triggeredChanges.refusal == nil, !schema.layout.derivations.isEmpty
        else { return }
        connection.triggeredChanges.refusal = { [store] value, location in
            let number = store.schema.numbers.own(location.entityNumber)
            guard store.schema.layout.entities.indices.contains(number - 1),
                let slot = store.schema.layout.entity(number).slot(named: location.attribute)
            else { return nil }
            return .outOfRange(
                value, at: slot,
                of: store.storeEntities.objectID(entityNumber: number, key: location.key))
        }
    }
}
