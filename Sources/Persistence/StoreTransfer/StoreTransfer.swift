import Foundation
public import ObjectModel

/// Copies records, history and metadata into a new store of any kind that can have them.
///
/// Records keep their numbers, and the store its identifier. If the new kind numbers records
/// differently, both are new, so that no old address leads to another record.
struct StoreTransfer {
    let source: any PersistentStore
    let layout: ModelLayout
    let metadata: PersistentStoreMetadata

    /// Copies into a new store of any kind.
    func run(to target: StoreDescription) throws {
        let format = StoreRegistry.format(of: target.type)
        if let path = target.location.path, format != nil || target.type == .sqlite {
            return try replaceFile(at: path, format)
        }
        var target = target
        if try source.withReadSession({ try $0.lastHistoryNumber() }) != nil {
            target.tracksHistory = true
        }
        let store = try StoreRegistry.factory(of: target.type).makeStore(
            StoreOpening(target, layout: layout), with: metadata)
        do {
            try copyRecords(to: store)
        } catch {
            try store.close()
            throw error
        }
        try store.close()
    }

    /// Copies into a file, of a format or of SQLite, that replaces the one at a path. An
    /// interruption leaves one complete store.
    private func replaceFile(at path: String, _ format: (any AtomicStoreFormat)?) throws {
        if let format {
            let document = try document(for: format.numbering, type: format.type)
            let file = try format.save(document, layout: layout)
            return try StoreFiles(path: path).replace { staged, _ in
                try AtomicStoreFile.write(file, to: staged)
                return []
            }
        }
        let staged = StoreFiles(path: StoreCopy(storePath: path, suffix: "migrating").path)
        try staged.destroy()
        do {
            try makeSQLiteStore(at: staged.path)
            try StoreFiles(path: path).replace(with: staged.path)
        } catch {
            try staged.destroy()
            throw error
        }
        try staged.destroy()
    }

    /// Creates an SQLite store from the records, which keep their numbers.
    func makeSQLiteStore(at path: String) throws {
        let store = try SQLiteStore(.sqlite(path: path), layout: layout)
        do {
            try copyRecords(to: store)
            try store.withWriter { writer in
                var contents = try StoreMetadata(reading: writer.connection)
                contents.identifier = metadata.identifier
                contents.members.merge(metadata.copiedMembers(for: layout.model)) { _, own in own }
                try contents.update(writer.connection)
            }
        } catch {
            try store.close()
            throw error
        }
        try store.close()
    }

    /// Copies the records and the history into an empty store in batches, in one transaction.
    private func copyRecords(to store: any PersistentStore) throws {
        try source.withReadSession { session in
            try store.withWriteSession { writer in
                try writer.transaction { transaction in
                    try RecordCopy(from: session, to: transaction, layout).run()
                    try HistoryCopy(source: session, target: transaction).run()
                }
            }
        }
    }

    private func document(
        for numbering: StoreNumbering, type: StoreType
    ) throws -> AtomicStoreDocument {
        var (nodes, lastKeys) = try source.withReadSession { session in
            let collector = RecordCollector(session: session, layout: layout)
            return (try collector.nodes(), try session.lastKeys())
        }
        var new = try PersistentStoreMetadata(newStoreOf: type, for: layout.model)
        new.contents.members.merge(metadata.copiedMembers(for: layout.model)) { _, own in own }
        if keepsNumbers(of: nodes, numbering) {
            new.contents.identifier = metadata.identifier
        } else {
            nodes = nodes.renumbered(from: numbering.firstKey, in: layout)
            lastKeys = [:]
        }
        var document = AtomicStoreDocument(metadata: new, nodes: nodes)
        document.lastKeys = lastKeys
        return document
    }

    private func keepsNumbers(
        of nodes: [AtomicStoreCacheNode], _ numbering: StoreNumbering
    ) -> Bool {
        guard nodes.allSatisfy({ $0.reference.key <= AtomicStoreLoader.maximumKey }) else {
            return false
        }
        return !numbering.isShared || Set(nodes.map(\.reference.key)).count == nodes.count
    }
}

extension PersistentStoreCoordinator {
    /// Copies a store into a new one of another kind, which replaces an existing one. The source
    /// does not change.
    ///
    /// ```swift
    /// try PersistentStoreCoordinator.migratePersistentStore(at: "home.sqlite", to: "home.xml", type: .xml)
    /// ```
    /// Records keep their numbers, and the store its identifier, unless an XML store has to
    /// renumber all records together, or an atomic one those above its limit; then the identifier
    /// is new too. An SQLite store also gets the history. It is written in batches; an atomic store
    /// is built in memory.
    /// - Parameters:
    ///   - source: the store to copy, which may be in use.
    ///   - path: the new store. An existing one must not be open.
    ///   - type: the kind of the new store: SQLite, binary, XML, or a registered format.
    ///   - model: the model of the store; nil, the default, for the one that it contains.
    /// - Throws: `PersistenceError.cannotOpen`, `PersistenceError.corruptStore`.
    public static func migratePersistentStore(
        at source: String, to path: String, type: StoreType, model: ManagedObjectModel? = nil
    ) throws {
        try migratePersistentStore(
            at: .file(source), to: StoreDescription(type: type, location: .file(path)),
            model: model)
    }

    /// Copies the store at a location, with its history, into a new one of any kind, which replaces
    /// an existing one. The source does not change.
    ///
    /// - Parameters:
    ///   - source: the store to copy, which may be in use.
    ///   - target: the new store. An existing one must not be open.
    ///   - model: the model of the store; nil, the default, for the one that it contains.
    /// - Throws: `PersistenceError.cannotOpen`, `PersistenceError.corruptStore`,
    ///   `PersistenceError.misuse` for a kind that takes no copies.
    public static func migratePersistentStore(
        at source: StoreLocation, to target: StoreDescription, model: ManagedObjectModel? = nil
    ) throws {
        guard canonical(target.location) != canonical(source) else {
            throw PersistenceError.misuse("The store \(source) cannot take its own place")
        }
        let layout = try ModelLayout(try model ?? storedModel(at: source))
        let metadata = try metadataForPersistentStore(at: source)
        let lock = try target.location.path.map { try StoreLock(exclusivelyFor: $0) }
        defer { lock?.release() }
        let store = try layout.openForReading(source)
        do {
            try StoreTransfer(source: store, layout: layout, metadata: metadata)
                .run(to: target)
        } catch {
            try store.close()
            throw error
        }
        try store.close()
    }

    private static func canonical(_ location: StoreLocation) -> StoreLocation {
        location.path.map { .file(canonical($0)) } ?? location
    }
}

/// Copies the history of a store into an empty one, in batches, after the records.
struct HistoryCopy {
    let source: any StoreSession
    let target: any StoreTransaction

    /// The number of transactions that are read at once.
    private static let batchSize = 200

    func run() throws {
        guard let last = try source.lastHistoryNumber() else { return }
        var request = PersistentHistoryChangeRequest.fetchHistory(after: nil)
        var transactions: [PersistentHistoryTransaction]
        repeat {
            request.fetchLimit = Self.batchSize
            transactions = try source.fetchHistory(request)
            try target.insertHistory(transactions, through: last)
            transactions.last.map { request = .fetchHistory(after: $0) }
        } while transactions.count == Self.batchSize
    }
}
