import Foundation
public import Persistence

/// A place with photos: a folder of the owner's, or a place that a service names.
///
/// Each save of its photos keeps `hasFavorites` (``updateFavorites(in:)``).
public final class Place: ManagedObject {}

extension Place {
    /// The place with a source's identifier, or nil.
    ///
    /// - Throws: errors of the store.
    public static func find(
        _ id: String, of source: String, in context: ManagedObjectContext
    ) throws -> Place? {
        try context.fetchFirst(
            FetchRequest<Place>(#Predicate { $0.source == source && $0.sourceID == id }))
    }

    /// The place that a source lists, under its current name: an existing or a new one. Call it in
    /// a `write` closure, since only one runs at a time.
    ///
    /// - Throws: errors of the store.
    static func findOrCreate(
        _ listed: SourcePlace, of source: String, in context: ManagedObjectContext
    ) throws -> Place {
        let found = try find(listed.id, of: source, in: context)
        let place = found ?? Place(context: context)
        if found == nil {
            place.source = source
            place.sourceID = listed.id
        }
        place.name = listed.name
        return place
    }
}
