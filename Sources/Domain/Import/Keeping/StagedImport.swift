import Foundation

/// A file of an import as it waits on the disk: a line of JSON that says what it is, and behind it the rows,
/// with separators between their cells which no cell has.
enum StagedImport {
    private static let cellEnd: UInt8 = 0x1F
    private static let rowEnd: UInt8 = 0x1E
    /// Stands for a cell that there is not.
    private static let absent: UInt8 = 0x1D
    /// What stands before the cells of a row: its line, why it is left out, what is wrong with it.
    private static let headCount = 3

    /// The bytes of a file.
    ///
    /// - Throws: errors of the encoder.
    static func data(of file: ImportFile) throws -> Data {
        var head = file
        head.rows = []
        let encoder = JSONEncoder()
        var data = try encoder.encode(head)
        data.append(UInt8(ascii: "\n"))
        var bytes: [UInt8] = []
        for row in file.rows {
            bytes += Array("\(row.line)".utf8) + [cellEnd]
            bytes += Array((row.leftOut ?? "").utf8) + [cellEnd]
            if !row.faults.isEmpty { bytes += try encoder.encode(row.faults) }
            for column in file.columns {
                bytes.append(cellEnd)
                if let cell = row.cells[column] {
                    bytes.append(contentsOf: cell.utf8)
                } else {
                    bytes.append(absent)
                }
            }
            bytes.append(rowEnd)
        }
        data.append(contentsOf: bytes)
        return data
    }

    /// What the rows of a file are, by its first line.
    ///
    /// - Throws: errors of the decoder and of the file system.
    static func kind(of handle: FileHandle) throws -> ImportKind {
        var head = Data()
        while let piece = try handle.read(upToCount: 1 << 16), !piece.isEmpty {
            head += piece
            guard let end = head.firstIndex(of: UInt8(ascii: "\n")) else { continue }
            return try JSONDecoder().decode(ImportFile.self, from: head[..<end]).kind
        }
        throw CutOff()
    }

    /// The file of bytes.
    ///
    /// - Throws: errors of the decoder, and of one that was cut off.
    static func file(of data: Data) throws -> ImportFile {
        guard let end = data.firstIndex(of: UInt8(ascii: "\n")) else { throw CutOff() }
        var file = try JSONDecoder().decode(ImportFile.self, from: data[..<end])
        file.rows = try data[data.index(after: end)...].withUnsafeBytes { bytes in
            var rows: [ImportRow] = []
            var start = 0
            while start < bytes.count {
                let row = bytes[start...]
                guard let rowEnd = row.firstIndex(of: Self.rowEnd) else { throw CutOff() }
                rows.append(try Self.row(bytes[start..<rowEnd], file.columns))
                start = rowEnd + 1
            }
            return rows
        }
        return file
    }

    private static func row(
        _ bytes: Slice<UnsafeRawBufferPointer>, _ columns: [ImportColumn]
    ) throws -> ImportRow {
        let parts = bytes.split(separator: cellEnd, omittingEmptySubsequences: false)
        guard parts.count == headCount + columns.count,
            let line = Int(String(decoding: parts[0], as: UTF8.self))
        else { throw CutOff() }
        var cells: [ImportColumn: String] = [:]
        cells.reserveCapacity(columns.count)
        for (column, part) in zip(columns, parts[headCount...]) where !part.elementsEqual([absent])
        {
            cells[column] = String(decoding: part, as: UTF8.self)
        }
        let reason = String(decoding: parts[1], as: UTF8.self)
        let faults =
            parts[2].isEmpty
            ? [] : try JSONDecoder().decode([RowFault].self, from: Data(parts[2]))
        return ImportRow(
            line: line, cells: cells, leftOut: reason.isEmpty ? nil : reason, faults: faults)
    }

    /// The file ends before its end.
    private struct CutOff: Error {}
}
