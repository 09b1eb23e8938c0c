import CSQLite
import Foundation

extension ExpressionType {
    /// Writes the value of a column into a row: as this type if it is one, and otherwise as SQLite
    /// keeps it.
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
