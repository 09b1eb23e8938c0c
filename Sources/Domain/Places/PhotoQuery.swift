public import Foundation
public import Persistence

/// Which photos a list shows, and in which order.
public struct PhotoQuery: Sendable, Hashable {
    /// Words that each have to be in the title, the camera or the name of the place, in any order.
    public var search = ""
    /// The place, by record number; nil for all.
    public var place: Int64?
    /// Whether the photos are favourites; nil for both.
    public var isFavorite: Bool?
    /// The time at which the photos are recent ones; nil for any photos. Recent photos come in the
    /// order in which they were viewed, the last one first, unless another order is asked for.
    public var recentAt: Date?
    /// A condition of the person's own.
    public var predicate: FetchPredicate?
    /// The order; empty for the order of the titles.
    public var sortDescriptors: [FetchSortDescriptor] = []

    public init() {}

    /// The request for these photos.
    ///
    /// - Parameter coordinator: the coordinator, which knows the IDs of places.
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
        // Favourites stay when their source has them no more.
        conditions.append(isFavorite == true ? Self.isPicture : Self.isShown)
        request.predicate = .all(conditions)
        let usualOrder =
            recentAt == nil
            ? FetchSortDescriptor("title") : FetchSortDescriptor("lastViewed", ascending: false)
        request.sortDescriptors = sortDescriptors + [usualOrder]
        return request
    }

    private static let isPicture = FetchExpression.key("isPicture") == true

    /// Whether a photo is shown with its place.
    public static let isShown = FetchPredicate.and([isPicture, .key("vanishedAt") == nil])

    /// Whether a photo is shown anywhere.
    static let isListed = FetchPredicate.and([
        isPicture, .or([.key("vanishedAt") == nil, .key("isFavorite") == true]),
    ])

    /// The same of a photo that a variable stands for.
    static func isListed(as variable: String) -> FetchPredicate {
        func key(_ key: String) -> FetchExpression { .keyPathOf(.variable(variable), [key]) }
        return .and([
            key("isPicture") == true,
            .or([key("vanishedAt") == nil, key("isFavorite") == true]),
        ])
    }
}
