/// An explicit choice of tax.
public enum TaxChoice: Sendable, Hashable {
    /// No tax.
    case untaxed
    /// The rate with a record number.
    case rate(Int64)
}
