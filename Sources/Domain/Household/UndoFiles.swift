public import Foundation

/// What it takes to undo changes, in files of the data directory: it is known after a restart, and to every
/// server of the household.
///
/// A change is kept in the `write` that saved it: whoever removes a person waits for that, and forgets all files
/// then. Kept later, what it says of the person would come back.
///
/// Each lies under a name that nobody can guess, for a day, the last ones of each kind. A file that cannot be
/// read is as good as gone: another version of the program wrote it.
public struct UndoFiles: Sendable {
    /// How many changes of a kind can be undone.
    public static let most = 20
    /// How long a change can be undone.
    static let longestStay: TimeInterval = 24 * 60 * 60

    private let folder: String

    init(folder: String) {
        self.folder = folder
    }

    /// Keeps what undoes a change. The oldest of its kind beyond ``most`` is forgotten.
    ///
    /// - Returns: what stands for it.
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

    /// What undoes a change; nil if it was undone, or is not kept any more.
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

    /// Forgets a change that was undone.
    ///
    /// - Throws: errors of the file system.
    public func forget(_ token: String, of kind: String) throws {
        guard ImportToken.isOne(token) else { return }
        try remove(token + Self.suffix(kind))
    }

    /// Forgets what is older than it may be.
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

    /// Forgets everything: somebody is removed whom it may name.
    ///
    /// - Parameter limit: what was written later stays. Default: nil, for all.
    /// - Throws: errors of the file system.
    func forgetAll(writtenUntil limit: Date? = nil) throws {
        for name in try names(where: Self.isOwn) {
            if let limit, let date = try date(of: name), date > limit { continue }
            try remove(name)
        }
    }

    // MARK: - Beneath

    /// Whether a name in the folder is of such a file: a disk's own folders may lie there too.
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

    /// When a file was written; nil for one that is gone.
    private func date(of name: String) throws -> Date? {
        try FileTime.modification(at: "\(folder)/\(name)")
    }

    private func remove(_ name: String) throws {
        try ErasedFile.remove("\(folder)/\(name)")
    }
}
