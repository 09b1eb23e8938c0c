import Foundation
import ObjectModel
import Persistence

/// Brings the store of a database to another version of its model.
///
/// Its records are copied into an SQLite file, which is migrated as every such file is: inferred, mapped,
/// or in stages. What comes out takes the place of the old tables, in one transaction, during which
/// others read the old ones; those who want to write or to open the store wait.
struct StoreMigrator {
    let address: ServerAddress
    /// The model that the store is to have.
    let layout: ModelLayout
    let description: StoreDescription

    /// - Throws: what a migration throws; the store is as it was then.
    func run() throws {
        let connection = try ServerConnection(address)
        try connection.execute("BEGIN")
        try connection.runOnce(StoreOpener.lockStatement)
        let metadata = try StoreReader(address, connection).metadata()
        // Somebody else may have done it meanwhile.
        guard !metadata.isCompatible(with: layout.model) else { return }
        var opener = StoreOpener(address: address, layout: layout, isReadOnly: false)
        let tables = try StoreTables(of: address, connection)
        try connection.execute(
            "LOCK TABLE \(tables.names.joined(separator: ", ")) IN SHARE ROW EXCLUSIVE MODE")
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "migration-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        // What stays of it, the system clears away with other temporary files.
        defer { try? FileManager.default.removeItem(at: folder) }
        let old = try ModelLayout(StoreReader(address, connection).model())
        let history = try lastHistoryNumber(connection)
        let container = try migrated(folder.appending(path: "store.sqlite").path, from: old)
        let outcome = Result {
            try tables.drop()
            opener.replacement = metadata.ofCopy(type: .postgreSQL, for: layout.model)
            try copy(from: container, over: connection, opener, historyAfter: history)
        }
        try container.close()
        try outcome.get()
    }

    /// The number of the last transaction of the history; nil if there is none.
    private func lastHistoryNumber(_ connection: ServerConnection) throws -> Int64? {
        guard try HistoryColumns(of: connection) != nil else { return nil }
        return try connection.runOnce(HistoryColumns.lastNumberStatement)[0].integer(0)
    }

    /// The records in a file of the new model.
    private func migrated(_ path: String, from old: ModelLayout) throws -> PersistentContainer {
        try copyToFile(path, old)
        var staged = StoreDescription.sqlite(path: path)
        staged.shouldInferMappingModelAutomatically =
            description.shouldInferMappingModelAutomatically
        staged.migrationStages = description.migrationStages
        staged.keepsCopyBeforeMigration = false
        return try PersistentContainer(model: layout.model, store: staged)
    }

    /// Copies what others have committed: nobody writes any more.
    private func copyToFile(_ path: String, _ old: ModelLayout) throws {
        var options = PostgreSQLStoreOptions()
        options.isReadOnly = true
        options.listens = false
        let source = try PostgreSQLStore(address.original, layout: old, options: options)
        let target = try SQLiteStore(path: path, layout: old)
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
        _ opener: StoreOpener, historyAfter number: Int64?
    ) throws {
        let schema = try SQLSchema.make(layout, for: .postgreSQL)
        let metadata = try opener.make(schema, connection)
        let contents = try StoreContents(
            address: address, schema: schema, metadata: metadata,
            number: StoreReader(address, connection).number(), isReadOnly: false, storeIndex: 0,
            signature: UUID().uuidString)
        // The tables are seen by this transaction alone: keys are taken in it.
        let session = try PostgreSQLSession(contents, keys: KeyReserve { connection }) {
            connection
        }
        try container.coordinator.stores[0].withReadSession { source in
            try session.transaction { transaction in
                try RecordCopy(from: source, to: transaction, container.coordinator.layout).run()
                guard let number else { return }
                // What was told of the old model's records is forgotten.
                let columns = HistoryColumns(count: layout.preservedCount)
                for statement in columns.createStatements
                    + HistoryColumns.continuing(after: number)
                {
                    try connection.execute(statement)
                }
                contents.noteHistory(isKept: true)
            }
        }
    }
}
