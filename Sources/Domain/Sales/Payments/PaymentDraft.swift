public import Foundation

/// The entered values of a new payment.
public struct PaymentDraft: Sendable, Hashable {
    /// The record number of the kind.
    public var kind: Int64
    /// The tendered amount; nil for the amount due. For cash it may be more, which gives change.
    public var amount: Decimal?
    /// A reference, such as the number of a slip; nil for none.
    public var reference: String?

    public init(kind: Int64, amount: Decimal? = nil, reference: String? = nil) {
        self.kind = kind
        self.amount = amount
        self.reference = reference
    }
}
