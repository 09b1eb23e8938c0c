import Dispatch
import Persistence
import Synchronization

/// Recomputes stored values that are derived from others, in the background after another program
/// has written the store's file, since it does not maintain them.
final class DerivedValueUpdates: Sendable {
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
                try household?.updateDerivedValues()
            }
        }
    }
}

extension Household {
    /// The number of records in a save.
    private static let batchSize = 2_000

    /// Fills in missing derived values, and recomputes those that do not match the values that they
    /// are derived from.
    ///
    /// - Throws: errors of the store.
    func updateDerivedValues() throws {
        try fillValues()
        try update(
            Item.withWrongFigures, \.key,
            by: { try Item.find($0, in: $1)?.complete(in: $1) })
        try update(Sale.miscounted, \.self, by: Sale.count)
        try update(
            Customer.withOutdatedValues, \.number,
            by: { try Customer.find($0, in: $1)?.updateMadeValues(in: $1) })
        try update(
            Place.withOtherFavorites, \.number,
            by: { try Place.find($0, in: $1)?.updateFavorites(in: $1) })
    }

    /// Updates records with wrong values, in batches.
    private func update<Found, ID>(
        _ wrong: (ManagedObjectContext) throws -> [Found], _ id: (Found) -> ID,
        by update: (ID, ManagedObjectContext) throws -> Void
    ) throws {
        var ids = try container.read { try wrong($0).map(id) }[...]
        while !ids.isEmpty {
            let batch = ids.prefix(Self.batchSize)
            ids = ids.dropFirst(Self.batchSize)
            try container.write { context in
                for id in batch { try update(id, context) }
                try save(context)
            }
        }
    }
}
