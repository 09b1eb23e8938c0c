public import Foundation
public import Persistence

/// What one save changed, and in whose name.
public struct Activity: Sendable {
    /// What became of one record.
    public struct Change: Sendable {
        public let id: ManagedObjectID
        public let type: PersistentHistoryChange.ChangeType
        /// The names of the properties that an update wrote, sorted.
        public let properties: [String]
        /// What an update made of them, as far as that is kept, in the order of their names.
        public let values: [ValueChange]
        /// The name that a deleted record had; nil where it is not kept.
        public let formerName: String?

        public var entity: EntityName { EntityName(id) }
    }

    /// The number of the save, which rises with each.
    public let number: Int64
    public let date: Date
    /// Nil for whoever was at the machine, and for what the program did by itself.
    public let author: String?
    public let changes: [Change]
}

extension Activity {
    init(_ transaction: PersistentHistoryTransaction) {
        number = transaction.transactionNumber
        date = transaction.timestamp
        author = transaction.author
        changes = transaction.changes.compactMap { change in
            let kept = change.annotation.map(ValueChange.changes) ?? []
            // After an upgrade of the model, the history itself tells no names of former updates.
            let updated =
                change.changeType == .update
                ? change.updatedProperties ?? Set(kept.map(\.property)) : []
            let entity = EntityName(change.changedObjectID)
            let properties = updated.filter { !ValueChange.isMade($0, of: entity) }
            // What is made of other records by itself is no news of this one.
            guard !properties.isEmpty || updated.isEmpty else { return nil }
            let isGone = change.changeType == .delete
            return Change(
                id: change.changedObjectID, type: change.changeType,
                properties: properties.sorted(),
                values: isGone ? [] : kept, formerName: isGone ? kept.first?.old : nil)
        }
    }
}
