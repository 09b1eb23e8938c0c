/// Which tax a line of a sale has, where somebody says so.
public enum TaxChoice: Sendable, Hashable {
    /// No tax.
    case untaxed
    /// The rate with a record number.
    case rate(Int64)
}
