import Foundation
import Persistence

/// The groups of sums.
public enum SalesGroups: Sendable, Hashable {
    /// One group, under 0.
    case none
    /// By the number of the day.
    case day
    /// By the record number of the product. A sale with several lines of one product counts
    /// once.
    case product
    /// By the record number of the category; 0 for products without one.
    case category
    /// By the record number of the customer; 0 for sales without one.
    case customer
    /// By the record number of the tax rate; 0 for lines without one.
    case taxRate
    /// By the minute of the day; −1 for an unknown time.
    case minute

    /// Whether lines of one sale may be in several groups.
    fileprivate var isOfLines: Bool { [.product, .category, .taxRate].contains(self) }

    /// Whether lines store which of them counts the sale in its group.
    fileprivate var hasCountedSales: Bool { self != .category && self != .taxRate }

    /// The grouping expression, with the aliases of this file.
    fileprivate func key(ofLines: Bool) -> SQL {
        switch self {
        case .none: "0"
        case .day where ofLines: "l.\(column: "saleDate", of: "SaleLine")"
        case .day: "s.\(column: "date", of: "Sale")"
        case .product: "l.\(column: "product", of: "SaleLine")"
        case .category: "p.\(column: "category", of: "Product")"
        case .customer: "s.\(column: "customer", of: "Sale")"
        // The unary plus avoids the relationship's index, which would read each line.
        case .taxRate: "+l.\(column: "taxRate", of: "SaleLine")"
        case .minute: "s.\(column: "minuteOfDay", of: "Sale")"
        }
    }

    /// The same as a key path of a line.
    fileprivate var path: [String] {
        switch self {
        case .none, .product: ["product"]
        case .day: ["saleDate"]
        case .category: ["product", "category"]
        case .customer: ["sale", "customer"]
        case .taxRate: ["taxRate"]
        case .minute: ["sale", "minuteOfDay"]
        }
    }
}

/// Sums the contributions of sales or lines (``CountedAmounts``) in the store, from covering
/// indexes.
///
/// Amounts too great for that are added in decimals.
struct SalesSums {
    // Entities are named, because a check reads a store without the program's classes.

    enum Selection {
        case period(SalesPeriod)
        /// Some customers, by record number; 0 for sales without one.
        case customers([Int64], SalesPeriod)
        case sales([ManagedObjectID])

        fileprivate var product: Int64? {
            if case .period(let period) = self { period.product } else { nil }
        }

        fileprivate var isOfCustomers: Bool {
            switch self {
            case .period(let period): period.customer != nil
            case .customers: true
            case .sales: false
            }
        }
    }

    fileprivate struct Row: Decodable {
        var key: Int64?
        var day: Date?
        var sales: Int64?
        var returns: Int64?
        var thousandths: Int64?
        var cents: Int64?
        var tax: Int64?
        var cost: Int64?
        var net: Int64?
        var costThousandths: Int64?
        var first: Date?
        var last: Date?
    }

    let grouping: SalesGroups
    let selection: Selection
    /// Sales to exclude.
    var excluded: [ManagedObjectID] = []
    /// Whether to find the first and the last day with a sale, without returns.
    var hasDays = false
    /// Whether to sum the amounts alone.
    var isOfAmounts = false
    /// The range of groups, ordered by descending amount and ascending key; nil for all groups.
    var range: Range<Int>?

    /// The sums by key, without empty groups.
    ///
    /// - Throws: errors of the store.
    func totals(in context: ManagedObjectContext) throws -> [Int64: SalesTotals] {
        try summaries(in: context).mapValues(\.totals)
    }

    /// The sums by key with their days, without empty groups.
    ///
    /// - Throws: errors of the store.
    func summaries(in context: ManagedObjectContext) throws -> [Int64: SalesSummary] {
        var summaries: [Int64: SalesSummary] = [:]
        for row in try keptRows(in: context) ?? context.fetch(sql: statement, as: Row.self) {
            let summary = row.summary
            // Void sales make no group.
            if grouping == .none || isOfAmounts || !summary.totals.isOfNothing {
                summaries[key(row)] = summary
            }
        }
        try addHugeSales(to: &summaries, in: context)
        return summaries
    }

    /// The keys, ordered by sum.
    ///
    /// - Throws: errors of the store.
    func keys(in context: ManagedObjectContext) throws -> [Int64] {
        try context.fetch(sql: statement, as: Row.self).map { key($0) }
    }

