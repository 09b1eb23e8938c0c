import CSQLite
import Foundation

/// How the columns of a result become the values of one entity's records.
// Constant after its initialiser. The steps are read for every row, so they stand in memory of the
// plan's own, which costs no counting of references.
final class RowPlan: @unchecked Sendable {
    /// What is made of a column.
    enum Kind: UInt8 {
        case null, integer, boolean, double, decimal, string, date, binary, external, uuid, url
        case object
    }

    /// Where one value comes from.
    struct Step {
        var kind: Kind
        var column: Int32 = 0
        /// The column of the destination's entity number, or −1.
        var entityColumn: Int32 = -1
        var destination: ClosedRange<Int32> = 0...0
    }

    /// The steps by value number.
    private let steps: UnsafeMutableBufferPointer<Step>
    private let homes: [EntityHome]
    private let external: ExternalData

    init(steps: [Step], homes: [EntityHome], external: ExternalData) {
        self.steps = .allocate(capacity: steps.count)
        _ = self.steps.initialize(from: steps)
        self.homes = homes
        self.external = external
    }

    deinit {
        steps.deinitialize()
        steps.deallocate()
    }

    /// The number of values of a record.
    var valueCount: Int { steps.count }

    /// Makes the values of the record that a statement is at. Returns the number of a value that
    /// the attribute's type cannot hold, or nil.
    func fill(_ values: UnsafeMutablePointer<AttributeValue>, from row: OpaquePointer) -> Int? {
        var failed: Int?
        for number in 0..<steps.count {
            if let value = value(steps[number], of: row) {
                (values + number).initialize(to: value)
            } else {
                (values + number).initialize(to: .null)
                failed = number
            }
        }
        return failed
    }

    /// The value of one column; nil if it is no value of the attribute's type.
    @inline(__always)
    private func value(_ step: Step, of row: OpaquePointer) -> AttributeValue? {
        guard step.kind != .null else { return .null }
        let column = step.column
        let type = sqlite3_column_type(row, column)
        guard type != SQLITE_NULL else { return .null }
        switch step.kind {
        case .null: return .null
        case .integer: return .integer(sqlite3_column_int64(row, column))
        case .boolean: return .boolean(sqlite3_column_int64(row, column) != 0)
        case .double: return .double(sqlite3_column_double(row, column))
        case .date:
            return .date(
                Date(timeIntervalSinceReferenceDate: sqlite3_column_double(row, column)))
        case .string: return .string(Self.text(row, column))
        case .object: return object(step, of: row)
        case .decimal: return Self.decimal(row, column, type)
        case .uuid: return Self.uuid(row, column)
        case .url: return URL(string: Self.text(row, column)).map { .url($0) }
        case .binary: return Self.binary(row, column, type)
        case .external: return externalValue(row, column, type)
        }
    }

    @inline(__always)
    static func text(_ row: OpaquePointer, _ column: Int32) -> String {
        let start = sqlite3_column_text(row, column)
        let count = Int(sqlite3_column_bytes(row, column))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    @inline(__always)
    private func object(_ step: Step, of row: OpaquePointer) -> AttributeValue {
        let key = sqlite3_column_int64(row, step.column)
        guard key > 0 else { return .null }
        var number = step.destination.lowerBound
        if step.entityColumn >= 0 {
            let stored = sqlite3_column_int(row, step.entityColumn)
            if step.destination.contains(stored) { number = stored }
        }
        return .object(ManagedObjectID(home: homes[Int(number) - 1], key: key))
    }

    private static func decimal(
        _ row: OpaquePointer, _ column: Int32, _ type: Int32
    ) -> AttributeValue? {
        switch type {
        case SQLITE_INTEGER: return .decimal(Decimal(sqlite3_column_int64(row, column)))
        case SQLITE_FLOAT:
            return Decimal(shortestTextOf: sqlite3_column_double(row, column))
                .map { .decimal($0) }
        default: return Decimal(plainText: text(row, column)).map { .decimal($0) }
        }
    }

    private static func uuid(_ row: OpaquePointer, _ column: Int32) -> AttributeValue? {
        guard let start = sqlite3_column_blob(row, column) else { return nil }
        guard sqlite3_column_bytes(row, column) == 16 else {
            return UUID(uuidString: text(row, column)).map { .uuid($0) }
        }
        return .uuid(UUID(uuid: start.loadUnaligned(as: uuid_t.self)))
    }

    /// Large values are selected as their length, see `Selection`.
    private static func binary(
        _ row: OpaquePointer, _ column: Int32, _ type: Int32
    ) -> AttributeValue {
        guard type != SQLITE_INTEGER else {
            return .deferred(byteCount: Int(sqlite3_column_int64(row, column)))
        }
        return .data(data(row, column))
    }

    private func externalValue(
        _ row: OpaquePointer, _ column: Int32, _ type: Int32
    ) -> AttributeValue? {
        guard type != SQLITE_INTEGER else {
            return .deferred(byteCount: max(0, Int(sqlite3_column_int64(row, column)) - 1))
        }
        switch ExternalMarker(Self.data(row, column)) {
        case .inline(let data): return .data(data)
        case .file(let name): return .deferred(byteCount: external.byteCount(of: name))
        case .unknown: return nil
        }
    }

    static func data(_ row: OpaquePointer, _ column: Int32) -> Data {
        let start = sqlite3_column_blob(row, column)
        let count = Int(sqlite3_column_bytes(row, column))
        return Data(UnsafeRawBufferPointer(start: start, count: count))
    }
}
