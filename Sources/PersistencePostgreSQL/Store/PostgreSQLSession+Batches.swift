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
                transaction.noteUpdate(of: result.updated, slots: slots)
                transaction.noteTexts(
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
            for start in stride(from: 0, to: keys.count, by: 500) {
                let portion = keys[start..<min(start + 500, keys.count)]
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
            try session.check(update, contents.homes)
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
