import Foundation
public import Persistence

/// What was sold to one customer, or of one product: a row of a list. Voided sales count nowhere,
/// returns are subtracted.
public struct SalesSummary: Sendable, Hashable {
    /// What was sold, and what it comes to.
    public var totals: SalesTotals
    /// The first and the last day of a sale; nil if there is none.
    public var days: ClosedRange<CalendarDay>?

    public init(totals: SalesTotals = SalesTotals(), days: ClosedRange<CalendarDay>? = nil) {
        self.totals = totals
        self.days = days
    }

    /// The summaries of some customers, by record number, in four statements for all of them. Those of a
    /// list take less work of ``SalesFigures/summaries(ofCustomers:in:)``.
    ///
    /// - Throws: errors of the store.
    public static func ofCustomers(
        _ customers: [ManagedObjectID], in context: ManagedObjectContext
    ) throws -> [Int64: SalesSummary] {
        var summaries = try byRecord(["sale", "customer"], among: customers, in: context)
        for row in try context.fetchDictionaries(saleCounts(customers)) {
            let count = Int(row["count"]?.wholeNumber ?? 0)
            summaries[number(row), default: SalesSummary()].totals.saleCount = count
        }
        return summaries
    }

    /// What a customer bought of each product, by record number, without the number of sales.
    ///
    /// - Throws: errors of the store.
    public static func ofProducts(
        boughtBy customer: Customer, in context: ManagedObjectContext
    ) throws -> [Int64: SalesSummary] {
        try byRecord(
            ["product"], where: .key("sale.customer") == customer.objectID, in: context)
    }

    /// What each customer bought of a product, by record number, without the number of sales; sales without a
    /// customer under 0.
    ///
    /// - Throws: errors of the store.
    public static func ofCustomers(
        whoBought product: Product, in context: ManagedObjectContext
    ) throws -> [Int64: SalesSummary] {
        try byRecord(
            ["sale", "customer"], where: .key("product") == product.objectID, in: context)
    }

    private static func byRecord(
        _ group: [String], among ids: [ManagedObjectID], in context: ManagedObjectContext
    ) throws -> [Int64: SalesSummary] {
        guard !ids.isEmpty else { return [:] }
        return try byRecord(group, where: FetchExpression.keyPath(group).isIn(ids), in: context)
    }

    private static func byRecord(
        _ group: [String], where condition: FetchPredicate, in context: ManagedObjectContext
    ) throws -> [Int64: SalesSummary] {
        var summaries: [Int64: SalesSummary] = [:]
        for isReturn in [false, true] {
            let request = amounts(group, condition, isReturn: isReturn)
            for row in try context.fetchDictionaries(request) {
                summaries[number(row), default: SalesSummary()].totals.add(
                    row, isReturn: isReturn)
            }
        }
        for row in try context.fetchDictionaries(days(group, condition)) {
            summaries[number(row), default: SalesSummary()].takeDays(row)
        }
        return summaries
    }

    private static func amounts(
        _ group: [String], _ condition: FetchPredicate, isReturn: Bool
    ) -> DictionaryFetchRequest {
        var request = DictionaryFetchRequest(entityName: "SaleLine")
        request.columns = [("group", .keyPath(group))] + SalesTotals.lineColumns
        request.propertiesToGroupBy = [.keyPath(group)] + SalesTotals.lineGroups
        request.predicate = .and([
            condition, .has(["sale", "voidedAt"], false), .has(["sale", "returnOf"], isReturn),
        ])
        return request
    }

    private static func days(
        _ group: [String], _ condition: FetchPredicate
    ) -> DictionaryFetchRequest {
        var request = DictionaryFetchRequest(entityName: "SaleLine")
        request.columns = [
            ("group", .keyPath(group)),
            ("first", .function("min:", [.keyPath(["sale", "date"])])),
            ("last", .function("max:", [.keyPath(["sale", "date"])])),
        ]
        request.propertiesToGroupBy = [.keyPath(group)]
        request.predicate = .and([
            condition, .has(["sale", "voidedAt"], false), .has(["sale", "returnOf"], false),
        ])
        return request
    }

    private static func saleCounts(_ customers: [ManagedObjectID]) -> DictionaryFetchRequest {
        var request = DictionaryFetchRequest(entityName: "Sale")
        request.columns = [
            ("group", .keyPath(["customer"])),
            ("count", .function("count:", [.evaluatedObject])),
        ]
        request.propertiesToGroupBy = [.keyPath(["customer"])]
        request.predicate = .and([
            FetchExpression.key("customer").isIn(customers), .has("voidedAt", false),
            .has("returnOf", false),
        ])
        return request
    }

    private static func number(_ row: FetchedDictionary) -> Int64 {
        if case .object(let id) = row["group"] { id.recordNumber ?? 0 } else { 0 }
    }

    private mutating func takeDays(_ row: FetchedDictionary) {
        if case .date(let first) = row["first"], case .date(let last) = row["last"] {
            days = CalendarDay(first)...CalendarDay(last)
        }
    }
}
