import CSQLite
import Foundation
import ObjectModel

/// Migrates a store to another version of its model in one transaction.
struct SQLiteStoreMigrator {
    let connection: Connection
    let destination: ModelLayout
    /// Whether the removal of unused columns and tables is deferred.
    var defersCleanup = false
    /// Called before the first change, once the migration seems possible.
    var willBegin: () throws -> Void = {}
    /// Called before each statement, with its number and the number of all.
    var willRun: (Int, Int) throws -> Void = { _, _ in }

    /// Finds the mapping from the store's model and migrates the store.
    ///
    /// - Parameters:
    ///   - sourceModel: the version that the store was written with; nil for the one in the store.
    ///   - version: the store's version when the migration was planned; nil for the current one.
    /// - Throws: `MigrationError`, `PersistenceError`, `StoreVersionHasChanged`; the store is
    ///   unchanged then.
    /// - Returns: the conversion of a history, whether the store keeps one or not.
    @discardableResult
    func run(
        from sourceModel: ManagedObjectModel? = nil, _ version: StoreVersion? = nil,
        mapping: MappingModel? = nil
    ) throws -> HistoryTransfer {
        let known = try version ?? StoreVersion(reading: connection)
        let source = try sourceModel ?? storedModel()
        let mapping = try mapping ?? .inferred(from: source, to: destination.model)
        let schema = try sourceSchema(source)
        for step in try plan(mapping, schema).preliminarySteps { try check(step) }
        try willBegin()
        try DeferredMigration(connection: connection, schema: schema).finish()
        return try connection.transaction(.exclusive) {
            // The transaction excludes other migrations from here on. After an earlier one, entity
            // numbers may differ.
            guard try StoreVersion(reading: connection) == known else {
                throw StoreVersionHasChanged()
            }
            let version = try connection.integer("PRAGMA schema_version") ?? 0
            let indexes = try SQLSchema.auxiliaryIndexes.filter { try $0.remove(connection) }
            let plan = try plan(mapping, schema)
            try recordFiles(schema, plan)
            try execute(plan.steps)
            try writeMetadata(plan.deferredTasks)
            let made = try SQLSchema.make(destination)
            for kind in indexes { try kind.create(for: made, connection) }
            try raiseSchemaVersion(version)
            return plan.history
        }
    }

    /// Deletes the files of dropped values, after the migration.
    func sweep() throws {
        try ExternalSweep(
            schema: try .make(destination), external: external, connection: connection
        ).run()
    }

    private func plan(_ mapping: MappingModel, _ schema: SQLSchema) throws -> MigrationPlan {
        try MigrationPlan(
            mapping: mapping, source: schema, destination: try .make(destination),
            shape: try ExistingSchema(connection, schema: schema), defersCleanup: defersCleanup)
    }

    private var external: ExternalData { ExternalData(storePath: connection.path, threshold: 0) }

    /// Records the files of dropped values; those that no record refers to are deleted too.
    private func recordFiles(_ schema: SQLSchema, _ plan: MigrationPlan) throws {
        try ExternalJournal(external: external).add(
            connection.externalNames(in: schema.externalColumns.filter { goes($0, plan) }))
    }

    /// Whether the files of a column are deleted now. Those of older tables may be deferred with
    /// them. A deferred
    /// column in a kept table still loses records, and with them the names of their files.
    private func goes(_ column: ExternalColumn, _ plan: MigrationPlan) -> Bool {
        guard plan.keptTables.contains(column.table) else { return !defersCleanup }
        return plan.tables.contains {
            $0.table.name == column.table && $0.leftoverColumns.contains(column.column)
        }
    }

    private func execute(_ steps: [MigrationStep]) throws {
        let binder = ValueBinder(capacity: 4_096)
        for (number, step) in steps.enumerated() {
            try willRun(number, steps.count + 1)
            try execute(step, binder)
        }
        try willRun(steps.count, steps.count + 1)
    }

    private func execute(_ step: MigrationStep, _ binder: ValueBinder) throws {
        guard step.check == nil else { return try check(step) }
        let statement = try Statement(step.sql, on: connection)
        binder.startRecord()
        for (index, value) in step.values.enumerated() {
            try binder.bind(value, to: statement, at: index + 1)
        }
        do {
            try statement.run()
        } catch let error as PersistenceError {
            guard case .sqlite(let code, _, _, _) = error, code & 0xFF == SQLITE_CONSTRAINT else {
                throw error
            }
            let shared = DuplicateValueFinder(
                connection: connection, schema: try .make(destination))
            if let failure = try shared.failure(error) { throw failure }
            throw error
        }
    }