    /// The number of groups, and whether any of them includes a tax.
    ///
    /// - Throws: errors of the store.
    func extent(in context: ManagedObjectContext) throws -> (count: Int, isTaxed: Bool) {
        struct Extent: Decodable {
            var count: Int64
            var taxed: Int64?
        }
        let groups: SQL = """
            SELECT SUM(\(column("countedTaxCents"))) AS tax \(source) GROUP BY \(key) \(having)
            """
        let extent = try context.fetch(
            sql: """
                SELECT COUNT(*) AS count, SUM(CASE WHEN g.tax <> 0 THEN 1 ELSE 0 END) AS taxed
                FROM (\(groups)) g
                """, as: Extent.self)
        return (Int(extent.first?.count ?? 0), (extent.first?.taxed ?? 0) > 0)
    }

    /// The sums of all lines by product, which the store may keep; nil for other sums.
    private func keptRows(in context: ManagedObjectContext) throws -> [Row]? {
        guard grouping == .product, case .period(let period) = selection,
            period == SalesPeriod(), excluded.isEmpty, !hasDays, range == nil
        else { return nil }
        let request = DictionaryFetchRequest(
            entityName: "SaleLine",
            columns: [("product", .key("product"))]
                + CountedAmounts.keys.map { ($0, .sum(.key($0))) },
            groupBy: [.key("product")])
        return try context.fetchDictionaries(request).map(Row.init)
    }

    private func key(_ row: Row) -> Int64 {
        if let day = row.day { return Int64(CalendarDay(day).number) }
        return row.key ?? (grouping == .minute ? -1 : 0)
    }

    // MARK: - The statement

    /// Whether lines are summed instead of sales.
    private var isOfLines: Bool { grouping.isOfLines || selection.product != nil }

    private var key: SQL {
        goesAlongProducts
            ? "p.\(column: "objectID", of: "Product")" : grouping.key(ofLines: isOfLines)
    }

    /// Whether the days are looked up under each product. Along the days, the lines would have to
    /// be sorted by product, which only a few days are worth.
    private var goesAlongProducts: Bool {
        guard grouping == .product, case .period(let period) = selection, period.customer == nil,
            period.product == nil
        else { return false }
        guard let from = period.from, let through = period.through else {
            return period != SalesPeriod()
        }
        return through.daysSince1970 - from.daysSince1970 >= 7
    }

    private func column(_ name: String) -> SQL {
        isOfLines
            ? "l.\(column: name, of: "SaleLine")" : "s.\(column: name, of: "Sale")"
    }

    private var date: SQL { column(isOfLines ? "saleDate" : "date") }

    private func sum(_ name: String) -> SQL { "CAST(SUM(\(column(name))) AS BIGINT)" }

    private var statement: SQL {
        var columns: SQL = grouping == .day ? "\(key) AS day" : "\(key) AS key"
        columns = "\(columns), \(sum("countedCents")) AS cents"
        if !isOfAmounts {
            columns = """
                \(columns), \(counts), \(sum("countedThousandths")) AS thousandths,
                \(sum("countedTaxCents")) AS tax, \(sum("countedCostCents")) AS cost,
                \(sum("countedNetCents")) AS net,
                \(sum("countedCostThousandths")) AS costThousandths
                """
        }
        if hasDays {
            let day: SQL = """
                CASE WHEN \(column("countedThousandths")) > 0 THEN \(date) END
                """
            columns = "\(columns), MIN(\(day)) AS first, MAX(\(day)) AS last"
        }
        var statement: SQL = "SELECT \(columns) \(source)"
        if grouping != .none { statement = "\(statement) GROUP BY \(key)" }
        if let range {
            statement = """
                \(statement) \(having) ORDER BY SUM(\(column("countedCents"))) DESC, COALESCE(\(key), 0)
                LIMIT \(range.count) OFFSET \(range.lowerBound)
                """
        }
        return statement
    }

    private var counts: SQL {
        if grouping.hasCountedSales {
            return "\(sum("countedSales")) AS sales, \(sum("countedReturns")) AS returns"
        }
        let (quantity, sale): (SQL, SQL) = (
            column("countedThousandths"), "l.\(column: "sale", of: "SaleLine")"
        )
        return """
            COUNT(DISTINCT CASE WHEN \(quantity) > 0 THEN \(sale) END) AS sales,
            COUNT(DISTINCT CASE WHEN \(quantity) < 0 THEN \(sale) END) AS returns
            """
    }

    /// Void sales make no group.
    private var having: SQL {
        "HAVING SUM(\(column("countedSales"))) + SUM(\(column("countedReturns"))) > 0"
    }

