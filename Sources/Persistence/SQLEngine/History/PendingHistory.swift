package import Foundation

/// The history of the open transaction, recorded while its records are written.
package struct PendingHistory {
    package struct Change {
        package let type: PersistentHistoryChange.ChangeType
        package let reference: StoreReference
        /// The numbers of the updated values; nil if unknown.
        package fileprivate(set) var slots: Set<Int>? = []
        /// The preserved values of a deleted record, as the store keeps them.
        package let tombstone: [AttributeValue]
    }

    package private(set) var changes: [Change] = []
    package var origin = StoreTransactionOrigin()
    /// Whether the transaction writes anything besides records.
    package var hasOtherChange = false
    /// The transaction that is copied from another store; nil for a new one.
    package private(set) var copied: PersistentHistoryTransaction?
    package var isEmpty: Bool { changes.isEmpty && !hasOtherChange }
    private var updates: [StoreReference: Int] = [:]
    /// The bits of updated properties, by entity number.
    private var masks: [Int: ColumnMask] = [:]

    package init() {}

    package mutating func recordInsertion(of reference: StoreReference) {
        record(.insert, reference, tombstone: [])
    }

    /// - Parameter slots: the numbers of the written values; positions in ordered relationships are
    ///   ignored.
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

    /// The mask of an update; nil for other changes.
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

    package mutating func removeAll() {
        changes = []
        updates = [:]
        hasOtherChange = false
    }
}

extension PendingHistory {
    /// Copies a transaction from the history of another store of the same model.
    ///
    /// - Parameter preserved: converts a deleted record's value to its stored form.
    /// - Throws: errors of the closure.
    package init(
        copying transaction: PersistentHistoryTransaction,
        preserved: (PropertySlot, AttributeValue) throws -> AttributeValue
    ) rethrows {
        copied = transaction
        origin.author = transaction.author
        origin.contextName = transaction.contextName
        // A transaction without changes is copied too.
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
