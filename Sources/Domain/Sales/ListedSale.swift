public import Foundation
public import Persistence

/// What a list shows of a sale: read without its record, its lines' and its customer's, of which a day has
/// thousands.
public struct ListedSale: Sendable, Hashable {
    /// A product that was sold, and how many of it.
    public struct Product: Sendable, Hashable {
        /// What it is called.
        public let name: String
        /// How many were sold, or how much.
        public let quantity: Decimal
    }

    /// The number of the record.
    public let recordNumber: Int64
    /// The number of the sale, as it stands on its receipt.
    public let writtenNumber: String
    /// The day.
    public let day: CalendarDay
    /// The time of day; nil if nobody knows it.
    public let time: TimeOfDay?
    /// The record number of the customer; nil for somebody who walked in, and after the person was removed.
    public let customer: Int64?
    /// The name of the customer; empty without one.
    public let customerName: String
    /// Whether nobody was asked for a name.
    public let isWalkIn: Bool
    /// Whether it came back.
    public let isReturn: Bool
    /// Whether it counts nowhere.
    public let isVoid: Bool
    /// What is still to be paid.
    public let owed: Decimal
    /// What was sold, line by line.
    public let products: [Product]
    /// The sum of the lines; below zero for a return.
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
        // A return from before it was noted there is one of its sale.
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

    /// The sales of a request, in its order, as a list shows them.
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

    /// What was sold in some sales, by record number, in the order of their lines.
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
