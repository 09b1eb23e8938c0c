import Foundation
public import ObjectModel

/// Recognizes the version of a store that does not contain its model, as older stores do not.
struct VersionRecognition {
    let path: String
    /// The versions, oldest first.
    let versions: [ManagedObjectModel]

    /// The similarity by which one of several matching versions is chosen.
    private struct Likeness: Comparable {
        var hasSameEntities: Bool
        var hasSameTables: Bool
        var hasSameTypes: Bool
        var hasSameIdentifiers: Bool

        static func < (first: Likeness, second: Likeness) -> Bool {
            first.marks.lexicographicallyPrecedes(second.marks)
        }

        private var marks: [Int] {
            [hasSameEntities, hasSameTables, hasSameTypes, hasSameIdentifiers].map { $0 ? 1 : 0 }
        }
    }

    /// The most similar version; of several the newest, from which the fewest steps remain.
    ///
    /// - Throws: `PersistenceError.cannotOpen` if the store matches none of them.
    func version() throws -> ManagedObjectModel {
        let metadata = try PersistentStoreCoordinator.metadataForPersistentStore(at: path)
        let isAtomic = try PersistentStoreCoordinator.atomicStoreFormat(ofStoreAt: path) != nil
        var best: (model: ManagedObjectModel, likeness: Likeness)?
        for model in versions {
            let found =
                try isAtomic
                ? likenessOfAtomicStore(model, metadata) : likeness(model, metadata.contents)
            guard let found, best.map({ found >= $0.likeness }) ?? true else { continue }
            best = (model, found)
        }
        guard let best else {
            throw PersistenceError.cannotOpen(
                path: path,
                reason: .other(
                    "it does not hold the model that it was written with, and it fits none of the "
                        + "versions that were given"))
        }
        return best.model
    }

    /// Nil if the store does not match.
    private func likeness(
        _ model: ManagedObjectModel, _ metadata: StoreMetadata
    ) throws -> Likeness? {
        let connection = try StoreAccess(.readOnly(path: path)).connect()
        let catalog = try StoreCatalog(connection)
        let compatibility = StoreCompatibility(
            schema: try .make(try ModelLayout(model)), metadata: metadata, catalog: catalog,
            connection: connection)
        guard let schema = try Self.ifFitting(compatibility.adaptedSchema) else { return nil }
        let tables = schema.tables.map { table in
            (table.name, Set(["Z_PK", "Z_ENT", "Z_OPT"] + table.columns.map(\.name)))
        }
        let known = Set(tables.map(\.0) + schema.joinTables.map(\.name))
        let hasTypes = try schema.tables.allSatisfy { table in
            let types = try columnTypes(of: table.name, connection)
            return table.columns.allSatisfy { types[$0.name] == $0.type }
        }
        return Likeness(
            hasSameEntities: hasSameEntities(model, metadata.hashes),
            hasSameTables: tables.allSatisfy { catalog.columns[$0.0] == $0.1 }
                && catalog.recordTables == known,
            hasSameTypes: hasTypes,
            hasSameIdentifiers: identifiers(of: metadata) == Set(model.versionIdentifiers))
    }

    private func columnTypes(
        of table: String, _ connection: Connection
    ) throws -> [String: String] {
        try connection.withStatement("SELECT name, type FROM pragma_table_info('\(table)')") {
            statement in
            var types: [String: String] = [:]
            while try statement.step() { types[statement.text(0) ?? ""] = statement.text(1) }
            return types
        }
    }

    /// Only reading the whole file shows whether it matches.
    private func likenessOfAtomicStore(
        _ model: ManagedObjectModel, _ metadata: PersistentStoreMetadata
    ) throws -> Likeness? {
        guard hasSameEntities(model, metadata.versionHashes) else { return nil }
        do {
            try ModelLayout(model).openForReading(path).close()
        } catch PersistenceError.corruptStore {
            return nil
        } catch PersistenceError.cannotOpen(_, .incompatibleModel) {
            return nil
        }
        return Likeness(
            hasSameEntities: true, hasSameTables: true, hasSameTypes: true,
            hasSameIdentifiers: identifiers(of: metadata.contents) == Set(model.versionIdentifiers))
    }

    private func hasSameEntities(_ model: ManagedObjectModel, _ hashes: [String: Data]) -> Bool {
        hashes.isEmpty || Set(hashes.keys) == Set(model.entities.map(\.name))
    }

    private func identifiers(of metadata: StoreMetadata) -> Set<String> {
        Set(PersistentStoreMetadata(metadata).versionIdentifiers.filter { !$0.isEmpty })
    }

    private static func ifFitting<T>(_ body: () throws -> T) throws -> T? {
        do {
            return try body()
        } catch PersistenceError.cannotOpen(_, .incompatibleModel) {
            return nil
        }
    }
}

extension StoreCatalog {
    /// The tables of records and pairs, without those left by a migration.
    fileprivate var recordTables: Set<String> {
        let others: Set = ["Z_METADATA", "Z_PRIMARYKEY", "Z_MODELCACHE"]
        return Set(
            columns.keys.filter {
                $0.hasPrefix("Z") && !others.contains($0) && !$0.hasPrefix("Z_RT_")
                    && !$0.hasPrefix(DeferredTasks.tablePrefix)
            })
    }
}

extension PersistentStoreCoordinator {
    /// The model in the store at a path or, if it contains none, the most similar of some versions.
    /// The store is not changed.
    ///
    /// - Parameter versions: the versions, oldest first; called only if the store contains no
    ///   model.
    /// - Throws: `PersistenceError.cannotOpen` if there is no store, or if it matches none of them,
    ///   `corruptStore` if its model is malformed.
    public static func storedModel(
        at path: String, among versions: @autoclosure () throws -> [ManagedObjectModel]
    ) throws -> ManagedObjectModel {
        try heldModel(at: path)
            ?? VersionRecognition(path: path, versions: try versions()).version()
    }
}

/// The tables and columns of a database.
struct StoreCatalog: Sendable {
    /// The columns by table name.
    let columns: [String: Set<String>]

    init(_ connection: Connection) throws {
        let sql =
            "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c "
            // SQLite may be built without the module of such a table.
            + "WHERE m.type = 'table' AND m.sql NOT LIKE 'CREATE VIRTUAL TABLE % USING fts%'"
        columns = try connection.withStatement(sql) { statement in
            var columns: [String: Set<String>] = [:]
            while try statement.step() {
                guard let table = statement.text(0), let column = statement.text(1) else {
                    continue
                }
                columns[table, default: []].insert(column)
            }
            return columns
        }
    }

    /// Whether there are no tables.
    var isEmpty: Bool { columns.isEmpty }

    /// - Throws: `PersistenceError.cannotOpen` if it is another program's database.
    func checkIsStore(_ path: String) throws {
        let missing = ["Z_METADATA", "Z_PRIMARYKEY"].filter { columns[$0] == nil }
        guard missing.isEmpty else {
            throw PersistenceError.cannotOpen(
                path: path,
                reason: .foreign("the database has no table \(missing.joined(separator: " and "))"))
        }
    }
}
