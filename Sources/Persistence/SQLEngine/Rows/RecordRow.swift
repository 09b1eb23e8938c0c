package import Foundation
package import ObjectModel

/// The current record of a statement.
// Inlinable, so that the modules of the engines specialize it. Exclusivity is unchecked, because
// each access would be checked there, and only one thread uses a row.
package final class RecordRow<Row: SQLRow>: StoreRow {
    private let path: String
    @usableFromInline let selection: RecordSelection
    @usableFromInline let selectsEntity: Bool
    @usableFromInline let numberOffset: Int
    @usableFromInline let records: ClosedRange<Int>
    @usableFromInline let includesValues: Bool
    @usableFromInline let packer: RowPacker
    // One of the selection's plans; unmanaged, so that a row costs no reference counting.
    @exclusivity(unchecked)
    @usableFromInline var plan: Unmanaged<RowPlan>
    @exclusivity(unchecked)
    @usableFromInline package internal(set) var entityNumber: Int
    @exclusivity(unchecked)
    @usableFromInline package internal(set) var key: Int64 = 0
    // Last, so that the other properties have the same offset for every engine.
    @exclusivity(unchecked)
    @usableFromInline var row: Row

    /// - Parameters:
    ///   - row: any row; `move(to:)` goes to the first one.
    ///   - path: the store's path, for errors.
    package init(
        _ row: Row, _ selection: RecordSelection, includesValues: Bool, path: String,
        packer: RowPacker
    ) {
        self.selection = selection
        selectsEntity = selection.selectsEntity
        numberOffset = selection.numberOffset
        records = selection.entity.number...selection.entity.lastNumber
        self.includesValues = includesValues
        self.path = path
        self.packer = packer
        plan = .passUnretained(selection.plans[0])
        entityNumber = selection.entity.number
        self.row = row
        packer.reset()
    }

    @inlinable
    package var version: Int64 { row.integer(RecordSelection.Position.version) }

    /// Moves to a row. Returns false if it is not a record of the requested entity; a row without
    /// an entity number is not a record.
    @inlinable
    package func move(to row: Row) -> Bool {
        self.row = row
        if selectsEntity {
            let number =
                Int(truncatingIfNeeded: row.integer(RecordSelection.Position.entity))
                &- numberOffset
            guard records.contains(number) else { return false }
            if number != entityNumber { turn(to: number) }
        }
        key = row.integer(RecordSelection.Position.key)
        return true
    }

    @usableFromInline
    func turn(to number: Int) {
        entityNumber = number
        plan = .passUnretained(selection.plans[number - records.lowerBound])
    }

    @inlinable
    package func snapshot() throws -> RowSnapshot {
        guard includesValues else {
            throw PersistenceError.misuse("The fetch did not ask for values")
        }
        if let failed = plan._withUnsafeGuaranteedRef({ row.pack($0, into: packer) }) {
            throw corrupt(slot: failed)
        }
        return packer.finish()
    }

    @usableFromInline
    func corrupt(slot: Int) -> PersistenceError {
        let entity = plan._withUnsafeGuaranteedRef { $0.entity(entityNumber) }
        let property = slot < entity.slots.count ? entity.slots[slot] : nil
        let noun = property?.attribute.map { ExpressionType($0).noun } ?? "key"
        return .corruptStore(
            path: path,
            reason:
                "\(entity.name) \(key): what \(property?.name ?? "its place") holds is no \(noun)")
    }
}

/// A row of a result, valid until the next one.
package protocol SQLRow {
    /// The integer of a column; 0 for NULL.
    func integer(_ column: Int32) -> Int64

    func isNull(_ column: Int32) -> Bool

    /// The text of a column; empty for NULL.
    func string(_ column: Int32) -> String

    /// The bytes of a column; empty for NULL.
    func data(_ column: Int32) -> Data

    /// The date of a column; nil for NULL and for invalid dates.
    func date(_ column: Int32) -> Date?

    /// The value that history preserves of a deleted record.
    func preserved(_ column: Int32) -> AttributeValue

    /// The attribute's value that history has preserved in a column; nil for none.
    func value(
        preservedIn column: Int32, of attribute: AttributeDescription,
        _ storeEntities: StoreEntities
    ) -> AttributeValue?

    /// Adds one value of a record to the packer. Returns whether it has the attribute's type.
    func pack(_ step: RowPlan.Step, _ slot: Int, into packer: RowPacker) -> Bool

    /// Adds a record to the packer. Returns the number of a value that its attribute's type cannot hold,
    /// or nil.
    // Required, though all rows share it: a call costs one dispatch a record, not one a value.
    func pack(_ plan: RowPlan, into packer: RowPacker) -> Int?
}

extension SQLRow {
    @inlinable
    package func pack(_ plan: RowPlan, into packer: RowPacker) -> Int? {
        var failed: Int?
        let steps = plan.steps
        packer.begin(
            plan, count: steps.count, version: integer(RecordSelection.Position.version))
        for slot in 0..<steps.count where !pack(steps[slot], slot, into: packer) {
            failed = slot
        }
        return failed
    }
}

extension PropertySlot {
    package var isStoredExternally: Bool {
        isBinary && attribute?.allowsExternalBinaryDataStorage == true
    }
}
