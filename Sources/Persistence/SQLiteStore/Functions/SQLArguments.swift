import CSQLite
import Foundation

/// The arguments of an SQL function, valid during its call.
struct SQLArguments {
    let count: Int
    private let values: UnsafeMutablePointer<OpaquePointer?>?

    init(_ values: UnsafeMutablePointer<OpaquePointer?>?, _ count: Int32) {
        self.values = values
        self.count = Int(count)
    }

    private subscript(index: Int) -> OpaquePointer? { values?[index] }

    /// The bytes of a text; nil for NULL.
    func text(_ index: Int) -> UnsafeBufferPointer<UInt8>? {
        guard let start = sqlite3_value_text(self[index]) else { return nil }
        return UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(self[index])))
    }

    func integer(_ index: Int) -> Int { Int(sqlite3_value_int64(self[index])) }

    func options(_ index: Int) -> FetchComparison.Options {
        FetchComparison.Options(rawValue: integer(index))
    }

    func value(_ index: Int) -> AttributeValue {
        SQLValue(self[index]).stored
    }

    // Makes SQLite copy the bytes.
    private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    static func result(_ text: [UInt8], _ context: OpaquePointer?) {
        text.withUnsafeBytes { bytes in
            let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            // An empty array may have no address, which SQLite would take for NULL.
            guard let start, !bytes.isEmpty else {
                return sqlite3_result_text(context, "", 0, transient)
            }
            sqlite3_result_text64(
                context, start, UInt64(bytes.count), transient, UInt8(SQLITE_UTF8))
        }
    }

    static func result(blob: [UInt8], _ context: OpaquePointer?) {
        blob.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress, !bytes.isEmpty else {
                return sqlite3_result_zeroblob(context, 0)
            }
            sqlite3_result_blob64(context, start, UInt64(bytes.count), transient)
        }
    }

    static func result(_ value: AttributeValue, _ context: OpaquePointer?) {
        switch value {
        case .string(let text):
            result(Array(text.utf8), context)
        case .integer, .boolean, .double, .decimal:
            switch value.storedNumber {
            case .integer(let number): sqlite3_result_int64(context, number)
            case .double(let number): sqlite3_result_double(context, number)
            case nil: sqlite3_result_null(context)
            }
        default:
            sqlite3_result_null(context)
        }
    }
}

extension ExpressionType {
    /// Packs a column's value in this type if it has it, otherwise as SQLite stores it.
    func pack(_ slot: Int, of row: OpaquePointer, into packer: RowPacker) {
        let value = SQLValue(row, Int32(slot))
        switch (kind, value.type) {
        case (_, SQLITE_NULL): break
        case (.decimal, let type): packDecimal(slot, value, type, into: packer)
        case (.boolean, SQLITE_INTEGER): packer.set(slot, .boolean, value.integer != 0 ? 1 : 0)
        case (.double, SQLITE_INTEGER): packer.set(slot, .double, value.double.bitPattern)
        case (.date, SQLITE_INTEGER), (.date, SQLITE_FLOAT):
            packer.set(slot, .date, value.double.bitPattern)
        case (.object(let entity), SQLITE_INTEGER):
            packer.setObject(slot, entityNumber: Int32(entity), key: value.integer)
        case (.uuid, SQLITE_BLOB) where value.bytes.count == 16:
            packer.set(slot, .uuid, bytes: value.bytes)
        case (.url, SQLITE_TEXT) where URL(string: value.string) != nil:
            packer.set(slot, .url, bytes: value.text)
        case (_, let type): Self.pack(slot, value, type, into: packer)
        }
    }

    private func packDecimal(
        _ slot: Int, _ value: SQLValue, _ type: Int32, into packer: RowPacker
    ) {
        if let decimal = value.stored.exactDecimal {
            packer.setDecimal(slot, decimal)
        } else {
            Self.pack(slot, value, type, into: packer)
        }
    }

    private static func pack(
        _ slot: Int, _ value: SQLValue, _ type: Int32, into packer: RowPacker
    ) {
        switch type {
        case SQLITE_INTEGER: packer.set(slot, .integer, UInt64(bitPattern: value.integer))
        case SQLITE_FLOAT: packer.set(slot, .double, value.double.bitPattern)
        case SQLITE_TEXT: packer.set(slot, .string, bytes: value.text)
        default: packer.set(slot, .data, bytes: value.bytes)
        }
    }
}
