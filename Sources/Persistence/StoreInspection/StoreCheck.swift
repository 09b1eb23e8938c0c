import Foundation
public import ObjectModel

/// Checks a store for damage and inconsistencies, without changing it.
public struct StoreCheck {
    private let connection: Connection
    private let records: RecordCheck
    private let external: ExternalData

    /// The faults of the store at a path, one sentence each.
    ///
    /// ```swift
    /// for fault in try StoreCheck.faults(path: "home.sqlite") { print(fault) }
    /// ```
    /// It reads the whole file.
    /// - Parameter model: the model; nil, the default, for the one that the store contains.
    /// - Throws: `PersistenceError.cannotOpen` if no store can be read.
    public static func faults(path: String, model: ManagedObjectModel? = nil) throws -> [String] {
        let log = StoreLog(storePath: path)
        // With this log, the store cannot be opened.
        if let reason = try log.confirmedMismatch() { return [doubt(reason)] }
        if try PersistentStoreCoordinator.atomicStoreFormat(ofStoreAt: path) != nil {
            return try faultsOfAtomicStore(path, model)
        }
        let faults = try faults(at: .file(path), model: model)
        let reason = try faults.isEmpty ? log.problem() : log.suspicion()
        return (reason.map { [doubt($0)] } ?? []) + faults
    }

    private static func doubt(_ reason: String) -> String {
        "The log may be damaged: \(reason)."
    }

    /// The faults of the store at a location, one sentence each.
    ///
    /// - Parameter model: the model; nil, the default, for the one that the store contains.
    /// - Throws: `PersistenceError.cannotOpen` if no store can be read.
    public static func faults(
        at location: StoreLocation, model: ManagedObjectModel? = nil
    ) throws -> [String] {
        let layout = try ModelLayout(
            try model ?? PersistentStoreCoordinator.storedModel(at: location))
        let store = try layout.openForReading(location)
        let faults = try store.withReadSession { try $0.faults() }
        try store.close()
        return faults
    }

    fileprivate init(_ session: SQLiteSession) {
        let connection = session.connection
        self.connection = connection
        records = RecordCheck(session.schema) { try connection.texts($0, $1) }
        external = session.store.external
    }

    /// Remarks about the store at a path, one sentence each: external files that no record refers
    /// to. They include those of a save that another process is doing.
    ///
    /// - Throws: `PersistenceError.cannotOpen` if no store can be read.
    public static func warnings(path: String) throws -> [String] {
        if try PersistentStoreCoordinator.atomicStoreFormat(ofStoreAt: path) != nil { return [] }
        let external = ExternalData(storePath: path, threshold: 0)
        let names = try external.names()
        guard !names.isEmpty else { return [] }
        return try names.subtracting(ExternalData.names(referredByStoreAt: path))
            .subtracting(external.namesOfNeighbors()).sorted()
            .map { "No record refers to the file \(external.path(of: $0))." }
    }

    /// Opening checks the whole file and stops at the first fault, unless the store can be used in
    /// spite of it.
    private static func faultsOfAtomicStore(
        _ path: String, _ model: ManagedObjectModel?
    ) throws -> [String] {
        do {
            let model = try model ?? PersistentStoreCoordinator.storedModel(at: path)
            let store = try ModelLayout(model).openForReading(path)
            let faults = try store.withReadSession { try $0.faults() }
            try store.close()
            return faults
        } catch PersistenceError.corruptStore(_, let reason) {
            return ["The file is damaged: \(reason)."]
        } catch PersistenceError.cannotOpen(_, .other(let reason)) {
            return ["The file cannot be opened: \(reason)."]
        }
    }

    fileprivate func faults() throws -> [String] {
        try integrityFaults()
            + records.faults { slot, entity in
                slot.isStoredExternally ? try missingFiles(slot, entity) : []
            }
    }

    private func integrityFaults() throws -> [String] {
        try connection.texts("PRAGMA integrity_check", 1).map { $0[0] }.filter { $0 != "ok" }
            .map { "The database is damaged: \($0)." }
    }

    private func missingFiles(_ slot: PropertySlot, _ entity: EntityLayout) throws -> [String] {
        let schema = records.schema
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
}

extension Connection {
    /// The rows of a statement, as texts.
    fileprivate func texts(_ sql: String, _ count: Int) throws -> [[String]] {
        try withStatement(sql) { statement in
            var rows: [[String]] = []
            while try statement.step() {
                rows.append((0..<count).map { statement.text($0) ?? "nothing" })
            }
            return rows
        }
    }
}

extension MemorySession {
    /// The faults of the records, which are in memory.
    func faults() throws -> [String] {
        let nodes = try RecordCollector(session: self, layout: state.layout).nodes()
        return missingValues(nodes) + memberFaults(nodes) + oneSided(nodes)
    }

    /// The records with too few or too many members of a to-many relationship.
    private func memberFaults(_ nodes: [AtomicStoreCacheNode]) -> [String] {
        state.layout.entities.flatMap { entity in
            entity.slots.filter { $0.declaringEntityNumber == entity.number }.flatMap { slot in
                slot.memberBounds.compactMap { bound in
                    let keys = nodes.filter { node in
                        state.layout.entity(node.reference.entityNumber).isKind(of: entity)
                            && bound.isBroken(by: node.destinations[slot.number]?.count ?? 0)
                    }.map { "\($0.reference.key)" }
                    return keys.isEmpty
                        ? nil : RecordCheck.broken(bound, slot, of: entity, keys.count, keys)
                }
            }
        }
    }

    /// The records without a required value.
    private func missingValues(_ nodes: [AtomicStoreCacheNode]) -> [String] {
        state.layout.entities.flatMap { entity in
            entity.slots.filter { $0.declaringEntityNumber == entity.number && $0.hasToHaveValue }
                .compactMap { slot in
                    let keys = nodes.filter { node in
                        state.layout.entity(node.reference.entityNumber).isKind(of: entity)
                            && (slot.relationship == nil
                                ? node.values[slot.number].isNull
                                : node.destinations[slot.number]?.isEmpty != false)
                    }.map { "\($0.reference.key)" }
                    return keys.isEmpty
                        ? nil : RecordCheck.missing(slot, of: entity, keys.count, keys)
                }
        }
    }

    /// The records of one-to-one relationships that their destinations do not refer to.
    private func oneSided(_ nodes: [AtomicStoreCacheNode]) -> [String] {
        var destinations: [StoreReference: [Int: [StoreReference]]] = [:]
        for node in nodes { destinations[root(of: node.reference)] = node.destinations }
        return nodes.flatMap { node in
            let entity = state.layout.entity(node.reference.entityNumber)
            return entity.toOneSlots.compactMap { number -> String? in
                let slot = entity.slots[number]
                guard let inverse = slot.inverseSlot, !slot.inverseIsToMany,
                    let other = node.destinations[number]?.first
                else { return nil }
                let back = destinations[root(of: other)]?[inverse]?.first?.key
                guard back != node.reference.key else { return nil }
                return RecordCheck.oneSided(
                    slot, of: entity, "\(node.reference.key)", "\(other.key)",
                    state.layout.entity(slot.destinationNumber).slots[inverse],
                    back.map(String.init) ?? "nothing")
            }
        }
    }

    private func root(of reference: StoreReference) -> StoreReference {
        StoreReference(
            entityNumber: state.layout.entity(reference.entityNumber).rootNumber,
            key: reference.key)
    }
}

extension SQLiteSession {
    func faults() throws -> [String] {
        try StoreCheck(self).faults() + faultsOfSortKeys()
            + TextIndexCheck(session: self).faults() + faultsOfGroupSums()
    }
}
