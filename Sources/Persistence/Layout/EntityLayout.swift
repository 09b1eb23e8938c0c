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
