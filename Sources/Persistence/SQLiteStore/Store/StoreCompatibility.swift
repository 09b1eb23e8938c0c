package import Foundation
package import ObjectModel

/// Decides whether a store can be used with a model.
struct StoreCompatibility {
    let schema: SQLSchema
    let metadata: StoreMetadata
    let catalog: StoreCatalog
    let connection: Connection
    /// The entities of the store; nil for all.
    var entityNames: Set<String>?

    private var model: ManagedObjectModel { schema.layout.model }

    /// The schema with the store's tables.
    ///
    /// - Throws: `PersistenceError.cannotOpen` with the differing entities.
    func adaptedSchema() throws -> SQLSchema {
        try checkModel()
        let adapted = try numberedSchema().adapted(to: catalog)
        let missing = adapted.missingParts(in: catalog)
        guard missing.isEmpty else {
            let advice =
                try StoreModelCache.readable(connection) == nil
                ? ", and holds no model by which it could be migrated: the version that it was "
                    + "written with has to be given" : ""
            throw incompatible(
                "the store lacks \(missing.prefix(5).joined(separator: ", "))\(advice)")
        }
        return adapted
    }

    private func checkModel() throws {
        let names = try differingEntities()
        guard names.isEmpty else {
            let list = names.joined(separator: ", ")
            throw incompatible(
                "these entities differ: \(list)")
        }
    }

    /// The names of the entities that differ in the store's model, sorted.
    func differingEntities() throws -> [String] {
        // Apple's hashes cannot be recomputed, so the model in the store decides. Without a
        // readable one, tables and columns do.
        guard metadata.hashes != schema.layout.versionHashes,
            let content = try StoreModelCache.content(connection), !schema.layout.fits(content),
            // The bytes read before, because another process may have replaced them.
            let cache = try? StoreModelCache.decode(content)
        else { return [] }
        let stored = cache.hashesForComparison
        let wanted = model.hashesForComparison
        let differing = Set(stored.keys).union(wanted.keys).filter { stored[$0] != wanted[$0] }
        if differing.isEmpty { schema.layout.recordFit(content) }
        // Core Data's store of a configuration need not have the entities of others.
        guard let entityNames, !differing.isSubset(of: entityNames) else {
            return differing.sorted()
        }
        let names = try StoredEntities(reading: connection).names
        return differing.filter { entityNames.contains($0) || names.contains($0) }.sorted()
    }

    /// The store's numbers of the model's entities.
    func numbers() throws -> StoredEntityNumbers {
        try StoredEntityNumbers(of: schema.layout, storedIn: connection)
    }

    /// The schema with the store's numbers, by which records refer to entities.
    private func numberedSchema() throws -> SQLSchema {
        let layout = schema.layout
        let numbers = try self.numbers()
        guard !numbers.isSame else { return schema }
        let numbered = try SQLSchema.make(layout, numbers: numbers)
        let differing =
            numbers.misfits(in: layout)
            + numbered.absentEntities.filter { catalog.columns[schema[$0].table] != nil }
        guard differing.isEmpty, numbered.absentEntities.count < layout.entities.count else {
            throw incompatible(
                "the store numbers these entities differently: "
                    + Set(differing.map(\.name)).sorted().joined(separator: ", "))
        }
        return numbered
    }

    private func incompatible(_ reason: String) -> PersistenceError {
        .cannotOpen(path: connection.path, reason: .incompatibleModel(reason))
    }
}

extension ManagedObjectModel {
    /// The names of a configuration's entities; empty for an unknown one.
    func entityNames(ofConfiguration name: String) -> Set<String> {
        Set(configurations.filter { $0.name == name }.flatMap(\.entityNames))
    }

    /// The version hashes over the parts that determine how records are stored, without predicates
    /// and expressions, whose form differs in the model cache.
    package var hashesForComparison: [String: Data] {
        var model = self
        for index in model.entities.indices {
            model.entities[index].fetchedProperties = []
            for attribute in model.entities[index].attributes.indices {
                model.entities[index].attributes[attribute].derivationExpression = nil
            }
        }
        return model.entityVersionHashesByName
    }
}

/// The entities in a store's `Z_PRIMARYKEY`.
///
/// An in-place migration of Core Data leaves the old names of renamed entities there. The model in
/// the store has the same numbers, and so identifies them.
struct StoredEntities {
    private let rows: [(number: Int, name: String)]

    init(reading connection: Connection) throws {
        let sql = "SELECT Z_ENT, Z_NAME FROM Z_PRIMARYKEY WHERE Z_ENT < 16000 ORDER BY Z_ENT"
        rows = try connection.withStatement(sql) { statement in
            var rows: [(number: Int, name: String)] = []
            while try statement.step() {
                guard let name = statement.text(1) else { continue }
                rows.append((number: Int(statement.integer(0)), name: name))
            }
            return rows
        }
    }

    /// The stored names, which may be old ones.
    var names: Set<String> { Set(rows.map(\.name)) }

    /// The store's numbers of a model's entities by name, as far as it has them.
    ///
    /// - Parameter stored: the model in the store; nil without a readable one.
    func numbers(
        in layout: ModelLayout, keeping stored: () throws -> ManagedObjectModel?
    ) rethrows -> [String: Int] {
        let numbers = Dictionary(
            rows.map { ($0.name, $0.number) }, uniquingKeysWith: { first, _ in first })
        guard layout.entities.contains(where: { numbers[$0.name] != $0.number }) else {
            return numbers
        }
        return try stored().flatMap(numbersAlike)
            ?? numbers.merging(
                olderNumbers(numbers, in: layout), uniquingKeysWith: { first, _ in first })
    }

    /// The numbers of the model in the store; nil if they do not match the store's entities.
    private func numbersAlike(_ model: ManagedObjectModel) -> [String: Int]? {
        let names = model.entityNamesInNumberOrder
        guard rows.map(\.number) == Array(1...max(1, names.count)) else { return nil }
        let known = Set(names)
        let isAlike = zip(rows, names).allSatisfy { row, name in
            row.name == name || row.name == model[name]?.renamingIdentifier
                || !known.contains(row.name)
        }
        guard isAlike else { return nil }
        return Dictionary(uniqueKeysWithValues: zip(names, 1...))
    }

    /// The numbers of entities that are stored with their old names.
    private func olderNumbers(_ numbers: [String: Int], in layout: ModelLayout) -> [String: Int] {
        layout.entities.reduce(into: [:]) { found, entity in
            guard let older = entity.description.renamingIdentifier,
                layout.entity(named: older) == nil
            else { return }
            found[entity.name] = numbers[older]
        }
    }
}

extension StoredEntityNumbers {
    /// The numbers in a connection's store.
    init(of layout: ModelLayout, storedIn connection: Connection) throws {
        let stored = try StoredEntities(reading: connection)
        self.init(
            of: layout,
            in: try stored.numbers(in: layout) { try StoreModelCache.readable(connection) })
    }
}
