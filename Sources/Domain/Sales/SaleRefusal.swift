/// Why a sale is not made, returned or voided: everything that is wrong with it.
public struct SaleRefusal: Error, Sendable, Hashable, CustomStringConvertible {
    /// The faults, those of the first line first.
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
