import ObjectModel
import Persistence

extension PostgreSQLSession {
    func execute(_ batch: StoreBatch, wantsReferences: Bool) throws -> StoreBatchResult {
        try transaction { _ in
            guard let transaction else { return StoreBatchResult() }
            // History names every record.
            let wantsReferences = wantsReferences || transaction.history != nil
            switch batch {
            case .update(let fetch, let assignments):
                let slots = assignments.map(\.slot.number)
                let isIndexed = fetch.entity.hasSearched(among: slots)
                var result = try transaction.update(
                    fetch, assignments, wantsReferences: wantsReferences || isIndexed)
                transaction.recordUpdate(of: result.updated, slots: slots)
                transaction.recordTexts(
                    of: result.updated.map(\.key), fetch.entity, slots: slots)
                if !wantsReferences { result.updated = [] }
                return result
            case .delete(let fetch):
                return try BatchDeletion(transaction, wantsReferences: wantsReferences).run(fetch)
            }
        }
    }

    /// The keys of the records of a fetch.
    func keys(of fetch: StoreFetch) throws -> [Int64] {
        var keysOnly = fetch
        keysOnly.includesValues = false
        var keys: [Int64] = []
        try self.fetch(keysOnly) { keys.append($0.key) }
        return keys
    }
}

extension PostgreSQLTransaction {
    fileprivate func update(
        _ fetch: StoreFetch, _ assignments: [StoreAssignment], wantsReferences: Bool
    ) throws -> StoreBatchResult {
        let builder = session.queryBuilder
        try assignments.forEach(check)
        mayHaveNoted =
            mayHaveNoted
            || assignments.contains { fetch.entity.sortKeySlots[$0.slot.number] != nil }
        // What depends on the records has to be known before they change.
        if schema.layout.derivations.isEmpty, let update = try builder.update(fetch, assignments) {
            return try run(update, assignments, wantsReferences: wantsReferences)
        }
        let keys = try session.keys(of: fetch)
        var result = StoreBatchResult()
        guard !keys.isEmpty else { return result }
        try deriving(keys, of: fetch.entity, .update) {
            for portion in keys.statementChunks {
                let part = try run(
                    builder.update(fetch, keys: portion, assignments), assignments,
                    wantsReferences: wantsReferences)
                result.count += part.count
                result.updated += part.updated
            }
        }
        return result
    }

    /// A date that is compared may be any; one that is stored has to fit.
    private func check(_ assignment: StoreAssignment) throws {
        guard case .constant(.date(let date)) = assignment.value else { return }
        guard BinaryFormat.microseconds(of: date) != nil else {
            throw PersistenceError.misuse("PostgreSQL holds no date so far away")
        }
    }

    private func run(
        _ update: SQLBatchUpdate, _ assignments: [StoreAssignment], wantsReferences: Bool
    ) throws -> StoreBatchResult {
        var result = StoreBatchResult()
        do {
            try session.check(update, contents.storeEntities)
            (result.count, result.updated) = try change(
                update.statement.query, wantsReferences: wantsReferences)
        } catch let error as PostgreSQLError where error.isBeyondRange {
            let names = assignments.map(\.slot.name).sorted().joined(separator: ", ")
            throw PersistenceError.misuse(
                "A batch update computes a number for \(names) that PostgreSQL does not hold there")
        }
        return result
    }

    /// Runs a statement that changes or deletes records.
    func change(
        _ query: SQLQuery, wantsReferences: Bool
    ) throws -> (count: Int, references: [StoreReference]) {
        var query = query
        if wantsReferences { query.sql += " RETURNING Z_PK, Z_ENT" }
        let answer = try writing { try session.run(query) }
        let references = answer.rows.map {
            StoreReference(entityNumber: Int($0.integer(1)), key: $0.integer(0))
        }
        return (answer.changedCount, references)
    }
}

