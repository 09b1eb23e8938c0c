import Foundation
import ObjectModel

/// Finds out whether a store can be used with a model.
struct StoreCompatibility {
    let schema: SQLSchema
    let metadata: StoreMetadata
    let catalog: StoreCatalog
    let connection: Connection

    private var model: ManagedObjectModel { schema.layout.model }

    /// The schema, with tables where this store has them.
    ///
    /// - Throws: `PersistenceError.cannotOpen` that names the entities which differ.
    func adaptedSchema() throws -> SQLSchema {
        try checkModel()
        try checkNumbers()
        let adapted = schema.adapted(to: catalog)
        let missing = adapted.missingParts(in: catalog)
        guard missing.isEmpty else {
            throw incompatible("the store lacks \(missing.prefix(5).joined(separator: ", "))")
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

    /// The names of the entities that the store's model describes otherwise, sorted.
    func differingEntities() throws -> [String] {
        // Apple's hashes are over bytes that are not public: the model in the store tells.
        guard metadata.hashes != model.entityVersionHashesByName, let cache = try storedModel()
        else { return [] }
        let stored = cache.hashesForComparison
        let wanted = model.hashesForComparison
        return Set(stored.keys).union(wanted.keys).filter { stored[$0] != wanted[$0] }.sorted()
    }

    /// The model that the store keeps; nil if it keeps none that can be read. Then its tables and
    /// columns have to tell whether it fits.
    private func storedModel() throws -> ManagedObjectModel? {
        do {
            return try StoreModelCache.read(connection)
        } catch PersistenceError.corruptStore {
            return nil
        }
    }

    /// Records refer to entities by number.
    private func checkNumbers() throws {
        let stored = try connection.withStatement("SELECT Z_ENT, Z_NAME FROM Z_PRIMARYKEY") {
            statement in
            var numbers: [String: Int] = [:]
            while try statement.step() {
                if let name = statement.text(1) { numbers[name] = Int(statement.integer(0)) }
            }
            return numbers
        }
        let differing = schema.layout.entities.filter { stored[$0.name] != $0.number }
        guard differing.isEmpty else {
            throw incompatible(
                "the store numbers these entities otherwise: "
                    + differing.map(\.name).joined(separator: ", "))
        }
    }

    private func incompatible(_ reason: String) -> PersistenceError {
        .cannotOpen(path: connection.path, reason: .incompatibleModel(reason))
    }
}
