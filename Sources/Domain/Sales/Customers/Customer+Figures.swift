import Foundation
public import Persistence

extension Customer {
    /// The derived properties, which are not entered.
    static let computedProperties: Set<String> = [
        "contactDigits", "emailKey", "furtherDigits", "hasSale", "saleCount", "salesCents",
        "firstSaleDate", "lastSaleDate", "madeSaveCount",
    ]

    /// Relationships whose changes are not edits of the customer.
    private static let belongings: Set = ["sales", "quotes", "parkedSales"]

    /// The version of the entered values, so that a sale does not make an edit of the customer
    /// stale.
    public var version: Int64 { rowVersion - madeSaveCount }

    /// Stores the figures of their sales, by which lists are sorted.
    private func take(_ sales: SalesSummary) {
        let (first, last) = (sales.days?.lowerBound.date, sales.days?.upperBound.date)
        let count = Int64(sales.totals.saleCount)
        if saleCount != count { saleCount = count }
        if salesCents != sales.cents { salesCents = sales.cents }
        if hasSale != (first != nil) { hasSale = first != nil }
        if firstSaleDate != first { firstSaleDate = first }
        if lastSaleDate != last { lastSaleDate = last }
        let keys = changedValues.keys.filter { !Self.belongings.contains($0) }
        if !isInserted, !keys.isEmpty, keys.allSatisfy(Self.computedProperties.contains) {
            madeSaveCount += 1
        }
    }

    /// Updates the figures of customers whose sales a save changes.
    ///
    /// - Throws: errors of the store.
    static func updateFigures(_ save: PendingSave) throws {
        let context = save.context
        let sales = context.salesWithOtherFigures
        guard !sales.isEmpty else { return }
        let owners = sales.flatMap { [$0.isDeleted ? nil : $0.customer, $0.formerCustomer] }
        let customers = Set(owners.compactMap(\.self)).filter { !$0.isDeleted }
        let present = Dictionary(grouping: sales.filter { !$0.isDeleted }, by: \.customer)
        let saved = try SalesSummary.ofCustomers(
            customers.compactMap(\.objectID.recordNumber),
            without: sales.map(\.objectID).filter { $0.recordNumber != nil }, in: context)
        for customer in customers {
            var summary = saved[customer.savedNumber] ?? SalesSummary()
            for sale in present[customer] ?? [] { summary.add(sale) }
            customer.take(summary)
        }
    }
}

extension Customer {
    /// Computes the derived values of older customers.
    static let filling = RecordFilling(of: unfilled) { try fill($0, in: $1) }

    /// Customers without derived values.
    static let isUnfilled: FetchPredicate = .key("contactDigits") == nil

    private static var unfilled: FetchRequest<Customer> {
        var request = FetchRequest<Customer>(isUnfilled)
        request.relationshipKeyPathsForPrefetching = ["numbers"]
        return request
    }

    private static func fill(
        _ customers: [Customer], in context: ManagedObjectContext
    ) throws {
        let saved = try SalesSummary.ofCustomers(
            customers.compactMap(\.objectID.recordNumber), in: context)
        for customer in customers {
            customer.takeSearchedTexts()
            customer.takeFurtherDigits()
            customer.take(saved[customer.savedNumber] ?? SalesSummary())
        }
    }

    /// Recomputes all derived values.
    ///
    /// - Throws: errors of the store.
    public func updateMadeValues(in context: ManagedObjectContext) throws {
        try Customer.fill([self], in: context)
    }
}

extension ManagedObjectContext {
    /// The permanently deleted customers.
    var deletedCustomers: [Int64] {
        deletedObjects.compactMap { ($0 as? Customer)?.objectID.recordNumber }
    }

