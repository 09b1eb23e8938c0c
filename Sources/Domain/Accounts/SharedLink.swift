public import Foundation

/// A link by which somebody without an account reads one list, until a day.
public struct SharedLink: Sendable, Hashable {
    /// What names it on pages; it opens nothing.
    public let id: UUID
    /// Who shares the list, and may read it.
    public let account: Account
    /// For whom it is, or what.
    public let name: String
    /// The list, with its search and filters: an address below the site.
    public let address: String
    public let created: Date
    /// When it ends.
    public let expires: Date

    /// Makes the description of a link.
    public init(
        id: UUID, account: Account, name: String, address: String, created: Date, expires: Date
    ) {
        self.id = id
        self.account = account
        self.name = name
        self.address = address
        self.created = created
        self.expires = expires
    }
}
