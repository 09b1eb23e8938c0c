extension SQLiteSession {
    /// The greatest number of keys in one statement.
    private static var greatestKeyCount: Int { 500 }

    func execute(_ batch: StoreBatch, wantsReferences: Bool) throws -> StoreBatchResult {
        try transaction { _ in
            // Who does not ask for records does not ask for what triggers compute either.
            let wasRecording = connection.triggeredChanges.isRecording
            connection.triggeredChanges.isRecording = wasRecording && wantsReferences
            defer { connection.triggeredChanges.isRecording = wasRecording }
            // History names every record.
            let wantsReferences = wantsReferences || history != nil
            switch batch {
            case .update(let fetch, let assignments):
                let result = try update(fetch, assignments, wantsReferences: wantsReferences)
                note(result.updated, slots: assignments.map(\.slot.number))
                return result
            case .delete(let fetch):
                return try delete(fetch, wantsReferences: wantsReferences)
            }
        }
    }

    /// Takes note of updates for the store's history.
    func note(_ updated: [StoreReference], slots: [Int]) {
        guard let history = transaction?.history else { return }
        for reference in updated { history.notes.noteUpdate(of: reference, slots: slots) }
    }

    // MARK: - Updating

    private func update(
        _ fetch: StoreFetch, _ assignments: [StoreAssignment], wantsReferences: Bool
    ) throws -> StoreBatchResult {
        var result = StoreBatchResult()
        func run(_ statement: SQLFragment) throws {
            let change = try change(statement, fetch.entity, wantsReferences: wantsReferences)
            result.count += change.count
            result.updated += change.references
        }
        if let statement = try queryBuilder.update(fetch, assignments) {
            try run(statement)
        } else {
            for keys in try keys(of: fetch) {
                try run(try queryBuilder.update(fetch, keys: keys, assignments))
            }
        }
        return result
    }

    /// Runs a statement that changes or deletes records.
    func change(
        _ statement: SQLFragment, _ entity: EntityLayout, wantsReferences: Bool
    ) throws -> (count: Int, references: [StoreReference]) {
        var query = statement.query
        if wantsReferences { query.sql += " RETURNING Z_PK, Z_ENT" }
        do {
            return try withStatement(query) { statement in
                var references: [StoreReference] = []
                while try statement.step() {
                    references.append(
                        StoreReference(
                            entityNumber: schema.numbers.own(Int(statement.integer(1))),
                            key: statement.integer(0)))
                }
                return (connection.changes, references)
            }
        } catch {
            throw transaction?.translated(error, entity: entity) ?? error
        }
    }

    /// The keys of the records of a fetch, in portions for one statement each.
    func keys(of fetch: StoreFetch) throws -> [ArraySlice<Int64>] {
        var keysOnly = fetch
        keysOnly.includesValues = false
        var keys: [Int64] = []
        try self.fetch(keysOnly) { keys.append($0.key) }
        return stride(from: 0, to: keys.count, by: Self.greatestKeyCount).map {
            keys[$0..<min($0 + Self.greatestKeyCount, keys.count)]
        }
    }

    // MARK: - Deleting

    private func delete(_ fetch: StoreFetch, wantsReferences: Bool) throws -> StoreBatchResult {
        let rules = SQLDeletionRules(schema: schema)
        let isWatched =
            history != nil || rules.concern(schema.layout.family(of: fetch.entity))
        guard isWatched, let transaction else {
            return try deleteAlone(fetch, wantsReferences: wantsReferences)
        }
        return try SQLBatchDeletion(transaction, rules, wantsReferences: wantsReferences).run(fetch)
    }

    /// Deletes records that nothing else hangs on.
    private func deleteAlone(
        _ fetch: StoreFetch, wantsReferences: Bool
    ) throws -> StoreBatchResult {
        var result = StoreBatchResult()
        func run(_ condition: SQLFragment) throws {
            let change = try change(
                "DELETE FROM \(raw: schema[fetch.entity].table) AS t0\(condition)", fetch.entity,
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
