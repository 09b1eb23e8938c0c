/// What a row says about a customer.
struct CustomerCells: Hashable {
    var number: Int64?
    var name: String?
    var emailid: String?
    var contactno: String?

    var isEmpty: Bool { self == CustomerCells() }

    /// What people call the customer.
    var label: String { name ?? emailid ?? contactno ?? number.map { "Customer \($0)" } ?? "" }

    /// Whether all that the row says is so for a customer, apart from the record number.
    func fit(_ customer: Customer) -> Bool {
        guard name != nil || emailid != nil || contactno != nil else { return false }
        return
            (name.map { Self.isSame($0.foldedForMatching, customer.name?.foldedForMatching) }
            ?? true)
            && (emailid.map { Self.isSame($0.lowercased(), customer.emailid?.lowercased()) }
                ?? true)
            && (contactno.map {
                Self.isSame(
                    CustomerMatcher.digits($0), customer.contactno.map(CustomerMatcher.digits))
            } ?? true)
    }

    private static func isSame(_ text: String, _ other: String?) -> Bool { text == other }
}
