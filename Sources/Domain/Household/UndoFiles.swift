public import Foundation

/// Data for undoing changes, in files of the data directory, so that it survives a restart and is
/// available to all servers.
///
/// A file is written within the `write` of its change: removing a person waits for that, and then
/// removes all files. If it were written later, it could bring the person's data back.
///
/// Each file has a random name and is kept for a day, a limited number of each kind. An unreadable
/// file counts as missing: another version of the program wrote it.
public struct UndoFiles: Sendable {
    /// The maximum number of undoable changes of a kind.
    public static let most = 20
    /// The seconds for which a change can be undone.
    static let longestStay: TimeInterval = 24 * 60 * 60

    private let folder: String

    init(folder: String) {
        self.folder = folder
    }

    /// Stores the data for undoing a change. The oldest of its kind above ``most`` is removed.
    ///
    /// - Returns: a token for it.
    /// - Throws: errors of the file system.
    public func keep(_ change: some Encodable, of kind: String) throws -> String {
        let token = ImportToken.random()
        let data = try JSONEncoder().encode(change)
        let names = try names { $0.hasSuffix(Self.suffix(kind)) }
        try data.write(
            to: URL(fileURLWithPath: path(token, kind)), options: .withoutOverwriting)
        let former = try names.compactMap { name in try date(of: name).map { (name, $0) } }
            .sorted { $0.1 > $1.1 }
        for (name, _) in former.dropFirst(Self.most - 1) { try remove(name) }
        return token
    }

    /// The data for undoing a change; nil if it was undone, or is no longer kept.
    ///
    /// - Throws: errors of the file system.
    public func change<Change: Decodable>(
        _ token: String, of kind: String, now: Date = Date()
    ) throws -> Change? {
        guard ImportToken.isOne(token), let date = try date(of: token + Self.suffix(kind)),
            now.timeIntervalSince(date) <= Self.longestStay,
            let data = FileManager.default.contents(atPath: path(token, kind))
        else { return nil }
        return try? JSONDecoder().decode(Change.self, from: data)
    }

    /// Removes the data of a change that was undone.
    ///
    /// - Throws: errors of the file system.
    public func forget(_ token: String, of kind: String) throws {
        guard ImportToken.isOne(token) else { return }
        try remove(token + Self.suffix(kind))
    }

    /// Removes expired files.
    ///
    /// - Throws: errors of the file system.
    func sweep(now: Date = Date()) throws {
        try ErasedFile.finish(in: folder)
        for name in try names(where: Self.isOwn) {
            guard let date = try date(of: name), now.timeIntervalSince(date) > Self.longestStay
            else { continue }
            try remove(name)
        }
    }

    /// Removes all files, since they may name an erased person.
    ///
    /// - Parameter limit: files written later stay. Default: nil, for none.
    /// - Throws: errors of the file system.
    func forgetAll(writtenUntil limit: Date? = nil) throws {
        for name in try names(where: Self.isOwn) {
            if let limit, let date = try date(of: name), date > limit { continue }
            try remove(name)
        }
    }

    // MARK: - Files

    /// Whether a file in the folder is of this kind, since a file system may have its own.
    private static func isOwn(_ name: String) -> Bool {
        name.hasSuffix(".json") && ImportToken.isOne(String(name.prefix(32)))
    }

    private static func suffix(_ kind: String) -> String { ".\(kind).json" }

    private func path(_ token: String, _ kind: String) -> String {
        "\(folder)/\(token)\(Self.suffix(kind))"
    }

    private func names(where isMeant: (String) -> Bool) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).filter(isMeant)
    }

    /// The time of a file's last change; nil if it does not exist.
    private func date(of name: String) throws -> Date? {
        try FileTime.modification(at: "\(folder)/\(name)")
    }

    private func remove(_ name: String) throws {
        try ErasedFile.remove("\(folder)/\(name)")
    }
}
