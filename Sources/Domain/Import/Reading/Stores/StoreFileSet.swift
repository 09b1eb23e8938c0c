import Foundation

/// The files of a store: the database, its log, and the folder of its large values.
public struct StoreFileSet: Sendable {
    private let path: String

    /// The files of the store at a path, which may not exist.
    public init(path: String) { self.path = path }

    private var logPath: String { path + "-wal" }

    public var hasLog: Bool { FileManager.default.fileExists(atPath: logPath) }

    /// The size of database and log.
    public var byteCount: Int { [path, logPath].reduce(0) { $0 + (State(path: $1)?.size ?? 0) } }

    /// Copies database and log, and links the folder of large values, which is only read.
    ///
    /// - Returns: the path of the copy.
    /// - Throws: ``HouseholdError`` if the store keeps changing, and errors of the file system.
    public func copy(to folder: String) throws -> String {
        let files = FileManager.default
        let original = URL(fileURLWithPath: path)
        let copy = "\(folder)/\(original.lastPathComponent)"
        for _ in 0..<Self.attempts {
            let before = [path, logPath].map(State.init)
            for suffix in ["", "-wal"] {
                if files.fileExists(atPath: copy + suffix) {
                    try files.removeItem(atPath: copy + suffix)
                }
                guard files.fileExists(atPath: path + suffix) else { continue }
                try files.copyItem(atPath: path + suffix, toPath: copy + suffix)
            }
            guard [path, logPath].map(State.init) == before else { continue }
            let support = ".\(original.deletingPathExtension().lastPathComponent)_SUPPORT"
            try files.createSymbolicLink(
                atPath: "\(folder)/\(support)",
                withDestinationPath: original.deletingLastPathComponent().appendingPathComponent(
                    support
                ).path)
            return copy
        }
        throw HouseholdError(
            "Another program is writing to the store \(path): stop it, or import a copy.")
    }

    /// The number of attempts to copy a store that is being written.
    private static let attempts = 5

    /// The state of a file, which changes with each write.
    private struct State: Equatable {
        let size: Int
        let modified: Date?

        init?(path: String) {
            guard let values = try? FileManager.default.attributesOfItem(atPath: path) else {
                return nil
            }
            size = (values[.size] as? Int) ?? 0
            modified = values[.modificationDate] as? Date
        }
    }
}
