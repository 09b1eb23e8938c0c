/// All faults that prevent a sale, a return or a cancellation.
public struct SaleRefusal: Error, Sendable, Hashable, CustomStringConvertible {
    /// The faults, ordered by line.
    public let faults: [SaleFault]

    init(_ faults: [SaleFault]) {
        self.faults = faults
    }

    public var description: String {
        faults.map { fault in
            fault.line.map { "Line \($0 + 1): \(fault.description)" } ?? fault.description
        }.joined(separator: " ")
    }
}

/// A fault in an entered sale.
public struct SaleFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// The index of the line; nil for the whole sale.
    public let line: Int?
    /// The index of the payment; nil for none.
    public let payment: Int?
    /// The field: `product`, `quantity`, `unitPrice`, `discount`, `taxRate`, `lines`, `date`, `reason`.
    public let key: String
    /// The fault as a sentence, without its place.
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
