public import Persistence

/// Finds records of all sections by words: each word anywhere in their texts, in any order, without
/// case and accents, whole words ranked before beginnings and parts.
public enum HouseholdSearch {
    /// The matches in one entity.
    public struct Found: Sendable {
        public let entity: EntityName
        /// The number of matching records.
        public let total: Int
        /// The record numbers of the best matches, best first.
        public let numbers: [Int64]
    }

    /// A kind of records that is searched, in the texts that the model marks for indexing.
    public struct Source: Sendable, ExpressibleByStringLiteral {
        public let name: EntityName
        /// The search text for a typed text.
        fileprivate var searched: @Sendable (String) -> String = { $0 }
        /// The condition for a search text.
        fileprivate var condition: @Sendable (String) -> FetchPredicate = { .search($0) }
        /// The condition for records to search; nil for all.
        fileprivate var selection: FetchPredicate?

        /// All records of an entity.
        public init(_ name: EntityName) { self.name = name }

        /// All records of the entity with a name.
        public init(stringLiteral name: String) { self.init(EntityName(name)) }
    }

    /// The records with all words of a text, by entity; entities without matches are left out.
    ///
    /// - Parameters:
    ///   - sources: the searched kinds of records, in the order of display.
    ///   - limit: the maximum number of listed records for each entity.
    /// - Throws: errors of the store.
    public static func find(
        _ text: String, among sources: [Source], limit: Int, in context: ManagedObjectContext
    ) throws -> [Found] {
        guard !text.allSatisfy(\.isWhitespace) else { return [] }
        return try sources.map { try $0.find(text, limit: limit, in: context) }
            .filter { $0.total > 0 }
    }
}

extension HouseholdSearch.Source {
    /// The items that are not in the trash.
    public static let item = Self(.item)

    /// Customers, whose telephone numbers are found regardless of separators.
    public static let customer: Self = {
        var source = Self(.customer)
        source.searched = { CustomerQuery.words(of: $0).joined(separator: " ") }
        source.condition = CustomerQuery.hasWords
        return source
    }()

    /// Products, which have codes.
    public static let product: Self = {
        var source = Self(.product)
        source.searched = ProductQuery.searched
        source.condition = { .search(ProductQuery.searched($0)) }
        return source
    }()

    /// Photos that are in a list.
    public static let photo: Self = {
        var source = Self(.photo)
        source.selection = PhotoQuery.isListed
        return source
    }()

    fileprivate func find(
        _ text: String, limit: Int, in context: ManagedObjectContext
    ) throws -> HouseholdSearch.Found {
        guard name != .item else { return try Self.items(text, limit: limit, in: context) }
        var request = FetchRequest<ManagedObject>(entityName: name.rawValue)
        request.predicate = .all([condition(text)] + [selection].compactMap(\.self))
        request.sortDescriptors = [.relevance(to: searched(text))]
        request.fetchLimit = limit
        let numbers = try context.fetchObjectIDs(request).compactMap(\.recordNumber)
        // Fewer than the limit are all.
        guard limit > 0, numbers.count == limit else {
            return HouseholdSearch.Found(entity: name, total: numbers.count, numbers: numbers)
        }
        request.fetchLimit = 0
        let total = try context.count(for: request)
        return HouseholdSearch.Found(entity: name, total: total, numbers: numbers)
    }

    private static func items(
        _ text: String, limit: Int, in context: ManagedObjectContext
    ) throws -> HouseholdSearch.Found {
        var query = ItemQuery()
        query.search = text
        var request = try query.fetchRequest(in: context)
        let total = try context.count(for: request)
        request.sortDescriptors.insert(.relevance(to: text), at: 0)
        request.fetchLimit = limit
        let numbers = try context.fetchObjectIDs(request).compactMap(\.recordNumber)
        return HouseholdSearch.Found(entity: .item, total: total, numbers: numbers)
    }
}