    private var source: SQL {
        var tables: SQL =
            isOfLines ? "\(entity: "SaleLine") l" : "\(entity: "Sale") s"
        if isOfLines, selection.isOfCustomers || [.customer, .minute].contains(grouping) {
            tables = """
                \(tables) JOIN \(entity: "Sale") s
                ON s.\(column: "objectID", of: "Sale") = l.\(column: "sale", of: "SaleLine")
                """
        }
        if grouping == .category {
            tables = """
                \(tables) LEFT JOIN \(entity: "Product") p
                ON p.\(column: "objectID", of: "Product") = l.\(column: "product", of: "SaleLine")
                """
        }
        if goesAlongProducts { tables = "\(entity: "Product") p CROSS JOIN \(tables)" }
        guard let first = conditions.first else { return "FROM \(tables)" }
        let condition = conditions.dropFirst().reduce(first) { "\($0) AND \($1)" as SQL }
        return "FROM \(tables) WHERE \(condition)"
    }

    private var conditions: [SQL] {
        let sale: SQL =
            isOfLines
            ? "l.\(column: "sale", of: "SaleLine")" : "s.\(column: "objectID", of: "Sale")"
        return selectedConditions(sale) + (excluded.isEmpty ? [] : ["\(sale) NOT IN \(excluded)"])
    }

    private func selectedConditions(_ sale: SQL) -> [SQL] {
        switch selection {
        case .period(let period): conditions(of: period)
        case .customers(let numbers, let period):
            conditions(of: period) + [Self.condition(ofCustomers: numbers)]
        case .sales(let ids):
            ["\(sale) IN \(ids)"]
        }
    }

    private func conditions(of period: SalesPeriod) -> [SQL] {
        var conditions: [SQL] =
            goesAlongProducts ? ["l.\(column: "product", of: "SaleLine") = \(key)"] : []
        if let from = period.from { conditions.append("\(date) >= \(from.date)") }
        if let through = period.through {
            conditions.append("\(date) <= \(through.date)")
        }
        if let customer = period.customer {
            conditions.append(Self.condition(ofCustomers: [customer]))
        }
        if let product = period.product {
            conditions.append("l.\(column: "product", of: "SaleLine") = \(product)")
        }
        return conditions
    }

    private static func condition(ofCustomers numbers: [Int64]) -> SQL {
        let customer: SQL = "s.\(column: "customer", of: "Sale")"
        let known = numbers.filter { $0 != 0 }
        let isKnown: SQL =
            known.count == 1 ? "\(customer) = \(known[0])" : "\(customer) IN \(known)"
        guard numbers.contains(0) else { return isKnown }
        return known.isEmpty ? "\(customer) IS NULL" : "(\(customer) IS NULL OR \(isKnown))"
    }
}

// MARK: - Days

extension SalesSums {
    /// The first and the last day with a sale of some products, without returns, by record number,
    /// from the ends of an index.
    ///
    /// - Throws: errors of the store.
    static func days(
        ofProducts numbers: [Int64], in context: ManagedObjectContext
    ) throws -> [Int64: ClosedRange<CalendarDay>] {
        let key: SQL = "p.\(column: "objectID", of: "Product")"
        let date: SQL = "l.\(column: "saleDate", of: "SaleLine")"
        func end(_ order: SQL) -> SQL {
            """
            (SELECT \(date) FROM \(entity: "SaleLine") l
            WHERE l.\(column: "product", of: "SaleLine") = \(key)
            AND l.\(column: "countedThousandths", of: "SaleLine") > 0
            ORDER BY \(date) \(order) LIMIT 1)
            """
        }
        let rows = try context.fetch(
            sql: """
                SELECT \(key) AS key, \(end("ASC")) AS first, \(end("DESC")) AS last
                FROM \(entity: "Product") p WHERE \(key) IN \(numbers)
                """, as: Row.self)
        return Dictionary(rows.map { ($0.key ?? 0, $0.days) }) { first, _ in first }
            .compactMapValues(\.self)
    }
}

// MARK: - Sales of great amounts

extension SalesSums {
    /// The sales whose amounts are too great for the store's sums, which are normally none.
    ///
    /// - Throws: errors of the store.
    static func hugeSales(in context: ManagedObjectContext) throws -> [ManagedObjectID] {
        try context.fetchObjectIDs(
            FetchRequest<ManagedObject>(entityName: "Sale", .key("isHuge") == true))
    }

