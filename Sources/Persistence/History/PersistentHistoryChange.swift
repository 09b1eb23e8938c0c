public import Foundation

/// One record's part in a transaction of a store's history.
public struct PersistentHistoryChange: Sendable, Hashable {
    /// What happened to the record, with Core Data's numbers.
    public enum ChangeType: Int, Sendable, Hashable {
        case insert = 0
        case update = 1
        case delete = 2
    }

    /// The number of the change in its store.
    public let changeID: Int64
    /// What happened.
    public let changeType: ChangeType
    /// The record, which may be gone by now.
    public let changedObjectID: ManagedObjectID
    /// The names of the properties that an update wrote; nil for other changes, and where it is not
    /// known.
    public let updatedProperties: Set<String>?
    /// Of a deleted record, the values that the model preserves after deletion, by name.
    public let tombstone: [String: AttributeValue]
    /// What the context that saved an update or a deletion had to say of it; nil if it said nothing.
    public let annotation: Data?
}
