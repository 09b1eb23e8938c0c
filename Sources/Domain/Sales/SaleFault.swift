/// Something that is wrong with a sale as it was entered.
public struct SaleFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// The index of the line; nil if it is about the whole sale.
    public let line: Int?
    /// The index of the payment; nil if it is about none.
    public let payment: Int?
    /// The field: `product`, `quantity`, `unitPrice`, `discount`, `taxRate`, `lines`, `date`, `reason`.
    public let key: String
    /// The fault in a sentence, without its place.
    public let description: String

    init(
        line: Int? = nil, payment: Int? = nil, _ key: String, _ description: String
    ) {
        self.line = line
        self.payment = payment
        self.key = key
        self.description = description
    }
}
