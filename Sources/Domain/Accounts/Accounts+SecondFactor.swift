import Foundation
import Persistence

extension Accounts {
    /// Whether a person gives a code besides the password.
    ///
    /// - Throws: errors of the store.
    public func hasSecondFactor(_ account: Account) async throws -> Bool {
        try await drawerCodeCount(of: account) != nil
    }

    /// How many codes a person has left in the drawer; nil if the person gives no code at all.
    ///
    /// - Throws: errors of the store.
    public func drawerCodeCount(of account: Account) async throws -> Int? {
        try await read { context in
            guard let person = try Person.find(account.name, in: context),
                person.codeSecret != nil
            else { return nil }
            return try DrawerCode.all(of: person, in: context).count
        } ?? nil
    }

    /// Lets a person give a code besides the password from now on, in the place of a former one.
    ///
    /// - Parameter code: what the person's phone makes of the secret, so that nobody is kept out by a
    ///   phone that does not know it.
    /// - Returns: the codes for the drawer, which are not kept.
    /// - Throws: `SignInError.wrongCode`, ``AccountError``, and errors of the store.
    public func setSecondFactor(
        of account: Account, _ secret: CodeSecret, code: String
    ) async throws -> [String] {
        let date = now()
        let typed = code.filter { !$0.isWhitespace }
        guard let step = secret.step(of: typed, at: date, after: 0) else {
            throw SignInError.wrongCode
        }
        return try await write { context in
            let person = try Self.person(account.name, in: context)
            person.codeSecret = secret.text
            person.codeStep = step
            return try DrawerCode.renew(of: person, in: context)
        }
    }

    /// Lets a person sign in with the password alone.
    ///
    /// - Throws: ``AccountError``, and errors of the store.
    public func removeSecondFactor(of name: String) async throws {
        try await write { context in
            let person = try Self.person(name, in: context)
            person.codeSecret = nil
            person.codeStep = 0
            try DrawerCode.forget(of: person, in: context)
            try Attempt.forget(Self.codeOrigin(of: name), in: context)
        }
    }
}
