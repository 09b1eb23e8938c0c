extension ManagedObject {
    /// Where the value of a slot is, until the object changes; nil if there are no values. Fires a
    /// fault, and does not read a deferred value: the typed getters of small values begin here.
    @inline(__always)
    final func pointer(to slot: Int) -> UnsafeMutablePointer<AttributeValue>? {
        if state.contains(.fault) { fire() }
        return row?.pointer(to: slot)
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
            context.noteChange(of: self)
        }
        if state.contains(.observed) { notifyObservers(slot, old: old, new: value) }
    }

    /// The row to write changes into: a copy of the committed one, or the row itself while the
    /// object is new or waking.
    final func changeableRow() -> RowSnapshot {
        guard let row else { return RowSnapshot(count: layout.valueCount, version: 0) }
        if committedRow != nil || !state.isDisjoint(with: [.inserted, .awaking]) { return row }
        let copy = row.copy()
        committedRow = row
        self.row = copy
        return copy
    }

    /// Reads a large binary value that the fetch left in the store.
    private func loadDeferred(_ slot: Int) -> AttributeValue {
        guard let context, let row else { return .null }
        guard let value = context.loadDeferred(layout.slots[slot], of: self) else { return .null }
        // The row is this context's alone, and the value is the one that the store has for it.
        row[slot] = value
        if let committedRow, case .deferred = committedRow[slot] { committedRow[slot] = value }
        return value
    }

    /// Whether a property has a value, without reading a large one.
    public final func hasValue(at slot: Int) -> Bool {
        if state.contains(.fault) { fire() }
        return row.map { !$0[slot].isNull } ?? false
    }

    /// The size of the stored data of a binary or transformable attribute, without reading a large
    /// one; nil if it has no value, or one that was not saved yet.
    public final func byteCount(forKey key: String) -> Int? {
        if state.contains(.fault) { fire() }
        guard let slot = layout.slotNumbers[key] else { return nil }
        return switch row?[slot] {
        case .data(let data): data.count
        case .deferred(let count): count
        default: nil
        }
    }

    final func fireIfNeeded() {
        if state.contains(.fault) { fire() }
    }

    /// Fills a fault. The context remembers an error of the store, and throws it at the next
    /// occasion; the object stays a fault then.
    final func fire() {
        if row == nil, let context, !context.fillFault(self) { return }
        state.remove(.fault)
        if row == nil {
            row = RowSnapshot(count: layout.valueCount, version: 0)
            state.insert(.inaccessible)
        } else if !state.contains(.inaccessible) {
            state.insert(.awaking)
            awakeFromFetch()
            state.remove(.awaking)
        }
    }
}
