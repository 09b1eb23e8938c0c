import ObjectModel

extension SQLiteSession {
    /// The greatest number of keys in one statement.
    func execute(_ batch: StoreBatch, wantsReferences: Bool) throws -> StoreBatchResult {
        try transaction { _ in
            guard let transaction else { return StoreBatchResult() }
            // Who does not ask for records does not ask for what triggers compute either.
            let wasRecording = connection.triggeredChanges.isRecording
            connection.triggeredChanges.isRecording = wasRecording && wantsReferences
            defer { connection.triggeredChanges.isRecording = wasRecording }
            // History names every record.
            let wantsReferences = wantsReferences || history != nil
            switch batch {
            case .update(let fetch, let assignments):
                let result = try update(
                    fetch, assignments, transaction, wantsReferences: wantsReferences)
                record(result.updated, slots: assignments.map(\.slot.number))
                return result
            case .delete(let fetch):
                return try delete(fetch, transaction, wantsReferences: wantsReferences)
            }
        }
    }

    /// Records updates for the store's history.
    func record(_ updated: [StoreReference], slots: [Int]) {
        guard let history = transaction?.history else { return }
        for reference in updated { history.notes.recordUpdate(of: reference, slots: slots) }
    }

    // MARK: - Updating

    private func update(
        _ fetch: StoreFetch, _ assignments: [StoreAssignment], _ transaction: SQLiteTransaction,
        wantsReferences: Bool
    ) throws -> StoreBatchResult {
        var result = StoreBatchResult()
        func run(_ update: SQLBatchUpdate) throws {
            try check(update, store.storeEntities)
            let change = try transaction.change(
                update.statement, wantsReferences: wantsReferences)
            result.count += change.count
            result.updated += change.references
        }
        if let update = try queryBuilder.update(fetch, assignments) {
            try run(update)
        } else {
            for keys in try keys(of: fetch) {
                try run(try queryBuilder.update(fetch, keys: keys, assignments))
            }
        }
        return result
    }

    /// The keys of the records of a fetch, in portions for one statement each.
    func keys(of fetch: StoreFetch) throws -> [ArraySlice<Int64>] {
        var keysOnly = fetch
        keysOnly.includesValues = false
        var keys: [Int64] = []
        try self.fetch(keysOnly) { keys.append($0.key) }
        return keys.statementChunks
    }

    // MARK: - Deleting

    private func delete(
        _ fetch: StoreFetch, _ transaction: SQLiteTransaction, wantsReferences: Bool
    ) throws -> StoreBatchResult {
        let rules = SQLDeletionRules(schema: schema)
        let isWatched =
            history != nil || rules.concern(schema.layout.family(of: fetch.entity))
        guard isWatched else {
            return try deleteAlone(fetch, transaction, wantsReferences: wantsReferences)
        }
        return try SQLBatchDeletion(transaction, rules, wantsReferences: wantsReferences).run(fetch)
    }

    /// Deletes records that nothing else hangs on.
    private func deleteAlone(
        _ fetch: StoreFetch, _ transaction: SQLiteTransaction, wantsReferences: Bool
    ) throws -> StoreBatchResult {
        var result = StoreBatchResult()
        func run(_ condition: SQLFragment) throws {
            let change = try transaction.change(
                "DELETE FROM \(raw: schema[fetch.entity].table) AS t0\(condition)",
                wantsReferences: wantsReferences)
            result.count += change.count
            result.deleted += change.references
        }
        if let condition = try queryBuilder.condition(fetch) {
            try run(condition)
        } else {
            for keys in try keys(of: fetch) { try run(queryBuilder.condition(keys: keys)) }
        }
        return result
    }
}

extension SQLiteTransaction {
    /// Runs a statement that changes or deletes records.
    func change(
        _ statement: SQLFragment, wantsReferences: Bool
    ) throws -> (count: Int, references: [StoreReference]) {
        var query = statement.query
        if wantsReferences { query.sql += " RETURNING Z_PK, Z_ENT" }
        return try writing {
            try session.withStatement(query) { statement in
                var references: [StoreReference] = []
                while try statement.step() {
                    references.append(
                        StoreReference(
                            entityNumber: schema.numbers.own(Int(statement.integer(1))),
                            key: statement.integer(0)))
                }
                return (connection.changes, references)
            }
        }
    }
}

