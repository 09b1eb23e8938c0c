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
