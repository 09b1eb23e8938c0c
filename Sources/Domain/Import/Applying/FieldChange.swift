/// What an import does to one field of a record.
public struct FieldChange: Sendable, Hashable {
    /// The name of the column.
    public let column: String
    /// What the record has now.
    public let former: String
    /// What it has afterwards.
    public let new: String
}
