import Foundation

/// Files as they came, which can be read again, otherwise.
extension Imports {
    /// Keeps a file as it came, for an hour at most, so that a person can say where its columns go.
    ///
    /// - Parameters:
    ///   - path: where it is, in the data directory; it moves away.
    ///   - name: what it is called.
    ///   - reading: how it was read.
    ///   - page: the page that it was brought to. Default: nil, for none.
    /// - Returns: what stands for it.
    /// - Throws: errors of the file system.
    public func keepSource(
        at path: String, named name: String, reading: ImportReading, page: String? = nil
    ) throws -> String {
        try sweep()
        let token = ImportToken.random()
        guard rename(path, self.path(token + Self.source)) == 0 else {
            throw FileError(path: path, code: errno)
        }
        let kept = KeptSource(name: name, reading: reading, page: page)
        try put(JSONEncoder().encode(kept), as: token + Self.reading)
        return token
    }

    /// Takes note that a file that is kept is read otherwise. Whoever asks meanwhile hears one or the other.
    ///
    /// - Throws: errors of the file system.
    public func read(_ token: String, as reading: ImportReading) throws {
        guard let source = try source(for: token) else { return }
        let kept = KeptSource(name: source.name, reading: reading, page: source.page)
        try put(JSONEncoder().encode(kept), as: token + Self.reading)
    }

    /// A file as it came, how it was read, and the page that it was brought to; nil if it is not kept any more.
    ///
    /// - Throws: errors of the file system.
    public func source(
        for token: String
    ) throws -> (path: String, name: String, reading: ImportReading, page: String?)? {
        let kept = try read(KeptSource.self, token, Self.reading, for: Self.longestWait)
        guard let kept, access(path(token + Self.source), F_OK) == 0 else { return nil }
        return (path(token + Self.source), kept.name, kept.reading, kept.page)
    }

    /// What is known of a file that is kept as it came.
    private struct KeptSource: Codable {
        let name: String
        let reading: ImportReading
        /// Nil for a file that waits since an earlier version.
        var page: String?
    }

    /// Forgets a file as it came, and how it was read: what was read of it waits.
    ///
    /// - Throws: errors of the file system.
    public func forgetSource(of token: String) throws {
        guard ImportToken.isOne(token) else { return }
        for suffix in [Self.source, Self.reading] { try ErasedFile.remove(path(token + suffix)) }
    }
}
