import Foundation
import Synchronization

/// Who is being taken out of the files: noted before the save that removes a person, until nothing
/// is left of them, so that it goes on after a restart.
///
/// The note has numbers of records, which say nothing of anybody.
final class PendingErasure: Sendable {
    private let path: String
    /// Whether other servers note persons in the same file.
    private let isShared: Bool
    /// The record numbers of customers who go or went; nil if nothing is pending.
    private let numbers: Mutex<Set<Int64>?>
    /// The persons whose texts this process has taken out of the full-text indexes.
    let erasedTexts = Mutex<Set<Int64>>([])

    /// Reads what an earlier run left.
    ///
    /// - Parameter isShared: whether other servers note persons in the same file. Default: false.
    /// - Throws: errors of the file system.
    init(path: String, isShared: Bool = false) throws {
        self.path = path
        self.isShared = isShared
        numbers = Mutex(try Self.read(path))
    }

    /// The record numbers of those who are to be erased; nil if nothing is pending.
    var pending: Set<Int64>? { numbers.withLock { $0 } }

    /// When somebody was noted last; nil if nothing is pending. What was written since does not come from before.
    ///
    /// - Throws: errors of the file system.
    func noted() throws -> Date? { try FileTime.modification(at: path) }

    /// The number of nobody, for names that are no customers'.
    static let names: Int64 = 0

    /// Notes that names go which are no customers'.
    ///
    /// - Throws: errors of the file system.
    func addNames() throws { try add([Self.names]) }

    /// Notes customers, before they are deleted.
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

    /// Takes note that nothing is left of some customers.
    ///
    /// - Throws: errors of the file system.
    func settle(_ settled: Set<Int64>?) throws {
        try numbers.withLock { numbers in
            guard let known = numbers else { return }
            let rest = known.subtracting(settled ?? [])
            try changeFile { $0.union(rest).subtracting(settled ?? []) }
            numbers = rest.isEmpty ? nil : rest
        }
    }

    /// Changes the note, beside nobody else who does. One that says nothing goes.
    private func changeFile(_ change: (Set<Int64>) -> Set<Int64>) throws {
        guard isShared else { return try write(change([])) }
        try FileLock.withLock(at: path + ".lock") {
            // What others have noted stays theirs.
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
            // Another server has settled it meanwhile.
            guard access(path, F_OK) == 0 else { return nil }
            throw error
        }
        // A note that was cut off says that something is pending, not what.
        return Set((try? JSONDecoder().decode([Int64].self, from: data)) ?? [])
    }
}
