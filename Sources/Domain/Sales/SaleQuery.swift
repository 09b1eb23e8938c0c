public import Persistence

/// The sales of a list, and their order.
public struct SaleQuery: Sendable, Hashable {
    /// Words that must each be in the customer's name, find a product, or be the sale's number; a
    /// word with a hash is only a number.
    public var search = ""
    /// The customer, by record number; nil for all.
    public var customer: Int64?
    /// Whether they have a customer, even a removed one; nil for both.
    public var hasCustomer: Bool?
    /// The product, by record number; nil for all.
    public var product: Int64?
    /// The first day.
    public var from: CalendarDay?
    /// The last day.
    public var through: CalendarDay?
    /// Whether they are void; nil for both.
    public var isVoid: Bool?
    /// Whether they are returns; nil for both.
    public var isReturn: Bool?
    /// Whether something is owed; nil for both.
    public var isOwed: Bool?
    /// A condition that the user has typed.
    public var predicate: FetchPredicate?
    /// The order; empty for the latest number first.
    public var sortDescriptors: [FetchSortDescriptor] = []
    /// Whether to sort by total, in ascending or descending order; nil for another order. Void
    /// sales come last in both.
    public var isTotalAscending: Bool?

    public init() {}

    /// The same sales as a period, whose totals are faster; nil if the query has other filters.
    var period: SalesPeriod? {
        guard search.isEmpty, predicate == nil, product == nil, hasCustomer == nil,
            isReturn == nil, isOwed == nil, isVoid != true
        else { return nil }
        return SalesPeriod(from: from, through: through, customer: customer)
    }

    /// The request for these sales.
    ///
    /// - Throws: errors of the model.
    public func fetchRequest(_ coordinator: PersistentStoreCoordinator) throws -> FetchRequest<Sale>
    {
        var request = FetchRequest<Sale>()
        request.predicate = try condition(coordinator)
        let totals = isTotalAscending.map { isAscending in
            [
                FetchSortDescriptor("isCounted", ascending: false),
                FetchSortDescriptor("totalCents", ascending: isAscending),
            ]
        }
        request.sortDescriptors =
            (totals ?? []) + sortDescriptors + [FetchSortDescriptor("number", ascending: false)]
        return request
    }

    func condition(_ coordinator: PersistentStoreCoordinator) throws -> FetchPredicate? {
        var conditions = searchedWords.map(Self.has)
        if let customer {
            let id = try coordinator.objectID(entityName: "Customer", recordNumber: customer)
            conditions.append(.key("customer") == id)
        }
        if let hasCustomer { conditions.append(.has("customer", hasCustomer)) }
        if let product {
            let id = try coordinator.objectID(entityName: "Product", recordNumber: product)
            conditions.append(.any(.key("lines.product") == id))
        }
        if let from { conditions.append(.key("date") >= from.date) }
        if let through { conditions.append(.key("date") <= through.date) }
        if let isVoid { conditions.append(.has("voidedAt", isVoid)) }
        if let isReturn { conditions.append(.has("returnOf", isReturn)) }
        if let isOwed { conditions.append(isOwed ? .key("owedCents") > 0 : .key("owedCents") == 0) }
        if let predicate { conditions.append(predicate) }
        return .all(conditions)
    }

    /// The visible words of the search.
    private var searchedWords: [String] {
        search.split(whereSeparator: \.isWhitespace).map(String.init).filter {
            !SearchFolding.pattern(of: $0).isEmpty
        }
    }

    private static func has(_ word: String) -> FetchPredicate {
        let number = number(word)
        if let number, SearchFolding.patternText(of: word).hasPrefix("#") {
            return .key("number") == number
        }
        return .or(
            [
                .word(word, in: "name", of: "customer"),
                .search(ProductQuery.searched(word), in: ["lines.product"]),
                .key("numberText") == word,
            ] + (number.map { [.key("number") == $0] } ?? []))
    }

    /// The number in a word: 17 for `#17` and `17`.
    private static func number(_ word: String) -> Int64? {
        let word = SearchFolding.patternText(of: word)
        return Int64(word.hasPrefix("#") ? word.dropFirst() : word[...])
            .flatMap { $0 > 0 ? $0 : nil }
    }
}

/// A period of sales, for totals.
public struct SalesPeriod: Sendable, Hashable {
    /// The first day; nil for no limit.
    public var from: CalendarDay?
    /// The last day; nil for no limit.
    public var through: CalendarDay?
    /// The customer, by record number; nil for all.
    public var customer: Int64?
    /// The product, by record number; nil for all.
    public var product: Int64?

    public init(
        from: CalendarDay? = nil, through: CalendarDay? = nil, customer: Int64? = nil,
        product: Int64? = nil
    ) {
        self.from = from
        self.through = through
        self.customer = customer
        self.product = product
    }

    /// The conditions on an attribute with the day.
    func conditions(on attribute: String) -> [FetchPredicate] {
        let date = FetchExpression.key(attribute)
        return [from.map { date >= $0.date }, through.map { date <= $0.date }].compactMap(\.self)
    }

    /// The sales of one day.
    public static func day(_ day: CalendarDay) -> SalesPeriod {
        SalesPeriod(from: day, through: day)
    }

    /// The preceding period of the same length; nil if the period is open. Whole months are
    /// compared with as many whole months.
    public var before: SalesPeriod? {
        guard let from, let through, from <= through else { return nil }
        var before = self
        before.through = from.adding(days: -1)
        if from == from.firstOfMonth, through == through.lastOfMonth {
            var first = from
            let months = (through.year - from.year) * 12 + through.month - from.month + 1
            for _ in 0..<months { first = first.adding(days: -1).firstOfMonth }
            before.from = first
        } else {
            let days = through.daysSince1970 - from.daysSince1970 + 1
            before.from = from.adding(days: -days)
        }
        return before
    }
}
