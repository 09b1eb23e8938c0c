package import Foundation
package import ObjectModel

/// A record that a statement is at.
// Other modules make code of their own for the rows of their engines of what is inlinable. What is
// visible to them would be checked for exclusive access at each use; one thread at a time uses a row.
package final class RecordRow<Row: SQLRow>: StoreRow {
    private let path: String
    @usableFromInline let selection: RecordSelection
    @usableFromInline let selectsEntity: Bool
    @usableFromInline let numberOffset: Int
    @usableFromInline let records: ClosedRange<Int>
    @usableFromInline let includesValues: Bool
    @usableFromInline let packer: RowPacker
    // One of the selection's, that of the record's entity: a row more costs no counting of
    // references to it.
    @exclusivity(unchecked)
    @usableFromInline var plan: Unmanaged<RowPlan>
    @exclusivity(unchecked)
    @usableFromInline package internal(set) var entityNumber: Int
    @exclusivity(unchecked)
    @usableFromInline package internal(set) var key: Int64 = 0
    // The last one, so that the others are where they are with every engine.
    @exclusivity(unchecked)
    @usableFromInline var row: Row

    /// - Parameters:
    ///   - row: any row; `move(to:)` goes to the first one.
    ///   - path: where the store is, for errors.
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

    /// Goes on to a row. Returns whether it is a record of the entity that was asked for: a row without an
    /// entity number is none.
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
        let failed = plan._withUnsafeGuaranteedRef {
            row.pack($0, version: version, into: packer)
        }
        if let failed { throw corrupt(slot: failed) }
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

/// A row of what an engine answers, valid until the next one comes.
package protocol SQLRow {
    /// The whole number of a column; 0 for no value.
    func integer(_ column: Int32) -> Int64

    func isNull(_ column: Int32) -> Bool

    /// The text of a column; the empty one for no value.
    func string(_ column: Int32) -> String

    /// The bytes of a column; none for no value.
    func data(_ column: Int32) -> Data

    /// The date of a column; nil for no value, and for one that is no date.
    func date(_ column: Int32) -> Date?

    /// The value of a column as history preserves it of a deleted record.
    func preserved(_ column: Int32) -> AttributeValue

    /// The value of an attribute that history has preserved in a column; nil for none.
    func value(
        preservedIn column: Int32, of attribute: AttributeDescription,
        _ storeEntities: StoreEntities
    ) -> AttributeValue?

    /// Gathers the values of a record. Returns the number of a value that the attribute's type cannot
    /// hold, or nil.
    // The engine goes through the steps itself: a record costs one call over this protocol, not one for
    // each value.
    func pack(_ plan: RowPlan, version: Int64, into packer: RowPacker) -> Int?
}

extension PropertySlot {
    /// Whether values of the attribute begin with a storage marker.
    package var isStoredExternally: Bool {
        isBinary && attribute?.allowsExternalBinaryDataStorage == true
    }
}
