import Persistence

/// A record that rows name, which may have left memory with its part.
final class CreatedRecord {
    private var object: ManagedObject?
    /// The record number, once it is saved and released.
    private var number: Int64?
    private let revive: (Int64?) throws -> ManagedObject?

    /// - Parameter revive: returns the object again: found by its record number if it was saved, otherwise
    ///   made again.
    init(
        _ object: ManagedObject?, number: Int64? = nil,
        revive: @escaping (Int64?) throws -> ManagedObject?
    ) {
        (self.object, self.number, self.revive) = (object, number, revive)
    }

    /// The object; nil if it was deleted after it was saved.
    ///
    /// - Throws: errors of the store.
    func current<Object: ManagedObject>() throws -> Object? {
        if object == nil { object = try revive(number) }
        return object as? Object
    }

    /// Whether an object is this record.
    func isOne(_ other: ManagedObject) -> Bool { object === other }

    /// Releases the object before its context is reset.
    func release() {
        guard let object else { return }
        number = object.objectID.recordNumber ?? number
        self.object = nil
    }
}
