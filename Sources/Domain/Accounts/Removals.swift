import Foundation
import Synchronization

/// The last people who were removed, for a day, while the program runs.
final class Removals: Sendable {
    private struct Entry {
        let token: String
        let person: RemovedPerson
        let date: Date
    }

    private let entries = Mutex<[Entry]>([])

    /// How many there are, and for how long.
    private static let most = 20
    private static let longestStay: TimeInterval = 24 * 60 * 60

    /// Keeps a person. Returns what stands for the removal.
    func keep(_ person: RemovedPerson, at date: Date) -> String {
        let token = ImportToken.random()
        entries.withLock { entries in
            entries = Array(entries.suffix(Self.most - 1))
            entries.append(Entry(token: token, person: person, date: date))
        }
        return token
    }

    /// The person of a removal; nil if it was undone, or is no longer kept.
    func person(_ token: String, at date: Date) -> RemovedPerson? {
        entries.withLock { entries in
            entries.removeAll { date.timeIntervalSince($0.date) > Self.longestStay }
            return entries.first { $0.token == token }?.person
        }
    }

    /// Forgets a removal.
    func forget(_ token: String) {
        entries.withLock { $0.removeAll { $0.token == token } }
    }

    /// Forgets everybody of a name.
    func forget(named name: String) {
        let folded = AccountName.folded(name)
        entries.withLock { $0.removeAll { AccountName.folded($0.person.name) == folded } }
    }
}
