import Foundation
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
