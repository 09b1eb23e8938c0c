import Foundation
import Persistence

/// Adds up lines of sales.
///
/// The store adds up quantities by unit price, and the products are made and added in Decimal, so
/// that the sums are exact however many lines there are.
struct SalesSum {
    private(set) var whole = SalesTotals()
    private(set) var groups = SalesGroups()
    private let period: SalesPeriod
    private let grouping: SalesGrouping?

    /// - Parameters:
    ///   - period: which sales.
    ///   - grouping: what totals are made for; nil for the whole alone.
    init(
        _ period: SalesPeriod, by grouping: SalesGrouping?, in context: ManagedObjectContext
    ) throws {
        self.period = period
        self.grouping = grouping
        for isReturn in [false, true] {
            for row in try context.fetchDictionaries(amounts(isReturn, context)) {
                add(Self.amounts(row, isReturn: isReturn), to: row["group"])
            }
            for row in try context.fetchDictionaries(counts(isReturn, context)) {
                add(Self.count(row, isReturn: isReturn), to: row["group"])
            }
        }
    }

    private func amounts(
        _ isReturn: Bool, _ context: ManagedObjectContext
    ) throws -> DictionaryFetchRequest {
        var request = DictionaryFetchRequest(entityName: "SaleLine")
        request.columns = [
            ("price", .keyPath(["unitPrice"])),
            ("quantity", .function("sum:", [.keyPath(["quantity"])])),
        ]
        request.propertiesToGroupBy = [.keyPath(["unitPrice"])]
        if let group = keyPath(ofLines: true) {
            request.columns.append(("group", group))
            request.propertiesToGroupBy.append(group)
        }
        request.predicate = try condition(["sale"], isReturn, context)
        return request
    }

    /// Counts sales; for products, the lines that have them.
    private func counts(
        _ isReturn: Bool, _ context: ManagedObjectContext
    ) throws -> DictionaryFetchRequest {
        let isByLine = grouping == .product
        var request = DictionaryFetchRequest(entityName: isByLine ? "SaleLine" : "Sale")
        request.columns = [("count", .function("count:", [.evaluatedObject]))]
        if let group = keyPath(ofLines: isByLine) {
            request.columns.append(("group", group))
            request.propertiesToGroupBy = [group]
        }
        request.predicate = try condition(isByLine ? ["sale"] : [], isReturn, context)
        return request
    }

    private func keyPath(ofLines isByLine: Bool) -> FetchExpression? {
        switch grouping {
        case nil: nil
        case .month: .keyPath(isByLine ? ["sale", "date"] : ["date"])
        case .customer: .keyPath(isByLine ? ["sale", "customer"] : ["customer"])
        case .product: .keyPath(["product"])
        }
    }

    private func condition(
        _ prefix: [String], _ isReturn: Bool, _ context: ManagedObjectContext
    ) throws -> FetchPredicate? {
        var conditions = try period.saleConditions(prefix: prefix, context.coordinator)
        conditions.append(.has(prefix + ["voidedAt"], false))
        conditions.append(.has(prefix + ["returnOf"], isReturn))
        return .all(conditions)
    }

    private static func amounts(_ row: [String: AttributeValue], isReturn: Bool) -> SalesTotals {
        var totals = SalesTotals()
        let quantity = row["quantity"]?.wholeNumber ?? 0
        totals.quantity = isReturn ? -quantity : quantity
        totals.amount = Decimal(totals.quantity) * (row["price"]?.amount ?? 0)
        return totals
    }

    private static func count(_ row: [String: AttributeValue], isReturn: Bool) -> SalesTotals {
        var totals = SalesTotals()
        let count = Int(row["count"]?.wholeNumber ?? 0)
        if isReturn { totals.returnCount = count } else { totals.saleCount = count }
        return totals
    }

    private mutating func add(_ totals: SalesTotals, to group: AttributeValue?) {
        whole = whole + totals
        switch group {
        case .date(let date):
            let month = CalendarDay(date).firstOfMonth
            groups.byMonth[month] = groups.byMonth[month, default: SalesTotals()] + totals
        case .object(let id):
            let number = id.recordNumber ?? 0
            groups.byRecord[number] = groups.byRecord[number, default: SalesTotals()] + totals
        case nil: break
        default:
            groups.byRecord[0] = groups.byRecord[0, default: SalesTotals()] + totals
        }
    }
}

extension SalesPeriod {
    /// The conditions, for sales, or with the path from lines to their sale.
    func saleConditions(
        prefix: [String], _ coordinator: PersistentStoreCoordinator
    ) throws -> [FetchPredicate] {
        var conditions: [FetchPredicate] = []
        func compare(_ key: [String], _ op: FetchComparison.Operator, _ value: AttributeValue) {
            conditions.append(
                .comparison(FetchComparison(.keyPath(key), op, .constant(value))))
        }
        if let from { compare(prefix + ["date"], .greaterOrEqual, .date(from.date)) }
        if let through { compare(prefix + ["date"], .lessOrEqual, .date(through.date)) }
        if let customer {
            let id = try coordinator.objectID(entityName: "Customer", recordNumber: customer)
            compare(prefix + ["customer"], .equal, .object(id))
        }
        if let product {
            let id = try coordinator.objectID(entityName: "Product", recordNumber: product)
            if prefix.isEmpty {
                conditions.append(try FetchPredicate(format: "ANY lines.product == %@", id))
            } else {
                compare(["product"], .equal, .object(id))
            }
        }
        return conditions
    }
}
