import Foundation
import ObjectModel

/// Looks for what is wrong in a store. The store is not changed.
public struct StoreCheck {
    private let connection: Connection
    private let schema: SQLSchema
    private let external: ExternalData

    /// Everything that is wrong with the store at a path, a sentence each.
    ///
    /// - Throws: `PersistenceError.cannotOpen` if it is no store that can be read.
    public static func faults(path: String) throws -> [String] {
        if try PersistentStoreCoordinator.atomicStoreFormat(ofStoreAt: path) != nil {
            return try faultsOfAtomicStore(path)
        }
        return try faults(at: .file(path))
    }

    /// Everything that is wrong with the store at a place, a sentence each.
    ///
    /// - Throws: `PersistenceError.cannotOpen` if it is no store that can be read.
    public static func faults(at location: StoreLocation) throws -> [String] {
        let layout = try ModelLayout(PersistentStoreCoordinator.storedModel(at: location))
        let store = try layout.openForReading(location)
        let faults = try store.withReadSession { try $0.faults() }
        try store.close()
        return faults
    }

    fileprivate init(_ session: SQLiteSession) {
        connection = session.connection
        schema = session.schema
        external = session.store.external
    }

    /// What is not wrong with the store at a path but of no use, a sentence each: files beside it that
    /// no record refers to. Those of a save that another process is at are among them.
    ///
    /// - Throws: `PersistenceError.cannotOpen` if it is no store that can be read.
    public static func warnings(path: String) throws -> [String] {
        if try PersistentStoreCoordinator.atomicStoreFormat(ofStoreAt: path) != nil { return [] }
        let external = ExternalData(storePath: path, threshold: 0)
        let names = try external.names()
        guard !names.isEmpty else { return [] }
        return try names.subtracting(ExternalData.names(referredByStoreAt: path))
            .subtracting(external.namesOfNeighbours()).sorted()
            .map { "No record refers to the file \(external.path(of: $0))." }
    }

    /// The file is looked through as a whole when it is opened; the first fault ends that.
    private static func faultsOfAtomicStore(_ path: String) throws -> [String] {
        do {
            let model = try PersistentStoreCoordinator.storedModel(at: path)
            try ModelLayout(model).openForReading(path).close()
            return []
        } catch PersistenceError.corruptStore(_, let reason) {
            return ["The file is damaged: \(reason)."]
        }
    }

    fileprivate func faults() throws -> [String] {
        let roots = schema.layout.entities.filter { $0.superNumber == 0 }
        return try integrityFaults() + roots.flatMap(recordFaults)
            + schema.layout.entities.flatMap { entity in
                try entity.slots.filter { $0.declaringEntityNumber == entity.number }
                    .flatMap { try faults(of: $0, entity) }
            }
    }

    private func integrityFaults() throws -> [String] {
        try rows("PRAGMA integrity_check", 1).map { $0[0] }.filter { $0 != "ok" }
            .map { "The database is damaged: \($0)." }
    }

    private func recordFaults(_ root: EntityLayout) throws -> [String] {
        let table = schema[root].table
        let strangers = try rows(
            "SELECT Z_PK FROM \(table) WHERE Z_ENT IS NULL "
                + "OR Z_ENT NOT BETWEEN \(schema.number(of: root)) AND \(schema.lastNumber(of: root)) "
                + "ORDER BY 1", 1
        ).map { "The row \($0[0]) of \(table) has no entity of its table in Z_ENT." }
        let keys = try rows(
            "SELECT Z_MAX, (SELECT max(Z_PK) FROM \(table)) FROM Z_PRIMARYKEY "
                + "WHERE Z_ENT = \(schema.number(of: root)) "
                + "AND ifnull(Z_MAX, 0) < (SELECT max(Z_PK) FROM \(table))", 2
        ).map { "Z_MAX of \(root.name) is \($0[0]), and the key \($0[1]) is in use." }
        return strangers + keys
    }

