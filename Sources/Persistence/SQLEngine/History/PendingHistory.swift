package import Foundation

/// The history of a transaction: noted while its records are written.
package struct PendingHistory {
    /// One change that is to be told.
    package struct Change {
        package let type: PersistentHistoryChange.ChangeType
        /// The record.
        package let reference: StoreReference
        /// The numbers of the values that an update wrote; nil if they are not known.
        package fileprivate(set) var slots: Set<Int>? = []
        /// The values that are preserved of a deleted record, as the store keeps them.
        package let tombstone: [AttributeValue]
    }

    /// The changes, in their order.
    package private(set) var changes: [Change] = []
    /// The author and context of the transaction.
    package var origin = StoreTransactionOrigin()
    /// Whether something else than records is written.
    package var hasOtherChange = false
    /// The transaction of another store that is told again; nil for what is written now.
    package private(set) var copied: PersistentHistoryTransaction?
    /// Whether there is nothing to tell.
    package var isEmpty: Bool { changes.isEmpty && !hasOtherChange }
    /// The indexes of updates in `changes`.
    private var updates: [StoreReference: Int] = [:]
    /// The bits of updated properties, by entity number.
    private var masks: [Int: ColumnMask] = [:]

    package init() {}

    package mutating func recordInsertion(of reference: StoreReference) {
        record(.insert, reference, tombstone: [])
    }

    /// - Parameter slots: the numbers of the values that are written; positions in orders do not count.
    package mutating func recordUpdate(of reference: StoreReference, slots: some Sequence<Int>) {
        if updates[reference] == nil {
            updates[reference] = changes.count
            record(.update, reference, tombstone: [])
        }
        if let index = updates[reference] { changes[index].slots?.formUnion(slots) }
    }

    package mutating func recordDeletion(
        of reference: StoreReference, tombstone: [AttributeValue]
    ) {
        record(.delete, reference, tombstone: tombstone)
    }

    private mutating func record(
        _ type: PersistentHistoryChange.ChangeType, _ reference: StoreReference,
        tombstone: [AttributeValue]
    ) {
        changes.append(Change(type: type, reference: reference, tombstone: tombstone))
    }

    /// The bits of the properties that an update wrote; nil for other changes.
    package mutating func columns(of change: Change, _ layout: ModelLayout) -> [UInt8]? {
        guard change.type == .update else { return nil }
        guard let slots = change.slots else { return nil }
        let entity = layout.entity(change.reference.entityNumber)
        let mask = masks[entity.number] ?? ColumnMask(entity)
        masks[entity.number] = mask
        return mask.bytes(
            of: slots.filter { $0 < entity.slots.count }.map { entity.slots[$0].name })
    }

    /// The annotation of an update or a deletion; nil for other changes.
    package func annotation(of change: Change) -> Data? {
        change.type == .insert ? nil : origin.annotations[change.reference]
    }

    /// Forgets the changes.
    package mutating func removeAll() {
        changes = []
        updates = [:]
        hasOtherChange = false
    }
}

extension PendingHistory {
    /// Records a transaction of the history of another store of the same model.
    ///
    /// - Parameter preserved: makes what the store keeps of a deleted record's value.
    /// - Throws: what the closure throws.
    package init(
        copying transaction: PersistentHistoryTransaction,
        preserved: (PropertySlot, AttributeValue) throws -> AttributeValue
    ) rethrows {
        copied = transaction
        origin.author = transaction.author
        origin.contextName = transaction.contextName
        // It stands there without a change, too.
        hasOtherChange = true
        for change in transaction.changes {
            let id = change.changedObjectID
            let entity = id.storeEntity.layout
            let reference = StoreReference(entityNumber: entity.number, key: id.key)
            switch change.changeType {
            case .insert: recordInsertion(of: reference)
            case .update:
                let names = change.updatedProperties
                recordUpdate(
                    of: reference,
                    slots: entity.slots.filter { names?.contains($0.name) == true }.map(\.number))
                if names == nil, let index = updates[reference] { changes[index].slots = nil }
                origin.annotations[reference] = change.annotation
            case .delete:
                let tombstone = try entity.preservedSlots.map { slot in
                    try change.tombstone[slot.name].map { try preserved(slot, $0) } ?? .null
                }
                recordDeletion(of: reference, tombstone: tombstone)
                origin.annotations[reference] = change.annotation
            }
        }
    }
}
