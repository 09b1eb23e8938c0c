import Foundation
import Persistence

/// Imports a source's listing into the store: new, changed, renamed and missing photos.
///
/// Each place and photo is looked up by its identifier within the transaction that would create it.
/// `write` closures run one at a time, so parallel requests create none twice; the model's
/// constraints protect from other processes.
struct PhotoImport: Sendable {
    /// The part of a source that is listed.
    enum Scope: Sendable, Hashable {
        /// The whole source.
        case everything
        /// Some places, by their identifiers.
        case places(Set<String>)
    }

    /// The number of photos in a save, small enough that other writers hardly wait.
    private static let batchSize = 250

    let household: Household
    /// The name of the source.
    let source: String
    /// Whether viewed photos stay when the source no longer lists them: a service lists only the
    /// current best, but still has the others.
    var keepsViewed = false

    /// Imports a listing.
    ///
    /// - Parameter list: asks the source. It is called after the store was read: stored photos that
    ///   the listing lacks are gone.
    /// - Throws: errors of the closure and of the store.
    func take(
        _ scope: Scope, listing list: @Sendable () async throws -> [PlaceListing]
    ) async throws -> PhotoImportResult {
        let source = source
        let (known, places) = try await household.container.read { context in
            (
                try KnownPhoto.all(of: source, in: scope, context),
                try knownPlaces(scope, in: context)
            )
        }
        let listings = try await list()
        let changes = PhotoChanges(known: known, listings)
        var taken = PhotoImportResult()
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

    /// Removes places, unless they have photos that are kept.
    private func removePlaces(_ gone: Set<String>) async throws {
        guard !gone.isEmpty else { return }
        let (source, ids): (String, [String?]) = (source, gone.sorted())
        try await write { context in
            let request = FetchRequest<Place>(
                #Predicate { $0.source == source && ids.contains($0.sourceID) })
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

extension PhotoImport.Scope {
    /// The condition for the listed places.
    func condition(on key: String) -> [FetchPredicate] {
        switch self {
        case .everything: []
        case .places(let ids): [FetchExpression.key(key).isIn(ids.sorted())]
        }
    }
}
