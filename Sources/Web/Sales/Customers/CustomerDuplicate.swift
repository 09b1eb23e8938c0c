import Domain
import Persistence

/// Another customer who has the same e-mail address or the same digits in the number.
struct CustomerDuplicate: Sendable {
    let recordNumber: Int64
    let name: String
    /// What is the same, in a sentence.
    let text: String

    /// The customers who may be the same as one.
    ///
    /// - Throws: errors of the store.
    static func of(
        _ customer: Customer, _ shop: Shop, in context: ManagedObjectContext
    ) throws -> [CustomerDuplicate] {
        try Customer.sharing(
            emailid: customer.emailid, contactno: customer.contactno, otherThan: customer,
            in: context
        ).prefix(5).map { CustomerDuplicate($0, sameAs: customer) }
    }

    private init(_ other: Customer, sameAs customer: Customer) {
        recordNumber = other.objectID.recordNumber ?? 0
        name = other.name ?? ""
        let isSameAddress =
            other.emailid != nil
            && other.emailid?.lowercased() == customer.emailid?.lowercased()
        text =
            isSameAddress
            ? "Another customer has the e-mail \(other.emailid ?? "")."
            : "Another customer has the number \(other.contactno ?? "")."
    }

    /// The warning for programs.
    func json(_ links: SiteLinks) -> JSONValue {
        .object([
            ("message", .string(text)), ("id", .int(Int(recordNumber))), ("name", .string(name)),
            ("href", .string(links(.customer(recordNumber)))),
        ])
    }
}

/// A warning on a customer's page, with the way to the other customer.
struct DuplicateNotice: Sendable {
    var text: String
    /// The name of the other customer.
    var label: String
    var path: String
    /// Where this customer is merged with another.
    var mergePath: String
}
