import Foundation
import Persistence

/// Takes what a source lists into the store: new photos, changed ones, renamed ones, and those that
/// are gone.
///
/// Each place and each photo is found by what its source knows it by, within the transaction that
/// would make it. `write` closures run one after the other, so that none is made twice, however many
/// requests ask for it at once; the constraints of the model hold against everybody else.
struct PhotoTaking: Sendable {
    /// What is listed anew.
    enum Scope: Sendable, Hashable {
        /// All that the source has.
        case everything
        /// Some places, by what the source knows them by.
        case places(Set<String>)
    }

    /// How many photos are saved at once: few enough that nobody waits for the writer.
    private static let batchSize = 250

    let household: Household
    /// The name of the source.
    let source: String
    /// Whether photos that were viewed stay when the source lists them no more: a service lists the
    /// best ones of the hour, and has the others all the same.
    var keepsViewed = false

    /// Takes a listing into the store.
    ///
    /// - Parameter list: asks the source. It is called after the store was read: what the store knew
    ///   before and the listing lacks is gone.
    /// - Throws: what the closure throws, and errors of the store.
    func take(
        _ scope: Scope, listing list: @Sendable () async throws -> [PlaceListing]
    ) async throws -> PhotosTaken {
        let source = source
        let (known, places) = try await household.container.read { context in
            (
                try KnownPhoto.all(of: source, in: scope, context),
                try knownPlaces(scope, in: context)
            )
        }
        let listings = try await list()
        let changes = PhotoChanges(known: known, listings)
        var taken = PhotosTaken()
        try await takePlaces(listings)
        for start in stride(from: 0, to: changes.all.count, by: Self.batchSize) {
            try Task.checkCancellation()
            let end = min(start + Self.batchSize, changes.all.count)
            let batch = Array(changes.all[start..<end])
            taken += try await write { context in
                try PhotoBatch(source: source, keepsViewed: keepsViewed, in: context).apply(
                    batch, at: household.now())
            }
        }
        try await removePlaces(places.subtracting(listings.map(\.place.id)))
        return taken
    }

    private func takePlaces(_ listings: [PlaceListing]) async throws {
        let places = listings.map(\.place)
        for start in stride(from: 0, to: places.count, by: Self.batchSize) {
            let batch = places[start..<min(start + Self.batchSize, places.count)]
            try await write { context in
                for place in batch {
                    _ = try Place.findOrCreate(place, of: source, in: context)
                }
            }
        }
    }

    private func knownPlaces(
        _ scope: Scope, in context: ManagedObjectContext
    ) throws -> Set<String> {
        let request = FetchRequest<Place>(
            .and([.key("source") == source] + scope.condition(on: "sourceID")))
        return Set(try context.fetch(request).compactMap(\.sourceID))
    }

    /// Removes places, unless photos of theirs were kept.
    private func removePlaces(_ gone: Set<String>) async throws {
        guard !gone.isEmpty else { return }
        try await write { context in
            let isGone = FetchExpression.key("sourceID").isIn(gone.sorted())
            let request = FetchRequest<Place>(.and([.key("source") == source, isGone]))
            for place in try context.fetch(request) {
                let photos = FetchRequest<Photo>(.key("place") == place.objectID)
                if try context.count(for: photos) == 0 { context.delete(place) }
            }
        }
    }

    private func write<T: Sendable>(
        _ body: @escaping @Sendable (ManagedObjectContext) throws -> T
    ) async throws -> T {
        try await household.write { [household] context in
            let result = try body(context)
            if context.hasChanges { try household.save(context) }
            return result
        }
    }
}

extension PhotoTaking.Scope {
    /// The condition that a place is meant.
    func condition(on key: String) -> [FetchPredicate] {
        switch self {
        case .everything: []
        case .places(let ids): [FetchExpression.key(key).isIn(ids.sorted())]
        }
    }
}
