package import Foundation
public import ObjectModel
import Synchronization

/// A model as the machinery uses it: entities by number and by name, with their slots.
public final class ModelLayout: Sendable {
    /// The model that the layout was made from.
    public let model: ManagedObjectModel
    /// The entities; the one with number n stands at n − 1.
    public let entities: [EntityLayout]
    /// How the derived attributes come to their values, those apart whose expression is of a form
    /// that is not known.
    package let derivations: [Derivation]
    private let numbers: [String: Int]
    private let numbersByClass: [ObjectIdentifier: Int]
    private let stored = Mutex(StoredModel())

    /// Lays a checked model out.
    ///
    /// - Parameter classes: the generated classes. An entity without one gets plain
    ///   `ManagedObject`s.
    /// - Throws: `PersistenceError.modelMismatch` if a class was generated from another model.
    public init(_ model: ManagedObjectModel, classes: [ManagedObjectClass] = []) throws {
        let names = model.entityNamesInNumberOrder
        let numbers = Dictionary(
            uniqueKeysWithValues: names.enumerated().map { ($1, $0 + 1) })
        let builder = LayoutBuilder(model: model, numbers: numbers, classes: classes)
        self.model = model
        self.numbers = numbers
        let entities = try names.map(builder.layout)
        self.entities = entities
        derivations = entities.flatMap { entity in
            entity.slots.filter { $0.declaringEntityNumber == entity.number }
                .compactMap { Derivation($0, of: entity, in: entities) }
        }
        var byClass: [ObjectIdentifier: Int] = [:]
        for entity in entities where entity.objectClass != ManagedObject.self {
            byClass[ObjectIdentifier(entity.objectClass)] = entity.number
        }
        numbersByClass = byClass
    }

    /// The version hash of each entity.
    package var versionHashes: [String: Data] {
        stored.withLock { stored in
            if let hashes = stored.versionHashes { return hashes }
            let hashes = model.entityVersionHashesByName
            stored.versionHashes = hashes
            return hashes
        }
    }

    /// The model as the content of a store's `Z_MODELCACHE`.
    package func modelCache() throws -> Data {
        try stored.withLock { stored in
            if let cache = stored.cache { return cache }
            let cache = try model.modelCache()
            stored.cache = cache
            return cache
        }
    }

    /// The schema of SQLite's stores with the model's own numbers.
    func schema(making make: () throws -> SQLSchema) rethrows -> SQLSchema {
        if let kept = stored.withLock({ $0.schema }) { return kept.schema(of: self) }
        let schema = try make()
        stored.withLock { $0.schema = SQLSchema.Kept(schema) }
        return schema
    }

    /// Whether a store's archived model was compared with this one already, and is the same: each
    /// connection to a store asks.
    func fits(_ modelCache: Data) -> Bool { stored.withLock { $0.fitting == modelCache } }

    /// Notes that a store's archived model is the same as this one.
    func recordFit(_ modelCache: Data) { stored.withLock { $0.fitting = modelCache } }

    /// The names of key paths with several steps that were asked for so far: to find one costs more
    /// than a fetch.
    func composedKeys(of objectClass: ManagedObject.Type) -> KeyPathNames {
        stored.withLock { $0.composedKeys[ObjectIdentifier(objectClass)] } ?? KeyPathNames()
    }

    /// Adds names of key paths with several steps.
    func addComposedKeys(_ keys: KeyPathNames, of objectClass: ManagedObject.Type) {
        stored.withLock { stored in
            let known = stored.composedKeys[ObjectIdentifier(objectClass)] ?? KeyPathNames()
            stored.composedKeys[ObjectIdentifier(objectClass)] = KeyPathNames(
                known.names.merging(keys.names) { $1 })
        }
    }

    /// The entity of a name, or nil.
    public func entity(named name: String) -> EntityLayout? {
        numbers[name].map { entities[$0 - 1] }
    }

    /// The entity of a number; numbers come from the layout itself.
    public func entity(_ number: Int) -> EntityLayout {
        entities[number - 1]
    }

    /// The entity that a class was generated for, or nil.
    func entity(of objectClass: ManagedObject.Type) -> EntityLayout? {
        numbersByClass[ObjectIdentifier(objectClass)].map { entities[$0 - 1] }
    }

    /// The entity that a class was generated for.
    ///
    /// - Throws: `PersistenceError.misuse` for a class that was not given to the container.
    func requireEntity(of objectClass: ManagedObject.Type) throws -> EntityLayout {
        guard let entity = entity(of: objectClass) else {
            throw PersistenceError.misuse(Self.absence(of: objectClass))
        }
        return entity
    }

    /// The reason why a class has no entity, with the remedy.
    static func absence(of objectClass: ManagedObject.Type) -> String {
        objectClass == ManagedObject.self
            ? "ManagedObject itself is the class of no entity: give the name of one"
                + " (entityName:)"
            : "The container was opened without the class \(objectClass): give it the model's"
                + " generated list of classes (classes:)"
    }

    /// The entity and its descendants.
    public func family(of entity: EntityLayout) -> ArraySlice<EntityLayout> {
        entities[(entity.number - 1)...(entity.lastNumber - 1)]
    }
}

/// The form of a model that stores keep: made for the first store, and shared by all that are opened with the layout.
private struct StoredModel {
    var versionHashes: [String: Data]?
    var cache: Data?
    var schema: SQLSchema.Kept?
    /// The last archive of another spelling that was found to be the same model.
    var fitting: Data?
    /// By the class that the key paths are of.
    var composedKeys: [ObjectIdentifier: KeyPathNames] = [:]
}
