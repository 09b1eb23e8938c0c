import Foundation
import Persistence

extension SalesTotals {
    /// What the sales of a query are added up by.
    enum Grouping {
        /// By the number of the day.
        case day
        /// By the record number of the product.
        case product
        /// By the record number of the product's category; lines of products without one under 0.
        case category
        /// By the record number of the customer; sales without one under 0.
        case customer
        /// By the record number of the tax rate; lines without one under 0.
        case taxRate
        /// By the minute of the day; sales of which nobody knows it under −1.
        case minute

        /// Whether lines of one sale can be in several groups.
        var isOfLines: Bool { [.product, .category, .taxRate].contains(self) }

        /// What lines, or sales, are grouped by.
        var keyPath: [String] {
            switch self {
            case .day: ["date"]
            case .product: ["product"]
            case .category: ["product", "category"]
            case .customer: ["customer"]
            case .taxRate: ["taxRate"]
            case .minute: ["minuteOfDay"]
            }
        }
    }

    /// Sales whose lines are added up at once.
    private static var batchSize: Int { 5_000 }

    /// The totals of the sales of a query, apart. Voided sales count nowhere.
    ///
    /// - Throws: errors of the predicate and of the store.
    static func grouped(
        by grouping: Grouping, _ query: SaleQuery, in context: ManagedObjectContext
    ) throws -> [Int64: SalesTotals] {
        var totals: [Int64: SalesTotals] = [:]
        guard query.isVoid != true else { return totals }
        for isReturn in [false, true] where query.isReturn ?? isReturn == isReturn {
            var counted = query
            counted.isReturn = isReturn
            counted.isVoid = false
            let ids = try context.fetchObjectIDs(counted.fetchRequest(context.coordinator))
            for start in stride(from: 0, to: ids.count, by: batchSize) {
                let batch = ids[start..<min(start + batchSize, ids.count)]
                let group = Group(grouping: grouping, sales: Array(batch), isReturn: isReturn)
                try group.add(to: &totals, in: context)
            }
        }
        return totals
    }
}

/// Some sales that are added up, or some returns.
private struct Group {
    let grouping: SalesTotals.Grouping
    let sales: [ManagedObjectID]
    let isReturn: Bool

    func add(to totals: inout [Int64: SalesTotals], in context: ManagedObjectContext) throws {
        for row in try context.fetchDictionaries(amounts) {
            totals[key(row), default: SalesTotals()].add(row, isReturn: isReturn)
        }
        for row in try context.fetchDictionaries(counts) {
            let count = Int(row["count"]?.wholeNumber ?? 1)
            if isReturn {
                totals[key(row), default: SalesTotals()].returnCount += count
            } else {
                totals[key(row), default: SalesTotals()].saleCount += count
            }
        }
    }

    private var amounts: DictionaryFetchRequest {
        var request = DictionaryFetchRequest(entityName: "SaleLine")
        let path = (grouping.isOfLines ? [] : ["sale"]) + grouping.keyPath
        request.columns = [("group", .keyPath(path))] + SalesTotals.lineColumns
        request.propertiesToGroupBy = [.keyPath(path)] + SalesTotals.lineGroups
        request.predicate = FetchExpression.key("sale").isIn(sales)
        return request
    }

    /// The number of sales; of groups of lines a row for each sale in each of them.
    private var counts: DictionaryFetchRequest {
        let isOfLines = grouping.isOfLines
        var request = DictionaryFetchRequest(entityName: isOfLines ? "SaleLine" : "Sale")
        request.columns = [("group", .keyPath(grouping.keyPath))]
        request.propertiesToGroupBy = [.keyPath(grouping.keyPath)]
        if isOfLines {
            request.propertiesToGroupBy.append(.keyPath(["sale"]))
        } else {
            request.columns.append(("count", .function("count:", [.evaluatedObject])))
        }
        let sale: FetchExpression = isOfLines ? .key("sale") : .evaluatedObject
        request.predicate = sale.isIn(sales)
        return request
    }

    private func key(_ row: FetchedDictionary) -> Int64 {
        switch row["group"] {
        case .object(let id): id.recordNumber ?? 0
        case .date(let date): Int64(CalendarDay(date).number)
        case .integer(let number): number
        default: grouping == .minute ? -1 : 0
        }
    }
}
