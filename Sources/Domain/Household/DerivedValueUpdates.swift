import Dispatch
import Persistence
import Synchronization

/// Recomputes the figures of items, and which places have favorites, in the background after another
/// program has written the store's file, since it does not maintain them.
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
            household?.unfinished.attempt { [weak household] in
                try household?.updateItemFigures()
                try household?.updateFavorites()
            }
        }
    }
}

extension Household {
    /// The number of items in a save.
    private static let batchSize = 2_000

    /// Recomputes the figures of items whose stored ones are wrong.
    ///
    /// - Throws: errors of the store.
    func updateItemFigures() throws {
        var wrong = try container.read { try Item.withWrongFigures(in: $0).map(\.key) }[...]
        while !wrong.isEmpty {
            let keys = wrong.prefix(Self.batchSize)
            wrong = wrong.dropFirst(Self.batchSize)
            try container.write { context in
                for key in keys { try Item.find(key, in: context)?.complete(in: context) }
                try save(context)
            }
        }
    }
}
