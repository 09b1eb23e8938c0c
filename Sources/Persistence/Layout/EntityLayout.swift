public import ObjectModel

/// An entity with numbered slots for all its properties, including inherited ones.
public final class EntityLayout: Sendable {
    /// The entity of the model, without inherited properties.
    public let description: EntityDescription
    /// The entity number (`Z_ENT`), from 1.
    public let number: Int
    /// The greatest entity number among the entity and its descendants.
    public let lastNumber: Int
    /// The number of the parent entity, or 0.
    public let superNumber: Int
    /// The entity number of the root of the inheritance tree.
    public let rootNumber: Int
    /// The name of the root of the inheritance tree, which owns the table.
    public let rootName: String
    /// The properties by slot number: the root's first, in each entity by name without regard to
    /// case. A subentity's slots begin with its parent's.
    public let slots: [PropertySlot]
    /// The number of values of a record: the slots, followed by the positions in ordered
    /// relationships.
    public let valueCount: Int
    let objectClass: ManagedObject.Type
    /// Slot numbers by property name.
    let slotNumbers: [String: Int]
    let attributeSlots: [Int]
    let toOneSlots: [Int]
    let toManySlots: [Int]
    /// The attributes that the store computes.
    let derivedSlots: [Int]
    /// The attributes that contain sort keys, by the numbers of the text attributes.
    package let sortKeySlots: [Int: Int]
    /// The text attributes with sort keys, by the numbers of the attributes that contain these.
    package let sortKeyTexts: [Int: Int]
    /// The initial values of new objects.
    let defaults: [AttributeValue]
    /// Whether there are binary attributes, whose values may be read on demand.
    let hasBinarySlots: Bool
    let keyPaths: KeyPathNames
    /// The model's predicates over whole objects, including inherited ones.
    let rules: [ModelRule]
    /// The model's predicates over single values, by slot number.
    let valueRules: [Int: [ModelRule]]

    init(
        description: EntityDescription, numbers: EntityNumbers, slots: [PropertySlot],
        valueCount: Int, defaults: [AttributeValue], objectClass: ManagedObject.Type,
        keyPaths: KeyPathNames, rules: [ModelRule], valueRules: [Int: [ModelRule]]
    ) {
        self.description = description
        self.number = numbers.number
        self.lastNumber = numbers.last
        self.superNumber = numbers.parent
        self.rootNumber = numbers.root
        self.rootName = numbers.rootName
        self.slots = slots
        self.valueCount = valueCount
        self.defaults = defaults
        self.objectClass = objectClass
        self.keyPaths = keyPaths
        self.rules = rules
        self.valueRules = valueRules
        slotNumbers = Dictionary(uniqueKeysWithValues: slots.map { ($0.name, $0.number) })
        attributeSlots = slots.filter { $0.attribute != nil }.map(\.number)
        toOneSlots = slots.filter { $0.relationship?.isToMany == false }.map(\.number)
        toManySlots = slots.filter { $0.relationship?.isToMany == true }.map(\.number)
        derivedSlots = slots.filter { $0.attribute?.isDerived == true }.map(\.number)
        hasBinarySlots = slots.contains { $0.isBinary }
        sortKeySlots = EntityLayout.sortKeySlots(slots)
        sortKeyTexts = Dictionary(uniqueKeysWithValues: sortKeySlots.map { ($1, $0) })
    }

    public var name: String { description.name }
    /// Whether other entities inherit from this one.
    public var hasSubentities: Bool { lastNumber > number }

    /// The property with a name, possibly inherited; nil if there is none.
    public func slot(named name: String) -> PropertySlot? {
        slotNumbers[name].map { slots[$0] }
    }

    /// The number of keys at the start of a path that name one property, at least 1. The name of a
    /// composite attribute's part contains dots.
    func keyCount(at keys: ArraySlice<String>) -> Int {
        guard let first = keys.first, slotNumbers[first] == nil else { return 1 }
        return (2..<max(2, keys.count + 1)).reversed().first { count in
            slotNumbers[keys.prefix(count).joined(separator: ".")] != nil
        } ?? 1
    }

