public import Foundation
public import Persistence

/// A list that people without an account can read until a date.
public final class SharedList: ManagedObject {}

extension SharedList {
    /// The maximum number of shared lists.
    static let limit = 100

    static func all(in context: ManagedObjectContext) throws -> [SharedList] {
        try context.fetch(FetchRequest<SharedList>(prefetching: [\.person]))
    }

    /// The link as a value.
    var link: SharedLink? {
        guard let key, let account = person?.account, let name, let address, let created,
            let expires
        else { return nil }
        return SharedLink(
            id: key, account: account, name: name, address: address, created: created,
            expires: expires)
    }
}

/// A link with which people without an account can read one list until a date.
public struct SharedLink: Sendable, Hashable {
    /// The identifier on pages; it gives no access.
    public let id: UUID
    /// The account that shares the list, and may read it.
    public let account: Account
    /// The recipient or purpose.
    public let name: String
    /// The address of the list on the site, with its search and filters.
    public let address: String
    public let created: Date
    /// The expiry.
    public let expires: Date

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
