import Foundation
import Persistence

extension Accounts {
    /// Signs a person in, in a browser.
    ///
    /// - Parameter agent: what the browser calls itself.
    /// - Returns: the secret that the browser keeps.
    /// - Throws: ``SignInError``, and errors of the store.
    public func signIn(
        _ name: String, password: String, from origin: SignInOrigin, agent: String
    ) async throws -> (Account, Secret) {
        let account = try await check(name, password: password, from: origin)
        let (secret, date) = (Secret(), now())
        try await write { context in
            try Session.forgetStale(at: date, in: context)
            let session = Session(context: context)
            session.key = UUID()
            session.person = try Self.person(name, in: context)
            session.agent = String(agent.prefix(200))
            session.secretHash = secret.hash
            session.created = date
            session.lastUsed = date
            session.passwordDate = date
        }
        return (account, secret)
    }

    /// Takes the password of somebody who has signed in already, before something that cannot be undone.
    ///
    /// - Throws: ``SignInError``, and errors of the store.
    public func confirm(
        _ device: Device, password: String, from origin: SignInOrigin
    ) async throws {
        _ = try await check(device.account.name, password: password, from: origin)
        let date = now()
        try await write { context in
            guard let session = try Session.find(device.id, in: context) else { return }
            session.passwordDate = date
        }
    }

    /// Checks a password. Whatever is wrong, the answer is the same, and comes after the same work.
    private func check(
        _ name: String, password: String, from origin: SignInOrigin
    ) async throws -> Account {
        let hash = try await begin(name, from: origin)
        let isLong = password.utf8.count > 4 * PasswordRules.longest
        let matches = try await work.matches(isLong ? "" : password, isLong ? nil : hash)
        guard matches, let hash else { throw SignInError.wrong }
        let newHash = work.isOutdated(hash) ? try await work.hash(password) : nil
        return try await write { context in
            let person = try Person.find(name, in: context)
            // Removed, or given another password, while the work was done.
            guard let person, let account = person.account, person.passwordHash == hash else {
                throw SignInError.wrong
            }
            if let newHash { person.passwordHash = newHash }
            try Attempt.forget(Self.origin(of: name), in: context)
            try Attempt.find(origin.key, in: context)?.failures -= 1
            return account
        }
    }

    /// Counts the attempt as a wrong one before it is looked at, so that many at once are no more than
    /// many in a row.
    ///
    /// - Returns: the hash of the password; nil if there is no such person.
    private func begin(_ name: String, from origin: SignInOrigin) async throws -> String? {
        let date = now()
        return try await write { context in
            let limits = [
                (Self.origin(of: name), SignInOrigin.freeOfAccount),
                (origin.key, SignInOrigin.freeOfAddress),
            ]
            for (key, free) in limits {
                guard let attempt = try Attempt.find(key, in: context) else { continue }
                let delay = Attempt.delay(
                    after: Int(attempt.failures), free: free, longest: origin.longestDelay)
                let rest = delay - date.timeIntervalSince(attempt.date ?? .distantPast)
                if rest > 0 { throw SignInError.wait(seconds: Int(rest.rounded(.up))) }
            }
            for (key, _) in limits { try Attempt.count(key, at: date, in: context) }
            return try Person.find(name, in: context)?.passwordHash
        }
    }
}
