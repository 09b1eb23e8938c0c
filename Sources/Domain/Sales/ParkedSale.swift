public import Foundation
public import Persistence

/// The fields of an unfinished sale.
public final class ParkedSale: ShopRecord {
    override class var rules: SalesRules { SalesRules(texts: ["label"]) }
}

extension ParkedSale {
    /// All parked sales, the latest first.
    ///
    /// - Throws: errors of the store.
    public static func all(in context: ManagedObjectContext) throws -> [ParkedSale] {
        try context.fetch(
            FetchRequest<ParkedSale>(
                sortBy: [SortDescriptor(\.parkedAt, order: .reverse)], prefetching: [\.customer]))
    }

    /// Parks a sale, replacing the one that was resumed.
    ///
    /// - Parameters:
    ///   - form: the fields of the form.
    ///   - label: a name for users; nil for none.
    ///   - former: the parked sale that was resumed; nil for none.
    public static func park(
        _ form: String, label: String?, for customer: Customer?, instead former: ParkedSale?,
        at date: Date = Date(), in context: ManagedObjectContext
    ) -> ParkedSale {
        let parked = former ?? ParkedSale(context: context)
        parked.form = form
        parked.label = label
        parked.customer = customer
        parked.parkedAt = date
        return parked
    }
}
