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

    var words: [String] { search.split(whereSeparator: \.isWhitespace).map(String.init) }

    /// The digits of a number as it is dialled within a country, without the zero that stands before
    /// them there alone; nil if the search is no such number.
    var nationalNumber: String? {
        let search = SearchFolding.patternText(of: search)
        guard search.allSatisfy({ $0.isWhitespace || "0123456789-()./".contains($0) }) else {
            return nil
        }
        let digits = search.filter(\.isNumber)
        guard digits.count > 6, digits.hasPrefix("0"), !digits.hasPrefix("00") else { return nil }
        return String(digits.dropFirst())
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
