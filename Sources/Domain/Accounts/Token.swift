public import Foundation
public import Persistence

/// A token with which a script acts for a person.
public final class Token: ManagedObject {}

extension Token {
    /// The maximum number of tokens for a person.
    static let limit = 50

    static func all(in context: ManagedObjectContext) throws -> [Token] {
        try context.fetch(FetchRequest<Token>(prefetching: [\.person]))
    }

    static func find(_ key: UUID, in context: ManagedObjectContext) throws -> Token? {
        try all(in: context).first { $0.key == key }
    }

    /// The token as a value.
    var accessToken: AccessToken? {
        guard let key, let account = person?.account, let name, let created, let expires else {
            return nil
        }
        let names = (sections ?? "").split(separator: " ").map(String.init)
        return AccessToken(
            id: key, account: account, name: name, writes: writes, sections: Set(names),
            created: created, expires: expires, lastUsed: lastUsed)
    }
}

/// A token with which a script acts for a person, with at most that person's rights.
public struct AccessToken: Sendable, Hashable {
    /// The identifier on pages; it gives no access.
    public let id: UUID
    public let account: Account
    /// The name that the person gave it.
    public let name: String
    /// Whether it may change records; otherwise it only reads them.
    public let writes: Bool
    /// The names of the sections that it may access; empty for all.
    public let sections: Set<String>
    public let created: Date
    /// The end of its validity.
    public let expires: Date
    /// The time of its last use, to the hour; nil if it was never used.
    public let lastUsed: Date?

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

    /// The beginning of a token's text, by which it is recognized among other secrets.
    public static let prefix = "homeowner_"

    /// The secret in the text of a token; nil for another text.
    static func secret(in text: String) -> Secret? {
        guard text.hasPrefix(prefix) else { return nil }
        return Secret(text.dropFirst(prefix.count))
    }
}
