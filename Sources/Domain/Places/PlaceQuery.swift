public import Persistence

/// Which places a list shows, and in which order.
public struct PlaceQuery: Sendable, Hashable {
    /// Words that each have to be in the name, in any order.
    public var search = ""
    /// Whether a photo of the place is a favourite; nil for both.
    public var hasFavorites: Bool?
    /// Whether the places alone are meant from which a photo was ever viewed.
    public var wasViewed = false
    /// A condition of the person's own.
    public var predicate: FetchPredicate?
    /// The order; empty for the order of the names.
    public var sortDescriptors: [FetchSortDescriptor] = []

    public init() {}

    /// That a place is a folder of its name, or has photos: the folder of all of them is a place while some lie in
    /// no other one.
    private static let isNamed = FetchPredicate.or([
        .not(.key("sourceID") == ""),
        .function(
            "count:",
            [
                .subquery(
                    collection: .key("photos"), variable: "photo",
                    predicate: PhotoQuery.isListed(as: "photo"))
            ]) > 0,
    ])

    /// The request for these places.
    public var fetchRequest: FetchRequest<Place> {
        var request = FetchRequest<Place>()
        var conditions = FetchPredicate.searching(search)
        conditions.append(Self.isNamed)
        if let hasFavorites {
            // Of a place without photos it is not known.
            let isTrue = FetchExpression.key("hasFavorites") == true
            conditions.append(hasFavorites ? isTrue : .not(isTrue))
        }
        if wasViewed {
            conditions.append(
                .comparison(
                    FetchComparison(
                        .key("photos.lastViewed"), .notEqual, .value(nil), modifier: .any)))
        }
        if let predicate { conditions.append(predicate) }
        request.predicate = .all(conditions)
        request.sortDescriptors =
            sortDescriptors + [FetchSortDescriptor("name", comparison: .localizedStandard)]
        return request
    }
}
