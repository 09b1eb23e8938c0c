public import Foundation
import Persistence

extension Accounts {
    /// The token with a text; nil if it does not exist or has expired.
    ///
    /// - Throws: errors of the store.
    public func token(_ text: String) async throws -> AccessToken? {
        guard let hash = AccessToken.secret(in: text).map({ SecretHash(of: $0) }) else {
            return nil
        }
        var snapshot = try await snapshot()
        if snapshot.tokens[hash] == nil { snapshot = try await newerSnapshot(than: snapshot) }
        guard let token = snapshot.tokens[hash], token.expires > now() else { return nil }
        if now().timeIntervalSince(token.lastUsed ?? .distantPast) > 3_600 {
            try await touch(token)
        }
        return token
    }

    /// The tokens of a person, newest first, including expired ones.
    ///
    /// - Throws: errors of the store.
    public func tokens(of account: Account) async throws -> [AccessToken] {
        try await snapshot().tokens.values.filter { $0.account.id == account.id }
            .sorted { ($0.created, $0.id.uuidString) > ($1.created, $1.id.uuidString) }
    }

    /// Creates a token.
    ///
    /// - Parameters:
    ///   - writes: whether it may change records.
    ///   - sections: the names of the sections that it may access; empty for all.
    ///   - end: the expiry, at most ten years from now.
    /// - Returns: the token, and its text, of which only a hash is stored.
    /// - Throws: ``AccountError``, and errors of the store.
    public func addToken(
        _ name: String, of account: Account, writes: Bool, sections: Set<String>, until end: Date
    ) async throws -> (token: AccessToken, text: String) {
        let name = try AccountName.checked(name)
        let date = now()
        guard end > date, end < date + 3_660 * 86_400 else {
            throw AccountError(.end, "choose a day from today on, within ten years")
        }
        let secret = Secret()
        let token = try await write { context in
            let person = try Self.person(account.name, in: context)
            let others = try Token.all(in: context).filter { $0.person == person }
            guard others.count < Token.limit else {
                throw AccountError(
                    .name, "you have \(Token.limit) tokens already; remove one that has ended")
            }
            guard !others.contains(where: { $0.name == name }) else {
                throw AccountError(.name, "you have a token of this name already")
            }
            let token = Token(context: context)
            token.key = UUID()
            token.person = person
            token.name = name
            token.writes = writes
            token.sections = sections.sorted().joined(separator: " ")
            token.secretHash = secret.hash
            token.created = date
            token.expires = end
            guard let value = token.accessToken else {
                throw AccountError(.name, "add a person first")
            }
            return value
        }
        return (token, AccessToken.prefix + secret.text)
    }

    /// Revokes a token.
    ///
    /// - Throws: errors of the store.
    public func remove(_ token: AccessToken) async throws {
        try await write { context in
            guard let token = try Token.find(token.id, in: context) else { return }
            context.delete(token)
        }
    }

    private func touch(_ token: AccessToken) async throws {
        let date = now()
        try await write { context in
            guard let token = try Token.find(token.id, in: context) else { return }
            token.lastUsed = date
        }
    }
}
