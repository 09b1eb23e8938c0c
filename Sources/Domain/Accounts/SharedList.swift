import Foundation
public import Persistence

/// A list that somebody without an account may read until a day.
public final class SharedList: ManagedObject {}

extension SharedList {
    /// The most that there are at once.
    static let limit = 100

    static func all(in context: ManagedObjectContext) throws -> [SharedList] {
        try context.fetch(FetchRequest<SharedList>(prefetching: [\.person]))
    }

    /// The list apart from any context.
    var link: SharedLink? {
        guard let key, let account = person?.account, let name, let address, let created,
            let expires
        else { return nil }
        return SharedLink(
            id: key, account: account, name: name, address: address, created: created,
            expires: expires)
    }
}
