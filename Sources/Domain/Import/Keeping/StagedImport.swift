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

    /// What the rows of a file are, by its first line.
    ///
    /// - Throws: errors of the decoder and of the file system.
    static func kind(of handle: FileHandle) throws -> ImportKind { try head(of: handle).file.kind }

    /// The folder of a file's photos and documents, by its first line; nil for none.
    ///
    /// - Throws: errors of the decoder and of the file system.
    static func keptFiles(of handle: FileHandle) throws -> String? {
        try head(of: handle).file.keptFiles
    }

    /// The file at a path, whose rows stay there, whoever removes it meanwhile.
    ///
    /// - Throws: errors of the decoder and of the file system, and of one that was cut off.
    static func file(at path: String) throws -> ImportFile {
        let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        defer { try? handle.close() }
        var (file, length) = try head(of: handle)
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { throw FileError(path: path, code: errno) }
        let packed = try SpilledBytes(
            descriptor: descriptor, from: length, endingWith: PackedRow.rowEnd, isWhole: true)
        file.rows = ImportRows(packed, columns: file.columns)
        return file
    }

    /// What is said of a file, and how many bytes say it.
    private static func head(of handle: FileHandle) throws -> (file: ImportFile, length: Int) {
        var head = Data()
        while let piece = try handle.read(upToCount: pieceLength), !piece.isEmpty {
            head += piece
            guard let end = head.firstIndex(of: UInt8(ascii: "\n")) else { continue }
            return (try JSONDecoder().decode(ImportFile.self, from: head[..<end]), end + 1)
        }
        throw SpilledBytes.CutOff()
    }

    private static let pieceLength = 1 << 16
}
