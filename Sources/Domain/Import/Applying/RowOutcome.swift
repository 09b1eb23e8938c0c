/// What an import does with a row, or has done.
public struct RowOutcome: Sendable, Hashable {
    /// The number of the row's first line in the file, from 1.
    public let line: Int
    /// What the row is about: `Sale 12, line 3: Mug`.
    public let label: String
    /// What is done.
    public let verdict: RowVerdict
    /// What is done besides, and what is worth a look.
    public let notes: [String]
}
