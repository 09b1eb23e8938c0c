public import Foundation
public import Persistence

/// The filter and order of a list of photos.
public struct PhotoQuery: Sendable, Hashable {
    /// Words that the title, the camera or the name of the place has to contain, in any order.
    public var search = ""
    /// The place by record number; nil for all.
    public var place: Int64?
    /// Whether to list favorites; nil for both.
    public var isFavorite: Bool?
    /// The time at which photos have to be recent; nil for all photos. Recent photos are ordered by
    /// their last view, latest first, unless there is another order.
    public var recentAt: Date?
    /// A further condition from the user.
    public var predicate: FetchPredicate?
    /// The order; empty for that of the titles.
    public var sortDescriptors: [FetchSortDescriptor] = []

    public init() {}

    /// The request for these photos.
    ///
    /// - Parameter coordinator: the coordinator, for the IDs of places.
    /// - Throws: errors of the model.
    public func fetchRequest(
        _ coordinator: PersistentStoreCoordinator
    ) throws -> FetchRequest<Photo> {
        var request = FetchRequest<Photo>()
        var conditions: [FetchPredicate] = []
        if let place {
            let id = try coordinator.objectID(entityName: "Place", recordNumber: place)
            conditions.append(.key("place") == id)
        }
        if let isFavorite { conditions.append(.key("isFavorite") == isFavorite) }
        if let recentAt {
            conditions += [
                .key("lastViewed") >= recentAt.addingTimeInterval(-Photo.recentTime),
                .key("isRemovedFromRecents") == false,
            ]
        }
        conditions += FetchPredicate.searching(search, in: ["SELF", "place"])
        if let predicate { conditions.append(predicate) }
        // Favorites stay when their source no longer has them.
        conditions.append(isFavorite == true ? Self.isPicture : Self.isShown)
        request.predicate = .all(conditions)
        let usualOrder =
            recentAt == nil
            ? FetchSortDescriptor("title") : FetchSortDescriptor("lastViewed", ascending: false)
        request.sortDescriptors = sortDescriptors + [usualOrder]
        return request
    }

    private static let isPicture = FetchExpression.key("isPicture") == true

    /// The condition that a photo is shown with its place.
    public static let isShown = FetchPredicate.and([isPicture, .key("vanishedAt") == nil])

    /// The condition that a photo is shown anywhere.
    static let isListed = FetchPredicate.and([
        isPicture, .or([.key("vanishedAt") == nil, .key("isFavorite") == true]),
    ])

    /// The same condition for a photo in a variable.
    static func isListed(as variable: String) -> FetchPredicate {
        func key(_ key: String) -> FetchExpression { .keyPathOf(.variable(variable), [key]) }
        return .and([
            key("isPicture") == true,
            .or([key("vanishedAt") == nil, key("isFavorite") == true]),
        ])
    }
}
