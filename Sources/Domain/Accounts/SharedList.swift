import Foundation
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
