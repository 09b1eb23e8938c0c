import Foundation
public import Persistence

/// Where photos were taken: a folder of the owner's photographs, or a place that a service names.
///
/// `hasFavorites` is derived from the photos by the store, so that it is right whoever writes.
public final class Place: ManagedObject {}

extension Place {
    /// The place with a record number, or nil.
    ///
    /// - Throws: errors of the store.
    public static func find(_ number: Int64, in context: ManagedObjectContext) throws -> Place? {
        try context.existingObject(Place.self, recordNumber: number)
    }

    /// The place that a source knows by an identifier, or nil.
    ///
    /// - Throws: errors of the store.
    public static func find(
        _ id: String, of source: String, in context: ManagedObjectContext
    ) throws -> Place? {
        try context.fetchFirst(
            FetchRequest<Place>(#Predicate { $0.source == source && $0.sourceID == id }))
    }

    /// The place that a source lists: the one that is there, under the name that the source gives it
    /// now, or a new one. It has to be called in a `write` closure, one of which runs at a time.
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
