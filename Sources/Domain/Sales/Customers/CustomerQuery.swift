public import Persistence

/// The customers of a list, and their order.
public struct CustomerQuery: Sendable, Hashable {
    /// Search words, in any order. Each must be in the name, e-mail address, number or the name of
    /// a bought product. Only the digits of numbers are compared.
    public var search = ""
    /// A product that they bought, by record number; nil for all.
    public var product: Int64?
    /// Whether they have a card; nil for both.
    public var hasCard: Bool?
    /// A tag that they have, by record number; nil for all.
    public var tag: Int64?
    /// A condition that the user has typed.
    public var predicate: FetchPredicate?
    /// The order; empty for order by name.
    public var sortDescriptors: [FetchSortDescriptor] = []

    public init() {}

    /// The request for these customers.
    ///
    /// - Throws: errors of the model.
    public func fetchRequest(
        _ coordinator: PersistentStoreCoordinator
    ) throws -> FetchRequest<Customer> {
        var request = FetchRequest<Customer>()
        request.predicate = try condition(coordinator)
        request.sortDescriptors =
            sortDescriptors + [FetchSortDescriptor("name", comparison: .localizedStandard)]
        return request
    }

    private func condition(_ coordinator: PersistentStoreCoordinator) throws -> FetchPredicate? {
        var conditions = try searched.map { [$0] } ?? []
        if let product {
            let id = try coordinator.objectID(entityName: "Product", recordNumber: product)
            conditions.append(
                try FetchPredicate(
                    format: "SUBQUERY(sales, $s, ANY $s.lines.product == %@).@count > 0", id))
        }
        if let tag {
            let id = try coordinator.objectID(entityName: "CustomerTag", recordNumber: tag)
            conditions.append(.any(.key("tags") == id))
        }
        if let hasCard { conditions.append(.has("creditCard", hasCard)) }
        if let predicate { conditions.append(predicate) }
        return .all(conditions)
    }
}

// MARK: - Words

extension CustomerQuery {
    /// The words of a search, or the digits of the number that it is.
    static func words(of search: String) -> [String] {
        wholeNumber(search).map { [$0] } ?? separateWords(search)
    }

    /// Customers with each search word in a text or a number.
    static func hasWords(of search: String) -> FetchPredicate {
        .and(words(of: search).map { .or(hasWord($0)) })
    }

    /// Customers that the search finds; nil without words.
    private var searched: FetchPredicate? {
        get throws {
            let words = Self.separateWords(search)
            guard !words.isEmpty else { return nil }
            // A customer with the whole number has all words of it, and such alternatives use an
            // index.
            let isWhole = Self.wholeNumber(search).map(Self.hasWord) ?? []
            return .and(
                try words.map { .or(Self.hasWord($0) + (try Self.bought($0)) + isWhole) })
        }
    }

    private static func separateWords(_ search: String) -> [String] {
        (number(search) ?? search).split(whereSeparator: \.isWhitespace).map(String.init)
    }

    /// The digits of a whole number without leading zeros of national or international dialling;
    /// nil if the search is not such a number.
    private static func wholeNumber(_ search: String) -> String? {
        guard let digits = number(search)?.filter(\.isNumber), digits.count > 6 else { return nil }
        return String(digits.drop { $0 == "0" })
    }

    /// The search in plain characters if it may be a number, or a part of one.
    private static func number(_ search: String) -> String? {
        let plain = ContactNumber.plain(search)
        return plain.allSatisfy { "0123456789 +-()./".contains($0) } ? plain : nil
    }

    /// Alternative conditions: the word is in a text, or its digits are in a number.
    private static func hasWord(_ word: String) -> [FetchPredicate] {
        let text = SearchFolding.patternText(of: word)
        let digits =
            text.allSatisfy { "0123456789+-()./".contains($0) }
            ? CustomerMatcher.digits(text) : ""
        return digits.isEmpty || digits == text
            ? [.search(word)] : [.search(word), .search(digits)]
    }

    /// Customers who bought a product that a word finds; empty for short words, which would match
    /// nearly all.
    private static func bought(_ word: String) throws -> [FetchPredicate] {
        let pattern = SearchFolding.patternText(of: word)
        guard word.count >= 3, !pattern.isEmpty else { return [] }
        // The first condition is decided without reading any customer.
        return [
            .and([
                .search(word, in: ["sales.lines.product"]),
                try FetchPredicate(
                    format: """
                        SUBQUERY(sales, $s, $s.voidedAt == nil AND $s.returnOf == nil \
                        AND indexedText:($s.lines.product) CONTAINS %@).@count > 0
                        """, pattern),
            ])
        ]
    }
}
