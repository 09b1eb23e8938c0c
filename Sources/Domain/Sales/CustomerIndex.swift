public import Persistence

/// Finds customers.
public final class CustomerIndex: Sendable {
    init() {}

    /// Some of the customers of a query, and how many there are.
    public struct Page {
        /// The customers, in the order of the query.
        public let records: [Customer]
        /// The number of all customers of the query.
        public let total: Int
    }

    /// A page of the customers of a query.
    ///
    /// - Parameters:
    ///   - offset: how many customers to pass over. Default: 0.
    ///   - limit: the greatest number of customers; nil, the default, for all.
    /// - Throws: errors of the predicate and of the store.
    public func page(
        of query: CustomerQuery, offset: Int = 0, limit: Int? = nil,
        in context: ManagedObjectContext
    ) throws -> Page {
        var request = FetchRequest<Customer>()
        request.predicate = .all(
            try query.words.map(Self.contains)
                + [query.condition(context.coordinator)]
                .compactMap { $0 })
        let total = try context.count(for: request)
        request.sortDescriptors =
            query.sortDescriptors + [FetchSortDescriptor("name", comparison: .localizedStandard)]
        request.fetchOffset = offset
        request.fetchLimit = limit ?? 0
        return Page(records: limit == 0 ? [] : try context.fetch(request), total: total)
    }

    /// The customers who have the same e-mail address, or the same digits in their number.
    ///
    /// - Parameter customer: the customer who may have them; nil, the default, for a new one.
    /// - Throws: errors of the store.
    public func duplicates(
        emailid: String?, contactno: String?, otherThan customer: Customer? = nil,
        in context: ManagedObjectContext
    ) throws -> [Customer] {
        let digits = contactno.map(Self.digits) ?? ""
        return try context.fetch(FetchRequest<Customer>()).filter { other in
            guard other !== customer else { return false }
            let isSameAddress =
                emailid != nil && other.emailid?.lowercased() == emailid?.lowercased()
            return isSameAddress
                || (!digits.isEmpty && other.contactno.map(Self.digits) == digits)
        }
    }

    static func digits(_ text: String) -> String {
        text.filter { $0.isASCII && $0.isNumber }
    }

    private static func contains(_ word: String) -> FetchPredicate {
        .or(
            [["name"], ["emailid"], ["contactno"]].map { keyPath in
                .comparison(
                    FetchComparison(
                        .keyPath(keyPath), .contains, .constant(.string(word)),
                        options: [.caseInsensitive, .diacriticInsensitive]))
            })
    }
}
