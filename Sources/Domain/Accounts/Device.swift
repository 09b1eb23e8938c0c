public import Foundation

/// A browser in which a person has signed in: a session.
public struct Device: Sendable, Hashable {
    /// The identifier on pages; it gives no access.
    public let id: UUID
    public let account: Account
    /// The browser's `User-Agent`.
    public let agent: String
    public let created: Date
    /// The time of its last use, to the hour.
    public let lastUsed: Date
    /// The time at which the password was last given.
    public let passwordDate: Date
}
