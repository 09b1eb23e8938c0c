public import Foundation
public import Persistence

/// The changes of one save, and their author.
public struct Activity: Sendable {
    /// The change of one record.
    public struct Change: Sendable {
        public let id: ManagedObjectID
        public let type: PersistentHistoryChange.ChangeType
        /// The names of the changed properties, sorted.
        public let properties: [String]
        /// The old and new values of changed properties, as far as they are kept, sorted by name.
        public let values: [ValueChange]
        /// The name of a deleted record; nil if it is not kept.
        public let formerName: String?

        public var entity: EntityName { EntityName(id) }
    }

    /// The number of the save, which grows with each one.
    public let number: Int64
    public let date: Date
    /// Nil for changes without accounts, and for those of the program itself.
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
            // After a migration of the model, the history no longer has the names of earlier
            // updates.
            let updated =
                change.changeType == .update
                ? change.updatedProperties ?? Set(kept.map(\.property)) : []
            let entity = EntityName(change.changedObjectID)
            let properties = updated.filter { !ValueChange.isComputed($0, of: entity) }
            // An update of computed values only does not count as a change of this record.
            guard !properties.isEmpty || updated.isEmpty else { return nil }
            let isGone = change.changeType == .delete
            return Change(
                id: change.changedObjectID, type: change.changeType,
                properties: properties.sorted(),
                values: isGone ? [] : kept, formerName: isGone ? kept.first?.old : nil)
        }
    }
}
