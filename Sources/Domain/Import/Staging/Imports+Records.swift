import Foundation

/// Records of completed and started imports. Their parts are undo steps.
extension Imports {
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
        for suffix in [Self.merged, Self.begun] { try ErasedFile.remove(path(id + suffix)) }
    }

    /// Removes the record of a failed import, if it was stored already. The record of an earlier
    /// import of the same file stays.
    ///
    /// - Throws: errors of the file system.
    func withdraw(_ begun: ImportRecord) throws {
        guard try record(begun.id)?.date == begun.date else { return }
        try ErasedFile.remove(path(begun.id + Self.done))
    }

    /// Stores the record of an import under its final name, replacing the former one.
    ///
    /// - Throws: errors of the file system.
    func keep(_ record: ImportRecord) throws {
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
