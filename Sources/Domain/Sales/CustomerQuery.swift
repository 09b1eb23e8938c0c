public import Persistence

/// Which customers a list shows, and in which order.
public struct CustomerQuery: Sendable, Hashable {
    /// Words that each have to be in a customer's name, e-mail address, number or in the name of a
    /// product that was bought, in any order. Numbers are compared by their digits alone.
    public var search = ""
    /// The product that they bought, by record number; nil for all.
    public var product: Int64?
    /// Whether they have a card; nil for both.
    public var hasCard: Bool?
    /// The tag that they have, by record number; nil for all.
    public var tag: Int64?
    /// A condition of the person's own.
    public var predicate: FetchPredicate?
    /// The order; empty for the order of the names.
    public var sortDescriptors: [FetchSortDescriptor] = []
    /// The order by what was sold to them, before ``sortDescriptors``; nil for none.
    public var salesOrder: CustomerSalesOrder?

    public init() {}

    var words: [String] {
        (Self.number(search) ?? search).split(whereSeparator: \.isWhitespace).map(String.init)
    }

    /// What an index of texts is asked for: the words of a search, or the digits of a number.
    static func words(of search: String) -> [String] {
        var query = CustomerQuery()
        query.search = search
        return query.wholeNumber.map { [$0] } ?? query.words
    }

    /// The digits of a whole number without the zeros that are dialled before them within a country, or
    /// out of it; nil if the search is none.
    var wholeNumber: String? {
        guard let digits = Self.number(search)?.filter(\.isNumber), digits.count > 6 else {
            return nil
        }
        return String(digits.drop { $0 == "0" })
    }

    /// The search in plain characters if it may be a number, or a part of one.
    private static func number(_ search: String) -> String? {
        let plain = ContactNumber.plain(search)
        return plain.allSatisfy { "0123456789 +-()./".contains($0) } ? plain : nil
    }

    /// Whether nothing but words select, and the order is that of the names.
    var isByNameAlone: Bool {
        product == nil && hasCard == nil && tag == nil && predicate == nil && salesOrder == nil
            && (sortDescriptors.isEmpty || sortDescriptors == [Self.byName(true)] || isDescending)
    }

    /// The same query in the order that customers have before they are sorted by what was sold to
    /// them.
    var beforeSales: CustomerQuery {
        var query = self
        query.salesOrder = nil
        return query
    }

    /// Whether the names come in the opposite order.
    var isDescending: Bool { sortDescriptors == [Self.byName(false)] }

    private static func byName(_ ascending: Bool) -> FetchSortDescriptor {
        FetchSortDescriptor("name", ascending: ascending, comparison: .localizedStandard)
    }

    /// The conditions other than the words; nil if all customers fit.
    func condition(_ coordinator: PersistentStoreCoordinator) throws -> FetchPredicate? {
        var conditions: [FetchPredicate] = []
        if let product {
            let id = try coordinator.objectID(entityName: "Product", recordNumber: product)
            conditions.append(
                try FetchPredicate(
                    format: "SUBQUERY(sales, $s, ANY $s.lines.product == %@).@count > 0", id))
        }
        if let tag {
            let id = try coordinator.objectID(entityName: "CustomerTag", recordNumber: tag)
            conditions.append(try FetchPredicate(format: "ANY tags == %@", id))
        }
        if let hasCard { conditions.append(.has("creditCard", hasCard)) }
        if let predicate { conditions.append(predicate) }
        return .all(conditions)
    }
}
