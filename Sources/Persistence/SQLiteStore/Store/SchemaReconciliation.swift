import ObjectModel

/// Brings the indexes, uniqueness constraints and triggers of a store to those that its model asks
/// for.
///
/// They do not count in version hashes: a store fits a model that only adds an index, and would
/// never get it. What the store’s own model asks for is left as the store has it, however it is
/// spelled. A uniqueness constraint that only the store’s model has is kept: the program with the
/// other model may be the older one.
struct SchemaReconciliation {
    let connection: Connection
    let schema: SQLSchema
    /// SQLite's number for the schema when the store was found to fit the model; nil if no one else
    /// has it.
    var version: Int64?

    /// Changes what differs, in one transaction.
    ///
    /// - Returns: whether anything did.
    /// - Throws: `MigrationError` if records share values that must be unique now,
    ///   `StoreVersionHasChanged` if it may have another model by now; the store is as before then.
    @discardableResult
    func run() throws -> Bool {
        guard try missing() != nil else { return false }
        return try connection.transaction {
            if let version, try connection.integer("PRAGMA schema_version") != version {
                throw StoreVersionHasChanged()
            }
            // Another process may have done it since.
            guard let (difference, model) = try missing() else { return false }
            try difference.statements.forEach(execute)
            try recordModel(insteadOf: model)
            return true
        }
    }

    /// The changes to make, and the model that the store was written with; nil if there are none.
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

    /// Whether the store has exactly the statements that would make a new one: this needs no look
    /// at its model.
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
        // SQLite keeps a statement without this condition.
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
        // Hashes of Apple's stay: they do not count indexes either.
        var metadata = try StoreMetadata(reading: connection)
        guard metadata.hashes == stored.entityVersionHashesByName else { return }
        metadata.setModel(model)
        try metadata.update(connection)
    }
}

extension SQLiteStoreOpener {
    /// Brings indexes, constraints and triggers of a store to those of the model, unless it is only
    /// read.
    ///
    /// - Parameter version: SQLite's number for the schema when the store was found to fit.
    /// - Returns: whether it still does; if not, it has to be looked at again.
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
