import Foundation

/// Records of imports that were done, of those that are about to be, and of their parts.
extension Imports {
    /// Keeps the record of an import, in the place of the one before.
    ///
    /// - Throws: errors of the file system.
    func keep(_ record: ImportRecord) throws {
        try finish(record)
        if record.state != .done { try removeParts(of: record.id) }
    }

    /// Keeps the record of what is about to be saved, or undone, beside the one that there may be, until
    /// ``abandon(_:)``.
    ///
    /// - Throws: errors of the file system.
    func begin(_ record: ImportRecord) throws {
        try abandon(record.id)
        try write(record, to: record.id + Self.begun)
    }

    /// Removes the record of what was not saved, or is in its place.
    ///
    /// - Throws: errors of the file system.
    func abandon(_ id: String) throws {
        guard ImportToken.isOne(id) else { return }
        // An import that is done is taken back by its parts.
        if access(path(id + Self.done), F_OK) != 0 { try removeParts(of: id) }
        for suffix in [Self.merged, Self.begun] { try ErasedFile.remove(path(id + suffix)) }
    }

    /// Removes the list of the parts of an import.
    ///
    /// - Throws: errors of the file system.
    func removeParts(of id: String) throws { try ErasedFile.remove(path(id + Self.parts)) }

    /// Removes the record of an import that failed, if it is in its place already. The record of an earlier import of
    /// the same file stays.
    ///
    /// - Throws: errors of the file system.
    func withdraw(_ begun: ImportRecord) throws {
        guard try record(begun.id)?.date == begun.date else { return }
        try ErasedFile.remove(path(begun.id + Self.done))
    }

    /// Notes what the next save of an import makes and changes.
    ///
    /// - Parameter length: the length of the list of its saved parts. What follows was not saved, and is replaced.
    /// - Returns: the new length.
    /// - Throws: errors of the file system.
    func append(_ part: ImportPart, to id: String, at length: Int) throws -> Int {
        let file = path(id + Self.parts)
        let descriptor = open(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileError(path: file, code: errno) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        let line = try JSONEncoder().encode(part) + Data("\n".utf8)
        try handle.truncate(atOffset: UInt64(length))
        try handle.write(contentsOf: line)
        try handle.synchronize()
        try handle.close()
        return length + line.count
    }

    /// The parts of an import; the last one may not have been saved.
    ///
    /// - Throws: errors of the file system.
    func parts(of id: String) throws -> ImportParts {
        guard try isKept(id, Self.parts, for: .infinity) else {
            return ImportParts(try (record(id) ?? begunRecord(id))?.formerPart)
        }
        return try ImportParts(at: path(id + Self.parts))
    }

    /// Puts the record of an import in its place: it is done from then on.
    ///
    /// - Throws: errors of the file system.
    func finish(_ record: ImportRecord) throws {
        let merged = record.id + Self.merged
        try ErasedFile.remove(path(merged))
        try write(record, to: merged)
        try ErasedFile.replace(path(record.id + Self.done), with: path(merged))
    }

    /// The imports whose records were begun, and neither finished nor abandoned: somebody is at them, or
    /// the program ended.
    ///
    /// - Throws: errors of the file system.
    func begunIDs() throws -> [String] {
        try names(Self.begun).map { String($0.prefix(32)) }
    }

    /// A record that was begun; nil if it is not whole.
    func begunRecord(_ id: String) -> ImportRecord? {
        try? read(ImportRecord.self, id, Self.begun, for: .infinity)
    }

    /// The record of an import; nil if there is none, or none any more.
    ///
    /// - Throws: errors of the file system.
    public func record(_ id: String) throws -> ImportRecord? {
        try read(ImportRecord.self, id, Self.done, for: Self.longestUndo)
    }

    /// The imports of the last thirty days, the latest first.
    ///
    /// - Parameter skip: hears of those whose records cannot be read, which are left out, and why. Default: nobody
    ///   hears of them.
    /// - Throws: errors of the file system.
    public func records(
        skipping skip: (_ id: String, _ error: DecodingError) -> Void = { _, _ in }
    ) throws -> [ImportRecord] {
        try names(Self.done).map { String($0.prefix(32)) }.compactMap { id -> ImportRecord? in
            do {
                return try record(id)
            } catch let error as DecodingError {
                skip(id, error)
                return nil
            }
        }.sorted { ($0.date, $0.id) > ($1.date, $1.id) }
    }
}
