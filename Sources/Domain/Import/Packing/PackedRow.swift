import Foundation

/// A row as bytes, with separators between its cells which no cell has.
enum PackedRow {
    private static let cellEnd: UInt8 = 0x1F
    /// Follows each row in a file.
    static let rowEnd: UInt8 = 0x1E
    /// Stands for a cell that there is not.
    private static let absent: UInt8 = 0x1D
    /// What stands before the cells of a row: its line, why it is left out, what is wrong with it.
    private static let headCount = 3

    /// The bytes of a row.
    ///
    /// - Throws: errors of the encoder.
    static func bytes(of row: ImportRow, _ columns: [ImportColumn]) throws -> [UInt8] {
        var bytes = Array("\(row.line)".utf8) + [cellEnd]
        bytes += Array((row.leftOut ?? "").utf8) + [cellEnd]
        if !row.faults.isEmpty { bytes += try JSONEncoder().encode(row.faults) }
        for column in columns {
            bytes.append(cellEnd)
            if let cell = row.cells[column] {
                bytes.append(contentsOf: cell.utf8)
            } else {
                bytes.append(absent)
            }
        }
        return bytes
    }

    /// The row of bytes.
    ///
    /// - Throws: `SpilledBytes.CutOff` for bytes that are none.
    static func row(of bytes: [UInt8], _ columns: [ImportColumn]) throws -> ImportRow {
        let parts = bytes.split(separator: cellEnd, omittingEmptySubsequences: false)
        guard parts.count == headCount + columns.count,
            let line = Int(String(decoding: parts[0], as: UTF8.self))
        else { throw SpilledBytes.CutOff() }
        var cells: [ImportColumn: String] = [:]
        cells.reserveCapacity(columns.count)
        for (column, part) in zip(columns, parts[headCount...]) where !part.elementsEqual([absent])
        {
            cells[column] = String(decoding: part, as: UTF8.self)
        }
        let reason = String(decoding: parts[1], as: UTF8.self)
        var faults: [RowFault] = []
        if !parts[2].isEmpty {
            guard let found = try? JSONDecoder().decode([RowFault].self, from: Data(parts[2]))
            else { throw SpilledBytes.CutOff() }
            faults = found
        }
        return ImportRow(
            line: line, cells: cells, leftOut: reason.isEmpty ? nil : reason, faults: faults)
    }
}