/// Deletes many records as the delete rules say, by statements over a list of what goes.
struct SQLBatchDeletion {
    private static let table = "temp.Z_BATCH_DELETION"

    private let transaction: SQLiteTransaction
    private let list: SQLDeletionList
    private let wantsReferences: Bool

    private var session: SQLiteSession { transaction.session }
    private var connection: Connection { transaction.connection }
    private var schema: SQLSchema { transaction.schema }
    private var layout: ModelLayout { schema.layout }

    init(_ transaction: SQLiteTransaction, _ rules: SQLDeletionRules, wantsReferences: Bool) {
        self.transaction = transaction
        self.wantsReferences = wantsReferences
        list = SQLDeletionList(rules, name: Self.table)
    }

    func run(_ fetch: StoreFetch) throws -> StoreBatchResult {
        try connection.execute(
            "CREATE TABLE IF NOT EXISTS \(Self.table) "
                + "(root INTEGER, key INTEGER, entity INTEGER, round INTEGER, "
                + "PRIMARY KEY (root, key)) WITHOUT ROWID")
        try connection.execute("DELETE FROM \(Self.table)")
        try listRecords(of: fetch)
        try list.followCascades { query in
            try session.withStatement(query) { try $0.run() }
            return connection.changes
        }
        try list.checkDenials(record) { Int(try connection.integer($0) ?? 0) }
        var result = StoreBatchResult()
        try list.nullify(record) { statement, reference in
            let change = try transaction.change(statement, wantsReferences: wantsReferences)
            result.updated += change.references
            session.record(change.references, slots: [reference.slot.number])
        }
        try discardFiles()
        try recordDeletions()
        for statement in list.deletionsOfPairs {
            try transaction.writing { try connection.execute(statement) }
        }
        for (_, statement) in list.deletions {
            let change = try transaction.change(statement, wantsReferences: wantsReferences)
            result.count += change.count
            result.deleted += change.references
        }
        try connection.execute("DELETE FROM \(Self.table)")
        return result
    }

    private func listRecords(of fetch: StoreFetch) throws {
        let insertion = list.insertion(of: fetch.entity)
        func run(_ condition: SQLFragment) throws {
            try session.withStatement(SQLFragment.joined([insertion, condition], "").query) {
                try $0.run()
            }
        }
        if let condition = try session.queryBuilder.condition(fetch) {
            try run(condition)
        } else {
            for keys in try session.keys(of: fetch) {
                try run(session.queryBuilder.condition(keys: keys))
            }
        }
    }

    /// The record that a query finds first, by entity and key.
    private func record(_ sql: String) throws -> ManagedObjectID? {
        try connection.withStatement(sql) { statement in
            guard try statement.step() else { return nil }
            return session.store.storeEntities.objectID(
                entityNumber: schema.numbers.own(Int(statement.integer(0))),
                key: statement.integer(1))
        }
    }

    private func discardFiles() throws {
        for entity in layout.entities where try record(list.record(of: entity)) != nil {
            for slot in entity.slots
            where slot.isStoredExternally && slot.declaringEntityNumber == entity.number {
                guard let column = schema[entity].columns[slot.number] else { continue }
                let sql =
                    "SELECT substr(\(column), 1, 64) FROM \(schema[entity].table) "
                    + "WHERE substr(\(column), 1, 1) = x'02' AND Z_PK IN "
                    + "(SELECT key FROM \(Self.table) WHERE root = \(entity.rootNumber))"
                transaction.discard(
                    try connection.withStatement(sql) { statement in
                        var markers: [ExternalMarker] = []
                        while try statement.step() {
                            markers.append(ExternalMarker(SQLValue(statement.handle, 0).data))
                        }
                        return markers
                    })
            }
        }
    }

    /// History tells of each record, with the values that it preserves.
    private func recordDeletions() throws {
        guard let history = transaction.history else { return }
        let records = try connection.withStatement("SELECT entity, key FROM \(Self.table)") {
            statement in
            var records: [StoreReference] = []
            while try statement.step() {
                records.append(
                    StoreReference(
                        entityNumber: schema.numbers.own(Int(statement.integer(0))),
                        key: statement.integer(1)))
            }
            return records
        }
        for record in records {
            history.notes.recordDeletion(of: record, tombstone: try history.tombstone(of: record))
        }
    }
}
