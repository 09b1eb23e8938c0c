public import Foundation
public import Persistence

/// What a list shows of a sale: read without its record, its lines' and its customer's, of which a day has
/// thousands.
public struct ListedSale: Sendable, Hashable {
    /// A product that was sold, and how many of it.
    public struct Product: Sendable, Hashable {
        /// What it is called.
        public let name: String
        /// How many were sold.
        public let quantity: Int
    }

    /// The number of the record.
    public let recordNumber: Int64
    /// The number of the sale.
    public let number: Int64
    /// The day.
    public let day: CalendarDay
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
        _ row: FetchedDictionary, _ sold: [Int64: SoldLines], products names: [Int64: String]
    ) {
        guard let record = row["sale"]?.recordNumber, case .date(let date) = row["date"] else {
            return nil
        }
        let sold = sold[record] ?? SoldLines()
        recordNumber = record
        number = row["number"]?.wholeNumber ?? 0
        day = CalendarDay(date)
        customer = row["customer"]?.recordNumber
        customerName = row["customerName"]?.text ?? ""
        // A return from before it was noted there is one of its sale.
        isWalkIn = row["isWalkIn"] == .boolean(true) || row["isOfWalkIn"] == .boolean(true)
        isReturn = row["returnOf"]?.recordNumber != nil
        isVoid = row["voidedAt"].map { $0 != .null } ?? false
        owed = Cents.amount(row["owed"]?.wholeNumber ?? 0)
        products = sold.lines.map {
            Product(name: names[$0.product] ?? "", quantity: Int($0.quantity))
        }
        total = Cents.amount(ofMany: sold.cents)
    }
}

extension SalesFigures {
    /// The sales of a request, in its order, as a list shows them. What was sold is known in memory, so that
    /// no line is read of a sale that counts.
    ///
    /// - Throws: errors of the predicate and of the store.
    public func listed(
        _ request: FetchRequest<Sale>, in context: ManagedObjectContext
    ) throws -> [ListedSale] {
        let rows = try context.fetchDictionaries(Self.rows(of: request))
        let sold = try sold(in: rows, context)
        let products = Set(sold.values.flatMap { $0.lines.map(\.product) })
        let names = try Self.names(ofProducts: products, in: context)
        return rows.compactMap { ListedSale($0, sold, products: names) }
    }

    private static func rows(of sales: FetchRequest<Sale>) -> DictionaryFetchRequest {
        var request = DictionaryFetchRequest(entityName: "Sale")
        request.columns = [
            ("sale", .evaluatedObject), ("number", .keyPath(["number"])),
            ("date", .keyPath(["date"])), ("customer", .keyPath(["customer"])),
            ("customerName", .keyPath(["customer", "name"])),
            ("isWalkIn", .keyPath(["isWalkIn"])),
            ("isOfWalkIn", .keyPath(["returnOf", "isWalkIn"])),
            ("returnOf", .keyPath(["returnOf"])), ("voidedAt", .keyPath(["voidedAt"])),
            ("owed", .keyPath(["owedCents"])),
        ]
        request.predicate = sales.predicate
        request.sortDescriptors = sales.sortDescriptors
        request.fetchLimit = sales.fetchLimit
        request.fetchOffset = sales.fetchOffset
        return request
    }

    /// The lines of sales that count from memory, and of others from the store.
    private func sold(
        in rows: [FetchedDictionary], _ context: ManagedObjectContext
    ) throws -> [Int64: SoldLines] {
        let ledger = try ledger(for: context)
        var sold: [Int64: SoldLines] = [:]
        var others: [ManagedObjectID] = []
        var returns: Set<Int64> = []
        for row in rows {
            guard case .object(let id) = row["sale"], let number = id.recordNumber else { continue }
            if row["returnOf"]?.recordNumber != nil { returns.insert(number) }
            sold[number] = ledger.sold(in: number)
            if sold[number] == nil { others.append(id) }
        }
        guard !others.isEmpty else { return sold }
        for (number, lines) in try SalesLedger.sold(in: others, in: context) {
            var lines = lines
            if returns.contains(number) { lines.cents = -lines.cents }
            sold[number] = lines
        }
        return sold
    }

    private static func names(
        ofProducts numbers: Set<Int64>, in context: ManagedObjectContext
    ) throws -> [Int64: String] {
        guard !numbers.isEmpty else { return [:] }
        var request = DictionaryFetchRequest(entityName: "Product")
        request.columns = [("product", .evaluatedObject), ("name", .keyPath(["name"]))]
        let ids = try numbers.sorted().map {
            try context.coordinator.objectID(entityName: "Product", recordNumber: $0)
        }
        request.predicate = FetchExpression.evaluatedObject.isIn(ids)
        var names: [Int64: String] = [:]
        for row in try context.fetchDictionaries(request) {
            guard let number = row["product"]?.recordNumber else { continue }
            names[number] = row["name"]?.text
        }
        return names
    }
}
