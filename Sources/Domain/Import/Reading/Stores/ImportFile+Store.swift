import Foundation
import ObjectModel
import Persistence

extension ImportFile {
    /// Reads a Core Data store of an inventory, or of customers and sales, with the model that it
    /// contains. The store is not changed.
    ///
    /// - Parameters:
    ///   - path: its path; a store with a log must be a copy (``StoreFileSet``).
    ///   - name: its name for people.
    ///   - reading: the choices about reading it. Default: the inventory if it has one.
    /// - Throws: ``ImportFault``, ``CSVFault`` for too large cells, `PersistenceError` if it is not a
    ///   store.
    public init(
        storeAt path: String, named name: String, reading: ImportReading = ImportReading()
    ) throws {
        let metadata = try PersistentStoreCoordinator.metadataForPersistentStore(at: path)
        var store = StoreDescription(type: metadata.storeType ?? .sqlite, path: path)
        store.isReadOnly = true
        let model = try PersistentStoreCoordinator.storedModel(at: path)
        if reading.entity == nil, let kind = reading.kind, kind != .items, kind != .lines {
            throw ImportFault.notOfStores(kind)
        }
        guard let table = StoreTable(model, reading) else {
            if let entity = reading.entity, model[entity] != nil {
                throw ImportFault.missingColumn(.items)
            }
            throw ImportFault.noKnownEntity(names: Self.shown(model.entities.map(\.name)))
        }
        try reading.check(
            table.names, besides: table.names.isEmpty ? [] : StoreTable.propertyNames(of: model))
        let container = try PersistentContainer(
            model: model, classes: [], store: store, readerCount: 1)
        var writer = try ImportRowsWriter(table.kind, columns: table.columns)
        try table.write(to: &writer, from: container)
        let others = try container.read { context in
            try Self.records(notIn: table, of: model, in: context)
        }
        try container.close()
        guard writer.rows.count > 0 else {
            throw ImportFault.noRecords(entity: Self.shown([table.entity]).first ?? "")
        }
        self.init(
            kind: table.kind, name: Self.shown([name]).first ?? "", format: .store, encoding: .utf8,
            separator: nil, ignoredColumns: Self.shown(table.ignored), openDayColumns: [],
            outline: ImportOutline(table, of: model, reading), rows: try writer.finish())
        if !others.isEmpty { warnings = [Self.warning(of: others)] }
    }

    /// The other entities with records, which the rows do not refer to, with their counts.
    private static func records(
        notIn table: StoreTable, of model: ManagedObjectModel, in context: ManagedObjectContext
    ) throws -> [(entity: String, count: Int)] {
        var read: Set<String> = [table.entity]
        for source in table.sources {
            var entity = table.entity
            for name in source.path.dropLast() {
                let next = model.allRelationships(of: entity).first { $0.name == name }
                entity = next?.destinationEntity ?? entity
                read.insert(entity)
            }
        }
        let others = model.entities.filter { entity in
            entity.superentityName == nil && !read.contains(entity.name)
        }
        return try others.map(\.name).sorted().compactMap { name in
            let count = try context.count(for: FetchRequest<ManagedObject>(entityName: name))
            return count > 0 ? (entity: name, count: count) : nil
        }
    }

    private static func warning(of others: [(entity: String, count: Int)]) -> String {
        let names = shown(others.map(\.entity))
        let texts = zip(names, others).prefix(25).map { "\($0) (\($1.count))" }
        let rest = others.count > texts.count ? " and more" : ""
        return "The store has other records, which are not imported: "
            + "\(texts.joined(separator: ", "))\(rest)."
            + (others.contains { $0.entity == "SaleLine" }
                ? " Import it once more, as lines, for its sales." : "")
    }

    /// Whether a file is an SQLite database, judged by its first bytes.
    ///
    /// - Throws: errors of the file system.
    public static func isStore(_ path: String) throws -> Bool {
        let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        defer { try? handle.close() }
        return try handle.read(upToCount: 15) == Data("SQLite format 3".utf8)
    }
}
