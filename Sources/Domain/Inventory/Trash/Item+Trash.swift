public import Foundation
public import Persistence

/// Trashed items are excluded from lists, sums and searches. They keep their data until they are
/// permanently deleted.
extension Item {
    /// The number of days that an item stays in the trash.
    public static let daysInTrash = 30

    /// Whether the item is trashed.
    public var isTrashed: Bool { trashedDate != nil }

    /// The date of the permanent deletion; nil if the item is not trashed.
    public var deletionDate: Date? {
        trashedDate?.addingTimeInterval(Double(Self.daysInTrash) * 24 * 60 * 60)
    }

    /// Items that are not trashed.
    static let isListed: FetchPredicate = .key("trashedDate") == nil

    /// The trashed items, the latest first.
    public static var trashedRequest: FetchRequest<Item> {
        FetchRequest(
            #Predicate { $0.trashedDate != nil },
            sortBy: [SortDescriptor(\.trashedDate, order: .reverse)])
    }
}
