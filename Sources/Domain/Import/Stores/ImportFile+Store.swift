import Foundation
import ObjectModel
import Persistence

extension ImportFile {
    /// Reads a Core Data store of an inventory, or of customers and sales, with the model that it holds.
    /// It is not changed.
    ///
    /// - Parameters:
    ///   - path: where it is; with a log beside it, it is to be a copy (``StoreFileSet``).
    ///   - name: what it is called, for people.
    ///   - reading: what is read of it, and where its attributes go. Default: the inventory if it has one.
    ///   - limits: the sizes above which it is not read. Default: the default limits.
    /// - Throws: ``ImportFault``, ``CSVFault`` for too many records, `PersistenceError` where it is no
    ///   store.
    public init(
        storeAt path: String, named name: String, reading: ImportReading = ImportReading(),
        limits: ImportLimits = ImportLimits()
    ) throws {
        let metadata = try PersistentStoreCoordinator.metadataForPersistentStore(at: path)
        var store = StoreDescription(type: metadata.storeType ?? .sqlite, path: path)
        store.isReadOnly = true
        let model = try PersistentStoreCoordinator.storedModel(at: path)
        guard let table = StoreTable(model, reading) else {
            if let entity = reading.entity, model[entity] != nil {
                throw ImportFault.missingColumn(.items)
            }
            throw ImportFault.noKnownEntity(names: Self.shown(model.entities.map(\.name)))
        }
        let container = try PersistentContainer(model: model, store: store, readerCount: 1)
        let rows = try container.read { try table.rows(in: $0, limits: limits) }
        try container.close()
        guard !rows.isEmpty else { throw ImportFault.noRows }
        self.init(
            kind: table.kind, name: Self.shown([name]).first ?? "", format: .store,
            encoding: .utf8, separator: nil, columns: table.columns,
            ignoredColumns: Self.shown(table.ignored), rows: rows)
    }

    /// Whether the bytes of a file begin as those of a database do.
    ///
    /// - Throws: errors of the file system.
    public static func isStore(_ path: String) throws -> Bool {
        let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        defer { try? handle.close() }
        return try handle.read(upToCount: 15) == Data("SQLite format 3".utf8)
    }
}
