/// The values of a record at one time.
///
/// Copies of a row share its storage. Rows read from a store are packed and immutable; changes are
/// made to a copy.
// A row is filled before it is shared, and not changed afterwards. Only the private copy of a changed object
// is written to again, in its context.
public struct RowSnapshot: @unchecked Sendable {
    final class Storage: ManagedBuffer<Header, AttributeValue> {
        deinit {
            _ = withUnsafeMutablePointers { header, elements in
                elements.deinitialize(count: header.pointee.count)
            }
        }
    }

    struct Header {
        var version: Int64
        var count: Int
    }

    /// The owner of the values: open storage, or the block of the cells.
    let owner: AnyObject
    /// The values of a packed row, valid while the row is retained; otherwise nil.
    let cells: PackedCells?

    /// Makes a row from a block.
    init(_ block: RowBlock, _ cells: PackedCells) {
        owner = block
        self.cells = cells
    }

    init(owner: AnyObject, cells: PackedCells?) {
        self.owner = owner
        self.cells = cells
    }

    private init(_ storage: ManagedBuffer<Header, AttributeValue>) {
        owner = storage
        cells = nil
    }

    /// Makes a row of nulls.
    public init(count: Int, version: Int64) {
        let storage = Storage.create(minimumCapacity: count) { _ in
            Header(version: version, count: count)
        }
        storage.withUnsafeMutablePointerToElements {
            $0.initialize(repeating: .null, count: count)
        }
        self.init(storage)
    }

    /// A row of new values.
    public init(_ values: [AttributeValue], version: Int64 = 0) {
        let storage = Storage.create(minimumCapacity: values.count) { _ in
            Header(version: version, count: values.count)
        }
        storage.withUnsafeMutablePointerToElements { elements in
            values.withUnsafeBufferPointer { source in
                guard let start = source.baseAddress else { return }
                elements.initialize(from: start, count: source.count)
            }
        }
        self.init(storage)
    }

    /// A modifiable copy.
    func copy() -> RowSnapshot {
        RowSnapshot(copying: self)
    }

    private init(copying other: RowSnapshot) {
        let (count, version) = (other.count, other.version)
        let storage = Storage.create(minimumCapacity: count) { _ in
            Header(version: version, count: count)
        }
        storage.withUnsafeMutablePointerToElements { elements in
            for slot in 0..<count { (elements + slot).initialize(to: other[slot]) }
        }
        self.init(storage)
    }

    /// Whether the values can be set, only by the owner of the row.
    var isOpen: Bool { cells == nil }

    /// The number of values.
    public var count: Int { cells?.count ?? open.header.count }

    /// The record's version (`Z_OPT`); 0 before its first save.
    public package(set) var version: Int64 {
        get { cells?.version ?? open.header.version }
        nonmutating set { open.header.version = newValue }
    }

    /// The value of a slot. Slot numbers come from the entity's layout.
    // Rows that a store handed out are not set.
    public package(set) subscript(slot: Int) -> AttributeValue {
        get {
            guard let cells else { return openValue(slot).pointee }
            return cells.value(slot, unsafeDowncast(owner, to: RowBlock.self).plan)
        }
        nonmutating set { openValue(slot).pointee = newValue }
    }

    private var open: ManagedBuffer<Header, AttributeValue> {
        precondition(cells == nil, "A row that was read is not changed; a copy of it is")
        return unsafeDowncast(owner, to: ManagedBuffer<Header, AttributeValue>.self)
    }

    @inline(__always)
    private func openValue(_ slot: Int) -> UnsafeMutablePointer<AttributeValue> {
        open.withUnsafeMutablePointers { header, values in
            precondition(slot < header.pointee.count, "A row has no value \(slot)")
            return values + slot
        }
    }
}