    private func faults(of slot: PropertySlot, _ entity: EntityLayout) throws -> [String] {
        if slot.isStoredExternally { return try missingFiles(slot, entity) }
        guard slot.relationship != nil else { return [] }
        if let join = schema[entity].joins[slot.number] {
            return try joinFaults(join, slot, entity)
        }
        guard let column = schema[entity].columns[slot.number] else { return [] }
        let places = slot.orderValueNumber.flatMap { schema[entity].columns[$0] }
        return try referenceFaults(column, slot, entity)
            + (places.map { try placeFaults(schema[entity].table, $0, owner: column, slot, entity) }
                ?? [])
    }

    private func referenceFaults(
        _ column: String, _ slot: PropertySlot, _ entity: EntityLayout
    ) throws -> [String] {
        try rows(
            "SELECT Z_PK, \(column) FROM \(schema[entity].table) WHERE \(column) > 0 "
                + "AND \(column) NOT IN (\(keys(slot.destinationNumber))) ORDER BY 1", 2
        ).map {
            "\(entity.name) \($0[0]): \(slot.name) refers to the "
                + "\(slot.relationship?.destinationEntity ?? "") \($0[1]), which is not there."
        }
    }

    private func joinFaults(
        _ join: SQLJoin, _ slot: PropertySlot, _ entity: EntityLayout
    ) throws -> [String] {
        let missing = try rows(
            "SELECT \(join.sourceColumn), \(join.destinationColumn) FROM \(join.table) "
                + "WHERE \(join.destinationColumn) NOT IN (\(keys(slot.destinationNumber))) "
                + "ORDER BY 1, 2", 2
        ).map {
            "\(entity.name) \($0[0]): \(slot.name) refers to the "
                + "\(slot.relationship?.destinationEntity ?? "") \($0[1]), which is not there."
        }
        guard let places = join.orderColumn else { return missing }
        return try missing
            + placeFaults(join.table, places, owner: join.sourceColumn, slot, entity)
    }

    /// Members of an ordered relationship without a place, or with the place of another.
    private func placeFaults(
        _ table: String, _ places: String, owner: String, _ slot: PropertySlot,
        _ entity: EntityLayout
    ) throws -> [String] {
        try rows(
            "SELECT \(owner), count(*) FROM \(table) WHERE \(owner) > 0 "
                + "GROUP BY \(owner) HAVING count(*) > count(DISTINCT \(places)) ORDER BY 1", 2
        ).map {
            "\(places) of \(table) is out of order: of \($0[1]) rows with \(owner) \($0[0]), "
                + "some have no place or that of another."
        }
    }

    private func missingFiles(_ slot: PropertySlot, _ entity: EntityLayout) throws -> [String] {
        guard let column = schema[entity].columns[slot.number] else { return [] }
        let sql =
            "SELECT Z_PK, \(column) FROM \(schema[entity].table) "
            + "WHERE Z_ENT BETWEEN \(schema.number(of: entity)) AND \(schema.lastNumber(of: entity)) "
            + "AND \(column) IS NOT NULL AND substr(\(column), 1, 1) <> x'01' ORDER BY 1"
        return try connection.withStatement(sql) { statement in
            var faults: [String] = []
            while try statement.step() {
                let place = "\(entity.name) \(statement.integer(0)): \(slot.name)"
                switch ExternalMarker(SQLValue(statement.handle, 1).data) {
                case .inline: break
                case .unknown: faults.append("\(place) has no known storage marker.")
                case .file(let name):
                    guard !FileManager.default.fileExists(atPath: external.path(of: name)) else {
                        continue
                    }
                    faults.append("\(place) is in the file \(name), which is missing.")
                }
            }
            return faults
        }
    }

    private func keys(_ number: Int) -> String {
        let entity = schema.layout.entity(number)
        return "SELECT Z_PK FROM \(schema[entity].table) "
            + "WHERE Z_ENT BETWEEN \(schema.number(of: entity)) AND \(schema.lastNumber(of: entity))"
    }

    private func rows(_ sql: String, _ count: Int) throws -> [[String]] {
        try connection.withStatement(sql) { statement in
            var rows: [[String]] = []
            while try statement.step() {
                rows.append((0..<count).map { statement.text($0) ?? "nothing" })
            }
            return rows
        }
    }
}

extension SQLiteSession {
    func faults() throws -> [String] { try StoreCheck(self).faults() }
}
