public import Foundation
public import Persistence

/// A row of a list of sales, read without managed objects, because a day may have thousands.
public struct ListedSale: Sendable {
    /// A sold product and its quantity.
    public struct Product: Sendable, Hashable {
        /// The name of the product.
        public let name: String
        public let quantity: Decimal
    }

    private let row: FetchedDictionary
    /// The record number.
    public let recordNumber: Int64
    /// The day.
    public let day: CalendarDay
    /// The products by line.
    public let products: [Product]
    /// The total; negative for a return.
    public let total: Decimal

    /// The number on the receipt.
    public var writtenNumber: String {
        row["numberText"]?.stringValue ?? String(row["number"]?.wholeNumber ?? 0)
    }

    /// The time of day; nil if unknown.
    public var time: TimeOfDay? {
        row["minuteOfDay"]?.wholeNumber.flatMap { TimeOfDay(minute: Int($0)) }
    }

    /// The customer's record number; nil for a walk-in and for a removed person.
    public var customer: Int64? { row["customer"]?.objectID?.recordNumber }

    /// The customer's name; empty without one.
    public var customerName: String { row["customerName"]?.stringValue ?? "" }

    /// Whether the customer is a walk-in.
    public var isWalkIn: Bool {
        // Older returns take this from their sale.
        row["isWalkIn"] == .boolean(true) || row["isOfWalkIn"] == .boolean(true)
    }

    /// Whether it is a return.
    public var isReturn: Bool { row["returnOf"]?.objectID?.recordNumber != nil }

    /// Whether it is void.
    public var isVoid: Bool { row.isVoid }

    /// The amount that is still owed.
    public var owed: Decimal { Cents.amount(row["owedCents"]?.wholeNumber ?? 0) }

    fileprivate init?(
        _ row: FetchedDictionary, _ products: [Int64: [Product]],
        _ context: ManagedObjectContext
    ) throws {
        guard let record = row["sale"]?.objectID?.recordNumber, case .date(let date) = row["date"]
        else {
            return nil
        }
        self.row = row
        recordNumber = record
        day = CalendarDay(date)
        self.products = products[record] ?? []
        total =
            row.isVoid || row["isHuge"] == .boolean(true)
            ? try Sale.find(record, in: context)?.total ?? 0
            : Cents.amount(row["totalCents"]?.wholeNumber ?? 0)
    }

    /// The rows of a request, in its order.
    ///
    /// - Throws: errors of the predicate and of the store.
    public static func fetch(
        _ request: FetchRequest<Sale>, in context: ManagedObjectContext
    ) throws -> [ListedSale] {
        let rows = try context.fetchDictionaries(rows(of: request))
        let ids = rows.compactMap { row -> ManagedObjectID? in
            if case .object(let id) = row["sale"] { id } else { nil }
        }
        let products = try products(in: ids, context)
        return try rows.compactMap { try ListedSale($0, products, context) }
    }

    private static func rows(of sales: FetchRequest<Sale>) -> DictionaryFetchRequest {
        let keys = [
            "number", "numberText", "date", "minuteOfDay", "customer", "isWalkIn", "returnOf",
            "voidedAt", "owedCents", "totalCents", "isHuge",
        ]
        return DictionaryFetchRequest(
            sales,
            columns: [
                ("sale", .evaluatedObject), ("customerName", .key("customer.name")),
                ("isOfWalkIn", .key("returnOf.isWalkIn")),
            ] + keys.map { ($0, .key($0)) })
    }

    /// The products of some sales, by record number, in the order of their lines.
    private static func products(
        in sales: [ManagedObjectID], _ context: ManagedObjectContext
    ) throws -> [Int64: [Product]] {
        guard !sales.isEmpty else { return [:] }
        let request = DictionaryFetchRequest(
            entityName: "SaleLine", FetchExpression.key("sale").isIn(sales),
            columns: [
                ("line", .evaluatedObject), ("sale", .key("sale")),
                ("name", .key("product.name")), ("quantity", .key("quantity")),
            ])
        var lines: [Int64: [(number: Int64, product: Product)]] = [:]
        for row in try context.fetchDictionaries(request) {
            guard let sale = row["sale"]?.objectID?.recordNumber else { continue }
            let product = Product(
                name: row["name"]?.stringValue ?? "",
                quantity: row["quantity"]?.decimalValue ?? 0)
            lines[sale, default: []].append((row["line"]?.objectID?.recordNumber ?? 0, product))
        }
        return lines.mapValues { $0.sorted { $0.number < $1.number }.map(\.product) }
    }
}

extension FetchedDictionary {
    fileprivate var isVoid: Bool { self["voidedAt"].map { $0 != .null } ?? false }
}
