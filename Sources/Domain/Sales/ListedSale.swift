public import Foundation
public import Persistence

/// A row of a list of sales, read without managed objects, because a day may have thousands.
public struct ListedSale: Sendable, Hashable {
    /// A sold product and its quantity.
    public struct Product: Sendable, Hashable {
        /// The name of the product.
        public let name: String
        public let quantity: Decimal
    }

    /// The record number.
    public let recordNumber: Int64
    /// The number on the receipt.
    public let writtenNumber: String
    /// The day.
    public let day: CalendarDay
    /// The time of day; nil if unknown.
    public let time: TimeOfDay?
    /// The customer's record number; nil for a walk-in and for a removed person.
    public let customer: Int64?
    /// The customer's name; empty without one.
    public let customerName: String
    /// Whether the customer is a walk-in.
    public let isWalkIn: Bool
    /// Whether it is a return.
    public let isReturn: Bool
    /// Whether it is void.
    public let isVoid: Bool
    /// The amount that is still owed.
    public let owed: Decimal
    /// The products by line.
    public let products: [Product]
    /// The total; negative for a return.
    public let total: Decimal

    fileprivate init?(
        _ row: FetchedDictionary, _ products: [Int64: [Product]],
        _ context: ManagedObjectContext
    ) throws {
        guard let record = row["sale"]?.objectID?.recordNumber, case .date(let date) = row["date"]
        else {
            return nil
        }
        recordNumber = record
        writtenNumber =
            row["numberText"]?.stringValue ?? String(row["number"]?.wholeNumber ?? 0)
        day = CalendarDay(date)
        time = row["time"]?.wholeNumber.flatMap { TimeOfDay(minute: Int($0)) }
        customer = row["customer"]?.objectID?.recordNumber
        customerName = row["customerName"]?.stringValue ?? ""
        // Older returns take this from their sale.
        isWalkIn = row["isWalkIn"] == .boolean(true) || row["isOfWalkIn"] == .boolean(true)
        isReturn = row["returnOf"]?.objectID?.recordNumber != nil
        isVoid = row["voidedAt"].map { $0 != .null } ?? false
        owed = Cents.amount(row["owed"]?.wholeNumber ?? 0)
        self.products = products[record] ?? []
        if isVoid || row["isHuge"] == .boolean(true) {
            total = try Sale.find(record, in: context)?.total ?? 0
        } else {
            total = Cents.amount(row["total"]?.wholeNumber ?? 0)
        }
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
        var request = DictionaryFetchRequest(entityName: "Sale")
        request.columns = [
            ("sale", .evaluatedObject), ("number", .keyPath(["number"])),
            ("numberText", .keyPath(["numberText"])),
            ("date", .keyPath(["date"])), ("time", .keyPath(["minuteOfDay"])),
            ("customer", .keyPath(["customer"])),
            ("customerName", .keyPath(["customer", "name"])),
            ("isWalkIn", .keyPath(["isWalkIn"])),
            ("isOfWalkIn", .keyPath(["returnOf", "isWalkIn"])),
            ("returnOf", .keyPath(["returnOf"])), ("voidedAt", .keyPath(["voidedAt"])),
            ("owed", .keyPath(["owedCents"])), ("total", .keyPath(["totalCents"])),
            ("isHuge", .keyPath(["isHuge"])),
        ]
        request.predicate = sales.predicate
        request.sortDescriptors = sales.sortDescriptors
        request.fetchLimit = sales.fetchLimit
        request.fetchOffset = sales.fetchOffset
        return request
    }

    /// The products of some sales, by record number, in the order of their lines.
    private static func products(
        in sales: [ManagedObjectID], _ context: ManagedObjectContext
    ) throws -> [Int64: [Product]] {
        guard !sales.isEmpty else { return [:] }
        var request = DictionaryFetchRequest(entityName: "SaleLine")
        request.columns = [
            ("line", .evaluatedObject), ("sale", .keyPath(["sale"])),
            ("name", .keyPath(["product", "name"])), ("quantity", .keyPath(["quantity"])),
        ]
        request.predicate = FetchExpression.key("sale").isIn(sales)
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
