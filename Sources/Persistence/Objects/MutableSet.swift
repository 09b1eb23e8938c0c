/// The destinations of a relationship to many by its name, to look at and to change.
public struct MutableSet: Sequence {
    private let relationship: NamedRelationship

    init(_ relationship: NamedRelationship) {
        self.relationship = relationship
    }

    /// The number of destinations.
    public var count: Int { relationship.objects.count }

    /// Whether an object is among the destinations.
    public func contains(_ object: ManagedObject) -> Bool { relationship.contains(object) }

    /// Adds a destination. One that is of another entity is refused like one of another context: the
    /// context's next call that can throw says so.
    public func add(_ object: ManagedObject) { relationship.add(object) }

    /// Adds destinations.
    public func addObjects(from objects: some Sequence<ManagedObject>) {
        for object in Array(objects) { relationship.add(object) }
    }

    /// Takes a destination out.
    public func remove(_ object: ManagedObject) { relationship.remove(object) }

    /// Takes all destinations out.
    public func removeAllObjects() {
        for object in relationship.objects { relationship.remove(object) }
    }

    public func makeIterator() -> IndexingIterator<[ManagedObject]> {
        relationship.objects.makeIterator()
    }
}

extension ManagedObject {
    /// The destinations of a relationship to many that has no order, to look at and to change.
    ///
    /// - Throws: `PersistenceError.unknownProperty`, `PersistenceError.wrongType` for every other
    ///   property.
    public final func mutableSetValue(forKey key: String) throws -> MutableSet {
        MutableSet(try NamedRelationship(of: self, key, isOrdered: false))
    }
}
