import Synchronization

/// The changes of a kind that can be undone; kept in memory, the last of them.
final class KeptChanges<Change: Sendable>: Sendable {
    private let most = 20
    private let kept = Mutex<[(token: String, change: Change)]>([])

    /// Keeps a change. Returns a word by which it can be found, which nobody can guess.
    func keep(_ change: Change) -> String {
        let token = String(UInt64.random(in: 0...UInt64.max), radix: 36)
        kept.withLock { kept in
            kept.append((token, change))
            if kept.count > most { kept.removeFirst() }
        }
        return token
    }

    /// The change with a token; nil if it was undone, or is no longer kept.
    func change(_ token: String) -> Change? {
        kept.withLock { $0.first { $0.token == token }?.change }
    }

    /// Forgets a change that was undone.
    func forget(_ token: String) {
        kept.withLock { $0.removeAll { $0.token == token } }
    }
}
