public import Foundation

/// A browser in which a person has signed in: a session.
public struct Device: Sendable, Hashable {
    /// What names it on pages; it opens nothing.
    public let id: UUID
    public let account: Account
    /// What the browser called itself.
    public let agent: String
    public let created: Date
    /// When it was used last, to the hour.
    public let lastUsed: Date
    /// When the password was given last.
    public let passwordDate: Date
}
