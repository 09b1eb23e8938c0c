/// What an import would do, row by row.
public struct ImportPlan: Sendable {
    /// The rows, in the order of the file.
    public let rows: PlanRows
    /// How many rows have each verdict.
    public let counts: ImportCounts
    /// What is worth a look before it is done, a sentence each.
    public let warnings: [String]
    /// A text that is the same for plans that do the same to records that are the same.
    public let digest: String

    /// Whether it can be done: no row is refused, and there is something to do.
    public var isApplicable: Bool {
        counts.refused == 0 && counts.new + counts.changed > 0
    }
}
