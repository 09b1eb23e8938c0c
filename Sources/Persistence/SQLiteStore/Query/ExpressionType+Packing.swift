import CSQLite
import Foundation

extension ExpressionType {
    /// Writes the value of a column into a row: as this type if it is one, and otherwise as SQLite
    /// keeps it.
    func pack(_ slot: Int, of row: OpaquePointer, into packer: RowPacker) {
        let column = Int32(slot)
        switch (kind, sqlite3_column_type(row, column)) {
        case (_, SQLITE_NULL): break
        case (.decimal, let type): packDecimal(slot, row, type, into: packer)
        case (.boolean, SQLITE_INTEGER):
            packer.set(slot, .boolean, sqlite3_column_int64(row, column) != 0 ? 1 : 0)
        case (.double, SQLITE_INTEGER):
            packer.set(slot, .double, sqlite3_column_double(row, column).bitPattern)
        case (.date, SQLITE_INTEGER), (.date, SQLITE_FLOAT):
            packer.set(slot, .date, sqlite3_column_double(row, column).bitPattern)
        case (.object(let entity), SQLITE_INTEGER):
            packer.setObject(
                slot, entityNumber: Int32(entity), key: sqlite3_column_int64(row, column))
        case (.uuid, SQLITE_BLOB) where sqlite3_column_bytes(row, column) == 16:
            packer.set(slot, .uuid, bytes: sqlite3_column_blob(row, column), count: 16)
        case (.url, SQLITE_TEXT) where URL(string: RowPlan.text(row, column)) != nil:
            Self.packText(slot, .url, row, into: packer)
        case (_, let type): Self.pack(slot, row, type, into: packer)
        }
    }

    private func packDecimal(
        _ slot: Int, _ row: OpaquePointer, _ type: Int32, into packer: RowPacker
    ) {
        let column = Int32(slot)
        let stored: AttributeValue =
            switch type {
            case SQLITE_INTEGER: .integer(sqlite3_column_int64(row, column))
            case SQLITE_FLOAT: .double(sqlite3_column_double(row, column))
            case SQLITE_TEXT: .string(RowPlan.text(row, column))
            default: .null
            }
        if let decimal = stored.exactDecimal {
            packer.setDecimal(slot, decimal)
        } else {
            Self.pack(slot, row, type, into: packer)
        }
    }

    private static func pack(
        _ slot: Int, _ row: OpaquePointer, _ type: Int32, into packer: RowPacker
    ) {
        let column = Int32(slot)
        switch type {
        case SQLITE_INTEGER:
            packer.set(slot, .integer, UInt64(bitPattern: sqlite3_column_int64(row, column)))
        case SQLITE_FLOAT:
            packer.set(slot, .double, sqlite3_column_double(row, column).bitPattern)
        case SQLITE_TEXT: packText(slot, .string, row, into: packer)
        default:
            let start = sqlite3_column_blob(row, column)
            packer.set(slot, .data, bytes: start, count: Int(sqlite3_column_bytes(row, column)))
        }
    }

    private static func packText(
        _ slot: Int, _ kind: PackedCells.Kind, _ row: OpaquePointer, into packer: RowPacker
    ) {
        let start = sqlite3_column_text(row, Int32(slot))
        packer.set(
            slot, kind, bytes: start, count: Int(sqlite3_column_bytes(row, Int32(slot))))
    }
}
