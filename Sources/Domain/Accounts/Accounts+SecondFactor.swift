import Foundation
import Persistence

extension Accounts {
    /// Whether a person has a second factor.
    ///
    /// - Throws: errors of the store.
    public func hasSecondFactor(_ account: Account) async throws -> Bool {
        try await recoveryCodeCount(of: account) != nil
    }

    /// The number of a person's unused recovery codes; nil without a second factor.
    ///
    /// - Throws: errors of the store.
    public func recoveryCodeCount(of account: Account) async throws -> Int? {
        try await read { context in
            guard let person = try Person.find(account.name, in: context),
                person.codeSecret != nil
            else { return nil }
            return try DrawerCode.all(of: person, in: context).count
        } ?? nil
    }

    /// Sets up a person's second factor, and replaces an earlier one.
    ///
    /// - Parameter code: the current code of the person's phone, which proves that it has the
    ///   secret.
    /// - Returns: the recovery codes, of which only hashes are stored.
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

    /// Removes a person's second factor.
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
