/// The texts above and below the lines of a receipt.
public struct ShopDetails: Sendable, Hashable {
    /// The name of the shop; empty for none.
    public var name = ""
    /// The lines of the address and further details, such as a telephone or tax number.
    public var addressLines: [String] = []
    /// The tax number of the shop; empty for none.
    public var taxNumber = ""
    /// The contact details of the shop, a line each: an e-mail address, a telephone number.
    var contactLines: [String] = []
    /// The two-letter country code of the shop; empty for none.
    var countryCode = ""
    /// The account for payments of invoices; empty for none.
    var iban = ""
    /// The note on all invoices; empty for none.
    var invoiceNote = ""
    /// The lines at the end. By default a receipt says thanks.
    public var footerLines: [String] = []

    /// Empty details.
    public init() {}

    /// The maximum number of lines in the address and in the footer.
    public static let mostLines = 10
    /// The maximum length of the name and of a line.
    public static let longestLine = 100

    /// - Throws: ``ConfigurationError`` if a text is too long for a receipt, or there are too many
    ///   lines.
    func validate() throws(ConfigurationError) {
        guard max(addressLines.count, footerLines.count) <= Self.mostLines else {
            throw .init("A receipt has room for \(Self.mostLines) lines of an address or footer.")
        }
        for line in [name] + addressLines + footerLines {
            guard line.count <= Self.longestLine, !line.contains(where: \.isNewline) else {
                throw .init(
                    "“\(line.prefix(40))…” is no line of \(Self.longestLine) characters at most.")
            }
        }
    }
}
