public import Foundation
public import Persistence

/// A browser in which a person has signed in.
public final class Session: ManagedObject {}

extension Session {
    /// The seconds without use after which a session ends.
    static let lifetime: TimeInterval = 90 * 86_400
    /// The seconds within which the code of the second factor has to follow the password.
    static let codeLifetime: TimeInterval = 600

    static func all(in context: ManagedObjectContext) throws -> [Session] {
        try context.fetch(FetchRequest<Session>(prefetching: [\.person]))
    }

    static func find(_ key: UUID, in context: ManagedObjectContext) throws -> Session? {
        try all(in: context).first { $0.key == key }
    }

    /// The session that waits for a code; nil if there is none, or it has waited too long.
    static func pending(
        _ hash: String, at date: Date, in context: ManagedObjectContext
    ) throws -> Session? {
        try all(in: context).first {
            $0.secretHash == hash && $0.awaitsCode && !$0.isStale(at: date)
        }
    }

    /// Begins a session.
    ///
    /// - Parameter hasPassword: whether the password was given for it.
    static func begin(
        of person: Person, _ agent: String, at date: Date, awaitsCode: Bool = false,
        hasPassword: Bool = true, in context: ManagedObjectContext
    ) throws -> SignIn {
        guard let account = person.account else { throw SignInError.wrong }
        try forgetStale(at: date, in: context)
        let secret = Secret()
        let session = Session(context: context)
        session.key = UUID()
        session.person = person
        session.agent = String(agent.prefix(200))
        session.secretHash = secret.hash
        session.awaitsCode = awaitsCode
        session.created = date
        session.lastUsed = date
        session.passwordDate = hasPassword ? date : .distantPast
        return SignIn(account: account, secret: secret, awaitsCode: awaitsCode)
    }

    /// Removes expired sessions.
    static func forgetStale(at date: Date, in context: ManagedObjectContext) throws {
        for session in try all(in: context) where session.isStale(at: date) {
            context.delete(session)
        }
    }

    func isStale(at date: Date) -> Bool {
        let lifetime = awaitsCode ? Self.codeLifetime : Self.lifetime
        return date.timeIntervalSince(lastUsed ?? .distantPast) > lifetime
    }

    /// The session as a value; nil while its code is missing.
    var device: Device? {
        guard !awaitsCode, let key, let account = person?.account, let created, let lastUsed,
            let passwordDate
        else { return nil }
        return Device(
            id: key, account: account, agent: agent ?? "", created: created, lastUsed: lastUsed,
            passwordDate: passwordDate)
    }
}

/// A browser in which a person has signed in: a session.
public struct Device: Sendable, Hashable {
    /// The identifier on pages; it gives no access.
    public let id: UUID
    public let account: Account
    /// The browser's `User-Agent`.
    public let agent: String
    public let created: Date
    /// The time of its last use, to the hour.
    public let lastUsed: Date
    /// The time at which the password was last given.
    public let passwordDate: Date
}
