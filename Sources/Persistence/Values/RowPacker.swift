import Foundation

/// Writes rows into blocks, a value at a time.
final class RowPacker {
    private var block: RowBlock?
    /// Where the row begins that is being written.
    private var row: UnsafeMutableRawPointer?
    /// The bytes of the block up to that row.
    private var used = 0
    /// The bytes of that row.
    private var size = 0
    private var count = 0
    private var nextCapacity = RowBlock.leastCapacity

    /// Begins with small blocks again, for rows that have nothing to do with those before them.
    func reset() {
        block = nil
        nextCapacity = RowBlock.leastCapacity
    }

    /// Begins a row whose values are all null.
    func begin(_ plan: RowPlan, count: Int, version: Int64) {
        if block?.plan !== plan { block = nil }
        self.count = count
        size = 0
        let fixed = PackedCells.bytesOffset(count: count)
        let kinds = PackedCells.kindOffset(0, count: count)
        let row = reserve(fixed, plan)
        size = fixed
        row.storeBytes(of: version, as: Int64.self)
        row.storeBytes(of: count, toByteOffset: 8, as: Int.self)
        (row + kinds).initializeMemory(as: UInt8.self, repeating: 0, count: fixed - kinds)
    }

    /// Sets a value that fits into a word.
    @inline(__always)
    func set(_ slot: Int, _ kind: PackedCells.Kind, _ word: UInt64) {
        guard let row else { return }
        row.storeBytes(of: word, toByteOffset: PackedCells.wordOffset(slot), as: UInt64.self)
        row.storeBytes(
            of: kind, toByteOffset: PackedCells.kindOffset(slot, count: count),
            as: PackedCells.Kind.self)
    }

    /// Sets a longer value.
    @inline(__always)
    func set(_ slot: Int, _ kind: PackedCells.Kind, bytes: UnsafeRawPointer?, count length: Int) {
        let start = size - PackedCells.bytesOffset(count: count)
        if let bytes, length > 0, let plan = block?.plan {
            let row = reserve(length, plan)
            (row + size).copyMemory(from: bytes, byteCount: length)
            size += length
        }
        set(slot, kind, PackedCells.Extent(start: start, count: length).word)
    }

    /// Sets a longer value that is the bytes of its type.
    func set(_ slot: Int, _ kind: PackedCells.Kind, bytesOf value: some BitwiseCopyable) {
        withUnsafeBytes(of: value) {
            set(slot, kind, bytes: $0.baseAddress, count: $0.count)
        }
    }

    func setDecimal(_ slot: Int, _ value: Decimal) {
        withUnsafeBytes(of: value) {
            set(slot, .decimal, bytes: $0.baseAddress, count: $0.count)
        }
    }

    /// Sets the destination of a relationship that leads to several entities.
    func setObject(_ slot: Int, entityNumber: Int32, key: Int64) {
        set(slot, .objectOfEntity, bytesOf: PackedCells.Destination(key, entityNumber))
    }

    /// The row that was written.
    func finish() -> RowSnapshot {
        guard let block, let row else { return RowSnapshot(count: 0, version: 0) }
        used += (size + 7) / 8 * 8
        self.row = nil
        return RowSnapshot(block, PackedCells(start: UnsafeRawPointer(row)))
    }

    /// Where the row begins, with room for so many more bytes.
    @inline(__always)
    private func reserve(_ more: Int, _ plan: RowPlan) -> UnsafeMutableRawPointer {
        if let block, used + size + more <= block.capacity {
            let row = block.memory + used
            self.row = row
            return row
        }
        return turn(plan, more)
    }

    /// Goes on in a new block.
    private func turn(_ plan: RowPlan, _ more: Int) -> UnsafeMutableRawPointer {
        let new = RowBlock(plan: plan, capacity: max(nextCapacity, size + more))
        nextCapacity = min(2 * nextCapacity, RowBlock.greatestCapacity)
        if let row, size > 0 { new.memory.copyMemory(from: row, byteCount: size) }
        block = new
        used = 0
        row = new.memory
        return new.memory
    }
}
