import Dispatch
import Persistence
import Synchronization

/// Recomputes the figures of items in the background after another program has written the store's
/// file, since it does not maintain them.
final class ItemFigureUpdates: Sendable {
    /// Whether a run is waiting to start.
    private let waits = Mutex(false)

    /// Starts a run after a save with unknown changes.
    func follow(_ saved: SavedChanges, of household: Household) {
        guard saved.isPartial, !household.changes.isWrittenAtOnce else { return }
        // A waiting run will see these changes too.
        let isFirst = waits.withLock { waits in
            defer { waits = true }
            return !waits
        }
        guard isFirst else { return }
        DispatchQueue.global(qos: .utility).async { [weak household, self] in
            waits.withLock { $0 = false }
            household?.unfinished.attempt { [weak household] in try household?.updateItemFigures() }
        }
    }
}
