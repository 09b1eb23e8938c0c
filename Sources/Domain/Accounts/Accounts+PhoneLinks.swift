import Foundation
public import Persistence

extension Accounts {
    /// The validity of a phone link in minutes.
    public static var phoneLinkMinutes: Int { Int(PhoneLink.lifetime / 60) }

    /// Creates the secret of a link that signs a person in on another device, once, within five
    /// minutes. An earlier link of the person becomes invalid.
    ///
    /// - Throws: ``AccountError``, and errors of the store.
    public func addPhoneLink(of account: Account) async throws -> Secret {
        let (date, secret) = (now(), Secret())
        try await write { context in
            let person = try Self.person(account.name, in: context)
            let valid = try PhoneLink.valid(at: date, in: context)
            for link in try context.fetch(FetchRequest<PhoneLink>())
            where link.person == person || !valid.contains(link) {
                context.delete(link)
            }
            let link = PhoneLink(context: context)
            link.person = person
            link.secretHash = secret.hash
            link.expires = date + PhoneLink.lifetime
        }
        return secret
    }

    /// The account of a link; nil if the link was used or is too old. The link stays valid.
    ///
    /// - Throws: errors of the store.
    public func account(ofPhoneLink secret: Secret) async throws -> Account? {
        let (date, hash) = (now(), secret.hash)
        return try await read { context in
            try PhoneLink.valid(at: date, in: context).first { $0.secretHash == hash }?
                .person?.account
        } ?? nil
    }

    /// Signs the person of a link in, in another browser. Actions that require a recent password
    /// ask for it there.
    ///
    /// - Throws: `SignInError.late` for a link that was used or is too old, and errors of the
    ///   store.
    public func signIn(withPhoneLink secret: Secret, agent: String) async throws -> SignIn {
        let (date, hash) = (now(), secret.hash)
        return try await write { context in
            let link = try PhoneLink.valid(at: date, in: context).first { $0.secretHash == hash }
            guard let link, let person = link.person else { throw SignInError.late }
            context.delete(link)
            return try Session.begin(
                of: person, agent, at: date, hasPassword: false, in: context)
        }
    }
}

/// A link that signs a person in on another device, once within a few minutes.
public final class PhoneLink: ManagedObject {}

extension PhoneLink {
    /// The validity in seconds.
    static let lifetime: TimeInterval = 300

    /// The links that are still valid.
    static func valid(at date: Date, in context: ManagedObjectContext) throws -> [PhoneLink] {
        try context.fetch(FetchRequest<PhoneLink>(prefetching: [\.person])).filter {
            ($0.expires ?? .distantPast) > date
        }
    }
}
