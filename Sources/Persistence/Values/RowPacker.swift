package import Foundation

/// Writes rows into blocks, a value at a time.
package final class RowPacker {
    private var block: RowBlock?
    // Members of the block that each value needs are kept here, where reading them costs no reference
    // counting.
    private var plan: ObjectIdentifier?
    private var memory: UnsafeMutableRawPointer?
    private var capacity = 0
    /// Where the row begins that is being written.
    private var row: UnsafeMutableRawPointer?
    /// The bytes of the block up to that row.
    private var used = 0
    /// The bytes of that row.
    private var size = 0
    private var count = 0
    private var nextCapacity = RowBlock.minimumCapacity
    private let maximumCapacity: Int

    /// - Parameter maximumCapacity: the greatest number of bytes of a block with several rows.
    package init(maximumCapacity: Int = RowBlock.maximumCapacity) {
        self.maximumCapacity = maximumCapacity
    }

    /// Begins with small blocks again, for rows that have nothing to do with those before them.
    package func reset() {
        leaveBlock()
        nextCapacity = RowBlock.minimumCapacity
    }

    /// Begins a row whose values are all null.
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

    /// Sets a longer value that is the bytes of its type.
    package func set(_ slot: Int, _ kind: PackedCells.Kind, bytesOf value: some BitwiseCopyable) {
        withUnsafeBytes(of: value) { set(slot, kind, bytes: $0) }
    }

    package func setDecimal(_ slot: Int, _ value: Decimal) {
        withUnsafeBytes(of: value) { set(slot, .decimal, bytes: $0) }
    }

    /// Sets the destination of a relationship that leads to several entities.
    package func setObject(_ slot: Int, entityNumber: Int32, key: Int64) {
        set(slot, .objectOfEntity, bytesOf: PackedCells.Destination(key, entityNumber))
    }

    /// The row that was written.
    package func finish() -> RowSnapshot {
        guard let block, let row else { return RowSnapshot(count: 0, version: 0) }
        used += (size + 7) / 8 * 8
        self.row = nil
        return RowSnapshot(block, PackedCells(start: UnsafeRawPointer(row)))
    }

    /// Where the row begins, with room for so many more bytes.
    @inline(__always)
    private func reserve(_ more: Int) -> UnsafeMutableRawPointer {
        if let memory, used + size + more <= capacity {
            let row = memory + used
            self.row = row
            return row
        }
        return goOn(more)
    }

    /// Goes on in a new block.
    private func goOn(_ more: Int) -> UnsafeMutableRawPointer {
        guard let full = block else { preconditionFailure("A row begins with its plan") }
        let begun = row
        let new = enterBlock(full.plan, size + more)
        // The full block goes away here if no row is in it but this one.
        withExtendedLifetime(full) {
            if let begun, size > 0 { new.copyMemory(from: begun, byteCount: size) }
        }
        row = new
        return new
    }

    /// Begins a block of at least so many bytes. Returns its memory.
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
