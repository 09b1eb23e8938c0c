/// The rights of a person in the household.
public enum Role: String, Sendable, Hashable, CaseIterable {
    /// All rights, also for people and backups.
    case owner
    /// May change all records.
    case member
    /// May change only records of sales.
    case shop
    /// May only read records.
    case viewer
}
