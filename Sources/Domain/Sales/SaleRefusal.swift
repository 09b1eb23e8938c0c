/// All faults that prevent a sale, a return or a cancellation.
public struct SaleRefusal: Error, Sendable, Hashable, CustomStringConvertible {
    /// The faults, ordered by line.
    public let faults: [SaleFault]

    init(_ faults: [SaleFault]) {
        self.faults = faults
    }

    init(_ key: String, _ description: String) {
        self.init([SaleFault(key, description)])
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

extension [SaleFault] {
    /// Adds a fault of the whole sale.
    ///
    /// - Parameter description: nil for none.
    mutating func add(_ key: String, _ description: String?) {
        if let description { append(SaleFault(key, description)) }
    }

    /// - Throws: ``SaleRefusal`` if there are faults.
    func check() throws(SaleRefusal) {
        guard isEmpty else { throw SaleRefusal(self) }
    }
}
