public import Foundation
public import Persistence

/// Which items a list shows, and in which order.
public struct ItemQuery: Sendable, Hashable {
    /// Words that each have to be in an item's name, serial number, notes or type, in what is said of its maker
    /// and model, where it was bought and how it is insured, or in what belongs to it: its location and tags, fields
    /// of the household's own, names of documents, captions, who has it, what is to be done. They may be in any
    /// order. What separates the parts of a serial number may be left out. A number such as `A-0042` is that
    /// of an item too.
    public var search = ""
    /// Whether words are to be in the texts of the items alone, and not in what belongs to them. Default: no.
    public var isOfOwnTexts = false
    /// The type of the items; nil for all.
    public var assetType: TypeFilter?
    /// Where the items are; nil for anywhere.
    public var location: LocationFilter?
    /// The least worth (``ItemValue/worth``).
    public var minValue: Decimal?
    /// The greatest worth.
    public var maxValue: Decimal?
    /// Whether the items have a picture; nil for both.
    public var hasImage: Bool?
    /// Whether the items were sold; nil for both.
    public var sold: Bool?
    /// A condition of the person's own.
    public var predicate: FetchPredicate?
    /// Whether items in the trash are among them. Default: no.
    var isWithTrash = false
    /// Further conditions, which only the store knows.
    public var conditions: [FetchPredicate] = []
    /// The order; empty for the owner's.
    public var sortDescriptors: [FetchSortDescriptor] = []

    /// Which type items have.
    public enum TypeFilter: Sendable, Hashable {
        /// The type with a record number.
        case type(Int64)
        /// No type.
        case none
    }

    /// Where items are.
    public enum LocationFilter: Sendable, Hashable {
        /// One of these locations, by record number.
        case oneOf(Set<Int64>)
        /// No location.
        case none
    }

    public init() {}

    /// The items in a location, in whatever depth.
    public static func items(in location: Int64, _ tree: LocationTree) -> LocationFilter {
        .oneOf(Set(tree.within(location).map(\.number)))
    }

    /// The same items, whatever their order.
    public var inAnyOrder: ItemQuery {
        var query = self
        query.sortDescriptors = []
        return query
    }

    /// The request for these items.
    ///
    /// - Throws: errors of the model and of the store.
    public func fetchRequest(in context: ManagedObjectContext) throws -> FetchRequest<Item> {
        var request = FetchRequest<Item>()
        request.predicate = try condition(in: context)
        request.sortDescriptors =
            sortDescriptors + [FetchSortDescriptor("orderingValue")]
        return request
    }

    /// The condition. What is in the trash fits none.
    func condition(in context: ManagedObjectContext) throws -> FetchPredicate {
        let coordinator = context.coordinator
        var conditions = isWithTrash ? [] : [Item.isListed]
        conditions += search.split(whereSeparator: \.isWhitespace).map { hasWord(String($0)) }
        if let assetType { conditions.append(try condition(assetType, coordinator)) }
        if let location { conditions.append(try condition(location, coordinator)) }
        if let minValue { conditions.append(.key("worth") >= minValue) }
        if let maxValue { conditions.append(.key("worth") <= maxValue) }
        if let hasImage { conditions.append(.key("hasPhoto") == hasImage) }
        if let sold { conditions.append(.has("soldDate", sold)) }
        conditions += self.conditions
        if let predicate { conditions.append(predicate) }
        return .and(conditions)
    }

    /// That an item has a word in one of its texts or of those of what belongs to it, or has the number
    /// that the word is.
    private func hasWord(_ word: String) -> FetchPredicate {
        let own: [FetchExpression] = [.evaluatedObject, .key("assetType")]
        let text = FetchPredicate.search(
            word, in: isOfOwnTexts ? own : own + ItemBelonging.all.map(\.place))
        guard let number = ItemNumber.searched(word) else { return text }
        return .or([text, .key("itemNumber") == number])
    }

    private func condition(
        _ filter: TypeFilter, _ coordinator: PersistentStoreCoordinator
    ) throws -> FetchPredicate {
        switch filter {
        case .none: .key("assetType") == nil
        case .type(let number):
            .key("assetType")
                == (try coordinator.objectID(entityName: "AssetType", recordNumber: number))
        }
    }

    private func condition(
        _ filter: LocationFilter, _ coordinator: PersistentStoreCoordinator
    ) throws -> FetchPredicate {
        switch filter {
        case .none: .key("location") == nil
        case .oneOf(let numbers):
            FetchExpression.key("location").isIn(
                try numbers.sorted().map {
                    try coordinator.objectID(entityName: "Location", recordNumber: $0)
                })
        }
    }
}
