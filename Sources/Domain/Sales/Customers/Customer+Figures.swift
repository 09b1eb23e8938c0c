import Foundation
public import Persistence

extension Customer {
    /// What was sold to the customer, as lists are sorted by it.
    struct Figures: Sendable, Hashable {
        /// How many sales there were, voided ones and returns apart.
        var saleCount = 0
        /// What they come to, less what came back.
        var amount: Decimal = 0
        /// The first and the last day of a sale; nil if there was none.
        var days: ClosedRange<CalendarDay>?

        init() {}

        init(_ summary: SalesSummary) {
            saleCount = summary.totals.saleCount
            amount = summary.totals.amount
            days = summary.days
        }

        /// The amount in whole hundredths; the greatest there is for more.
        var cents: Int64 { Cents.whole(amount) ?? (amount < 0 ? .min : .max) }

        fileprivate mutating func add(_ sale: Sale) {
            guard !sale.isVoid else { return }
            amount += sale.total
            guard !sale.isReturn, let day = sale.day else { return }
            saleCount += 1
            days = days.map { min($0.lowerBound, day)...max($0.upperBound, day) } ?? day...day
        }
    }

    /// The properties that the program makes of others, and nobody enters.
    static let madeProperties: Set<String> = [
        "contactDigits", "emailKey", "furtherDigits", "hasSale", "saleCount", "salesCents",
        "firstSaleDate", "lastSaleDate", "madeSaveCount",
    ]

    /// What belongs to a customer and changes nothing of what people enter about them.
    private static let belongings: Set = ["sales", "quotes", "parkedSales"]

    /// The version of what people enter: a sale makes no edit of the customer stale.
    public var version: Int64 { rowVersion - madeSaveCount }

    private func take(_ figures: Figures) {
        let (first, last) = (figures.days?.lowerBound.date, figures.days?.upperBound.date)
        if saleCount != Int64(figures.saleCount) { saleCount = Int64(figures.saleCount) }
        if salesCents != figures.cents { salesCents = figures.cents }
        if hasSale != (first != nil) { hasSale = first != nil }
        if firstSaleDate != first { firstSaleDate = first }
        if lastSaleDate != last { lastSaleDate = last }
        let keys = changedValues.keys.filter { !Self.belongings.contains($0) }
        if !isInserted, !keys.isEmpty, keys.allSatisfy(Self.madeProperties.contains) {
            madeSaveCount += 1
        }
    }

    /// Brings up to date what was sold to customers whose sales a save changes.
    ///
    /// - Throws: errors of the store.
    static func updateFigures(in context: ManagedObjectContext) throws {
        let sales = context.salesWithOtherFigures
        guard !sales.isEmpty else { return }
        let owners = sales.flatMap { [$0.isDeleted ? nil : $0.customer, $0.formerCustomer] }
        let customers = Set(owners.compactMap(\.self)).filter { !$0.isDeleted }
        let present = Dictionary(grouping: sales.filter { !$0.isDeleted }, by: \.customer)
        let ids = customers.map(\.objectID).filter { $0.recordNumber != nil }
        let saved = try figures(
            of: ids, without: sales.map(\.objectID).filter { $0.recordNumber != nil }, in: context)
        // The money of these is in no sum of the store.
        let huge = try context.fetch(
            FetchRequest<Sale>(
                .and([.key("isHuge") == true, FetchExpression.key("customer").isIn(ids)])))
        for customer in customers {
            var figures = saved[customer.objectID] ?? Figures()
            for sale in present[customer] ?? [] { figures.add(sale) }
            for sale in huge where !sales.contains(sale) && sale.customer === customer {
                if !sale.isVoid { figures.amount += sale.total }
            }
            customer.take(figures)
        }
    }

