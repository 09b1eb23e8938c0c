import CSQLite
import Foundation

/// Binds the values of records to the parameters of a statement.
///
/// The bytes of strings are put one behind the other into a buffer of the binder's own, which SQLite
/// reads while the statement runs. That saves the copy that SQLite would make of each.
final class ValueBinder {
    private let capacity: Int
    private let buffer: UnsafeMutableRawPointer
    private var used = 0

    init(capacity: Int) {
        self.capacity = capacity
        buffer = .allocate(byteCount: capacity, alignment: 16)
    }

    deinit {
        buffer.deallocate()
    }

    /// Forgets the bytes of the last record. The statement must not run before all is bound again.
    func startRecord() {
        used = 0
    }

    func bind(_ value: AttributeValue, to statement: Statement, at position: Int) throws {
        let handle = statement.handle
        let position = Int32(position)
        let code: Int32
        switch value {
        case .null: code = sqlite3_bind_null(handle, position)
        case .integer(let value): code = sqlite3_bind_int64(handle, position, value)
        case .boolean(let value): code = sqlite3_bind_int64(handle, position, value ? 1 : 0)
        case .double(let value): code = sqlite3_bind_double(handle, position, value)
        case .date(let value):
            code = sqlite3_bind_double(handle, position, value.timeIntervalSinceReferenceDate)
        case .string(let value): code = bind(value, handle, position)
        case .decimal(let value): code = bind(value, handle, position)
        case .url(let value): code = bind(value.absoluteString, handle, position)
        case .object(let id): code = sqlite3_bind_int64(handle, position, id.key)
        case .uuid(let value):
            code = withUnsafeBytes(of: value.uuid) { bindBytes($0, handle, position) }
        case .data(let value):
            code = value.withUnsafeBytes { bindBytes($0, handle, position) }
        case .transformable, .deferred:
            throw PersistenceError.misuse("A value was to be stored that is no data yet")
        }
        guard code == SQLITE_OK else { throw statement.failure(code) }
    }

    private func bind(_ value: String, _ handle: OpaquePointer, _ position: Int32) -> Int32 {
        var value = value
        return value.withUTF8 { bytes in
            let (start, destructor) = keep(UnsafeRawBufferPointer(bytes))
            return sqlite3_bind_text64(
                handle, position, start.assumingMemoryBound(to: CChar.self), UInt64(bytes.count),
                destructor, UInt8(SQLITE_UTF8))
        }
    }

    private func bindBytes(
        _ bytes: UnsafeRawBufferPointer, _ handle: OpaquePointer, _ position: Int32
    ) -> Int32 {
        guard bytes.count > 0 else { return sqlite3_bind_zeroblob(handle, position, 0) }
        let (start, destructor) = keep(bytes)
        return sqlite3_bind_blob64(handle, position, start, UInt64(bytes.count), destructor)
    }

    /// A DECIMAL column turns a whole number into an integer, and any other into the nearest
    /// floating-point number; text that needs more digits than that would stay text.
    private func bind(_ value: Decimal, _ handle: OpaquePointer, _ position: Int32) -> Int32 {
        guard !value.isNaN else { return sqlite3_bind_null(handle, position) }
        let text = value.description
        if let integer = Int64(text) { return sqlite3_bind_int64(handle, position, integer) }
        return sqlite3_bind_double(handle, position, Double(text) ?? .nan)
    }

    /// The bytes at a place that stays until the next record; large ones SQLite copies.
    private func keep(
        _ bytes: UnsafeRawBufferPointer
    ) -> (UnsafeRawPointer, sqlite3_destructor_type?) {
        guard let start = bytes.baseAddress else { return (UnsafeRawPointer(buffer), nil) }
        guard bytes.count <= capacity - used else { return (start, Statement.transient) }
        let place = buffer + used
        place.copyMemory(from: start, byteCount: bytes.count)
        used += bytes.count
        return (UnsafeRawPointer(place), nil)
    }
}
