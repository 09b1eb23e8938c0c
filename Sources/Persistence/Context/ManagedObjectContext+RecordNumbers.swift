extension ManagedObjectContext {
    /// The object of an entity, or of one of its subentities, with a record number; nil if there is
    /// no such record. Of several stores, it is in the one that new objects of the entity go to.
    ///
    /// - Throws: `PersistenceError.unknownEntity`, and errors of the store.
    public func existingObject(
        entityName: String, recordNumber: Int64
    ) throws -> ManagedObject? {
        guard recordNumber > 0 else { return nil }
        return try existingObject(
            at: coordinator.home(ofEntityNamed: entityName), recordNumber: recordNumber)
    }
}
