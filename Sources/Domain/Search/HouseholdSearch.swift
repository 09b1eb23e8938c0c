public import Persistence

/// Finds records of all sections by words: each word somewhere in their texts, in any order, without case
/// and accents, whole words before beginnings and parts.
public enum HouseholdSearch {
    /// What was found in one entity.
    public struct Found: Sendable {
        public let entity: EntityName
        /// How many records have the words.
        public let total: Int
        /// The best of them, best first.
        public let numbers: [Int64]
    }

    /// Records of one kind that are looked through.
    public struct Source: Sendable {
        public let name: EntityName
        /// What is searched for, for a text as a person types it.
        fileprivate var searched: @Sendable (String) -> String = { $0 }
        /// Whether a record has it.
        fileprivate var condition: @Sendable (String) -> FetchPredicate = { .search($0) }
        /// Which records can be found; nil for all.
        fileprivate var selection: FetchPredicate?
    }

    /// What is looked through behind the items, in the order in which hits are shown. The texts that count are
    /// those that the model has the store index.
    public static let entities: [Source] = [
        Source(name: .location), Source(name: .tag), Source(name: .assetType),
        Source(
            name: .customer,
            searched: { CustomerQuery.words(of: $0).joined(separator: " ") },
            condition: CustomerQuery.hasWords),
        Source(
            name: .product, searched: ProductQuery.searched,
            condition: { .search(ProductQuery.searched($0)) }),
        Source(name: .groceryItem), Source(name: .bookCategory), Source(name: .book),
        Source(name: .page), Source(name: .place),
        Source(name: .photo, selection: PhotoQuery.isListed),
    ]

    /// The records with all words of a text, by entity; entities without any are left out.
    ///
    /// - Parameter limit: how many records of each entity are named.
    /// - Throws: errors of the store.
    public static func find(
        _ text: String, limit: Int, in context: ManagedObjectContext
    ) throws -> [Found] {
        guard !text.allSatisfy(\.isWhitespace) else { return [] }
        let found = try items(text, limit: limit, in: context)
        return try ([found] + entities.map { try $0.find(text, limit: limit, in: context) })
            .filter { $0.total > 0 }
    }

    /// The items, found by the store.
    private static func items(
        _ text: String, limit: Int, in context: ManagedObjectContext
    ) throws -> Found {
        var query = ItemQuery()
        query.search = text
        var request = try query.fetchRequest(in: context)
        let total = try context.count(for: request)
        request.sortDescriptors.insert(.relevance(to: text), at: 0)
        request.fetchLimit = limit
        let numbers = try context.fetchObjectIDs(request).compactMap(\.recordNumber)
        return Found(entity: .item, total: total, numbers: numbers)
    }
}

extension HouseholdSearch.Source {
    fileprivate func find(
        _ text: String, limit: Int, in context: ManagedObjectContext
    ) throws -> HouseholdSearch.Found {
        var request = FetchRequest<ManagedObject>(entityName: name.rawValue)
        request.predicate = .all([condition(text)] + [selection].compactMap(\.self))
        request.sortDescriptors = [.relevance(to: searched(text))]
        request.fetchLimit = limit
        let numbers = try context.fetchObjectIDs(request).compactMap(\.recordNumber)
        // Fewer than there may be are all.
        guard limit > 0, numbers.count == limit else {
            return HouseholdSearch.Found(entity: name, total: numbers.count, numbers: numbers)
        }
        request.fetchLimit = 0
        let total = try context.count(for: request)
        return HouseholdSearch.Found(entity: name, total: total, numbers: numbers)
    }
}
