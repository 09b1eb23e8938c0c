import Foundation
import Persistence

extension Accounts {
    /// Signs a person in, in a browser.
    ///
    /// - Parameters:
    ///   - code: the code of the second factor; nil to give it later
    /// (``signIn(_:code:from:agent:)``).
    ///   - agent: the browser's `User-Agent`.
    /// - Throws: ``SignInError``, and errors of the store.
    public func signIn(
        _ name: String, password: String, code: String? = nil, from origin: SignInOrigin,
        agent: String
    ) async throws -> SignIn {
        let account = try await check(name, password: password, from: origin)
        let (date, wantsCode) = (now(), try await hasSecondFactor(account))
        if wantsCode, code != nil { try await countCode(of: account, from: origin) }
        return try await write { context in
            let person = try Self.person(name, in: context)
            if wantsCode, let code {
                try Self.take(code, of: person, at: date, in: context)
            }
            return try Session.begin(
                of: person, agent, at: date, awaitsCode: wantsCode && code == nil, in: context)
        }
    }

    /// Completes a sign-in with the code of the second factor, after the password.
    ///
    /// - Parameter pending: the secret that the browser got for the password.
    /// - Returns: another secret, with which the browser is signed in.
    /// - Throws: ``SignInError``, and errors of the store.
    public func signIn(
        _ pending: Secret, code: String, from origin: SignInOrigin, agent: String
    ) async throws -> SignIn {
        guard let account = try await accountAwaitingCode(pending) else { throw SignInError.late }
        try await countCode(of: account, from: origin)
        let (date, hash) = (now(), pending.hash)
        return try await write { context in
            guard let session = try Session.pending(hash, at: date, in: context),
                let person = session.person
            else { throw SignInError.late }
            try Self.take(code, of: person, at: date, in: context)
            context.delete(session)
            return try Session.begin(of: person, agent, at: date, in: context)
        }
    }

    /// The account whose code a browser still has to give; nil if there is none.
    ///
    /// - Throws: errors of the store.
    public func accountAwaitingCode(_ pending: Secret) async throws -> Account? {
        let (date, hash) = (now(), pending.hash)
        return try await read { context in
            try Session.pending(hash, at: date, in: context)?.person?.account
        } ?? nil
    }

    /// Checks the password of a signed-in person again, before an action that cannot be undone.
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

    /// Checks a password. Every failure gives the same answer after the same work.
    private func check(
        _ name: String, password: String, from origin: SignInOrigin
    ) async throws -> Account {
        let hash = try await begin(name, from: origin)
        let isLong = password.utf8.count > 4 * PasswordRules.maximumLength
        let matches = try await work.matches(isLong ? "" : password, isLong ? nil : hash)
        guard matches, let hash else { throw SignInError.wrong }
        let newHash = work.isOutdated(hash) ? try await work.hash(password) : nil
        return try await write { context in
            let person = try Person.find(name, in: context)
            // The person was removed, or got another password, during the work.
            guard let person, let account = person.account, person.passwordHash == hash else {
                throw SignInError.wrong
            }
            if let newHash { person.passwordHash = newHash }
            try Attempt.forget(Self.origin(of: name), in: context)
            try Attempt.find(origin.key, in: context)?.failures -= 1
            return account
        }
    }

    /// Counts the attempt as a wrong one.
    ///
    /// - Returns: the password hash; nil if the person does not exist.
    private func begin(_ name: String, from origin: SignInOrigin) async throws -> String? {
        try await counting(
            [
                (Self.origin(of: name), SignInOrigin.freeOfAccount),
                (origin.key, SignInOrigin.freeOfAddress),
            ], from: origin
        ) { try Person.find(name, in: $0)?.passwordHash }
    }

    private func countCode(of account: Account, from origin: SignInOrigin) async throws {
        try await counting(
            [(Self.codeOrigin(of: account.name), SignInOrigin.freeOfAccount)], from: origin
        ) { _ in }
    }

    /// Counts an attempt as wrong before it is checked, so that parallel attempts have no
    /// advantage. An attempt that comes too early is delayed.
    private func counting<T: Sendable>(
        _ origins: [(key: String, free: Int)], from origin: SignInOrigin,
        _ body: @escaping @Sendable (ManagedObjectContext) throws -> T
    ) async throws -> T {
        let date = now()
        do {
            return try await write { context in
                try Attempt.count(origins, longest: origin.longestDelay, at: date, in: context)
                return try body(context)
            }
        } catch let refusal as SignInError {
            await work.holdBack()
            throw refusal
        }
    }

    /// Accepts a time-based or recovery code, each only once.
    ///
    /// - Throws: `SignInError.wrongCode`, and errors of the store.
    private static func take(
        _ code: String, of person: Person, at date: Date, in context: ManagedObjectContext
    ) throws {
        let typed = code.filter { !$0.isWhitespace && $0 != "-" }
        let secret = person.codeSecret.flatMap { CodeSecret($0) }
        if let step = secret?.step(of: typed, at: date, after: person.codeStep) {
            person.codeStep = step
        } else if let known = try DrawerCode.find(typed, of: person, in: context) {
            context.delete(known)
        } else {
            throw SignInError.wrongCode
        }
        try Attempt.forget(codeOrigin(of: person.name ?? ""), in: context)
    }

    /// The key under which failed codes for a name are counted; a correct password does not reset
    /// it.
    static func codeOrigin(of name: String) -> String {
        "code " + Secret.hash(AccountName.folded(name))
    }
}
