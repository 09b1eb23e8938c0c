import Foundation

/// A file of an import as it waits on the disk: a line of JSON that says what it is, and behind it the rows.
enum StagedImport {
    /// Writes a file, piece by piece.
    ///
    /// - Throws: errors of the encoder and of the file system.
    static func write(_ file: ImportFile, to handle: FileHandle) throws {
        var piece = try JSONEncoder().encode(file)
        piece.append(UInt8(ascii: "\n"))
        for index in 0..<file.rows.count {
            piece.append(contentsOf: try file.rows.bytes(at: index))
            piece.append(PackedRow.rowEnd)
            guard piece.count > pieceLength else { continue }
            try handle.write(contentsOf: piece)
            piece.removeAll(keepingCapacity: true)
        }
        try handle.write(contentsOf: piece)
    }

    /// What is said of a file, without its rows.
    ///
    /// - Throws: errors of the file system, and `SpilledBytes.CutOff`.
    static func head(of staged: TemporaryFile) throws -> ImportFile {
        try headAndLength(of: staged).file
    }

    /// A file, whose rows stay on the disk. Whoever removes it writes over them: `SpilledBytes.CutOff` is thrown where
    /// they are read from then on.
    ///
    /// - Throws: errors of the file system, and `SpilledBytes.CutOff`.
    static func file(in staged: TemporaryFile) throws -> ImportFile {
        var (file, length) = try headAndLength(of: staged)
        let packed = try SpilledBytes(
            staged, from: length, endingWith: PackedRow.rowEnd, isWhole: true)
        file.rows = ImportRows(packed, columns: file.columns)
        return file
    }

    /// What is said of a file, and how many bytes say it.
    private static func headAndLength(
        of staged: TemporaryFile
    ) throws -> (file: ImportFile, length: Int) {
        var head = Data()
        while case let piece = try staged.bytes(from: head.count, count: pieceLength),
            !piece.isEmpty
        {
            head.append(contentsOf: piece)
            guard let end = head.firstIndex(of: UInt8(ascii: "\n")) else { continue }
            // Another version may have written it, or it is being written over.
            guard let file = try? JSONDecoder().decode(ImportFile.self, from: head[..<end]) else {
                break
            }
            return (file, end + 1)
        }
        throw SpilledBytes.CutOff()
    }

    private static let pieceLength = 1 << 16
}
