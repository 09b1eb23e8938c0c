import Foundation
import Persistence

extension SalesTotals {
    /// What the sales of a query are added up by.
    enum Grouping {
        /// By the number of the day.
        case day
        /// By the record number of the product.
        case product
        /// By the record number of the customer; sales without one under 0.
        case customer
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
            let sold = row["quantity"]?.wholeNumber ?? 0
            let quantity = isReturn ? -sold : sold
            totals[key(row), default: SalesTotals()].quantity += quantity
            totals[key(row), default: SalesTotals()].amount +=
                Decimal(quantity) * (row["price"]?.amount ?? 0)
        }
        for row in try context.fetchDictionaries(counts) {
            let count = Int(row["count"]?.wholeNumber ?? 0)
            if isReturn {
                totals[key(row), default: SalesTotals()].returnCount += count
            } else {
                totals[key(row), default: SalesTotals()].saleCount += count
            }
        }
    }

    /// The quantity at each price, so that the products are made and added in Decimal.
    private var amounts: DictionaryFetchRequest {
        var request = DictionaryFetchRequest(entityName: "SaleLine")
        let path = grouping == .product ? ["product"] : ["sale"] + salePath
        request.columns = [
            ("group", .keyPath(path)), ("price", .keyPath(["unitPrice"])),
            ("quantity", .function("sum:", [.keyPath(["quantity"])])),
        ]
        request.propertiesToGroupBy = [.keyPath(path), .keyPath(["unitPrice"])]
        request.predicate = areAmong(.keyPath(["sale"]))
        return request
    }

    /// The number of sales; of each product that of lines.
    private var counts: DictionaryFetchRequest {
        let isOfLines = grouping == .product
        var request = DictionaryFetchRequest(entityName: isOfLines ? "SaleLine" : "Sale")
        let path = isOfLines ? ["product"] : salePath
        request.columns = [
            ("group", .keyPath(path)), ("count", .function("count:", [.evaluatedObject])),
        ]
        request.propertiesToGroupBy = [.keyPath(path)]
        request.predicate = areAmong(isOfLines ? .keyPath(["sale"]) : .evaluatedObject)
        return request
    }

    private var salePath: [String] { grouping == .day ? ["date"] : ["customer"] }

    private func areAmong(_ sale: FetchExpression) -> FetchPredicate {
        .comparison(
            FetchComparison(sale, .in, .aggregate(sales.map { .constant(.object($0)) })))
    }

    private func key(_ row: FetchedDictionary) -> Int64 {
        switch row["group"] {
        case .object(let id): id.recordNumber ?? 0
        case .date(let date): Int64(CalendarDay(date).number)
        default: 0
        }
    }
}
