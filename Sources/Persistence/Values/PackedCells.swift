import Foundation

/// The memory of a row read from a store: its version, the number of values, a word and a kind byte
/// for each, and the bytes of longer values.
///
/// Values are decoded on demand, because most are never read. It does not retain the memory, which
/// saves reference counting; its users do.
package struct PackedCells {
    let start: UnsafeRawPointer

    /// The representation of a value.
    package enum Kind: UInt8 {
        case null, integer, boolean, double, date
        /// The key of a record of the relationship's only destination entity.
        case object
        /// The key of a record, and the number of its entity.
        case objectOfEntity
        /// The number of bytes, or an invalid number if it is unknown.
        case deferred
        case string, data, uuid, decimal, url
    }

    /// The range of a longer value's bytes, from the end of the kinds.
    struct Extent {
        var start: Int
        var count: Int

        init(start: Int, count: Int) {
            self.start = start
            self.count = count
        }

        init(_ word: UInt64) {
            self.init(start: Int(word >> 32), count: Int(word & 0xFFFF_FFFF))
        }

        var word: UInt64 { UInt64(start) << 32 | UInt64(count) }
    }

    /// A destination of one of several entities.
    struct Destination: BitwiseCopyable {
        let key: Int64
        let entityNumber: Int32

        init(_ key: Int64, _ entityNumber: Int32) {
            self.key = key
            self.entityNumber = entityNumber
        }
    }

    @inline(__always)
    static func wordOffset(_ slot: Int) -> Int { 16 + slot * 8 }

    @inline(__always)
    static func kindOffset(_ slot: Int, count: Int) -> Int { 16 + count * 8 + slot }

    @inline(__always)
    static func bytesOffset(count: Int) -> Int { 16 + (count + (count + 7) / 8) * 8 }

    /// The record's version.
    var version: Int64 { start.load(as: Int64.self) }

    /// The number of values.
    var count: Int { start.load(fromByteOffset: 8, as: Int.self) }

    // MARK: - Values

    /// The value of a slot.
    func value(_ slot: Int, _ plan: RowPlan) -> AttributeValue {
        switch kind(slot) {
        case .null: .null
        case .integer: .integer(Int64(bitPattern: word(slot)))
        case .boolean: .boolean(word(slot) != 0)
        case .double: .double(Double(bitPattern: word(slot)))
        case .date: .date(instant(slot))
        case .object: .object(plan.destination(of: slot, key: Int64(bitPattern: word(slot))))
        case .objectOfEntity: .object(destination(slot, plan))
        case .deferred: .deferred(byteCount: Int(exactly: word(slot)))
        case .string: .string(text(slot))
        case .data: .data(Data(bytes(slot)))
        case .uuid: .uuid(UUID(uuid: bytes(slot).loadUnaligned(as: uuid_t.self)))
        case .decimal: .decimal(bytes(slot).loadUnaligned(as: Decimal.self))
        case .url: URL(string: text(slot)).map { .url($0) } ?? .null
        }
    }

    @inline(__always)
    func isNull(_ slot: Int) -> Bool { kind(slot) == .null }

    @inline(__always)
    func string(_ slot: Int) -> String? { kind(slot) == .string ? text(slot) : nil }

    @inline(__always)
    func integer(_ slot: Int) -> Int64? {
        kind(slot) == .integer ? Int64(bitPattern: word(slot)) : nil
    }

    @inline(__always)
    func boolean(_ slot: Int) -> Bool? { kind(slot) == .boolean ? word(slot) != 0 : nil }

    @inline(__always)
    func double(_ slot: Int) -> Double? {
        kind(slot) == .double ? Double(bitPattern: word(slot)) : nil
    }

    @inline(__always)
    func date(_ slot: Int) -> Date? { kind(slot) == .date ? instant(slot) : nil }

    @inline(__always)
    func uuid(_ slot: Int) -> UUID? {
        kind(slot) == .uuid ? UUID(uuid: bytes(slot).loadUnaligned(as: uuid_t.self)) : nil
    }

    /// The key of a relationship's destination; nil for none.
    func destinationKey(_ slot: Int) -> Int64? {
        switch kind(slot) {
        case .object: Int64(bitPattern: word(slot))
        case .objectOfEntity: bytes(slot).loadUnaligned(as: Destination.self).key
        default: nil
        }
    }

    // MARK: - Internal

    @inline(__always)
    private func kind(_ slot: Int) -> Kind {
        let count = count
        precondition(slot < count, "A row has no value \(slot)")
        return start.load(
            fromByteOffset: Self.kindOffset(slot, count: count), as: Kind.self)
    }

    @inline(__always)
    private func word(_ slot: Int) -> UInt64 {
        start.load(fromByteOffset: Self.wordOffset(slot), as: UInt64.self)
    }

    @inline(__always)
    private func bytes(_ slot: Int) -> UnsafeRawBufferPointer {
        let extent = Extent(word(slot))
        return UnsafeRawBufferPointer(
            start: start + Self.bytesOffset(count: count) + extent.start, count: extent.count)
    }

    @inline(__always)
    private func text(_ slot: Int) -> String { String(decoding: bytes(slot), as: UTF8.self) }

    @inline(__always)
    private func instant(_ slot: Int) -> Date {
        Date(timeIntervalSinceReferenceDate: Double(bitPattern: word(slot)))
    }

    private func destination(_ slot: Int, _ plan: RowPlan) -> ManagedObjectID {
        let destination = bytes(slot).loadUnaligned(as: Destination.self)
        return plan.destination(
            entityNumber: Int(destination.entityNumber), key: destination.key)
    }
}

/// A block of memory with consecutive rows from a store.
///
/// Rows retain their block, which saves allocations for single rows. A kept row keeps its block, so
/// blocks are small.
package final class RowBlock {
    /// The size of a fetch's first block in bytes. Each following one is twice as large.
    package static let minimumCapacity = 256
    package static let maximumCapacity = 16_384

    /// Finds the store entities of destinations.
    let plan: RowPlan
    let memory: UnsafeMutableRawPointer
    let capacity: Int

    init(plan: RowPlan, capacity: Int) {
        self.plan = plan
        self.capacity = capacity
        memory = .allocate(byteCount: capacity, alignment: 8)
    }

    deinit {
        memory.deallocate()
    }
}
