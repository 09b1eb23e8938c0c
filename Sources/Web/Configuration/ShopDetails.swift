import Domain

extension ShopDetails {
    /// The maximum number of lines in the address and in the footer.
    static let mostLines = 10
    /// The maximum length of the name and of a line.
    static let longestLine = 100

    /// - Throws: ``ConfigurationError`` if a text is too long for a receipt, or there are too many
    ///   lines.
    func validate() throws(ConfigurationError) {
        guard max(address.count, footer.count) <= Self.mostLines else {
            throw .init("A receipt has room for \(Self.mostLines) lines of an address or footer.")
        }
        for line in [name] + address + footer {
            guard line.count <= Self.longestLine, !line.contains(where: \.isNewline) else {
                throw .init(
                    "“\(line.prefix(40))…” has several lines, or more than \(Self.longestLine) "
                        + "characters.")
            }
        }
    }
}
