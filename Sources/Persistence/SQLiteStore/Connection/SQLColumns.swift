import CSQLite
import Foundation
import ObjectModel

/// The columns of a statement's current row, or the arguments of a function during its call.
struct SQLColumns {
    private let statement: OpaquePointer?
    private let arguments: UnsafeMutablePointer<OpaquePointer?>?

    init(of statement: OpaquePointer) {
        self.statement = statement
        arguments = nil
    }

    init(arguments: UnsafeMutablePointer<OpaquePointer?>) {
        statement = nil
        self.arguments = arguments
    }

    @inline(__always)
    subscript(column: Int32) -> SQLValue {
        if let arguments { return SQLValue(arguments[Int(column)]) }
        return SQLValue(sqlite3_column_value(statement, column))
    }
}

/// A value of the current row.
///
/// SQLite's functions for columns look up the column and lock the connection each time. Here the
/// column is looked up once, which SQLite allows because one thread uses the connection.
struct SQLValue {
    private let handle: OpaquePointer?

    @inline(__always)
    init(_ handle: OpaquePointer?) {
        self.handle = handle
    }

    @inline(__always)
    init(_ statement: OpaquePointer, _ column: Int32) {
        self.init(sqlite3_column_value(statement, column))
    }

    /// One of `SQLITE_INTEGER`, `SQLITE_FLOAT`, `SQLITE_TEXT`, `SQLITE_BLOB` and `SQLITE_NULL`.
    @inline(__always)
    var type: Int32 { sqlite3_value_type(handle) }

    @inline(__always)
    var integer: Int64 { sqlite3_value_int64(handle) }

    @inline(__always)
    var double: Double { sqlite3_value_double(handle) }

    /// The text's bytes in UTF-8.
    @inline(__always)
    var text: UnsafeRawBufferPointer {
        // The length is valid only after the text was read.
        let start = sqlite3_value_text(handle)
        return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(handle)))
    }

    @inline(__always)
    var bytes: UnsafeRawBufferPointer {
        let start = sqlite3_value_blob(handle)
        return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(handle)))
    }

    var string: String { String(decoding: text, as: UTF8.self) }

    var data: Data { Data(bytes) }

    /// The value as SQLite stores it.
    var stored: AttributeValue {
        switch type {
        case SQLITE_INTEGER: .integer(integer)
        case SQLITE_FLOAT: .double(double)
        case SQLITE_TEXT: .string(string)
        case SQLITE_BLOB: .data(data)
        default: .null
        }
    }
}

extension SQLColumns: SQLRow {
    @inline(__always)
    func integer(_ column: Int32) -> Int64 { self[column].integer }

    func isNull(_ column: Int32) -> Bool { self[column].type == SQLITE_NULL }

    func string(_ column: Int32) -> String { self[column].string }

    func data(_ column: Int32) -> Data { self[column].data }

    func date(_ column: Int32) -> Date? {
        isNull(column) ? nil : Date(timeIntervalSinceReferenceDate: self[column].double)
    }

    func preserved(_ column: Int32) -> AttributeValue { self[column].stored }

    func value(
        preservedIn column: Int32, of attribute: AttributeDescription,
        _ storeEntities: StoreEntities
    ) -> AttributeValue? {
        guard !isNull(column) else { return nil }
        return ExpressionType(attribute).value(
            self[column].stored, objectID: storeEntities.objectID)
    }

    @inline(__always)
    func pack(_ step: RowPlan.Step, _ slot: Int, into packer: RowPacker) -> Bool {
        guard step.kind != .null else { return true }
        let value = self[step.column]
        let type = value.type
        guard type != SQLITE_NULL else { return true }
        switch step.kind {
        case .null: break
        case .integer, .int16, .int32:
            packer.set(slot, .integer, UInt64(bitPattern: value.integer))
        case .boolean: packer.set(slot, .boolean, value.integer != 0 ? 1 : 0)
        case .double: packer.set(slot, .double, value.double.bitPattern)
        case .date: packer.set(slot, .date, value.double.bitPattern)
        case .string: packer.set(slot, .string, bytes: value.text)
        case .object: packObject(step, slot, value.integer, into: packer)
        case .decimal: return packDecimal(slot, value, type, into: packer)
        case .uuid: return packUUID(slot, value, into: packer)
        case .url: return packURL(slot, value, into: packer)
        case .binary: packData(slot, value, type, into: packer)
        case .external: return packExternal(slot, value, type, into: packer)
        }
        return true
    }

    @inline(__always)
    private func packObject(
        _ step: RowPlan.Step, _ slot: Int, _ key: Int64, into packer: RowPacker
    ) {
        guard key > 0 else { return }
        guard step.companionColumn >= 0 else {
            return packer.set(slot, .object, UInt64(bitPattern: key))
        }
        let stored =
            Int32(truncatingIfNeeded: self[step.companionColumn].integer) &- step.numberOffset
        let number = step.destination.contains(stored) ? stored : step.destination.lowerBound
        packer.setObject(slot, entityNumber: number, key: key)
    }

    // MARK: - Longer values

    private func packDecimal(
        _ slot: Int, _ value: SQLValue, _ type: Int32, into packer: RowPacker
    ) -> Bool {
        let decimal: Decimal? =
            switch type {
            case SQLITE_INTEGER: Decimal(value.integer)
            case SQLITE_FLOAT: Decimal(shortestTextOf: value.double)
            default: Decimal(plainText: value.string)
            }
        guard let decimal else { return false }
        packer.setDecimal(slot, decimal)
        return true
    }

    @inline(__always)
    private func packUUID(_ slot: Int, _ value: SQLValue, into packer: RowPacker) -> Bool {
        let bytes = value.bytes
        if bytes.count == 16 {
            packer.set(slot, .uuid, bytes: bytes)
            return true
        }
        guard let uuid = UUID(uuidString: value.string) else { return false }
        packer.set(slot, .uuid, bytesOf: uuid.uuid)
        return true
    }

    private func packURL(_ slot: Int, _ value: SQLValue, into packer: RowPacker) -> Bool {
        guard URL(string: value.string) != nil else { return false }
        packer.set(slot, .url, bytes: value.text)
        return true
    }

    /// Large values are selected as their length; see `SQLDialect.columns(ofLarge:upTo:)`.
    private func packData(_ slot: Int, _ value: SQLValue, _ type: Int32, into packer: RowPacker) {
        guard type != SQLITE_INTEGER else {
            return packer.set(slot, .deferred, UInt64(max(0, value.integer)))
        }
        packer.set(slot, .data, bytes: value.bytes)
    }

    private func packExternal(
        _ slot: Int, _ value: SQLValue, _ type: Int32, into packer: RowPacker
    ) -> Bool {
        guard type != SQLITE_INTEGER else {
            packer.set(slot, .deferred, UInt64(max(0, value.integer - 1)))
            return true
        }
        switch ExternalMarker(value.data) {
        case .inline(let data):
            data.withUnsafeBytes { packer.set(slot, .data, bytes: $0) }
        case .file: packer.set(slot, .deferred, UInt64.max)
        case .unknown: return false
        }
        return true
    }
}
