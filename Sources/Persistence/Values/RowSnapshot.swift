/// The values of one record at one moment, as they were read or saved.
///
/// A row refers to its values; copies of it refer to the same ones.
// A row is filled by whoever makes it, before it is handed on, and not changed afterwards. Only the
// private copy that a changed object keeps of its own is written to again, in its context.
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

    private let storage: ManagedBuffer<Header, AttributeValue>

    /// A row whose values are all null.
    public init(count: Int, version: Int64) {
        storage = Storage.create(minimumCapacity: count) { _ in
            Header(version: version, count: count)
        }
        storage.withUnsafeMutablePointerToElements {
            $0.initialize(repeating: .null, count: count)
        }
    }

    /// A row of new values.
    init(_ values: [AttributeValue], version: Int64 = 0) {
        storage = Storage.create(minimumCapacity: values.count) { _ in
            Header(version: version, count: values.count)
        }
        storage.withUnsafeMutablePointerToElements { elements in
            values.withUnsafeBufferPointer { source in
                guard let start = source.baseAddress else { return }
                elements.initialize(from: start, count: source.count)
            }
        }
    }

    /// A row whose values are made in place.
    ///
    /// - Parameter fill: initialises every one of the `count` values.
    @inline(__always)
    init(
        count: Int, version: Int64, filledBy fill: (UnsafeMutablePointer<AttributeValue>) -> Void
    ) {
        storage = Storage.create(minimumCapacity: count) { _ in
            Header(version: version, count: count)
        }
        storage.withUnsafeMutablePointerToElements { fill($0) }
    }

    /// A row with the same values, to be changed without changing this one.
    func copy() -> RowSnapshot {
        RowSnapshot(copying: self)
    }

    private init(copying other: RowSnapshot) {
        let header = other.storage.header
        storage = Storage.create(minimumCapacity: header.count) { _ in header }
        other.storage.withUnsafeMutablePointerToElements { source in
            storage.withUnsafeMutablePointerToElements {
                $0.initialize(from: source, count: header.count)
            }
        }
    }

    /// The number of values.
    public var count: Int { storage.header.count }

    /// The record's version (`Z_OPT`); 0 while it was never saved.
    public var version: Int64 {
        get { storage.header.version }
        nonmutating set { storage.header.version = newValue }
    }

    /// Where the value of a slot is, for as long as somebody holds the row.
    @inline(__always)
    func pointer(to slot: Int) -> UnsafeMutablePointer<AttributeValue> {
        storage.withUnsafeMutablePointers { header, values in
            precondition(slot < header.pointee.count, "A row has no value \(slot)")
            return values + slot
        }
    }

    /// The value of a slot. Slot numbers come from the entity's layout.
    public subscript(slot: Int) -> AttributeValue {
        get { pointer(to: slot).pointee }
        nonmutating set { pointer(to: slot).pointee = newValue }
    }
}
