public import Foundation
import ObjectModel

extension ManagedObject {
    /// The values as a store read them, for the typed getters; nil if the object has changes. Fires
    /// a fault.
    @inline(__always)
    final var readCells: PackedCells? {
        if state.contains(.fault) { fire() }
        return cells
    }

    /// The values, for the typed getters of small ones: a deferred value is not read. Fires a fault.
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

    /// Sets the value of a slot, and tells the context and observers. A value that is equal to the
    /// present one changes nothing.
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

    /// The row to write changes into: a copy of the committed one, or the object's only one while it
    /// is new or waking, or for a transient value, which is no change for the store.
    final func changeableRow(forTransient isTransient: Bool = false) -> RowSnapshot {
        guard let row else { return RowSnapshot(count: layout.valueCount, version: 0) }
        if committedRow != nil { return row }
        if isTransient || !state.isDisjoint(with: .unrecorded) { return openRow(row) }
        let copy = row.copy()
        committedRow = row
        self.row = copy
        return copy
    }

    /// The object's row, so that what its context alone knows can be added to it.
    private func openRow(_ row: RowSnapshot) -> RowSnapshot {
        if row.isOpen { return row }
        let open = row.copy()
        self.row = open
        return open
    }

    /// Reads a large binary value that the fetch left in the store.
    private func loadDeferred(_ slot: Int) -> AttributeValue {
        guard let context else { return .null }
        guard let value = context.loadDeferred(layout.slots[slot], of: self) else { return .null }
        replaceDeferred(slot, with: value)
        return value
    }

    /// Records what the store says about a value that it has not handed out.
    private func replaceDeferred(_ slot: Int, with value: AttributeValue) {
        // The row is this context's alone, and the value is the one that the store has for it.
        if let row { openRow(row)[slot] = value }
        if let committedRow, case .deferred = committedRow[slot] {
            let open = committedRow.isOpen ? committedRow : committedRow.copy()
            open[slot] = value
            self.committedRow = open
        }
    }

    /// Whether a property has a value, without reading a large one.
    public final func hasValue(at slot: Int) -> Bool {
        if state.contains(.fault) { fire() }
        return row.map { !$0[slot].isNull } ?? false
    }

    /// The size of the stored data of a binary or transformable attribute, without reading a large
    /// one; nil if it has no value, or one that was not saved yet. That of a value in a file is looked
    /// up once; an error is kept as those of getters are.
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

    /// Makes it an object without values, as there is no record of it.
    final func loseRecord() {
        row = RowSnapshot(count: layout.valueCount, version: 0)
        state.remove(.fault)
        state.insert(.inaccessible)
    }

    /// Fills a fault. The context remembers an error of the store, and throws it at the next
    /// occasion; the object stays a fault then.
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
    /// Calls a closure with the stored data of a binary or transformable attribute, piece by piece and in order,
    /// so that a large value is in memory at no time. Without a value, or with one that was not saved yet and
    /// is no data, it is not called.
    ///
    /// A value that was read before, or set, comes from the object; any other one comes from the store, in the state that
    /// the context reads.
    ///
    /// - Parameters:
    ///   - key: the attribute.
    ///   - size: the size of the pieces in bytes; the last one may be smaller. Default: 1 MiB.
    /// - Throws: `PersistenceError.misuse` for another property, errors of the store, what the closure
    ///   throws.
    public final func readData(
        forKey key: String, inPiecesOf size: Int = 1 << 20, _ body: (Data) throws -> Void
    ) throws {
        guard size > 0, let slot = layout.slotNumbers[key],
            [.binaryData, .transformable].contains(layout.slots[slot].attribute?.attributeType)
        else {
            throw PersistenceError.misuse("\(layout.name).\(key) is no binary data")
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
    /// Calls a closure with the bytes, so many at a time.
    func forEachPiece(of size: Int, _ body: (Data) throws -> Void) rethrows {
        for start in stride(from: startIndex, to: endIndex, by: size) {
            try body(Data(self[start..<Swift.min(start + size, endIndex)]))
        }
    }
}
