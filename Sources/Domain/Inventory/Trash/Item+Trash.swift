public import Foundation
public import Persistence

/// Items that are in the trash are in no list, count in no sum and are found by no search. They keep all
/// that they have until they are deleted for good.
extension Item {
    /// How long an item stays in the trash.
    public static let daysInTrash = 30

    /// Whether the item is in the trash.
    public var isTrashed: Bool { trashedDate != nil }

    /// When the item is deleted for good; nil while it is not in the trash.
    public var deletionDate: Date? {
        trashedDate?.addingTimeInterval(Double(Self.daysInTrash) * 24 * 60 * 60)
    }

    /// The condition of items that are not in the trash.
    static let isListed: FetchPredicate = .key("trashedDate") == nil

    /// The items in the trash, the latest first.
    public static var trashedRequest: FetchRequest<Item> {
        FetchRequest(
            #Predicate { $0.trashedDate != nil },
            sortBy: [SortDescriptor(\.trashedDate, order: .reverse)])
    }
}
