public import Foundation
import Persistence

extension Accounts {
    /// The link with a secret; nil if it does not exist or has expired.
    ///
    /// - Throws: errors of the store.
    public func sharedLink(with secret: Secret) async throws -> SharedLink? {
        let link = try await snapshot().sharedLinks[SecretHash(of: secret)]
        return link.flatMap { $0.expires > now() ? $0 : nil }
    }

    /// All links, newest first, including expired ones.
    ///
    /// - Throws: errors of the store.
    public func sharedLinks() async throws -> [SharedLink] {
        try await snapshot().sharedLinks.values.sorted {
            ($0.created, $0.id.uuidString) > ($1.created, $1.id.uuidString)
        }
    }

    /// Shares a list with everyone who has the link.
    ///
    /// - Parameters:
    ///   - address: the address of the list on the site.
    ///   - name: the recipient or purpose.
    ///   - end: the expiry, at most a year from now.
    /// - Returns: the link, and the secret in its address, of which only a hash is stored.
    /// - Throws: ``AccountError``, and errors of the store.
    public func share(
        _ address: String, as name: String, by account: Account, until end: Date
    ) async throws -> (link: SharedLink, secret: Secret) {
        let name = try AccountName.checked(name)
        let date = now()
        guard end > date, end < date + 367 * 86_400 else {
            throw AccountError(.end, "choose a day from today on, within a year")
        }
        let secret = Secret()
        let link = try await write { context in
            for list in try SharedList.all(in: context)
            where (list.expires ?? .distantPast) < date - 30 * 86_400 {
                context.delete(list)
            }
            guard try context.count(for: FetchRequest<SharedList>()) < SharedList.limit else {
                throw AccountError(
                    .name, "there are \(SharedList.limit) shared lists already; end one of them")
            }
            let list = SharedList(context: context)
            list.key = UUID()
            list.person = try Self.person(account.name, in: context)
            list.name = name
            list.address = address
            list.secretHash = secret.hash
            list.created = date
            list.expires = end
            guard let link = list.link else {
                throw AccountError(.name, "add a person first")
            }
            return link
        }
        return (link, secret)
    }

    /// Revokes a link.
    ///
    /// - Throws: errors of the store.
    public func remove(_ link: SharedLink) async throws {
        try await write { context in
            for list in try SharedList.all(in: context) where list.key == link.id {
                context.delete(list)
            }
        }
    }
}
