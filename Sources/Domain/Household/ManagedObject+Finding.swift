public import Persistence

extension ManagedObject {
    /// The number of the record; 0 before it is saved.
    public var savedNumber: Int64 { objectID.savedNumber }

    /// The record with a number, or nil.
    ///
    /// - Throws: errors of the store.
    public static func find(_ number: Int64, in context: ManagedObjectContext) throws -> Self? {
        try context.existingObject(Self.self, recordNumber: number)
    }

    /// The saved destination of a to-one relationship.
    func committedObject<Record: ManagedObject>(forKey key: String) -> Record? {
        guard case .object(let id)? = committedValues(forKeys: [key])[key] else { return nil }
        return managedObjectContext?.object(with: id) as? Record
    }
}

extension ManagedObjectID {
    /// The number of the record; 0 before it is saved.
    public var savedNumber: Int64 { recordNumber ?? 0 }
}
