import ObjectModel

/// Updates the indexes, uniqueness constraints and triggers of a store to those of the model.
///
/// Version hashes do not include them, so a store matches a model that only adds an index and is
/// not migrated. Parts that the store's own model has too stay as they are. Uniqueness constraints
/// that only the store's model has are kept, because the other model may be the older one.
struct SchemaReconciliation {
    let connection: Connection
    let schema: SQLSchema
    /// The schema's version when the store was found to match; nil if the store is not shared.
    var version: Int64?

    /// Applies the differences in one transaction.
    ///
    /// - Returns: whether there were any.
    /// - Throws: `MigrationError` if records have duplicate values of a new constraint,
    ///   `StoreVersionHasChanged` if the store
    ///   may have another model by now; the store is unchanged then.
    @discardableResult
    func run() throws -> Bool {
        guard try missing() != nil else { return false }
        return try connection.transaction {
            if let version, try connection.integer("PRAGMA schema_version") != version {
                throw StoreVersionHasChanged()
            }
            // Another process may have done it.
            guard let (difference, model) = try missing() else { return false }
            try difference.statements.forEach(execute)
            try recordModel(insteadOf: model)
            return true
        }
    }

    /// The differences, and the model in the store; nil if there are none.
    private func missing() throws -> (SchemaDifference, storedModel: ManagedObjectModel)? {
        guard try !isAsMade(), let model = try StoreModelCache.readable(connection)
        else { return nil }
        let older = try ModelLayout(model)
        let numbers =
            schema.numbers.isSame
            ? .same : try StoredEntityNumbers(of: older, storedIn: connection)
        let difference = SchemaDifference(
            from: try .make(older, numbers: numbers), to: schema)
        return difference.isEmpty ? nil : (difference, model)
    }

    /// Whether the store has exactly the statements of a new one, which needs no look at its model.
    private func isAsMade() throws -> Bool {
        let ofHistory: Set = ["ACHANGE", "ATRANSACTION", "ATRANSACTIONSTRING"]
        let parts = try ["index", "trigger"].flatMap {
            try ExistingSchema.parts(of: $0, connection)
        }
        .filter {
            !ofHistory.contains($0.table) && !$0.belongsToIndexes
        }
        let wanted =
            schema.indexes + schema.triggers + schema.rTreeIndexes.flatMap(\.triggers)
        // SQLite stores a statement without this condition.
        return Set(parts.map(\.sql)) == Set(wanted.map { $0.replacing("IF NOT EXISTS ", with: "") })
    }

    private func execute(_ statement: String) throws {
        do {
            try connection.executeOnce(statement)
        } catch {
            throw try DuplicateValueFinder(connection: connection, schema: schema).failure(error)
                ?? error
        }
    }

    private func recordModel(insteadOf stored: ManagedObjectModel) throws {
        let model = schema.layout.model
        try connection.executeOnce("DELETE FROM Z_MODELCACHE")
        try StoreModelCache.insert(model, connection)
        // Apple's hashes stay valid, because they do not include indexes.
        var metadata = try StoreMetadata(reading: connection)
        guard metadata.hashes == stored.entityVersionHashesByName else { return }
        metadata.setModel(model)
        try metadata.update(connection)
    }
}

extension SQLiteStoreOpener {
    /// Updates the indexes, constraints and triggers of a store, unless it is read-only.
    ///
    /// - Parameter version: the schema's version when the store was found to match.
    /// - Returns: whether it still matches; if not, it must be inspected again.
    func align(_ connection: Connection, _ schema: SQLSchema, of version: Int64) throws -> Bool {
        guard !description.isReadOnly else { return true }
        do {
            try SchemaReconciliation(connection: connection, schema: schema, version: version).run()
            return true
        } catch is StoreVersionHasChanged {
            return false
        } catch let error as MigrationError {
            throw incompatible(error)
        }
    }

    func incompatible(_ error: MigrationError) -> PersistenceError {
        PersistenceError.cannotOpen(path: path, reason: .incompatibleModel(error.detail))
    }
}