/// Deletes many records as the delete rules say, by statements over a list of what goes.
struct BatchDeletion {
    private static let table = "pg_temp.z_batch_deletion"

    private let transaction: PostgreSQLTransaction
    private let list: SQLDeletionList
    private let wantsReferences: Bool

    init(_ transaction: PostgreSQLTransaction, wantsReferences: Bool) {
        self.transaction = transaction
        self.wantsReferences = wantsReferences
        list = SQLDeletionList(
            SQLDeletionRules(schema: transaction.schema), name: Self.table)
    }

    private var session: PostgreSQLSession { transaction.session }
    private var connection: ServerConnection { get throws { try transaction.connection } }
    private var layout: ModelLayout { transaction.schema.layout }

    func run(_ fetch: StoreFetch) throws -> StoreBatchResult {
        try connection.execute(
            "CREATE TEMP TABLE IF NOT EXISTS z_batch_deletion "
                + "(root integer, key bigint, entity integer, round integer, "
                + "PRIMARY KEY (root, key)); TRUNCATE \(Self.table)")
        try listRecords(of: fetch)
        try list.followCascades { try session.run($0).changedCount }
        try list.checkDenials(record) { Int(try connection.run($0)[0].integer(0)) }
        var result = StoreBatchResult()
        let records = try listedRecords()
        let tombstones = try transaction.tombstones(of: records)
        try recordDerivations()
        try list.nullify(record) { try nullify($0, $1, into: &result) }
        for statement in list.deletionsOfPairs { try connection.run(statement) }
        for (_, statement) in list.deletions {
            let change = try transaction.change(
                statement.query, wantsReferences: wantsReferences)
            result.count += change.count
            result.deleted += change.references
        }
        transaction.recordDeletion(of: records, tombstones)
        return result
    }

    /// The records that go, for history; none if nobody asks.
    private func listedRecords() throws -> [StoreReference] {
        guard transaction.history != nil else { return [] }
        let answer = try connection.run(
            "SELECT entity, key FROM \(Self.table) ORDER BY round, key")
        return answer.rows.map {
            StoreReference(entityNumber: Int($0.integer(0)), key: $0.integer(1))
        }
    }

    private func listRecords(of fetch: StoreFetch) throws {
        let insertion = list.insertion(of: fetch.entity)
        if let condition = try session.queryBuilder.condition(fetch) {
            _ = try session.run(SQLFragment.joined([insertion, condition], "").query)
            return
        }
        let parameters = StatementParameters()
        parameters.append(list: try session.keys(of: fetch))
        try connection.run(
            insertion.sql + " WHERE t0.Z_PK = ANY(CAST($1 AS bigint[]))", parameters)
    }

    /// The record that a query finds first, by entity and key.
    private func record(_ sql: String) throws -> ManagedObjectID? {
        let answer = try connection.run(sql)
        guard answer.rowCount > 0 else { return nil }
        let row = answer[0]
        return session.contents.storeEntities.objectID(
            entityNumber: Int(row.integer(0)), key: row.integer(1))
    }

    private func nullify(
        _ statement: SQLFragment, _ reference: SQLDeletionRules.Reference,
        into result: inout StoreBatchResult
    ) throws {
        let isDeriving = !layout.derivations.isEmpty
        let change = try transaction.change(
            statement.query, wantsReferences: wantsReferences || isDeriving)
        if wantsReferences { result.updated += change.references }
        transaction.recordUpdate(of: change.references, slots: [reference.slot.number])
        if isDeriving {
            try transaction.recordDerivation(
                after: .update, change.references.map(\.key), of: reference.entity)
        }
    }

    /// Notes what derives from the records that go, while they are there.
    private func recordDerivations() throws {
        guard !layout.derivations.isEmpty else { return }
        for entity in layout.entities {
            let answer = try connection.run(list.keys(of: entity))
            let keys = answer.rows.map { $0.integer(0) }
            try transaction.recordDerivation(before: .delete, keys, of: entity)
        }
    }
}
