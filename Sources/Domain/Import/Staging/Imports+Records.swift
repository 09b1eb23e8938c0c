import Foundation

/// Records of completed and started imports, and their parts.
extension Imports {
    /// Stores the record of an import, replacing the former one.
    ///
    /// - Throws: errors of the file system.
    func keep(_ record: ImportRecord) throws {
        try finish(record)
        if record.state != .done { try removeParts(of: record.id) }
    }

    /// Stores the record of a starting import or undo until ``abandon(_:)``, without replacing that
    /// of a completed one.
    ///
    /// - Throws: errors of the file system.
    func begin(_ record: ImportRecord) throws {
        try abandon(record.id)
        try write(record, to: record.id + Self.begun)
    }

    /// Removes the record of a started import, which failed or was completed.
    ///
    /// - Throws: errors of the file system.
    func abandon(_ id: String) throws {
        guard ImportToken.isOne(id) else { return }
        // The undo of a completed import needs its parts.
        if access(path(id + Self.done), F_OK) != 0 { try removeParts(of: id) }
        for suffix in [Self.merged, Self.begun] { try ErasedFile.remove(path(id + suffix)) }
    }

    /// - Throws: errors of the file system.
    func removeParts(of id: String) throws { try ErasedFile.remove(path(id + Self.parts)) }

    /// Removes the record of a failed import, if it was stored already. The record of an earlier
    /// import of the same file stays.
    ///
    /// - Throws: errors of the file system.
    func withdraw(_ begun: ImportRecord) throws {
        guard try record(begun.id)?.date == begun.date else { return }
        try ErasedFile.remove(path(begun.id + Self.done))
    }

    /// Lists a part before it is saved.
    ///
    /// - Parameter length: the length of the list of saved parts; the rest was not saved, and is
    ///   replaced.
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

    /// The parts of an import, of which the last may not have been saved.
    ///
    /// - Throws: errors of the file system.
    func parts(of id: String) throws -> ImportParts {
        if let part = try (record(id) ?? begunRecord(id))?.formerPart { return ImportParts(part) }
        return try ImportParts(at: path(id + Self.parts))
    }

    /// Stores the record under its final name, which completes the import.
    ///
    /// - Throws: errors of the file system.
    func finish(_ record: ImportRecord) throws {
        let merged = record.id + Self.merged
        try ErasedFile.remove(path(merged))
        try write(record, to: merged)
        try ErasedFile.replace(path(record.id + Self.done), with: path(merged))
    }

    /// The started imports that are neither finished nor abandoned: a server runs them, or was
    /// interrupted.
    ///
    /// - Throws: errors of the file system.
    func begunIDs() throws -> [String] { try names(Self.begun).map { String($0.prefix(32)) } }

    /// The record of a started import; nil if there is none, or if it is truncated.
    func begunRecord(_ id: String) -> ImportRecord? {
        try? read(ImportRecord.self, id, Self.begun, for: .infinity)
    }

    /// The record of an import; nil if there is none, or if it has expired.
    ///
    /// - Throws: errors of the file system.
    public func record(_ id: String) throws -> ImportRecord? {
        try read(ImportRecord.self, id, Self.done, for: Self.longestUndo)
    }

    /// The imports of the last thirty days, the latest first.
    ///
    /// - Parameter skip: is called for each unreadable record, which is left out. Default: no
    ///   action.
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