    /// What the store has of sales to customers, but for some sales, and for amounts that are too great for it.
    static func figures(
        of customers: [ManagedObjectID], without others: [ManagedObjectID],
        in context: ManagedObjectContext
    ) throws -> [ManagedObjectID: Figures] {
        guard !customers.isEmpty else { return [:] }
        var found: [ManagedObjectID: Figures] = [:]
        let isOther = FetchExpression.evaluatedObject.isIn(others)
        let conditions =
            [FetchExpression.key("customer").isIn(customers), .key("isCounted") == true]
            + (others.isEmpty ? [] : [.not(isOther)])
        var request = DictionaryFetchRequest(entityName: "Sale")
        request.columns = [
            ("customer", .keyPath(["customer"])),
            ("sales", .function("sum:", [.keyPath(["countedSales"])])),
            ("cents", .function("sum:", [.keyPath(["countedCents"])])),
        ]
        request.propertiesToGroupBy = [.keyPath(["customer"])]
        request.predicate = .and(conditions)
        for row in try context.fetchDictionaries(request) {
            guard case .object(let customer) = row["customer"] else { continue }
            found[customer, default: Figures()].saleCount = Int(row["sales"]?.wholeNumber ?? 0)
            found[customer]?.amount = Cents.amount(row["cents"]?.wholeNumber ?? 0)
        }
        request.columns = [
            ("customer", .keyPath(["customer"])),
            ("first", .function("min:", [.keyPath(["date"])])),
            ("last", .function("max:", [.keyPath(["date"])])),
        ]
        request.predicate = .and(conditions + [.key("countedSales") > 0])
        for row in try context.fetchDictionaries(request) {
            guard case .object(let customer) = row["customer"],
                case .date(let first) = row["first"],
                case .date(let last) = row["last"]
            else { continue }
            found[customer]?.days = CalendarDay(first)...CalendarDay(last)
        }
        return found
    }
}

extension Customer {
    /// Customers of earlier versions that are filled at once.
    private static let filledAtOnce = 5_000

    /// Gives customers what the program makes of what people enter, some at a time, where an earlier version or
    /// another program has made them. Returns whether there are more.
    ///
    /// - Throws: errors of the store.
    static func fillOld(in context: ManagedObjectContext) throws -> Bool {
        let customers = try context.fetch(
            FetchRequest<Customer>(isUnfilled, limit: filledAtOnce, prefetching: [\.numbers]))
        try fill(customers, in: context)
        return customers.count == filledAtOnce
    }

    /// Whether a customer has nothing of it yet.
    static let isUnfilled: FetchPredicate = .key("contactDigits") == nil

    private static func fill(
        _ customers: [Customer], in context: ManagedObjectContext
    ) throws {
        let saved = try SalesSummary.ofCustomers(customers.map(\.objectID), in: context)
        for customer in customers {
            customer.takeSearchedTexts()
            customer.takeFurtherDigits()
            customer.take(
                Figures(customer.objectID.recordNumber.flatMap { saved[$0] } ?? SalesSummary()))
        }
    }

    /// Makes all again that the program makes of what people entered.
    ///
    /// - Throws: errors of the store.
    public func updateMadeValues(in context: ManagedObjectContext) throws {
        try Customer.fill([self], in: context)
    }
}

extension ManagedObjectContext {
    /// The customers that go for good.
    var deletedCustomers: [Int64] {
        deletedObjects.compactMap { ($0 as? Customer)?.objectID.recordNumber }
    }

    /// The sales whose customers have other sums after the next save.
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

    /// Whose the sale was when it was saved last; nil for nobody.
    fileprivate var formerCustomer: Customer? {
        committedObject(forKey: "customer")
    }
}

extension SaleLine {
    fileprivate static let summedKeys: Set<String> = [
        "sale", "quantity", "unitPrice", "adjustmentCents",
    ]

    /// The sale of the line; of a line that is deleted, the one that it was in.
    fileprivate var ownSale: Sale? { sale ?? committedObject(forKey: "sale") }
}

extension ManagedObject {
    /// The record that a relationship to one led to when the object was saved last.
    fileprivate func committedObject<Record: ManagedObject>(forKey key: String) -> Record? {
        guard case .object(let id)? = committedValues(forKeys: [key])[key] else { return nil }
        return managedObjectContext?.object(with: id) as? Record
    }
}
