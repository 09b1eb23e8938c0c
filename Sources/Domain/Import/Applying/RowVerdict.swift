/// What an import does with a row.
public enum RowVerdict: Sendable, Hashable {
    /// It makes a record.
    case new
    /// It changes fields of a record.
    case changes([FieldChange])
    /// The record is as the row says already.
    case unchanged
    /// The row cannot be imported, and the file with it.
    case refused([RowFault])
}
