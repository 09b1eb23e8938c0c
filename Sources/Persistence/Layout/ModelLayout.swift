package import Foundation
public import ObjectModel
import Synchronization

/// A validated model in the form that stores and contexts use: entities with numbered slots, by
/// number and by name.
///
/// ```swift
/// let layout = try ModelLayout(model, classes: cookbookModelClasses)
/// let container = try PersistentContainer(layout: layout, stores: [.sqlite(path: path)])
/// ```
/// Making one takes most of the time of opening a store, so share it among containers.
public final class ModelLayout: Sendable {
    /// The model that the layout was made from.
    public let model: ManagedObjectModel
    /// The entities; the one with number n is at n − 1.
    public let entities: [EntityLayout]
    /// The derived attributes, except those with an expression that is not supported.
    package let derivations: [Derivation]
    private let numbers: [String: Int]
    private let numbersByClass: [ObjectIdentifier: Int]
    private let stored = Mutex(StoredModel())

    /// Creates the layout of a validated model.
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

    package var versionHashes: [String: Data] {
        stored.withLock { stored in
            if let hashes = stored.versionHashes { return hashes }
            let hashes = model.entityVersionHashesByName
            stored.versionHashes = hashes
            return hashes
        }
    }

    /// The content of a store's `Z_MODELCACHE`.
    package func modelCache() throws -> Data {
        try stored.withLock { stored in
            if let cache = stored.cache { return cache }
            let cache = try model.modelCache()
            stored.cache = cache
            return cache
        }
    }

    /// The schema of SQLite stores with the model's own entity numbers.
    func schema(making make: () throws -> SQLSchema) rethrows -> SQLSchema {
        if let kept = stored.withLock({ $0.schema }) { return kept.schema(of: self) }
        let schema = try make()
        stored.withLock { $0.schema = SQLSchema.Kept(schema) }
        return schema
    }

    /// Whether a store's archived model is known to be the same. Cached, because each connection to
    /// a store asks.
    func fits(_ modelCache: Data) -> Bool { stored.withLock { $0.fitting == modelCache } }

    /// Records that a store's archived model is the same.
    func recordFit(_ modelCache: Data) { stored.withLock { $0.fitting = modelCache } }

    /// The known key paths with several steps. Cached, because finding one costs more than a fetch.
    func composedKeys(of objectClass: ManagedObject.Type) -> KeyPathNames {
        stored.withLock { $0.composedKeys[ObjectIdentifier(objectClass)] } ?? KeyPathNames()
    }

    func addComposedKeys(_ keys: KeyPathNames, of objectClass: ManagedObject.Type) {
        stored.withLock { stored in
            let known = stored.composedKeys[ObjectIdentifier(objectClass)] ?? KeyPathNames()
            stored.composedKeys[ObjectIdentifier(objectClass)] = KeyPathNames(
                known.names.merging(keys.names) { $1 })
        }
    }

    /// The entity with a name; nil if there is none.
    public func entity(named name: String) -> EntityLayout? {
        numbers[name].map { entities[$0 - 1] }
    }

    /// The entity with a number of this layout.
    public func entity(_ number: Int) -> EntityLayout {
        entities[number - 1]
    }

    func entity(of objectClass: ManagedObject.Type) -> EntityLayout? {
        numbersByClass[ObjectIdentifier(objectClass)].map { entities[$0 - 1] }
    }

    /// The entity of a generated class.
    ///
    /// - Throws: `PersistenceError.misuse` for a class that was not given to the container.
    func requireEntity(of objectClass: ManagedObject.Type) throws -> EntityLayout {
        guard let entity = entity(of: objectClass) else {
            throw PersistenceError.misuse(Self.absence(of: objectClass))
        }
        return entity
    }

    /// The reason why a class has no entity, and what to do.
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

/// The stored forms of the model, computed for the first store and shared by all of the layout.
private struct StoredModel {
    var versionHashes: [String: Data]?
    var cache: Data?
    var schema: SQLSchema.Kept?
    /// The last archive with another spelling of the same model.
    var fitting: Data?
    /// The key paths by their class.
    var composedKeys: [ObjectIdentifier: KeyPathNames] = [:]
}