    /// The sales whose customers' figures the next save changes.
    fileprivate var salesWithOtherFigures: Set<Sale> {
        var sales: Set<Sale> = []
        for object in insertedObjects + deletedObjects {
            if let sale = object as? Sale ?? (object as? SaleLine)?.ownSale { sales.insert(sale) }
        }
        for object in updatedObjects {
            let changed = object.changedValues.keys
            if let sale = object as? Sale, !Sale.summedKeys.isDisjoint(with: changed) {
                sales.insert(sale)
            } else if let sale = (object as? SaleLine)?.sale,
                !SaleLine.summedKeys.isDisjoint(with: changed)
            {
                sales.insert(sale)
            }
        }
        return sales
    }
}

extension Sale {
    fileprivate static let summedKeys: Set<String> = ["customer", "date", "voidedAt", "returnOf"]

    /// The saved customer of the sale; nil for none.
    fileprivate var formerCustomer: Customer? {
        committedObject(forKey: "customer")
    }
}

extension SaleLine {
    fileprivate static let summedKeys: Set<String> = [
        "sale", "quantity", "unitPrice", "adjustmentCents",
    ]

    /// The line's sale, or the saved one of a deleted line.
    fileprivate var ownSale: Sale? { sale ?? committedObject(forKey: "sale") }
}

extension Customer {

    /// The customers whose derived values do not match their numbers, address and sales.
    ///
    /// - Throws: errors of the store.
    public static func withOutdatedValues(
        in context: ManagedObjectContext
    ) throws -> [(number: Int64, name: String)] {
        let keys = ["name", "contactno", "emailid"] + computedProperties.sorted()
        let request = DictionaryFetchRequest(
            entityName: "Customer",
            columns: [("self", .evaluatedObject)] + keys.map { ($0, .key($0)) })
        // Missing values are computed when the household is opened.
        let rows = try context.fetchDictionaries(request).filter {
            $0["contactDigits"]?.stringValue != nil
        }
        let further = try furtherDigits(in: context)
        let numbers = rows.compactMap { $0["self"]?.objectID?.recordNumber }
        let stored = try SalesSummary.ofCustomers(numbers, in: context)
        return zip(rows, numbers).compactMap { row, number in
            let isSame =
                row["contactDigits"]?.stringValue == digits(of: row["contactno"]?.stringValue)
                && row["emailKey"]?.stringValue == key(ofEmail: row["emailid"]?.stringValue)
                && row["furtherDigits"]?.stringValue == joined(further[number] ?? [])
                && (stored[number] ?? SalesSummary()).isStored(in: row)
            return isSame ? nil : (number, row["name"]?.stringValue ?? "")
        }
    }

    /// The digits of further numbers, by the customers' record numbers.
    private static func furtherDigits(
        in context: ManagedObjectContext
    ) throws -> [Int64: [String]] {
        let request = DictionaryFetchRequest(
            entityName: "CustomerNumber",
            columns: [("customer", .key("customer")), ("number", .key("number"))])
        return try context.fetchDictionaries(request).reduce(into: [:]) { digits, row in
            guard let customer = row["customer"]?.objectID?.recordNumber else { return }
            digits[customer, default: []].append(Self.digits(of: row["number"]?.stringValue))
        }
    }
}

extension SalesSummary {
    /// The amount in cents, clamped.
    fileprivate var cents: Int64 {
        Cents.whole(totals.amount) ?? (totals.amount < 0 ? .min : .max)
    }

    fileprivate mutating func add(_ sale: Sale) {
        guard !sale.isVoid else { return }
        totals.amount += sale.total
        guard !sale.isReturn, let day = sale.day else { return }
        totals.saleCount += 1
        days = days.map { min($0.lowerBound, day)...max($0.upperBound, day) } ?? day...day
    }

    /// Whether a row of a customer has these figures.
    fileprivate func isStored(in row: FetchedDictionary) -> Bool {
        func date(_ day: CalendarDay?) -> AttributeValue {
            day.map { .date($0.date) } ?? .null
        }
        return row["saleCount"] == .integer(Int64(totals.saleCount))
            && row["salesCents"] == .integer(cents)
            && row["hasSale"] == .boolean(days != nil)
            && row["firstSaleDate"] ?? .null == date(days?.lowerBound)
            && row["lastSaleDate"] ?? .null == date(days?.upperBound)
    }
}
