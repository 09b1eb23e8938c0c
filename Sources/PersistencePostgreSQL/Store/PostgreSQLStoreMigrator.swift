import Foundation
import ObjectModel
import Persistence
import Synchronization

/// Migrates the store of a database to another version of its model.
///
/// Its records are copied into an SQLite file, which is migrated like every such file: inferred,
/// mapped, or in stages. The result is copied into a second schema and replaces the old tables at
/// the end, in one transaction. Meanwhile others can read the old tables; writing and opening the
/// store wait. The history stays where it is.
struct PostgreSQLStoreMigrator {
    let address: ServerAddress
    /// The target model.
    let layout: ModelLayout
    let description: StoreDescription
    /// The value transformers that handlers of stages need.
    var transformers: [String: any AttributeTransformer] = [:]
    /// The time to wait for readers at once: new readers wait as long.
    private static let timeout = "2s"
    private static let pause = 0.5

    /// - Throws: the errors of a migration; the store is unchanged then.
    func run() throws {
        let connection = try ServerConnection(address)
        try connection.execute("BEGIN")
        try connection.runOnce(PostgreSQLStoreOpener.lockStatement)
        let metadata = try StoreReader(address, connection).metadata()
        // Another process may have migrated it meanwhile.
        guard !metadata.isCompatible(with: layout.model) else { return }
        var opener = PostgreSQLStoreOpener(
            address: address, layout: layout, description: description)
        let tables = try StoreTables(of: address, connection)
        // Each writing transaction begins by locking this table.
        try connection.execute("LOCK TABLE Z_METADATA IN EXCLUSIVE MODE")
        try connection.execute(
            "LOCK TABLE \(tables.names.joined(separator: ", ")) IN SHARE ROW EXCLUSIVE MODE")
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "migration-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        // If this fails, the system removes it with other temporary files.
        defer { try? FileManager.default.removeItem(at: folder) }
        let old = try ModelLayout(StoreReader(address, connection).model())
        let columns = try HistoryTables(of: connection)
        let path = folder.appending(path: "store.sqlite").path
        let steps = Mutex<[HistoryStep]>([])
        let container = try migrated(path, from: old) { step in steps.withLock { $0.append(step) } }
        let outcome = Result {
            opener.replacement = metadata.migrated(to: layout.model, type: .postgreSQL)
            let history = try columns.map {
                try HistoryMigration(
                    over: connection, from: old, to: layout, $0, steps.withLock { $0 })
            }
            let records = tables.withoutHistory
            let schemaName = try connection.runOnce("SELECT quote_ident(current_schema())")[0]
                .string(0)
            let side = try makeSideSchema(connection)
            if side == nil { try drop(records, connection) }
            try copy(from: container, over: connection, opener) { contents in
                try history?.run()
                if let side { try move(from: side, to: schemaName, insteadOf: records, connection) }
                try history?.finish()
                contents.recordHistory(isKept: history != nil)
            }
        }
        try container.close()
        try outcome.get()
    }

    /// Creates a schema for the new tables, and lets names lead there; nil if the role may not. The
    /// new tables are then created in the place of the old ones, while readers wait.
    private func makeSideSchema(_ connection: ServerConnection) throws -> String? {
        let name =
            "migration_" + UUID().uuidString.lowercased().replacing("-", with: "_")
        try connection.execute("SAVEPOINT side")
        do {
            try connection.execute("CREATE SCHEMA \(name); SET LOCAL search_path TO \(name)")
            return name
        } catch let error as PostgreSQLError where error.isDenied {
            try connection.execute("ROLLBACK TO SAVEPOINT side")
            return nil
        }
    }

    /// Replaces the old tables by the new ones, so that unqualified names lead to these.
    private func move(
        from side: String, to schemaName: String, insteadOf old: StoreTables,
        _ connection: ServerConnection
    ) throws {
        // A table with rows that are still to be checked cannot be moved.
        try connection.execute("SET CONSTRAINTS ALL IMMEDIATE")
        let new = try StoreTables(of: address, connection)
        try drop(old, connection)
        try new.move(to: schemaName)
        try connection.execute("SET LOCAL search_path TO \(schemaName); DROP SCHEMA \(side)")
    }

    /// Removes the old tables as soon as they are not read. Between two attempts others can begin
    /// to read.
    private func drop(_ tables: StoreTables, _ connection: ServerConnection) throws {
        while true {
            try connection.execute("SAVEPOINT old")
            do {
                try connection.execute("SET LOCAL lock_timeout = '\(Self.timeout)'")
                try tables.lock()
                // Only tools that look from outside can still hold a lock of the other tables.
                try connection.execute("SET LOCAL lock_timeout = 0")
                return try tables.drop()
            } catch let error as PostgreSQLError where error.isLockTimeout {
                try connection.execute("ROLLBACK TO SAVEPOINT old")
                Thread.sleep(forTimeInterval: Self.pause)
            }
        }
    }

    /// Copies the records into a file and migrates it to the new model.
    ///
    /// - Parameter observer: called with the steps for the history.
    private func migrated(
        _ path: String, from old: ModelLayout,
        observing observer: @escaping @Sendable (HistoryStep) -> Void
    ) throws -> PersistentContainer {
        try copyToFile(path, old)
        var staged = StoreDescription.sqlite(path: path)
        staged.shouldInferMappingModelAutomatically =
            description.shouldInferMappingModelAutomatically
        staged.migrationStages = description.migrationStages
        staged.keepsCopyBeforeMigration = false
        staged.migrationLossObserver = description.migrationLossObserver
        staged.migrationPolicies = description.migrationPolicies
        staged.historyObserver = observer
        return try PersistentContainer(
            model: layout.model, classes: [], store: staged, transformers: transformers)
    }

