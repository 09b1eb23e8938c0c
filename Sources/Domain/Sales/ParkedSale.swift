public import Foundation
public import Persistence

/// A sale that waits: what stands in its form, to be gone on with.
public final class ParkedSale: ManagedObject {
    /// No card number waits in a form.
    override public func validate(_ value: AttributeValue, forKey key: String) throws {
        try SalesRules.check(value, forKey: key, of: self, texts: ["label"])
    }
}

extension ParkedSale {
    /// All parked sales, the last one first.
    ///
    /// - Throws: errors of the store.
    public static func all(in context: ManagedObjectContext) throws -> [ParkedSale] {
        try context.fetch(
            FetchRequest<ParkedSale>(
                sortBy: [SortDescriptor(\.parkedAt, order: .reverse)], prefetching: [\.customer]))
    }

    /// Parks a sale, in the place of the one that was gone on with.
    ///
    /// - Parameters:
    ///   - form: what stands in the form.
    ///   - label: what it is known by; nil for nothing.
    ///   - former: the parked sale that was gone on with; nil for none.
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
