public import Foundation
import ObjectModel

extension ManagedObject {
    /// The values as read from the store, for typed getters; nil if the object has changes. Fires a
    /// fault.
    @inline(__always)
    final var readCells: PackedCells? {
        if state.contains(.fault) { fire() }
        return cells
    }

    /// The values for typed getters of small values: deferred values are not read. Fires a fault.
    @inline(__always)
    final var readRow: RowSnapshot? {
        if state.contains(.fault) { fire() }
        return row
    }

    /// The value of a slot. Fires a fault.
    @inline(__always)
    final func value(at slot: Int) -> AttributeValue {
        if state.contains(.fault) { fire() }
        guard let row else { return .null }
        let value = row[slot]
        if case .deferred = value { return loadDeferred(slot) }
        return value
    }

    /// Sets a value and notifies the context and observers, unless it is equal to the present one.
    final func setValue(_ value: AttributeValue, at slot: Int) {
        if state.contains(.fault) { fire() }
        guard let current = row else { return }
        let old = current[slot]
        if old == value { return }
        changeableRow()[slot] = value
        extras?.transformed[slot] = nil
        if let context {
            if context.recorder != nil { context.record(slot, of: self, was: old) }
            context.recordChange(of: self)
        }
        if state.contains(.observed) { notifyObservers(slot, old: old, new: value) }
    }

    /// The row that changes are written to: a copy of the committed row, or the only row of an
    /// object that is new or awaking. Transient values are not changes for the store.
    final func changeableRow(forTransient isTransient: Bool = false) -> RowSnapshot {
        guard let row else { return RowSnapshot(count: layout.valueCount, version: 0) }
        if committedRow != nil { return row }
        if isTransient || !state.isDisjoint(with: .unrecorded) { return openRow(row) }
        let copy = row.copy()
        committedRow = row
        self.row = copy
        return copy
    }

    /// The object's own row, to which values known only to the context can be added.
    private func openRow(_ row: RowSnapshot) -> RowSnapshot {
        if row.isOpen { return row }
        let open = row.copy()
        self.row = open
        return open
    }

    /// Reads a large binary value that the fetch deferred.
    private func loadDeferred(_ slot: Int) -> AttributeValue {
        guard let context else { return .null }
        guard let value = context.loadDeferred(layout.slots[slot], of: self) else { return .null }
        replaceDeferred(slot, with: value)
        return value
    }

    /// Replaces a deferred value by the stored one.
    private func replaceDeferred(_ slot: Int, with value: AttributeValue) {
        // The row belongs to this context, and the value is the stored one.
        if let row { openRow(row)[slot] = value }
        if let committedRow, case .deferred = committedRow[slot] {
            let open = committedRow.isOpen ? committedRow : committedRow.copy()
            open[slot] = value
            self.committedRow = open
        }
    }

    /// Whether a property has a value; a large one is not read.
    public final func hasValue(at slot: Int) -> Bool {
        if state.contains(.fault) { fire() }
        return row.map { !$0[slot].isNull } ?? false
    }

    /// The size in bytes of the stored data of a binary or transformable attribute; nil for null
    /// and for unsaved values. A large value is not read. The size of a file is looked up once; an
    /// error is remembered like those of getters.
    public final func byteCount(forKey key: String) -> Int? {
        if state.contains(.fault) { fire() }
        guard let slot = layout.slotNumbers[key] else { return nil }
        switch row?[slot] {
        case .data(let data): return data.count
        case .deferred(let count?): return count
        case .deferred(nil):
            guard let count = context?.deferredByteCount(layout.slots[slot], of: self) else {
                return nil
            }
            replaceDeferred(slot, with: .deferred(byteCount: count))
            return count
        default: return nil
        }
    }

    final func fireIfNeeded() {
        if state.contains(.fault) { fire() }
    }

    /// Turns it into an object without values, because its record is gone.
    final func loseRecord() {
        row = RowSnapshot(count: layout.valueCount, version: 0)
        state.remove(.fault)
        state.insert(.inaccessible)
    }

    /// Loads the values of a fault. On an error of the store the object stays a fault, and the
    /// context remembers the error.
    final func fire() {
        if row == nil, let context, !context.fillFault(self) { return }
        if row == nil { return loseRecord() }
        state.remove(.fault)
        if !state.contains(.inaccessible) {
            state.insert(.awaking)
            awakeFromFetch()
            state.remove(.awaking)
        }
    }
}

extension ManagedObject {
    /// Calls a closure with the stored data of a binary or transformable attribute in consecutive
    /// pieces, so that a large value is never in memory as a whole. It is not called for null, and
    /// for unsaved values that are not data.
    ///
    /// A value that was read or set before comes from the object; others come from the store, in
    /// the state that the context reads.
    ///
    /// - Parameters:
    ///   - key: the attribute.
    ///   - size: the size of the pieces in bytes; the last one may be smaller. Default: 1 MiB.
    /// - Throws: `PersistenceError.misuse` for another property; errors of the store and of the
    ///   closure.
    public final func readData(
        forKey key: String, inPiecesOf size: Int = 1 << 20, _ body: (Data) throws -> Void
    ) throws {
        guard size > 0, let slot = layout.slotNumbers[key],
            [.binaryData, .transformable].contains(layout.slots[slot].attribute?.attributeType)
        else {
            throw PersistenceError.misuse("\(layout.name).\(key) is not binary data")
        }
        fireIfNeeded()
        switch row?[slot] {
        case .data(let data): try data.forEachPiece(of: size, body)
        case .deferred:
            try context?.readDeferred(layout.slots[slot], of: self, inPiecesOf: size, body)
        default: break
        }
    }
}

extension Data {
    /// Calls a closure with consecutive pieces of the bytes.
    func forEachPiece(of size: Int, _ body: (Data) throws -> Void) rethrows {
        for piece in chunks(of: size) { try body(Data(piece)) }
    }
}
