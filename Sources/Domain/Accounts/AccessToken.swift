public import Foundation

/// What a script shows in the place of a person, who may do no more with it than they may themselves.
public struct AccessToken: Sendable, Hashable {
    /// What names it on pages; it opens nothing.
    public let id: UUID
    public let account: Account
    /// What its person calls it.
    public let name: String
    /// Whether it changes records; else it reads them.
    public let writes: Bool
    /// The names of the sections that it is for; empty for all.
    public let sections: Set<String>
    public let created: Date
    /// When it ends.
    public let expires: Date
    /// When it was used last, to the hour; nil if it never was.
    public let lastUsed: Date?

    /// Makes the description of a token.
    public init(
        id: UUID, account: Account, name: String, writes: Bool, sections: Set<String>,
        created: Date, expires: Date, lastUsed: Date? = nil
    ) {
        self.id = id
        self.account = account
        self.name = name
        self.writes = writes
        self.sections = sections
        self.created = created
        self.expires = expires
        self.lastUsed = lastUsed
    }

    /// What the text of a token begins with, by which it is told from everything else.
    public static let prefix = "homeowner_"

    /// The secret in the text of a token; nil for what cannot be one.
    static func secret(in text: String) -> Secret? {
        guard text.hasPrefix(prefix) else { return nil }
        return Secret(text.dropFirst(prefix.count))
    }
}
