import Foundation
import Synchronization

/// The list of persons who are being erased: recorded before the save that removes a person, until
/// no data is left, so that erasing continues after a restart.
///
/// The file has only record numbers, which identify no one.
final class PendingErasure: Sendable {
    private let path: String
    /// Whether other servers use the same file.
    private let isShared: Bool
    /// The record numbers of deleted customers; nil if nothing is pending.
    private let numbers: Mutex<Set<Int64>?>
    /// The persons whose texts this process has erased from the full-text indexes.
    let erasedTexts = Mutex<Set<Int64>>([])

    /// Reads the file of an earlier run.
    ///
    /// - Parameter isShared: whether other servers use the same file. Default: false.
    /// - Throws: errors of the file system.
    init(path: String, isShared: Bool = false) throws {
        self.path = path
        self.isShared = isShared
        numbers = Mutex(try Self.read(path))
    }

    /// The record numbers of persons to erase; nil if nothing is pending.
    var pending: Set<Int64>? { numbers.withLock { $0 } }

    /// The time of the last addition; nil if nothing is pending. Files written later do not contain
    /// the persons.
    ///
    /// - Throws: errors of the file system.
    func noted() throws -> Date? { try FileTime.modification(at: path) }

    /// The number used for names of people other than customers.
    static let names: Int64 = 0

    /// Adds the erasure of names of people other than customers.
    ///
    /// - Throws: errors of the file system.
    func addNames() throws { try add([Self.names]) }

    /// Adds customers, before they are deleted.
    ///
    /// - Throws: errors of the file system.
    func add(_ added: [Int64]) throws {
        guard !added.isEmpty else { return }
        try numbers.withLock { numbers in
            let known = numbers ?? []
            try changeFile { $0.union(known).union(added) }
            numbers = known.union(added)
        }
    }

    /// Removes customers whose data is completely erased.
    ///
    /// - Throws: errors of the file system.
    func remove(_ erased: Set<Int64>?) throws {
        try numbers.withLock { numbers in
            guard let known = numbers else { return }
            let rest = known.subtracting(erased ?? [])
            try changeFile { $0.union(rest).subtracting(erased ?? []) }
            numbers = rest.isEmpty ? nil : rest
        }
    }

    /// Changes the file under a lock. An empty one is removed.
    private func changeFile(_ change: (Set<Int64>) -> Set<Int64>) throws {
        guard isShared else { return try write(change([])) }
        try FileLock.withLock(at: path + ".lock") {
            // The entries of other servers are kept.
            try write(change(try Self.read(path) ?? []))
        }
    }

    private func write(_ all: Set<Int64>) throws {
        guard all.isEmpty else {
            let data = try JSONEncoder().encode(all.sorted())
            return try data.write(to: URL(fileURLWithPath: path), options: .atomic)
        }
        guard unlink(path) == 0 || errno == ENOENT else {
            throw FileError(path: path, code: errno)
        }
    }

    private static func read(_ path: String) throws -> Set<Int64>? {
        guard access(path, F_OK) == 0 else { return nil }
        let data: Data
        do { data = try Data(contentsOf: URL(fileURLWithPath: path)) } catch {
            // Another server has removed it meanwhile.
            guard access(path, F_OK) == 0 else { return nil }
            throw error
        }
        // A truncated file says that something is pending, but not what.
        return Set((try? JSONDecoder().decode([Int64].self, from: data)) ?? [])
    }
}
