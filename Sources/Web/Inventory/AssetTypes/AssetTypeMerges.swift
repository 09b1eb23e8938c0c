import Synchronization

/// The merges of types that can be undone; kept in memory, the last of them.
final class AssetTypeMerges: Sendable {
    /// A type that went, and the items that it had.
    struct Merge: Sendable {
        let label: String
        /// The record numbers of the items.
        let items: [Int64]
        /// The number of the type that they have now.
        let into: Int64
    }

    private static let most = 20

    private let kept = Mutex<[(token: String, merge: Merge)]>([])

    /// Keeps a merge. Returns a word by which it can be found, which nobody can guess.
    func keep(_ merge: Merge) -> String {
        let token = String(UInt64.random(in: 0...UInt64.max), radix: 36)
        kept.withLock { kept in
            kept.append((token, merge))
            if kept.count > Self.most { kept.removeFirst() }
        }
        return token
    }

    /// The merge with a token; nil if it was undone, or is no longer kept.
    func merge(_ token: String) -> Merge? {
        kept.withLock { $0.first { $0.token == token }?.merge }
    }

    /// Forgets a merge that was undone.
    func forget(_ token: String) {
        kept.withLock { $0.removeAll { $0.token == token } }
    }
}
