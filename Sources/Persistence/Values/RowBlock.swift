/// A piece of memory with rows that a store read one after the other.
///
/// Rows hold their block, so that a row alone need not be allocated and freed. One that is kept keeps
/// its block, which is small for that reason.
package final class RowBlock {
    /// The number of bytes of a fetch's first block. Each one after it is twice as large.
    package static let leastCapacity = 256
    package static let greatestCapacity = 16_384

    /// By which the homes of destinations are found.
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