    /// Whether the entity is the other one or one of its descendants.
    public func isKind(of other: EntityLayout) -> Bool {
        other.number <= number && number <= other.lastNumber
    }
}

/// The numbers of an entity in its model.
struct EntityNumbers: Sendable {
    var number: Int
    var last: Int
    var parent: Int
    var root: Int
    var rootName: String
}

/// The generated description of an entity: its class, the order of its properties and their key paths.
///
/// A generated file lists those of a model, as `cookbookModelClasses` for `Cookbook.xcdatamodeld`.
public struct ManagedObjectClass: Sendable {
    let entityName: String
    /// The class of the entity's objects.
    public let objectClass: ManagedObject.Type
    let propertySlots: [String]
    let keyPaths: KeyPathNames

    /// Describes a class.
    ///
    /// - Parameters:
    ///   - entityName: the entity of the model.
    ///   - objectClass: the class of the entity's objects.
    ///   - properties: the names of the properties in slot order, with their key paths; nil where
    ///     the class has none. A container throws `PersistenceError.modelMismatch` if the names
    ///     differ from its model's.
    public init(
        entityName: String, objectClass: ManagedObject.Type,
        properties: [(name: String, keyPath: AnyKeyPath?)]
    ) {
        self.entityName = entityName
        self.objectClass = objectClass
        propertySlots = properties.map(\.name)
        keyPaths = KeyPathNames(
            properties.reduce(into: [:]) { names, property in
                if let keyPath = property.keyPath { names[keyPath] = property.name }
            })
    }
}

/// A set of properties whose values identify a record.
struct UniquenessConstraint {
    let entity: EntityLayout
    let slots: [PropertySlot]

    var properties: [String] { slots.map(\.name) }

    /// Fetches the records that have one of several lists of values.
    func fetch(_ values: some Sequence<[AttributeValue]>) -> StoreFetch {
        var fetch = StoreFetch(entity: entity)
        fetch.predicate = .or(values.map(predicate))
        return fetch
    }

    private func predicate(_ values: [AttributeValue]) -> FetchPredicate {
        .and(
            zip(slots, values).map { slot, value in
                .comparison(FetchComparison(.keyPath([slot.name]), .equal, .constant(value)))
            })
    }
}

extension ModelLayout {
    /// The uniqueness constraints of an entity, including inherited ones.
    func uniquenessConstraints(of entity: EntityLayout) -> [UniquenessConstraint] {
        model.lineage(of: entity.name).flatMap { description in
            description.uniquenessConstraints.compactMap { names in
                guard let declaring = self.entity(named: description.name) else { return nil }
                let slots = names.compactMap(declaring.slot(named:))
                return slots.count == names.count
                    ? UniquenessConstraint(entity: declaring, slots: slots) : nil
            }
        }
    }
}

/// A validation predicate of the model.
struct ModelRule: Sendable {
    let predicate: FetchPredicate
    /// The message for people if it fails.
    let message: String

    /// - Parameter owner: the attribute or entity, for the error.
    /// - Throws: `PersistenceError.unsupportedPredicate` if the text is not a predicate.
    init(_ description: ValidationPredicate, of owner: String) throws {
        message = description.message
        do {
            predicate = try FetchPredicate(format: description.format)
        } catch {
            throw PersistenceError.unsupportedPredicate("A rule of \(owner): \(error)")
        }
    }
}

extension EntityLayout {
    /// Whether the store contains a value, by its number.
    package func isStored(_ number: Int) -> Bool {
        number >= slots.count || !(slots[number].isTransient || slots[number].isToMany)
    }

    /// Whether the application sets a value, by its number.
    package func isWritten(_ number: Int) -> Bool {
        isStored(number) && !derivedSlots.contains(number)
    }
}
