public import Persistence

/// The filter and order of a list of places.
public struct PlaceQuery: Sendable, Hashable {
    /// Words that the name has to contain, in any order.
    public var search = ""
    /// Whether the place has favorites; nil for both.
    public var hasFavorites: Bool?
    /// Whether to list only places with a viewed photo.
    public var wasViewed = false
    /// A further condition from the user.
    public var predicate: FetchPredicate?
    /// The order; empty for that of the names.
    public var sortDescriptors: [FetchSortDescriptor] = []

    public init() {}

    /// The condition that a place is a folder inside the top folder, or has photos: the top folder
    /// is a place only while it contains photos.
    private static let isNamed = FetchPredicate.or([
        .not(.key("sourceID") == ""),
        .count(
            .subquery(
                collection: .key("photos"), variable: "photo",
                predicate: PhotoQuery.isListed(as: "photo"))) > 0,
    ])

    /// The request for these places.
    public var fetchRequest: FetchRequest<Place> {
        var request = FetchRequest<Place>()
        var conditions = FetchPredicate.searching(search)
        conditions.append(Self.isNamed)
        if let hasFavorites {
            // Former versions have no value for a place without photos.
            let isTrue = FetchExpression.key("hasFavorites") == true
            conditions.append(hasFavorites ? isTrue : .not(isTrue))
        }
        if wasViewed {
            conditions.append(.any(.key("photos.lastViewed") != nil))
        }
        if let predicate { conditions.append(predicate) }
        request.predicate = .all(conditions)
        request.sortDescriptors =
            sortDescriptors + [FetchSortDescriptor("name", comparison: .localizedStandard)]
        return request
    }
}
