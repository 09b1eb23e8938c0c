import CLibpq
import Foundation

/// The parameter values of a statement in PostgreSQL's binary format, in one buffer. Large data is
/// not copied, but sent from where it is.
final class StatementParameters {
    /// The maximum length of a value in PostgreSQL.
    static let maximumLength = 1 << 30 - 1
    /// The number of bytes from which data counts as large.
    static let largeLength = 1 << 18

    private var memory: UnsafeMutableRawPointer
    private(set) var capacity: Int
    private var used = 0
    /// The start of each value; negative for NULL.
    private var offsets: [Int] = []
    private var lengths: [Int32] = []
    private(set) var types: [Oid] = []
    private var formats: [Int32] = []
    private var pointers: [UnsafePointer<CChar>?] = []
    /// The large values, by their positions.
    private var large: [(index: Int, value: Data)] = []

    init(capacity: Int = 512) {
        self.capacity = capacity
        memory = .allocate(byteCount: capacity, alignment: 8)
    }

    deinit {
        memory.deallocate()
    }

    var count: Int { offsets.count }

    /// Removes all values.
    func reset() {
        used = 0
        offsets.removeAll(keepingCapacity: true)
        lengths.removeAll(keepingCapacity: true)
        types.removeAll(keepingCapacity: true)
        large.removeAll()
    }

    func appendNull(_ type: ServerType = .unknown) {
        offsets.append(-1)
        lengths.append(0)
        types.append(type.rawValue)
    }

    func append(_ value: Bool) { append(UInt8(value ? 1 : 0), .boolean) }

    func append(_ value: Int64) { append(value.bigEndian, .bigint) }

    func append(_ value: Int32) { append(value.bigEndian, .integer) }

    func append(_ value: Int16) { append(value.bigEndian, .smallint) }

    func append(_ value: Double) { append(value.bitPattern.bigEndian, .double) }

    func append(_ value: UUID) { append(value.uuid, .uuid) }

    /// Microseconds from 2000-01-01.
    func append(microseconds: Int64) { append(microseconds.bigEndian, .timestamp) }

    func append(_ value: Decimal) {
        BinaryFormat.bytes(of: value).withUnsafeBytes { append($0, .numeric) }
    }

    func append(_ value: String) {
        var value = value
        value.withUTF8 { append(UnsafeRawBufferPointer($0), .text) }
    }

    func append(_ value: Data) {
        guard value.count >= Self.largeLength else {
            return value.withUnsafeBytes { append($0, .bytes) }
        }
        large.append((count, value))
        offsets.append(-1)
        // Longer values were refused before.
        lengths.append(Int32(clamping: value.count))
        types.append(ServerType.bytes.rawValue)
    }

    private func append(_ value: some BitwiseCopyable, _ type: ServerType) {
        withUnsafeBytes(of: value) { append($0, type) }
    }

    func append(_ bytes: UnsafeRawBufferPointer, _ type: ServerType) {
        if used + bytes.count > capacity { grow(to: used + bytes.count) }
        if let source = bytes.baseAddress, bytes.count > 0 {
            (memory + used).copyMemory(from: source, byteCount: bytes.count)
        }
        offsets.append(used)
        lengths.append(Int32(clamping: bytes.count))
        types.append(type.rawValue)
        used += bytes.count
    }

    /// The bytes of the last value; nil for NULL.
    var lastValue: Data? {
        guard let offset = offsets.last, let length = lengths.last else { return nil }
        if offset >= 0 { return Data(bytes: memory + offset, count: Int(length)) }
        return large.last.flatMap { $0.index == offsets.count - 1 ? $0.value : nil }
    }

    private func grow(to needed: Int) {
        let greater = max(2 * capacity, needed)
        let new = UnsafeMutableRawPointer.allocate(byteCount: greater, alignment: 8)
        new.copyMemory(from: memory, byteCount: used)
        memory.deallocate()
        memory = new
        capacity = greater
    }

    /// Calls the closure with the values as libpq takes them: number, pointers, lengths and
    /// formats.
    func withPointers<T>(
        _ body: (
            Int32, UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<Int32>,
            UnsafePointer<Int32>
        ) -> T
    ) -> T {
        pointers.removeAll(keepingCapacity: true)
        for offset in offsets {
            pointers.append(
                offset < 0
                    ? nil : UnsafePointer((memory + offset).assumingMemoryBound(to: CChar.self)))
        }
        while formats.count < offsets.count { formats.append(1) }
        return pinning(large[...]) { withBuffers(body) }
    }

    /// Calls the closure while the pointers to large values are valid.
    private func pinning<T>(_ rest: ArraySlice<(index: Int, value: Data)>, _ body: () -> T) -> T {
        guard let first = rest.first else { return body() }
        return first.value.withUnsafeBytes { bytes in
            pointers[first.index] = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            return pinning(rest.dropFirst(), body)
        }
    }

    private func withBuffers<T>(
        _ body: (
            Int32, UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<Int32>,
            UnsafePointer<Int32>
        ) -> T
    ) -> T {
        pointers.withUnsafeBufferPointer { pointers in
            lengths.withUnsafeBufferPointer { lengths in
                formats.withUnsafeBufferPointer { formats in
                    guard let pointers = pointers.baseAddress, let lengths = lengths.baseAddress,
                        let formats = formats.baseAddress
                    else {
                        var (pointer, length, format) = (
                            UnsafePointer<CChar>?.none, Int32(0), Int32(1)
                        )
                        return body(0, &pointer, &length, &format)
                    }
                    return body(Int32(offsets.count), pointers, lengths, formats)
                }
            }
        }
    }
}
