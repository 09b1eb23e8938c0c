public import Persistence

extension ManagedObject {
    /// The record with a number, or nil.
    ///
    /// - Throws: errors of the store.
    public static func find(_ number: Int64, in context: ManagedObjectContext) throws -> Self? {
        try context.existingObject(Self.self, recordNumber: number)
    }
}
