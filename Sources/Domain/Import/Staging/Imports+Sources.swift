import Foundation

/// Uploaded files, which can be read again with other choices.
extension Imports {
    /// Stores an uploaded file for at most a day, so that the user can choose how to read it.
    ///
    /// - Parameters:
    ///   - path: its path in the data directory; the file is moved.
    ///   - name: the name of the file.
    ///   - reading: the choices about reading it.
    ///   - page: the page that it was uploaded to. Default: nil, for none.
    /// - Returns: its token.
    /// - Throws: errors of the file system.
    public func keepSource(
        at path: String, named name: String, reading: ImportReading, page: String? = nil
    ) throws -> String {
        try sweep()
        let token = ImportToken.random()
        guard rename(path, self.path(token + Self.source)) == 0 else {
            throw FileError(path: path, code: errno)
        }
        let kept = StoredSource(name: name, reading: reading, page: page)
        try put(JSONEncoder().encode(kept), as: token + Self.reading)
        return token
    }

    /// Replaces the choices about reading an uploaded file. A concurrent reader gets the old or the
    /// new ones.
    ///
    /// - Throws: errors of the file system.
    public func read(_ token: String, as reading: ImportReading) throws {
        guard let source = try source(for: token) else { return }
        let kept = StoredSource(name: source.name, reading: reading, page: source.page)
        try put(JSONEncoder().encode(kept), as: token + Self.reading)
    }

    /// The uploaded file, the choices about reading it, and its page; nil if it is no longer
    /// stored.
    ///
    /// - Throws: errors of the file system.
    public func source(
        for token: String
    ) throws -> (path: String, name: String, reading: ImportReading, page: String?)? {
        let kept = try read(StoredSource.self, token, Self.reading, for: Self.longestWait)
        guard let kept, access(path(token + Self.source), F_OK) == 0 else { return nil }
        var reading = kept.reading
        reading.kinds = kinds
        reading.kind = reading.kind.flatMap { kinds.named($0.rawValue) }
        return (path(token + Self.source), kept.name, reading, kept.page)
    }

    /// What differs after a file was read in another way; nil if it is not stored.
    public func stamp(of token: String) -> ImportStamp? {
        guard ImportToken.isOne(token) else { return nil }
        let numbers = [Self.waiting, Self.reading].map {
            try? FileTime.number(at: path(token + $0))
        }
        return numbers == [nil, nil] ? nil : ImportStamp(numbers: numbers)
    }

    private struct StoredSource: Codable {
        let name: String
        let reading: ImportReading
        /// Nil for a file from an earlier version.
        var page: String?
    }

    /// Deletes an uploaded file with its choices; the file that was read from it stays.
    ///
    /// - Throws: errors of the file system.
    public func forgetSource(of token: String) throws {
        guard ImportToken.isOne(token) else { return }
        for suffix in [Self.source, Self.reading] { try ErasedFile.remove(path(token + suffix)) }
    }
}

/// The files in which an import waits. One in the place of another has another number.
public struct ImportStamp: Sendable, Hashable {
    fileprivate let numbers: [UInt?]
}
