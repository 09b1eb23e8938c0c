import Foundation
import ObjectModel

/// Migrates an atomic store to another version of its model, through a temporary SQLite store
/// beside it.
///
/// The file is written at the end, so an interruption leaves the old store complete.
struct AtomicStoreMigration {
    let migration: StoreMigration
    let format: any AtomicStoreFormat

    private var path: String { migration.path }

    func isNeeded() throws -> Bool {
        let metadata = try AtomicStoreMetadataFile(path: path, format: format).read()
        if let source = migration.source, try metadata.storedModel() == nil,
            !metadata.isCompatible(with: migration.destination)
        {
            return source.hashesForComparison != migration.destination.hashesForComparison
        }
        return try !metadata.differingEntities(from: migration.destination).isEmpty
    }

    /// Migrates the store, which must not be open, if necessary.
    ///
    /// - Returns: whether it was migrated.
    @discardableResult
    func run() throws -> Bool {
        guard try isNeeded() else { return false }
        let file = AtomicStoreMetadataFile(path: path, format: format)
        var metadata = try file.read()
        let held = try migration.source ?? file.heldModel()
        guard let source = held else { throw PersistenceError.holdsNoModel(path) }
        if migration.mapping == nil {
            _ = try MappingModel.inferred(from: source, to: migration.destination)
        }
        let staged = StoreFiles(path: StoreCopy(storePath: path, suffix: "migrating").path)
        try staged.destroy()
        do {
            try makeSQLiteStore(at: staged.path, source, metadata)
            try migrate(staged.path, from: source)
            try metadata.setModel(migration.destination)
            if migration.keepsCopy { try StoreCopy(storePath: path).make() }
            try writeBack(from: staged.path, metadata)
        } catch {
            try staged.destroy()
            throw error
        }
        try staged.destroy()
        return true
    }

    private func makeSQLiteStore(
        at staged: String, _ source: ManagedObjectModel, _ metadata: PersistentStoreMetadata
    ) throws {
        let layout = try ModelLayout(source)
        let store = try layout.openForReading(path)
        try StoreTransfer(source: store, layout: layout, metadata: metadata)
            .makeSQLiteStore(at: staged)
        try store.close()
    }

    private func migrate(_ staged: String, from source: ManagedObjectModel) throws {
        var migration = StoreMigration(path: staged, to: self.migration.destination)
        migration.source = source
        migration.mapping = self.migration.mapping
        migration.policies = self.migration.policies
        migration.progress = self.migration.progress
        migration.options = self.migration.options
        migration.keepsCopy = false
        try migration.run()
    }

    private func writeBack(from staged: String, _ metadata: PersistentStoreMetadata) throws {
        let layout = try ModelLayout(migration.destination)
        let store = try layout.openForReading(staged)
        var (nodes, lastKeys) = try store.withReadSession { session in
            let collector = RecordCollector(session: session, layout: layout)
            return (try collector.nodes(), try session.lastKeys())
        }
        try store.close()
        var metadata = metadata
        let keys = Set(nodes.map(\.reference.key))
        if format.numbering.isShared, keys.count < nodes.count {
            // A mapping that creates objects may have given the same number to several records.
            nodes = nodes.renumbered(from: format.numbering.firstKey, in: layout)
            lastKeys = [:]
            metadata.contents.identifier = UUID().uuidString
        }
        var document = AtomicStoreDocument(metadata: metadata, nodes: nodes)
        document.lastKeys = lastKeys
        try AtomicStoreFile.write(try format.save(document, layout: layout), to: path)
    }
}
