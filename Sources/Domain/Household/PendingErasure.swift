import Foundation
import Synchronization

/// Who is being taken out of the files: noted before the save that removes a person, until nothing
/// is left of them, so that it goes on after a restart.
///
/// The note has numbers of records, which say nothing of anybody.
final class PendingErasure: Sendable {
    private let path: String
    /// The record numbers of customers who go or went; nil if nothing is pending.
    private let numbers: Mutex<Set<Int64>?>

    /// Reads what an earlier run left.
    ///
    /// - Throws: errors of the file system.
    init(path: String) throws {
        self.path = path
        var numbers: Set<Int64>?
        if access(path, F_OK) == 0 {
            let data = try Data(contentsOf: URL(fileURLWithPath: path))
            // A note that was cut off says that something is pending, not what.
            numbers = Set((try? JSONDecoder().decode([Int64].self, from: data)) ?? [])
        }
        self.numbers = Mutex(numbers)
    }

    /// The record numbers of those who are to be erased; nil if nothing is pending.
    var pending: Set<Int64>? { numbers.withLock { $0 } }

    /// Notes customers, before they are deleted.
    ///
    /// - Throws: errors of the file system.
    func add(_ added: [Int64]) throws {
        guard !added.isEmpty else { return }
        try numbers.withLock { numbers in
            let all = (numbers ?? []).union(added)
            try write(all)
            numbers = all
        }
    }

    /// Takes note that nothing is left of some customers.
    ///
    /// - Throws: errors of the file system.
    func settle(_ settled: Set<Int64>?) throws {
        try numbers.withLock { numbers in
            guard let known = numbers else { return }
            let rest = known.subtracting(settled ?? [])
            if rest.isEmpty {
                guard unlink(path) == 0 || errno == ENOENT else {
                    throw FileError(path: path, code: errno)
                }
                numbers = nil
            } else {
                try write(rest)
                numbers = rest
            }
        }
    }

    private func write(_ numbers: Set<Int64>) throws {
        let data = try JSONEncoder().encode(numbers.sorted())
        try data.write(to: URL(fileURLWithPath: path), options: .atomic)
    }
}
