/// What stands above and below the lines of a receipt.
public struct ShopDetails: Sendable, Hashable {
    /// The name of the shop; empty for none.
    public var name = ""
    /// The lines of its address, and whatever else has to be said: a telephone number, a tax number.
    public var addressLines: [String] = []
    /// The number under which the shop pays its taxes; empty for none.
    public var taxNumber = ""
    /// How to reach the shop, a line each: an e-mail address, a telephone number.
    var contactLines: [String] = []
    /// The country of the shop, in two letters; empty for none.
    var countryCode = ""
    /// The account to which invoices are paid; empty for none.
    var iban = ""
    /// What every invoice says; empty for nothing.
    var invoiceNote = ""
    /// The lines at the end. Without any, a receipt says thanks.
    public var footerLines: [String] = []

    /// Makes details that say nothing.
    public init() {}

    /// The greatest number of lines of the address, and of the footer.
    public static let mostLines = 10
    /// The greatest number of characters of the name and of a line.
    public static let longestLine = 100

    /// - Throws: ``ConfigurationError`` if a text is too long for a receipt, or there are too many.
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
