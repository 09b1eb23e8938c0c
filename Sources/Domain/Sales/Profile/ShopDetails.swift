/// The texts with which a shop presents itself on papers. An invoice keeps them as they were when it was issued.
public struct ShopDetails: Codable, Sendable, Hashable {
    /// The name of the shop; empty for none.
    public var name = ""
    /// The lines of the address and further details, such as a telephone number.
    public var address: [String] = []
    /// The contact details, a line each: an e-mail address, a telephone number.
    public var contact: [String] = []
    /// The two-letter country code; empty for none.
    public var countryCode = ""
    /// The tax number; empty for none.
    public var taxNumber = ""
    /// The account for payments of invoices; empty for none.
    public var iban = ""
    /// The note on all invoices; empty for none.
    public var note = ""
    /// The lines at the end. By default a receipt says thanks.
    public var footer: [String] = []

    /// Empty details.
    public init() {}

    /// Fills what is empty from the profile of the shop.
    public mutating func complete(with profile: ShopProfile) {
        func lines(_ text: String?) -> [String] {
            (text ?? "").split(separator: "\n").map(String.init)
        }
        if name.isEmpty { name = profile.name ?? "" }
        if address.isEmpty { address = lines(profile.address) }
        if taxNumber.isEmpty { taxNumber = profile.taxNumber ?? "" }
        if footer.isEmpty { footer = lines(profile.footer) }
        contact = [profile.contactno, profile.emailid].compactMap(\.self)
        countryCode = profile.countryCode ?? ""
        iban = profile.iban ?? ""
        note = profile.invoiceNote ?? ""
    }
}
