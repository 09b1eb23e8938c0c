import Domain
import Mustache

/// One customer in the list.
struct CustomerRow: Sendable, MustacheParent {
    /// The `id` of the row.
    var anchor: String
    var name: String
    var hasEmail = false
    var emailid = ""
    var hasContact = false
    var contactno = ""
    /// `14`.
    var count: String
    /// `sales`, where a row is a card.
    var countUnit: String
    /// `$1,203.40`.
    var total: String
    /// `Nov 19, 2026`; empty if nothing that was sold counts.
    var last = ""
    var lastISO = ""
    var path: String

    func child(named name: String) -> Any? {
        switch name {
        case "anchor": anchor
        case "name": self.name
        case "hasEmail": hasEmail
        case "emailid": emailid
        case "hasContact": hasContact
        case "contactno": contactno
        case "count": count
        case "countUnit": countUnit
        case "total": total
        case "last": last
        case "lastISO": lastISO
        case "path": path
        default: nil
        }
    }
}

extension CustomerRow {
    /// The row of a customer.
    init(_ customer: CustomerValues, _ links: SiteLinks) {
        let count = customer.summary.totals.saleCount
        self.init(
            anchor: customer.anchor, name: customer.name, hasEmail: !customer.emailid.isEmpty,
            emailid: customer.emailid, hasContact: !customer.contactno.isEmpty,
            contactno: customer.contactno, count: "\(count, grouped: true)",
            countUnit: count == 1 ? "sale" : "sales",
            total: Money.text(customer.summary.totals.amount),
            last: customer.summary.days.map { DayText.short($0.upperBound) } ?? "",
            lastISO: customer.summary.days?.upperBound.description ?? "",
            path: links(.customer(customer.recordNumber)))
    }
}
