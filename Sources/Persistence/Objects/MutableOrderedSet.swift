/// The destinations of an ordered relationship by its name, to look at and to change.
public struct MutableOrderedSet: RandomAccessCollection {
    private let relationship: NamedRelationship

    init(_ relationship: NamedRelationship) {
        self.relationship = relationship
    }

    public var startIndex: Int { 0 }
    public var endIndex: Int { relationship.objects.count }

    public subscript(index: Int) -> ManagedObject { relationship.objects[index] }

    /// Adds a destination at the end. One that is of another entity is refused like one of another
    /// context: the context's next call that can throw says so.
    public func add(_ object: ManagedObject) { relationship.add(object) }

    /// Puts a destination at an index; one that is there already moves.
    public func insert(_ object: ManagedObject, at index: Int) {
        guard relationship.accepts(object) else { return }
        relationship.destinations.insert(object, at: index)
    }

    /// Takes a destination out.
    public func remove(_ object: ManagedObject) { relationship.remove(object) }

    /// Takes the destination at an index out.
    public func removeObject(at index: Int) { relationship.remove(self[index]) }

    /// Moves the destination at one index to another.
    public func moveObject(from source: Int, to destination: Int) {
        relationship.destinations.move(from: source, to: destination)
    }

    /// Puts a destination in the place of another.
    public func replaceObject(at index: Int, with object: ManagedObject) {
        guard relationship.accepts(object) else { return }
        removeObject(at: index)
        insert(object, at: index)
    }
}

extension ManagedObject {
    /// The destinations of an ordered relationship, to look at and to change.
    ///
    /// - Throws: `PersistenceError.unknownProperty`, `PersistenceError.wrongType` for every other
    ///   property.
    public final func mutableOrderedSetValue(forKey key: String) throws -> MutableOrderedSet {
        MutableOrderedSet(try NamedRelationship(of: self, key, isOrdered: true))
    }
}
