import Persistence

/// A record that a row has made, which rows of later parts may be about.
final class MadeRecord<Object: ManagedObject> {
    private var object: Object?
    /// The record number, once it is saved and let go.
    private var number: Int64?
    private let revive: (Int64?) throws -> Object?

    /// - Parameter revive: brings it back into memory: by its record number if it is saved, and made again if
    ///   it is not.
    init(_ object: Object, revive: @escaping (Int64?) throws -> Object?) {
        self.object = object
        self.revive = revive
    }

    /// The object; nil if somebody has deleted it since it was saved.
    ///
    /// - Throws: errors of the store.
    func current() throws -> Object? {
        if object == nil { object = try revive(number) }
        return object
    }

    /// Whether it is an object.
    func isOne(_ other: Object) -> Bool { object === other }

    /// Lets the object go before its context forgets it.
    func letGo() {
        guard let object else { return }
        number = object.objectID.recordNumber ?? number
        self.object = nil
    }
}
