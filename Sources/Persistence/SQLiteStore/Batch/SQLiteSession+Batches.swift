extension SQLiteSession {
    /// The greatest number of keys in one statement.
    private static var greatestKeyCount: Int { 500 }

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
                note(result.updated, slots: assignments.map(\.slot.number))
                return result
            case .delete(let fetch):
                return try delete(fetch, transaction, wantsReferences: wantsReferences)
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
        _ fetch: StoreFetch, _ assignments: [StoreAssignment], _ transaction: SQLiteTransaction,
        wantsReferences: Bool
    ) throws -> StoreBatchResult {
        var result = StoreBatchResult()
        func run(_ update: SQLBatchUpdate) throws {
            try check(update, store.homes)
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
        return stride(from: 0, to: keys.count, by: Self.greatestKeyCount).map {
            keys[$0..<min($0 + Self.greatestKeyCount, keys.count)]
        }
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
