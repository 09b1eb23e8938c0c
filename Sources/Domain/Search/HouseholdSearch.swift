public import Persistence

/// Finds records of all sections by words: two words in any order, without case and accents, whole
/// words before parts.
public final class HouseholdSearch: Sendable {
    /// What was found in one entity.
    public struct Found: Sendable {
        public let entity: EntityName
        /// How many records have the words.
        public let total: Int
        /// The best of them, best first.
        public let numbers: [Int64]
    }

    /// What is looked through behind the items, in the order in which hits are shown, with the
    /// attributes whose texts count. The first one is what people know a record by.
    public static let entities: [(name: EntityName, keys: [String])] = [
        (.location, ["name", "notes"]), (.tag, ["name"]),
        (.assetType, ["label"]), (.customer, ["name", "emailid", "contactno"]),
        (.product, ["name", "sku", "barcode"]),
        (.groceryItem, ["name"]), (.bookCategory, ["name"]),
        (.book, ["title"]), (.page, ["text"]),
        (.place, ["name"]), (.photo, ["title", "camera"]),
    ]

    /// Which records can be found, where that is not all.
    private static let selections: [EntityName: FetchPredicate] = [.photo: PhotoQuery.isListed]

    /// Other spellings of texts, under which they are found too: numbers by their digits.
    private static func spelling(of text: String, in entity: EntityName) -> String? {
        switch entity {
        case .product: GTIN(text)?.significantDigits
        case .customer: ContactNumber(text).digitsToSearch
        default: nil
        }
    }

    private let items: ItemIndex
    private let others: [EntitySearch<Void>]

    init(items: ItemIndex, _ changes: ChangeFeed) {
        self.items = items
        others = Self.entities.map { entity, keys in
            EntitySearch(
                entity, keys: keys, only: Self.selections[entity],
                spelling: { Self.spelling(of: $0, in: entity) }, changes)
        }
    }

    private var searches: [any RecordSearch] { [items] + others }

    /// What has to hear of each save.
    var followers: [any ChangeFollower] { searches.map { $0 } }

    /// Reads what is searched into memory.
    ///
    /// - Throws: errors of the store.
    func warm(in context: ManagedObjectContext) throws {
        for search in searches { try search.warm(in: context) }
    }

    /// The records with all words of a text, by entity; entities without any are left out.
    ///
    /// - Parameter limit: how many records of each entity are named.
    /// - Throws: errors of the store.
    public func find(
        _ text: String, limit: Int, in context: ManagedObjectContext
    ) throws -> [Found] {
        guard !text.allSatisfy(\.isWhitespace) else { return [] }
        return try searches.compactMap { search in
            let (total, numbers) = try search.best(
                with: Self.words(of: text, for: search.entity), limit: limit, in: context)
            return total == 0
                ? nil : Found(entity: search.entity, total: total, numbers: numbers)
        }
    }

    /// What the texts of an entity are asked for.
    private static func words(of text: String, for entity: EntityName) -> [String] {
        switch entity {
        case .product: ProductQuery.words(of: text)
        case .customer: CustomerQuery.words(of: text)
        default: text.split(whereSeparator: \.isWhitespace).map(String.init)
        }
    }

    /// The record numbers of those of an entity that have every word, in any order; nil if the store
    /// has to be asked: as long as its texts are not in memory, and if it is none of ``entities``.
    public func numbers(
        of entity: EntityName, with words: [String], in context: ManagedObjectContext
    ) -> [Int64]? {
        others.first { $0.entity == entity }?.numbers(with: words, in: context)
    }
}
