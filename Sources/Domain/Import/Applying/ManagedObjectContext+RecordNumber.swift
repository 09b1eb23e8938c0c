import Persistence

extension ManagedObjectContext {
    /// The record of a number; nil if there is none.
    ///
    /// - Throws: errors of the store.
    func record(_ entity: String, _ number: Int64) throws -> ManagedObject? {
        let id = try coordinator.objectID(entityName: entity, recordNumber: number)
        do {
            return try existingObject(with: id)
        } catch PersistenceError.objectNotFound {
            return nil
        }
    }
}
