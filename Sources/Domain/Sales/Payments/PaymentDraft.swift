public import Foundation

/// A payment as it was entered, before it is made.
public struct PaymentDraft: Sendable, Hashable {
    /// The record number of the kind.
    public var kind: Int64
    /// What was handed over; nil for just what is to be paid. Of cash it may be more: the rest is
    /// given back.
    public var amount: Decimal?
    /// What tells it from others, as the number of a slip; nil for nothing.
    public var reference: String?

    public init(kind: Int64, amount: Decimal? = nil, reference: String? = nil) {
        self.kind = kind
        self.amount = amount
        self.reference = reference
    }
}
