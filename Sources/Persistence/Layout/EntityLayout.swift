public import ObjectModel

/// An entity as the machinery uses it: every property of its records, inherited ones included, has
/// a numbered slot.
public final class EntityLayout: Sendable {
    /// The entity as the model describes it, without what it inherits.
    public let description: EntityDescription
    /// The entity number (`Z_ENT`), from 1.
    public let number: Int
    /// The greatest entity number among the entity's descendants; its own if there are none.
    public let lastNumber: Int
    /// The number of the entity that this one inherits from, or 0.
    public let superNumber: Int
    /// The entity number of the root of the inheritance tree.
    public let rootNumber: Int
    /// The name of the root of the inheritance tree, which owns the table.
    public let rootName: String
    /// The properties by slot number: the root's first, in each entity by name without regard to
    /// case. A subentity's slots begin with its parent's.
    public let slots: [PropertySlot]
    /// The number of values of a record: the slots and, behind them, the places in ordered
    /// relationships.
    public let valueCount: Int
    /// The class of the entity's objects.
    let objectClass: ManagedObject.Type
    /// Slot numbers by property name.
    let slotNumbers: [String: Int]
    let attributeSlots: [Int]
    let toOneSlots: [Int]
    let toManySlots: [Int]
    /// The attributes that the store computes.
    let derivedSlots: [Int]
    /// The attributes that hold sort keys, by the numbers of the attributes whose texts they are of.
    package let sortKeySlots: [Int: Int]
    /// The attributes whose texts have sort keys, by the numbers of the attributes that hold these.
    package let sortKeyTexts: [Int: Int]
    /// The values that a new object starts with.
    let defaults: [AttributeValue]
    /// The attributes of binary data, the values of which may be deferred.
    let hasBinarySlots: Bool
    let keyPaths: KeyPathNames
    /// The model's predicates over whole objects, inherited ones included.
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

    /// The entity's name.
    public var name: String { description.name }
    /// Whether other entities inherit from this one.
    public var hasSubentities: Bool { lastNumber > number }

    /// The property of a name, inherited or not.
    public func slot(named name: String) -> PropertySlot? {
        slotNumbers[name].map { slots[$0] }
    }

    /// How many keys at the beginning of a path name one property: that of a part of a composite attribute has
    /// dots in it. At least 1.
    func keyCount(at keys: ArraySlice<String>) -> Int {
        guard let first = keys.first, slotNumbers[first] == nil else { return 1 }
        return (2..<max(2, keys.count + 1)).reversed().first { count in
            slotNumbers[keys.prefix(count).joined(separator: ".")] != nil
        } ?? 1
    }

    /// Whether records of this entity are records of the other one.
    public func isKind(of other: EntityLayout) -> Bool {
        other.number <= number && number <= other.lastNumber
    }
}

/// Where an entity stands among the entities of its model.
struct EntityNumbers: Sendable {
    var number: Int
    var last: Int
    var parent: Int
    var root: Int
    var rootName: String
}

/// The generated description of an entity: its class, the order of its properties and their key paths.
public struct ManagedObjectClass: Sendable {
    let entityName: String
    let objectClass: ManagedObject.Type
    let propertySlots: [String]
    let keyPaths: KeyPathNames

    /// - Parameters:
    ///   - entityName: the entity of the model.
    ///   - objectClass: the class of the entity's objects.
    ///   - propertySlots: the names of the properties in slot order. A container refuses classes
    ///     that were generated from another model than the one it is opened with.
    ///   - keyPaths: the names of the properties by key path.
    public init(
        entityName: String, objectClass: ManagedObject.Type, propertySlots: [String],
        keyPaths: [AnyKeyPath: String]
    ) {
        self.entityName = entityName
        self.objectClass = objectClass
        self.propertySlots = propertySlots
        self.keyPaths = KeyPathNames(keyPaths)
    }
}

/// Values that no two records of an entity share.
struct UniquenessConstraint {
    /// The entity that declares it.
    let entity: EntityLayout
    let slots: [PropertySlot]

    var properties: [String] { slots.map(\.name) }

    /// Asks for the records that have one of several lists of values.
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
    /// The uniqueness constraints of an entity, inherited ones included.
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

/// A predicate of the model that a value or an object has to fulfil.
struct ModelRule: Sendable {
    let predicate: FetchPredicate
    /// The reason that a person reads when it fails.
    let message: String

    /// - Parameter owner: the attribute or entity, for the error.
    /// - Throws: `PersistenceError.unsupportedPredicate` if the text is no predicate.
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
    /// Whether a value, by its number, has a place in the store.
    package func isStored(_ number: Int) -> Bool {
        number >= slots.count || !(slots[number].isTransient || slots[number].isToMany)
    }

    /// Whether a value, by its number, is the application's to write.
    package func isWritten(_ number: Int) -> Bool {
        isStored(number) && !derivedSlots.contains(number)
    }
}
