import ObjectModel

extension SQLSession {
    package func execute(_ batch: StoreBatch, wantsReferences: Bool) throws -> StoreBatchResult {
        try transaction { _ in
            guard let transaction else { return StoreBatchResult() }
            guard !wantsReferences else { return try transaction.execute(batch, true) }
            // History needs every record.
            return try transaction.withoutDerivedValues {
                try transaction.execute(batch, transaction.history != nil)
            }
        }
    }

    func firstRecord(_ sql: String) throws -> ManagedObjectID? {
        var record: ManagedObjectID?
        try run(sql) { row in
            record =
                record
                ?? storeEntities.objectID(
                    entityNumber: schema.numbers.own(Int(row.integer(0))), key: row.integer(1))
        }
        return record
    }
}

extension SQLTransaction {
    fileprivate func execute(
        _ batch: StoreBatch, _ wantsReferences: Bool
    ) throws -> StoreBatchResult {
        switch batch {
        case .update(let fetch, let assignments):
            try update(fetch, assignments, wantsReferences: wantsReferences)
        case .delete(let fetch): try delete(fetch, wantsReferences: wantsReferences)
        }
    }

    private func update(
        _ fetch: StoreFetch, _ assignments: [StoreAssignment], wantsReferences: Bool
    ) throws -> StoreBatchResult {
        let slots = assignments.map(\.slot.number)
        let updatesTexts = updatesTexts(of: fetch.entity, slots: slots)
        let builder = try session.queryBuilder
        var result = StoreBatchResult()
        func apply(_ update: SQLBatchUpdate) throws {
            let change = try updating(fetch.entity, assignments) {
                try session.check(update)
                return try self.change(
                    update.statement, wantsReferences: wantsReferences || updatesTexts)
            }
            result.count += change.count
            result.updated += change.references
        }
        // Records with values derived from these must be known before the change.
        if !computesDerivedValues, let update = try builder.update(fetch, assignments) {
            try apply(update)
        } else {
            let keys = try session.keys(of: fetch)
            try deriving(keys, of: fetch.entity, .update) {
                for portion in keys.statementChunks {
                    try apply(builder.update(fetch, keys: portion, assignments))
                }
            }
        }
        recordUpdate(of: result.updated, slots: slots)
        recordTexts(of: result.updated.map(\.key), fetch.entity, slots: slots)
        if !wantsReferences { result.updated = [] }
        return result
    }

    private func delete(_ fetch: StoreFetch, wantsReferences: Bool) throws -> StoreBatchResult {
        let rules = SQLDeletionRules(schema: schema)
        guard
            history != nil || computesDerivedValues
                || rules.concern(schema.layout.family(of: fetch.entity))
        else { return try deleteAlone(fetch, wantsReferences: wantsReferences) }
        return try SQLBatchDeletion(self, rules, wantsReferences: wantsReferences).run(fetch)
    }

    /// Deletes records without effects on others.
    private func deleteAlone(
        _ fetch: StoreFetch, wantsReferences: Bool
    ) throws -> StoreBatchResult {
        var result = StoreBatchResult()
        try forEachCondition(of: fetch) { condition in
            let change = try self.change(
                "DELETE FROM \(raw: schema[fetch.entity].table) AS t0\(condition)",
                wantsReferences: wantsReferences)
            result.count += change.count
            result.deleted += change.references
        }
        return result
    }

    /// Calls a closure with the conditions, over table `t0`, for the records of a fetch: one if SQL
    /// can express the whole predicate.
    fileprivate func forEachCondition(
        of fetch: StoreFetch, _ body: (SQLFragment) throws -> Void
    ) throws {
        let builder = try session.queryBuilder
        if let condition = try builder.condition(fetch) { return try body(condition) }
        for keys in try session.keys(of: fetch).statementChunks {
            try body(builder.condition(keys: keys))
        }
    }

    fileprivate func change(
        _ statement: SQLFragment, wantsReferences: Bool
    ) throws -> (count: Int, references: [StoreReference]) {
        var query = statement.query
        if wantsReferences { query.sql += " RETURNING Z_ENT, Z_PK" }
        var references: [StoreReference] = []
        let count = try writing {
            try session.run(query) { references.append(session.reference(in: $0)) }
        }
        return (count, references)
    }
}

extension SQLSession {
    fileprivate func reference(in row: Row) -> StoreReference {
        StoreReference(
            entityNumber: schema.numbers.own(Int(row.integer(0))), key: row.integer(1))
    }
}

/// Deletes many records by the delete rules, with statements over a list of them.
private struct SQLBatchDeletion<Transaction: SQLTransaction> {
    private let transaction: Transaction
    private let list: SQLDeletionList
    private let wantsReferences: Bool

    private var session: Transaction.Session { transaction.session }

    init(_ transaction: Transaction, _ rules: SQLDeletionRules, wantsReferences: Bool) {
        self.transaction = transaction
        self.wantsReferences = wantsReferences
        list = SQLDeletionList(rules)
    }

    func run(_ fetch: StoreFetch) throws -> StoreBatchResult {
        for statement in [list.creation, list.clearing] { try session.run(statement) { _ in } }
        let insertion = list.insertion(of: fetch.entity)
        try transaction.forEachCondition(of: fetch) { condition in
            try session.run(SQLFragment.joined([insertion, condition], "").query) { _ in }
        }
        try list.followCascades { try session.run($0) { _ in } }
        try list.checkDenials(session.firstRecord, count: count)
        let records = try listedRecords()
        let tombstones = try transaction.tombstones(of: records)
        try recordDerivations()
        try transaction.prepareDeletion(of: list)
        var result = StoreBatchResult()
        try list.nullify(session.firstRecord) { try nullify($0, $1, into: &result) }
        try transaction.writing {
            for statement in list.deletionsOfPairs { try session.run(statement) { _ in } }
        }
        for (_, statement) in list.deletions {
            let change = try transaction.change(statement, wantsReferences: wantsReferences)
            result.count += change.count
            result.deleted += change.references
        }
        transaction.recordDeletion(of: records, tombstones)
        try session.run(list.clearing) { _ in }
        return result
    }

    private func count(_ sql: String) throws -> Int {
        var count = 0
        try session.run(sql) { count = Int($0.integer(0)) }
        return count
    }

    /// The deleted records for history; empty without one.
    private func listedRecords() throws -> [StoreReference] {
        guard transaction.history != nil else { return [] }
        var records: [StoreReference] = []
        try session.run(list.records) { records.append(session.reference(in: $0)) }
        return records
    }

    /// Records the values that derive from the records, before these are deleted.
    private func recordDerivations() throws {
        guard transaction.computesDerivedValues else { return }
        for entity in transaction.schema.layout.entities {
            var keys: [Int64] = []
            try session.run(list.keys(of: entity)) { keys.append($0.integer(0)) }
            try transaction.recordDerivation(before: .delete, keys, of: entity)
        }
    }

    private func nullify(
        _ statement: SQLFragment, _ reference: SQLDeletionRules.Reference,
        into result: inout StoreBatchResult
    ) throws {
        let change = try transaction.change(
            statement, wantsReferences: wantsReferences || transaction.computesDerivedValues)
        if wantsReferences { result.updated += change.references }
        transaction.recordUpdate(of: change.references, slots: [reference.slot.number])
        guard transaction.computesDerivedValues else { return }
        try transaction.recordDerivation(
            after: .update, change.references.map(\.key), of: reference.entity)
    }
}
