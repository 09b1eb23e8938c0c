import Dispatch
import Persistence
import Synchronization

/// Works out the figures of items again, in the background, once another program has written the store's file: it
/// knows nothing of them.
final class ItemSettling: Sendable {
    /// Whether what another program has written waits.
    private let waits = Mutex(false)

    /// Settles the items once something was saved of which nothing is known.
    func follow(_ saved: SavedChanges, of household: Household) {
        guard saved.isPartial, !household.changes.isWrittenAtOnce else { return }
        // One that waits to begin sees what was written by then.
        let isFirst = waits.withLock { waits in
            defer { waits = true }
            return !waits
        }
        guard isFirst else { return }
        DispatchQueue.global(qos: .utility).async { [weak household, self] in
            waits.withLock { $0 = false }
            household?.unfinished.attempt { [weak household] in try household?.settleItems() }
        }
    }
}
