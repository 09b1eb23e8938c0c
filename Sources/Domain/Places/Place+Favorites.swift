public import Persistence

extension Place {
    /// The properties that the program computes.
    static let computedProperties: Set = ["hasFavorites"]

    /// Updates whether the places of photos that a save changes have favorites.
    ///
    /// - Throws: errors of the store.
    static func updateFavorites(_ save: PendingSave) throws {
        for place in save.context.placesOfOtherFavorites where !place.isDeleted {
            try place.updateFavorites(in: save.context)
        }
    }

    /// Updates whether the place has favorites.
    ///
    /// - Throws: errors of the store.
    public func updateFavorites(in context: ManagedObjectContext) throws {
        let isFavorite = FetchExpression.key("isFavorite") == true
        let found =
            isInserted
            ? photos.contains(where: \.isFavorite)
            : try context.fetchFirst(
                FetchRequest<Photo>(.and([.key("place") == objectID, isFavorite]))) != nil
        // Setting an equal value would still mark the object as changed.
        if hasFavorites != found { hasFavorites = found }
    }

    /// The places that are stored as having favorites, or none, and do not match their photos.
    ///
    /// - Throws: errors of the store.
    public static func withOtherFavorites(
        in context: ManagedObjectContext
    ) throws -> [(number: Int64, name: String)] {
        var favorites = DictionaryFetchRequest(
            entityName: "Photo", columns: [("place", .key("place"))])
        favorites.predicate = .key("isFavorite") == true
        favorites.returnsDistinctResults = true
        let owners = Set(
            try context.fetchDictionaries(favorites).compactMap {
                $0["place"]?.objectID?.recordNumber
            })
        let places = DictionaryFetchRequest(
            entityName: "Place",
            columns: [
                ("place", .evaluatedObject), ("name", .key("name")),
                ("hasFavorites", .key("hasFavorites")),
            ])
        return try context.fetchDictionaries(places).compactMap { row in
            guard let number = row["place"]?.objectID?.recordNumber,
                owners.contains(number) != (row["hasFavorites"] == .boolean(true))
            else { return nil }
            return (number, row["name"]?.stringValue ?? "")
        }
    }
}

extension ManagedObjectContext {
    /// The places of photos that become or cease to be favorites of theirs.
    fileprivate var placesOfOtherFavorites: Set<Place> {
        var places: [Place?] = []
        for case let photo as Photo in insertedObjects where photo.isFavorite {
            places.append(photo.place)
        }
        for case let photo as Photo in deletedObjects
        where photo.isFavorite || photo.changedValues["isFavorite"] != nil {
            places.append(photo.committedObject(forKey: "place"))
        }
        for case let photo as Photo in updatedObjects {
            let changed = photo.changedValues.keys
            guard changed.contains("isFavorite") || photo.isFavorite && changed.contains("place")
            else { continue }
            places.append(photo.place)
            places.append(photo.committedObject(forKey: "place"))
        }
        return Set(places.compactMap(\.self))
    }
}
