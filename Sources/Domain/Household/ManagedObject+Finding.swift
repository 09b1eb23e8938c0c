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
}

extension ManagedObjectID {
    /// The number of the record; 0 before it is saved.
    public var savedNumber: Int64 { recordNumber ?? 0 }
}