    /// Copies the committed records: writers are locked out.
    private func copyToFile(_ path: String, _ old: ModelLayout) throws {
        var description = StoreDescription.postgreSQL(address.original)
        description.isReadOnly = true
        description.postgreSQL.listens = false
        let source = try PostgreSQLStore(description, layout: old)
        let target = try SQLiteStore(.sqlite(path: path), layout: old)
        let outcome = Result {
            try source.withReadSession { session in
                try target.withWriteSession { writer in
                    try writer.transaction { transaction in
                        try RecordCopy(from: session, to: transaction, old).run()
                    }
                }
            }
        }
        try source.close()
        try target.close()
        try outcome.get()
    }

    private func copy(
        from container: PersistentContainer, over connection: ServerConnection,
        _ opener: PostgreSQLStoreOpener, whenCopied: (PostgreSQLStoreContents) throws -> Void
    ) throws {
        let schema = try SQLSchema.make(layout, for: .postgreSQL)
        let opened = try PostgreSQLStoreOpener.Opened(
            metadata: opener.make(schema, connection), keepsSortKeys: !schema.sortKeys.isEmpty,
            textIndexes: [], number: StoreReader(address, connection).number())
        let contents = PostgreSQLStoreContents(
            opened, StoreDescription(type: .postgreSQL, location: description.location),
            address: address, schema: schema, storeIndex: 0)
        // Only this transaction sees the tables: keys are reserved in it.
        let session = try PostgreSQLSession(contents, keys: KeyBlockAllocator { connection }) {
            connection
        }
        try container.coordinator.stores[0].withReadSession { source in
            try session.transaction { transaction in
                try RecordCopy(from: source, to: transaction, container.coordinator.layout).run()
                _ = try transaction.takeDerivedValues()
                try whenCopied(contents)
            }
        }
    }
}

/// Moves the tables of a store to another schema of its database, in one transaction. An existing
/// store there moves to a third schema.
struct StoreMove {
    /// The time to wait for other users of a table.
    private static let timeout = "30s"

    private let source: ServerAddress
    private let target: ServerAddress

    /// - Throws: `PersistenceError.misuse` unless the addresses differ only in their schemas.
    init(from source: String, to target: String) throws {
        self.source = try ServerAddress(source)
        self.target = try ServerAddress(target)
        guard let schema = self.source.schema, schema != self.target.schema else {
            throw PersistenceError.misuse(
                "The store \(self.source) is not in a separate schema, and cannot be moved")
        }
    }

    /// - Returns: the location of the former store; nil if there was none.
    /// - Throws: `PersistenceError.cannotOpen`, errors of `whenMoved`; nothing is moved then.
    func run(puttingAsideAs name: String, whenMoved: () throws -> Void) throws -> StoreLocation? {
        do {
            let connection = try ServerConnection(source)
            try connection.execute("BEGIN; SET LOCAL lock_timeout = '\(Self.timeout)'")
            let moved = try StoreTables(of: source, connection)
            guard !moved.names.isEmpty else {
                throw PersistenceError.cannotOpen(
                    path: source.description, reason: .foreign("the database holds no store"))
            }
            if let schema = target.schema {
                try connection.makeSchema(schema)
            }
            try connection.execute("SET LOCAL search_path TO \(target.schema ?? "DEFAULT")")
            try connection.runOnce(PostgreSQLStoreOpener.lockStatement)
            let schemaName = try connection.runOnce("SELECT quote_ident(current_schema())")[0]
                .string(0)
            let former = try putAside(name, connection)
            try moved.move(to: schemaName)
            if let schema = source.schema { try connection.execute("DROP SCHEMA \(schema)") }
            try whenMoved()
            try connection.execute("COMMIT")
            return former.map { .address(target.inSchema($0)) }
        } catch let error as PostgreSQLError where error.isLockTimeout {
            throw PersistenceError.cannotOpen(
                path: target.description, reason: .locked("others use its tables"))
        } catch let error as PostgreSQLError {
            throw error.cannotOpen(target)
        }
    }

    /// Moves an existing store to another schema, and returns that.
    private func putAside(_ name: String, _ connection: ServerConnection) throws -> String? {
        let present = try StoreTables(of: target, connection)
        guard !present.names.isEmpty else { return nil }
        let schema = try freeName(target.schema.map { "\($0)_\(name)" } ?? name, connection)
        try connection.execute("CREATE SCHEMA \(schema)")
        try present.move(to: schema)
        return schema
    }

    private func freeName(_ name: String, _ connection: ServerConnection) throws -> String {
        for number in 1...1_000 {
            let ending = number == 1 ? "" : "_\(number)"
            let free = ServerName(name + ending)
            guard !free.isTooLong else { break }
            let parameters = StatementParameters()
            parameters.append(free.stored)
            let known = try connection.runOnce(
                "SELECT to_regnamespace($1) IS NOT NULL", parameters)
            if !known[0].boolean(0) { return free.stored }
        }
        throw PersistenceError.misuse("There is no free name like \(name) for a schema")
    }
}
