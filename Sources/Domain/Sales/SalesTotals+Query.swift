import Foundation
public import Persistence

extension SalesTotals {
    /// Sales whose lines are added up at once.
    private static let batchSize = 5_000

    /// The counts and sums of the sales of a query.
    ///
    /// - Throws: errors of the predicate and of the store.
    public init(_ query: SaleQuery, in context: ManagedObjectContext) throws {
        self.init()
        for isReturn in [false, true] where query.isReturn ?? isReturn == isReturn {
            var counted = query
            counted.isReturn = isReturn
            counted.isVoid = false
            if query.isVoid != true { try add(counted, isReturn: isReturn, in: context) }
        }
    }

    private mutating func add(
        _ query: SaleQuery, isReturn: Bool, in context: ManagedObjectContext
    ) throws {
        let ids = try context.fetchObjectIDs(query.fetchRequest(context.coordinator))
        if isReturn { returnCount = ids.count } else { saleCount = ids.count }
        for start in stride(from: 0, to: ids.count, by: Self.batchSize) {
            let batch = ids[start..<min(start + Self.batchSize, ids.count)]
            try addLines(of: Array(batch), isReturn: isReturn, in: context)
        }
    }

    /// The store adds up lines by unit price; the products are made in Decimal.
    private mutating func addLines(
        of sales: [ManagedObjectID], isReturn: Bool, in context: ManagedObjectContext
    ) throws {
        var request = DictionaryFetchRequest(entityName: "SaleLine")
        request.columns = Self.lineColumns
        request.propertiesToGroupBy = Self.lineGroups
        request.predicate = FetchExpression.key("sale").isIn(sales)
        for row in try context.fetchDictionaries(request) {
            add(row, isReturn: isReturn)
        }
    }
}
