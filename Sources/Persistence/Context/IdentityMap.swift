/// The objects of one root entity in a context, by key.
///
/// The map does not keep objects alive: an object that goes away takes itself out. It is a table
/// with linear probing, because a fetch asks it once for every row.
final class IdentityMap {
    private typealias Slot = (key: Int64, object: Unmanaged<ManagedObject>?)
    private var slots: UnsafeMutableBufferPointer<Slot>
    private(set) var count = 0

    init() {
        slots = Self.allocate(16)
    }

    deinit {
        slots.deallocate()
    }

    subscript(key: Int64) -> ManagedObject? {
        slots[position(of: key)].object?.takeUnretainedValue()
    }

    /// Adds an object under a key that is not in use.
    func insert(_ object: ManagedObject, for key: Int64) {
        if (count + 1) * 2 > slots.count { grow() }
        let position = position(of: key)
        if slots[position].object == nil { count += 1 }
        slots[position] = (key, .passUnretained(object))
    }

    /// Takes out the object of a key, if there is one.
    func remove(_ key: Int64) {
        var hole = position(of: key)
        guard slots[hole].object != nil else { return }
        count -= 1
        // Moves later entries of the same run up, so that no search ends early at the hole.
        var next = hole
        while true {
            next = (next + 1) & mask
            guard slots[next].object != nil else { break }
            let home = Self.hash(slots[next].key) & mask
            let isReachable =
                hole <= next ? (hole < home && home <= next) : (hole < home || home <= next)
            if isReachable { continue }
            slots[hole] = slots[next]
            hole = next
        }
        slots[hole].object = nil
    }

    /// All objects, in no order.
    var objects: [ManagedObject] {
        slots.compactMap { $0.object?.takeUnretainedValue() }
    }

    private var mask: Int { slots.count - 1 }

    private func position(of key: Int64) -> Int {
        var position = Self.hash(key) & mask
        while slots[position].object != nil, slots[position].key != key {
            position = (position + 1) & mask
        }
        return position
    }

    private func grow() {
        let old = slots
        slots = Self.allocate(old.count * 2)
        for slot in old where slot.object != nil { slots[position(of: slot.key)] = slot }
        old.deallocate()
    }

    private static func allocate(_ count: Int) -> UnsafeMutableBufferPointer<Slot> {
        let slots = UnsafeMutableBufferPointer<Slot>.allocate(capacity: count)
        slots.initialize(repeating: (0, nil))
        return slots
    }

    /// Spreads keys, which are mostly consecutive: in a table full of neighbours, a removal would
    /// have to look at all of them. Eight neighbours stay together, to be in the cache at once.
    @inline(__always)
    private static func hash(_ key: Int64) -> Int {
        let block = UInt64(bitPattern: key >> 3) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: (block >> 28) << 3) | Int(key & 7)
    }
}
