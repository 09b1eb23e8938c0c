import ObjectModel

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
            session.note(change.references, slots: [reference.slot.number])
        }
        try giveUpFiles()
        try noteDeletions()
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
            return session.store.homes.objectID(
                entityNumber: schema.numbers.own(Int(statement.integer(0))),
                key: statement.integer(1))
        }
    }

    private func giveUpFiles() throws {
        for entity in layout.entities where try record(list.record(of: entity)) != nil {
            for slot in entity.slots
            where slot.isStoredExternally && slot.declaringEntityNumber == entity.number {
                guard let column = schema[entity].columns[slot.number] else { continue }
                let sql =
                    "SELECT substr(\(column), 1, 64) FROM \(schema[entity].table) "
                    + "WHERE substr(\(column), 1, 1) = x'02' AND Z_PK IN "
                    + "(SELECT key FROM \(Self.table) WHERE root = \(entity.rootNumber))"
                transaction.giveUp(
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
    private func noteDeletions() throws {
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
            history.notes.noteDeletion(of: record, tombstone: try history.tombstone(of: record))
        }
    }
}
