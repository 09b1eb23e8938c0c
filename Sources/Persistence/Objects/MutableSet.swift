import ObjectModel

/// A mutable view of a to-many relationship's destinations.
public struct MutableSet: Sequence {
    private let relationship: NamedRelationship

    init(_ relationship: NamedRelationship) {
        self.relationship = relationship
    }

    /// The number of destinations.
    public var count: Int { relationship.objects.count }

    /// Whether an object is among the destinations.
    public func contains(_ object: ManagedObject) -> Bool { relationship.contains(object) }

    /// Adds a destination. One of another entity or context is refused; the next call of the
    /// context that can throw reports it.
    public func add(_ object: ManagedObject) { relationship.add(object) }

    /// Adds destinations.
    public func addObjects(from objects: some Sequence<ManagedObject>) {
        for object in Array(objects) { relationship.add(object) }
    }

    /// Removes a destination.
    public func remove(_ object: ManagedObject) { relationship.remove(object) }

    /// Removes all destinations.
    public func removeAllObjects() {
        for object in relationship.objects { relationship.remove(object) }
    }

    public func makeIterator() -> IndexingIterator<[ManagedObject]> {
        relationship.objects.makeIterator()
    }
}

extension ManagedObject {
    /// A mutable view of an unordered to-many relationship.
    ///
    /// ```swift
    /// try recipe.mutableSetValue(forKey: "ingredients").add(salt)
    /// ```
    /// - Throws: `PersistenceError.unknownProperty`, `PersistenceError.wrongType` for every other
    ///   property.
    public final func mutableSetValue(forKey key: String) throws -> MutableSet {
        MutableSet(try NamedRelationship(of: self, key, isOrdered: false))
    }
}

/// A mutable view of an ordered relationship's destinations.
public struct MutableOrderedSet: RandomAccessCollection {
    private let relationship: NamedRelationship

    init(_ relationship: NamedRelationship) {
        self.relationship = relationship
    }

    public var startIndex: Int { 0 }
    public var endIndex: Int { relationship.objects.count }

    public subscript(index: Int) -> ManagedObject { relationship.objects[index] }

    /// Adds a destination at the end. One of another entity or context is refused; the next call of
    /// the context that can throw reports it.
    public func add(_ object: ManagedObject) { relationship.add(object) }

    /// Inserts a destination at an index; an existing one is moved.
    public func insert(_ object: ManagedObject, at index: Int) {
        guard relationship.accepts(object) else { return }
        relationship.destinations.insert(object, at: index)
    }

    /// Removes a destination.
    public func remove(_ object: ManagedObject) { relationship.remove(object) }

    /// Removes the destination at an index.
    public func removeObject(at index: Int) { relationship.remove(self[index]) }

    /// Moves the destination at one index to another.
    public func moveObject(from source: Int, to destination: Int) {
        relationship.destinations.move(from: source, to: destination)
    }

    /// Replaces a destination by another.
    public func replaceObject(at index: Int, with object: ManagedObject) {
        guard relationship.accepts(object) else { return }
        removeObject(at: index)
        insert(object, at: index)
    }
}

extension ManagedObject {
    /// A mutable view of an ordered relationship.
    ///
    /// ```swift
    /// try recipe.mutableOrderedSetValue(forKey: "steps").moveObject(from: 2, to: 0)
    /// ```
    /// - Throws: `PersistenceError.unknownProperty`, `PersistenceError.wrongType` for every other
    ///   property.
    public final func mutableOrderedSetValue(forKey key: String) throws -> MutableOrderedSet {
        MutableOrderedSet(try NamedRelationship(of: self, key, isOrdered: true))
    }
}

/// A to-many relationship that is changed by name, so that the entity of its destinations must be
/// checked.
struct NamedRelationship {
    private let owner: ManagedObject
    private let slot: PropertySlot

    /// - Throws: `PersistenceError.unknownProperty`; `wrongType` unless the relationship is to-many
    ///   and ordered, or not, as requested.
    init(of owner: ManagedObject, _ key: String, isOrdered: Bool) throws {
        let slot = try owner.requireSlot(key)
        guard slot.isToMany, slot.relationship?.isOrdered == isOrdered else {
            throw PersistenceError.wrongType(
                entity: owner.layout.name, property: key,
                expected: isOrdered ? "an ordered relationship to many" : "a set of objects",
                found: slot.kindOfProperty)
        }
        self.owner = owner
        self.slot = slot
    }

    var destinations: ToManyRelationship { owner.relationship(at: slot.number) }
    var objects: [ManagedObject] { destinations.objects }

    func contains(_ object: ManagedObject) -> Bool {
        leads(to: object) && destinations.contains(object)
    }

    func add(_ object: ManagedObject) {
        if accepts(object) { destinations.add(object) }
    }

    func remove(_ object: ManagedObject) {
        if leads(to: object) { destinations.remove(object) }
    }

    /// Whether the relationship accepts an object. If not, the context remembers an error.
    func accepts(_ object: ManagedObject) -> Bool {
        owner.accepts(object, at: slot.number)
    }

    private func leads(to object: ManagedObject) -> Bool { owner.leads(slot, to: object) }
}

extension PropertySlot {
    var kindOfProperty: String {
        guard let relationship else { return "an attribute" }
        if !relationship.isToMany { return "a relationship to one" }
        return relationship.isOrdered ? "an ordered relationship to many" : "a set of objects"
    }
}
