/// What a person may do in the household.
public enum Role: String, Sendable, Hashable, CaseIterable {
    /// Everything: people and backups too.
    case owner
    /// All records.
    case member
    /// The records of the sales alone.
    case shop
    /// Reads all records, and changes none.
    case viewer
}
