package import Foundation

/// Writes rows to blocks, a value at a time.
package final class RowPacker {
    private var block: RowBlock?
    // Members of the block, copied to save reference counting.
    private var plan: ObjectIdentifier?
    private var memory: UnsafeMutableRawPointer?
    private var capacity = 0
    /// The beginning of the current row.
    private var row: UnsafeMutableRawPointer?
    /// The used bytes of the block before that row.
    private var used = 0
    /// The bytes of that row.
    private var size = 0
    private var count = 0
    private var nextCapacity = RowBlock.minimumCapacity
    private let maximumCapacity: Int

    /// - Parameter maximumCapacity: the greatest size in bytes of a block with several rows.
    package init(maximumCapacity: Int = RowBlock.maximumCapacity) {
        self.maximumCapacity = maximumCapacity
    }

    /// Restarts with small blocks, for unrelated rows.
    package func reset() {
        leaveBlock()
        nextCapacity = RowBlock.minimumCapacity
    }

    /// Begins a row of nulls.
    package func begin(_ plan: RowPlan, count: Int, version: Int64) {
        self.count = count
        size = 0
        let fixed = PackedCells.bytesOffset(count: count)
        let kinds = PackedCells.kindOffset(0, count: count)
        if self.plan != ObjectIdentifier(plan) { enterBlock(plan, fixed) }
        let row = reserve(fixed)
        size = fixed
        row.storeBytes(of: version, as: Int64.self)
        row.storeBytes(of: count, toByteOffset: 8, as: Int.self)
        for offset in stride(from: kinds, to: fixed, by: 8) {
            row.storeBytes(of: 0, toByteOffset: offset, as: UInt64.self)
        }
    }

    /// Sets a value that fits into a word.
    @inline(__always)
    package func set(_ slot: Int, _ kind: PackedCells.Kind, _ word: UInt64) {
        guard let row else { return }
        row.storeBytes(of: word, toByteOffset: PackedCells.wordOffset(slot), as: UInt64.self)
        row.storeBytes(
            of: kind, toByteOffset: PackedCells.kindOffset(slot, count: count),
            as: PackedCells.Kind.self)
    }

    /// Sets a longer value.
    @inline(__always)
    package func set(_ slot: Int, _ kind: PackedCells.Kind, bytes: UnsafeRawBufferPointer) {
        let start = size - PackedCells.bytesOffset(count: count)
        if let source = bytes.baseAddress, bytes.count > 0 {
            let row = reserve(bytes.count)
            (row + size).copyMemory(from: source, byteCount: bytes.count)
            size += bytes.count
        }
        set(slot, kind, PackedCells.Extent(start: start, count: bytes.count).word)
    }

    /// Sets a longer value to the bytes of its type.
    package func set(_ slot: Int, _ kind: PackedCells.Kind, bytesOf value: some BitwiseCopyable) {
        withUnsafeBytes(of: value) { set(slot, kind, bytes: $0) }
    }

    package func setDecimal(_ slot: Int, _ value: Decimal) {
        withUnsafeBytes(of: value) { set(slot, .decimal, bytes: $0) }
    }

    /// Sets the destination of a relationship with several destination entities.
    package func setObject(_ slot: Int, entityNumber: Int32, key: Int64) {
        set(slot, .objectOfEntity, bytesOf: PackedCells.Destination(key, entityNumber))
    }

    package func finish() -> RowSnapshot {
        guard let block, let row else { return RowSnapshot(count: 0, version: 0) }
        used += (size + 7) / 8 * 8
        self.row = nil
        return RowSnapshot(block, PackedCells(start: UnsafeRawPointer(row)))
    }

    /// The beginning of the row, with room for further bytes.
    @inline(__always)
    private func reserve(_ more: Int) -> UnsafeMutableRawPointer {
        if let memory, used + size + more <= capacity {
            let row = memory + used
            self.row = row
            return row
        }
        return continueInNewBlock(more)
    }

    /// Moves the row to a new block.
    private func continueInNewBlock(_ more: Int) -> UnsafeMutableRawPointer {
        guard let full = block else { preconditionFailure("A row begins with its plan") }
        let begun = row
        let new = enterBlock(full.plan, size + more)
        // The full block is freed here if it has no other row.
        withExtendedLifetime(full) {
            if let begun, size > 0 { new.copyMemory(from: begun, byteCount: size) }
        }
        row = new
        return new
    }

    /// Begins a block of at least a size, and returns its memory.
    @discardableResult
    private func enterBlock(_ plan: RowPlan, _ needed: Int) -> UnsafeMutableRawPointer {
        let new = RowBlock(plan: plan, capacity: max(nextCapacity, needed))
        nextCapacity = min(2 * nextCapacity, maximumCapacity)
        block = new
        self.plan = ObjectIdentifier(plan)
        memory = new.memory
        capacity = new.capacity
        used = 0
        return new.memory
    }

    private func leaveBlock() {
        block = nil
        plan = nil
        memory = nil
        capacity = 0
        used = 0
    }
}
