/// What sales were added up by, in the order of what each comes to: without the sums, of which a page shows
/// few.
public struct SalesRanking: Sendable, Hashable {
    /// The numbers of the records, that with the greatest total first; of equal ones the least number.
    public let numbers: [Int64]
    /// Whether any of the sums has a tax in it.
    public let isTaxed: Bool
}
