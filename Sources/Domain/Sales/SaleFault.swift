/// Something that is wrong with a sale as it was entered.
public struct SaleFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// The index of the line; nil if it is about the whole sale.
    public let line: Int?
    /// The field: `product`, `quantity`, `unitPrice`, `lines`, `date`, `reason`.
    public let key: String
    /// The fault in a sentence, without its place.
    public let description: String

    init(line: Int? = nil, _ key: String, _ description: String) {
        self.line = line
        self.key = key
        self.description = description
    }
}
