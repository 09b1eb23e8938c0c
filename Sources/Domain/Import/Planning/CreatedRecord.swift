import Persistence

/// A record that leaves memory with its part.
class ReleasableRecord {
    /// Releases the object before its context is reset.
    func release() {}
}

/// A record that rows name, which may have left memory with its part.
final class CreatedRecord<Object: ManagedObject>: ReleasableRecord {
    private var object: Object?
    /// The record number, once it is saved and released.
    private var number: Int64?
    private let revive: (Int64?) throws -> Object?

    /// - Parameter revive: returns the object again: found by its record number if it was saved, otherwise
    ///   made again.
    init(_ object: Object?, number: Int64? = nil, revive: @escaping (Int64?) throws -> Object?) {
        (self.object, self.number, self.revive) = (object, number, revive)
    }

    /// The object; nil if it was deleted after it was saved.
    ///
    /// - Throws: errors of the store.
    func current() throws -> Object? {
        if object == nil { object = try revive(number) }
        return object
    }

    /// Whether an object is this record.
    func isOne(_ other: Object) -> Bool { object === other }

    override func release() {
        guard let object else { return }
        number = object.objectID.recordNumber ?? number
        self.object = nil
    }
}