    private func check(_ step: MigrationStep) throws {
        let count = try connection.integer(step.sql) ?? 0
        if count > 0, let failure = step.check?(count) { throw failure }
    }

    /// Increases the schema's number even if no table changed, so that other connections read the
    /// model again.
    private func raiseSchemaVersion(_ before: Int64) throws {
        guard try connection.integer("PRAGMA schema_version") == before else { return }
        try connection.executeOnce("PRAGMA schema_version = \(before + 1)")
    }

    private func storedModel() throws -> ManagedObjectModel {
        guard let model = try StoreModelCache.read(connection) else {
            throw PersistenceError.holdsNoModel(connection.path)
        }
        return model
    }

    private func sourceSchema(_ model: ManagedObjectModel) throws -> SQLSchema {
        let schema = try StoreCompatibility(
            schema: try .make(try ModelLayout(model)),
            metadata: try StoreMetadata(reading: connection),
            catalog: try StoreCatalog(connection), connection: connection
        ).adaptedSchema()
        guard schema.numbers.isSame else {
            throw MigrationError(
                entity: schema.absentEntities.first?.name ?? "The model",
                reason: "the store was made for a configuration without it, and such a store is "
                    + "migrated by a mapping model only")
        }
        return schema
    }

    private func writeMetadata(_ deferred: DeferredTasks) throws {
        var metadata = try StoreMetadata(reading: connection)
        metadata.setModel(destination.model)
        metadata.deferredTasks = deferred
        try metadata.update(connection)
        try connection.executeOnce("CREATE TABLE IF NOT EXISTS Z_MODELCACHE (Z_CONTENT BLOB)")
        try connection.executeOnce("DELETE FROM Z_MODELCACHE")
        try StoreModelCache.insert(destination.model, connection)
    }
}

/// One statement of a migration.
struct MigrationStep {
    var sql: String
    var values: [AttributeValue] = []
    /// The error if the statement, a count, returns anything but 0.
    var check: ((Int64) -> MigrationError)?

    init(_ sql: String, _ values: [AttributeValue] = []) {
        self.sql = sql
        self.values = values
    }

    /// A query that fails if it counts anything.
    static func check(
        _ sql: String, _ failure: @escaping (Int64) -> MigrationError
    ) -> MigrationStep {
        var step = MigrationStep(sql)
        step.check = failure
        return step
    }
}

/// The stored values that identify a store's version; every migration changes at least one.
struct StoreVersion: Equatable {
    private let hashes: [String: Data]
    private let model: Data?

    init(reading connection: Connection) throws {
        hashes = try StoreMetadata(reading: connection).hashes
        model = try StoreModelCache.content(connection)
    }
}

/// Another process has migrated the store, which must be inspected again.
struct StoreVersionHasChanged: Error {}

extension SQLiteStoreOpener {
    /// Does the deferred work of an earlier migration, unless the options keep it.
    func finishDeferredMigration(
        _ connection: Connection, _ schema: SQLSchema, _ metadata: StoreMetadata
    ) throws {
        guard !description.isReadOnly, !description.sqlite.defersLightweightMigration,
            !metadata.deferredTasks.isEmpty
        else {
            return
        }
        try DeferredMigration(connection: connection, schema: schema).finish()
    }

    /// Whether the store has another version and the options allow a migration.
    func isToBeMigrated(_ compatibility: StoreCompatibility) throws -> Bool {
        guard description.shouldMigrateStoreAutomatically, !description.isReadOnly else {
            return false
        }
        return try !compatibility.differingEntities().isEmpty
    }

    /// Migrates the store to the model that it is opened with. If another process does so at the
    /// same time, the caller must inspect the store again.
    func migrate(_ connection: Connection) throws {
        guard description.shouldInferMappingModelAutomatically else {
            throw PersistenceError.cannotOpen(
                path: path,
                reason: .incompatibleModel("there is no mapping to this one, and none is inferred"))
        }
        do {
            var migration = StoreMigration(path: path, to: layout.model)
            migration.options = description.migrationOptions
            migration.defersCleanup = description.sqlite.defersLightweightMigration
            try migration.migrate(connection, layout: layout)
        } catch is StoreVersionHasChanged {
            // The opening inspects the store again in any case.
        } catch let error as MigrationError {
            throw incompatible(error)
        }
    }
}
