public import Foundation
public import Persistence

/// The items of a list, and their order.
public struct ItemQuery: Sendable, Hashable {
    /// Search words, in any order. Each must be in a text of the item (name, serial number, notes,
    /// type, maker, model, purchase, insurance) or of its related records (location, tags, custom
    /// fields, documents, captions, borrower, tasks). Separators in serial numbers are optional,
    /// and a number such as `A-0042` finds its item.
    public var search = ""
    /// Whether to search only the item's own texts, without related records. Default: false.
    public var isOfOwnTexts = false
    /// The type of the items; nil for all.
    public var assetType: Reference?
    /// The location of the items; nil for all.
    public var location: Reference?
    /// The least worth (``ItemValue/worth``).
    public var minValue: Decimal?
    /// The greatest worth.
    public var maxValue: Decimal?
    /// Whether the items have a picture; nil for both.
    public var hasImage: Bool?
    /// Whether the items were sold; nil for both.
    public var sold: Bool?
    /// A condition that the user has typed.
    public var predicate: FetchPredicate?
    /// Whether to include trashed items. Default: false.
    var isWithTrash = false
    /// Further conditions, which only the store evaluates.
    public var conditions: [FetchPredicate] = []
    /// The order; empty for the owner's.
    public var sortDescriptors: [FetchSortDescriptor] = []

    /// A filter by type or location.
    public enum Reference: Sendable, Hashable {
        /// One of the types or locations, by record number.
        case oneOf(Set<Int64>)
        /// Without a type or location.
        case none
    }

    public init() {}

    /// The items in a location at any depth.
    public static func items(in location: Int64, _ tree: LocationTree) -> Reference {
        .oneOf(Set(tree.within(location).map(\.number)))
    }

    /// The same query without an order.
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

    /// The query's condition. Trashed items never match.
    func condition(in context: ManagedObjectContext) throws -> FetchPredicate {
        var conditions = isWithTrash ? [] : [Item.isListed]
        conditions += search.split(whereSeparator: \.isWhitespace).map { hasWord(String($0)) }
        if let assetType {
            conditions.append(try assetType.condition("assetType", "AssetType", context))
        }
        if let location {
            conditions.append(try location.condition("location", "Location", context))
        }
        if let minValue { conditions.append(.key("worth") >= minValue) }
        if let maxValue { conditions.append(.key("worth") <= maxValue) }
        if let hasImage { conditions.append(.key("hasPhoto") == hasImage) }
        if let sold { conditions.append(.has("soldDate", sold)) }
        conditions += self.conditions
        if let predicate { conditions.append(predicate) }
        return .and(conditions)
    }

    /// Items with a word in their texts or those of related records, or with the item number in the
    /// word.
    private func hasWord(_ word: String) -> FetchPredicate {
        let own: [FetchExpression] = [.evaluatedObject, .key("assetType")]
        let text = FetchPredicate.search(
            word, in: isOfOwnTexts ? own : own + ItemRelation.all.map(\.place))
        guard let number = ItemNumber.searched(word) else { return text }
        return .or([text, .key("itemNumber") == number])
    }
}

extension ItemQuery.Reference {
    fileprivate func condition(
        _ key: String, _ entity: String, _ context: ManagedObjectContext
    ) throws -> FetchPredicate {
        guard case .oneOf(let numbers) = self else { return .key(key) == nil }
        let ids = try numbers.sorted().map {
            try context.coordinator.objectID(entityName: entity, recordNumber: $0)
        }
        return ids.count == 1 ? .key(key) == ids[0] : FetchExpression.key(key).isIn(ids)
    }
}
