public import Persistence

/// Which items a list shows, and in which order.
public struct ItemQuery: Sendable, Hashable {
    /// Words that each have to be in an item's name, serial number, notes or type, in what is said of its maker
    /// and model, where it was bought and how it is insured, or in what belongs to it: fields of the
    /// household's own, names of documents, captions, who has it, what is to be done. They may be in any
    /// order. What separates the parts of a serial number may be left out. A number such as `A-0042` is that
    /// of an item too.
    public var search = ""
    /// Whether words are to be in the texts of the items alone, and not in what belongs to them. Default: no.
    public var isOfOwnTexts = false
    /// The type of the items; nil for all.
    public var assetType: TypeFilter?
    /// Where the items are; nil for anywhere.
    public var location: LocationFilter?
    /// The least value in dollars.
    public var minValue: Int32?
    /// The greatest value in dollars.
    public var maxValue: Int32?
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

        /// Whether items at a location are selected; nil for those without one.
        func includes(_ location: Int64?) -> Bool {
            switch self {
            case .oneOf(let numbers): location.map(numbers.contains) ?? false
            case .none: location == nil
            }
        }
    }

    public init() {}

    /// The items in a location, in whatever depth.
    public static func items(in location: Int64, _ tree: LocationTree) -> LocationFilter {
        .oneOf(Set(tree.within(location).map(\.number)))
    }

    /// Whether memory knows what the query selects. A condition of whatever kind is for the store.
    var isInMemory: Bool { predicate == nil && conditions.isEmpty && !isWithTrash }

    /// The same items, whatever their order.
    public var inAnyOrder: ItemQuery {
        var query = self
        query.sortDescriptors = []
        return query
    }

    /// The request for these items.
    ///
    /// - Parameters:
    ///   - context: the context that fetches: what belongs to items is looked through in what it reads.
    ///   - belongings: what looks through it, where others of the same context do; nil for what is asked once.
    ///     Default: nil.
    /// - Throws: errors of the model and of the store.
    public func fetchRequest(
        in context: ManagedObjectContext, _ belongings: BelongingSearch? = nil
    ) throws -> FetchRequest<Item> {
        var request = FetchRequest<Item>()
        request.predicate = try condition(in: context, belongings)
        request.sortDescriptors =
            sortDescriptors + [FetchSortDescriptor("orderingValue")]
        return request
    }

    /// The condition. What is in the trash fits none.
    func condition(
        in context: ManagedObjectContext, _ belongings: BelongingSearch? = nil
    ) throws -> FetchPredicate {
        let coordinator = context.coordinator
        let belongings = belongings ?? BelongingSearch(context)
        var conditions = isWithTrash ? [] : [Item.isListed]
        conditions += try words.map { try condition($0, belongings) }
        if let assetType { conditions.append(try condition(assetType, coordinator)) }
        if let location { conditions.append(try condition(location, coordinator)) }
        if let minValue { conditions.append(.key("valueInDollars") >= minValue) }
        if let maxValue { conditions.append(.key("valueInDollars") <= maxValue) }
        if let hasImage { conditions.append(.has("thumbnail", hasImage)) }
        if let sold { conditions.append(.has("soldDate", sold)) }
        conditions += self.conditions
        if let predicate { conditions.append(predicate) }
        return .and(conditions)
    }

    /// That an item has a word in one of its texts or of those of what belongs to it, or has the number
    /// that the word is.
    private func condition(
        _ word: String, _ belongings: BelongingSearch
    ) throws -> FetchPredicate {
        guard !SearchFolding.pattern(of: word).isEmpty else { return .constant(true) }
        let texts = ItemMemory.textKeys.map { [$0] } + [["assetType", "label"]]
        let conditions = FetchPredicate.words(word, inAnyOf: texts)
        let number = ItemNumber.searched(word).map { FetchExpression.key("itemNumber") == $0 }
        let others = [
            SerialNumber.condition(word), number,
            isOfOwnTexts ? nil : try belongings.condition(word),
        ].compactMap(\.self)
        return others.isEmpty && conditions.count == 1
            ? conditions[0] : .or(conditions + others)
    }

    /// The words that are searched for.
    var words: [String] {
        search.split(whereSeparator: \.isWhitespace).map(String.init)
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