    private func addHugeSales(
        to summaries: inout [Int64: SalesSummary], in context: ManagedObjectContext
    ) throws {
        let others = Set(excluded)
        let huge = try Self.hugeSales(in: context).filter { !others.contains($0) }
        guard !huge.isEmpty else { return }
        let request = DictionaryFetchRequest(
            entityName: "SaleLine",
            .and(
                [FetchExpression.key("sale").isIn(huge), .key("sale.voidedAt") == nil]
                    + (try hugeConditions(context.coordinator))),
            columns: [
                ("group", .keyPath(grouping.path)), ("returnOf", .key("sale.returnOf")),
                ("quantity", .key("quantity")), ("price", .key("unitPrice")),
                ("adjustment", .key("adjustmentCents")), ("tax", .key("taxCents")),
                ("cost", .key("unitCost")), ("costRounding", .key("costRoundingCents")),
            ])
        for row in try context.fetchDictionaries(request) {
            let isReturn = row["returnOf"]?.objectID?.recordNumber != nil
            summaries[key(row)]?.totals.addMoney(row, isReturn: isReturn)
        }
    }

    private func key(_ row: FetchedDictionary) -> Int64 {
        if grouping == .none { return 0 }
        switch row["group"] {
        case .object(let id): return id.savedNumber
        case .date(let date): return Int64(CalendarDay(date).number)
        case .integer(let number): return number
        default: return grouping == .minute ? -1 : 0
        }
    }

    private func hugeConditions(
        _ coordinator: PersistentStoreCoordinator
    ) throws -> [FetchPredicate] {
        func isOf(_ path: [String], _ entity: String, _ numbers: [Int64]) throws -> FetchPredicate {
            let known = try numbers.filter { $0 != 0 }.map {
                try coordinator.objectID(entityName: entity, recordNumber: $0)
            }
            let isKnown = FetchExpression.keyPath(path).isIn(known)
            return numbers.contains(0) ? .or([isKnown, .keyPath(path) == nil]) : isKnown
        }
        switch selection {
        case .sales(let ids): return [FetchExpression.key("sale").isIn(ids)]
        case .customers(let numbers, let period):
            return period.conditions(on: "saleDate") + [
                try isOf(["sale", "customer"], "Customer", numbers)
            ]
        case .period(let period):
            var conditions = period.conditions(on: "saleDate")
            if let customer = period.customer {
                conditions.append(try isOf(["sale", "customer"], "Customer", [customer]))
            }
            if let product = period.product {
                conditions.append(try isOf(["product"], "Product", [product]))
            }
            return conditions
        }
    }
}

extension SalesTotals {
    fileprivate var isOfNothing: Bool { saleCount == 0 && returnCount == 0 }

    /// Adds the amounts of a line in decimals.
    fileprivate mutating func addMoney(_ row: FetchedDictionary, isReturn: Bool) {
        let sign: Decimal = isReturn ? -1 : 1
        let quantity = row["quantity"]?.decimalValue ?? 0
        let taxOfLine = sign * Cents.amount(row["tax"]?.wholeNumber ?? 0)
        let amountOfLine =
            sign
            * (Cents.amount(of: quantity, at: row["price"]?.decimalValue ?? 0)
                + Cents.amount(row["adjustment"]?.wholeNumber ?? 0))
        amount += amountOfLine
        tax += taxOfLine
        if let unitCost = row["cost"]?.decimalValue {
            cost +=
                sign
                * (Cents.amount(of: quantity, at: unitCost)
                    + Cents.amount(row["costRounding"]?.wholeNumber ?? 0))
            netWithCost += amountOfLine - taxOfLine
        }
    }
}

extension SalesSums.Row {
    fileprivate init(_ row: FetchedDictionary) {
        let sums = CountedAmounts(row)
        self.init(
            key: row["product"]?.objectID?.recordNumber, sales: sums.sales, returns: sums.returns,
            thousandths: sums.thousandths, cents: sums.cents, tax: sums.taxCents,
            cost: sums.costCents, net: sums.netCents, costThousandths: sums.costThousandths)
    }

    fileprivate var summary: SalesSummary {
        var totals = SalesTotals()
        totals.saleCount = Int(sales ?? 0)
        totals.returnCount = Int(returns ?? 0)
        totals.quantity = Quantity.quantity(ofThousandths: thousandths ?? 0)
        totals.quantityWithCost = Quantity.quantity(ofThousandths: costThousandths ?? 0)
        totals.amount = Cents.amount(cents ?? 0)
        totals.tax = Cents.amount(tax ?? 0)
        totals.cost = Cents.amount(cost ?? 0)
        totals.netWithCost = Cents.amount(net ?? 0)
        return SalesSummary(totals: totals, days: days)
    }

    fileprivate var days: ClosedRange<CalendarDay>? {
        first.flatMap { first in last.map { CalendarDay(first)...CalendarDay($0) } }
    }
}
