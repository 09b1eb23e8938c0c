import Domain
import Foundation
import Persistence

/// What a customer bought, paid and owes.
struct CustomerStatement: Sendable {
    let customer: SaleValues.Buyer
    /// The e-mail address and the number.
    let contact: [String]
    /// The first and the last day that were asked for; nil for all.
    let from: CalendarDay?
    let through: CalendarDay?
    /// Sales and returns in the order of their days; void ones among them.
    let sales: [SaleValues]

    /// - Throws: errors of the store.
    init(
        of record: Customer, from: CalendarDay?, through: CalendarDay?,
        in context: ManagedObjectContext
    ) throws {
        customer = SaleValues.Buyer(
            recordNumber: record.objectID.recordNumber ?? 0, name: record.name ?? "")
        contact =
            (record.mainAddress?.lines ?? [])
            + [record.contactno, record.emailid].compactMap(\.self)
        (self.from, self.through) = (from, through)
        var query = SaleQuery()
        query.customer = customer.recordNumber
        (query.from, query.through) = (from, through)
        query.sortDescriptors = [FetchSortDescriptor("date"), FetchSortDescriptor("number")]
        var request = try query.fetchRequest(context.coordinator)
        request.relationshipKeyPathsForPrefetching = SaleValues.relationships
        sales = try context.fetch(request).map(SaleValues.init)
    }

    /// The sales and returns that count.
    var counting: [SaleValues] { sales.filter { !$0.isVoid } }

    /// What they come to.
    var total: Decimal { counting.reduce(0) { $0 + $1.total } }

    /// What is still to be paid of them.
    var owed: Decimal { counting.reduce(0) { $0 + $1.owed } }
}
