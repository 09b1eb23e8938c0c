import Domain
import Foundation
import Persistence

/// An order of products by what was sold of them.
struct ProductSalesOrder: Sendable {
    /// What is compared, under the names that programs know.
    enum Key: String, Sendable, CaseIterable {
        case quantity, total
    }

    private let key: Key
    private let isAscending: Bool

    /// Nil for an order by an attribute.
    init?(_ sort: SortOrder?) {
        guard let sort, let key = Key(rawValue: sort.attribute) else { return nil }
        self.key = key
        isAscending = sort.isAscending
    }

    /// The products of a query in this order; equal ones in the order of their names.
    ///
    /// - Throws: errors of the predicate and of the store.
    func products(
        of query: ProductQuery, _ shop: Shop, in context: ManagedObjectContext
    ) throws -> [ManagedObjectID] {
        let totals = try shop.household.salesFigures.totalsByProduct(
            of: SalesPeriod(), in: context)
        let rows = try context.fetchObjectIDs(query.fetchRequest).map { id in
            (id: id, value: value(totals[id.recordNumber ?? 0] ?? SalesTotals()))
        }
        // The library's sort keeps the order of equals.
        return rows.sorted { isAscending ? $0.value < $1.value : $0.value > $1.value }.map(\.id)
    }

    private func value(_ totals: SalesTotals) -> Decimal {
        switch key {
        case .quantity: Decimal(totals.quantity)
        case .total: totals.amount
        }
    }

    /// Products in the order of their numbers.
    ///
    /// - Throws: errors of the store.
    static func fetch(
        _ ids: some Collection<ManagedObjectID>, in context: ManagedObjectContext
    ) throws -> [Product] {
        var request = FetchRequest<Product>()
        request.predicate = .comparison(
            FetchComparison(
                .evaluatedObject, .in, .aggregate(ids.map { .constant(.object($0)) })))
        let found = Dictionary(
            try context.fetch(request).map { ($0.objectID, $0) }, uniquingKeysWith: { $1 })
        return ids.compactMap { found[$0] }
    }
}
