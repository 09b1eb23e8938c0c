/// What a save does with records that someone else changed since they were read.
public enum MergePolicy: Sendable {
    /// The save fails with `PersistenceError.mergeConflicts`. The default.
    case error
    /// Property by property: where both changed a value, the store's stays.
    case mergeByPropertyStoreTrump
    /// Property by property: where both changed a value, the context's stays.
    case mergeByPropertyObjectTrump
    /// The context's values replace all of the store's.
    case overwrite
    /// The context's changes are dropped.
    case rollback
    /// The closure says which values the record gets, by property; those that it leaves out stay
    /// the store's. What it throws fails the save. It is asked too where an object doubles unique
    /// values of a record. Deletions of what someone else changed, and changes of what someone else
    /// deleted, are errors.
    case custom(@Sendable (MergeCandidate) throws -> [String: AttributeValue])
}
