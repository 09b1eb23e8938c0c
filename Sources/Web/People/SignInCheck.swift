import Domain
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// Identifies the sender of a request. Their access is checked by each route.
struct SignInCheck: Sendable {
    /// The accounts; nil if signing in is not needed.
    let accounts: Accounts?
    /// Whether other machines can reach the server. Without accounts, they are denied.
    var isExposed = false
    var cookies = SignInCookies(basePath: .root)

    /// Sets the sender of a request.
    ///
    /// - Throws: errors of the store.
    func find(_ request: Request, _ context: SiteContext) async throws {
        context.client.viewer = try await viewer(of: request, context.client.connection)
    }

    /// Identifies the sender again before asking for the password, which another server may already
    /// have checked.
    ///
    /// - Throws: errors of the store.
    func findAgain(_ request: Request, _ context: SiteContext) async throws {
        guard let accounts, context.viewer.device != nil else { return }
        try await accounts.lookAgain()
        try await find(request, context)
    }

    /// The response if the sender cannot be identified.
    func refusal(after error: any Error, _ context: SiteContext) -> Response {
        context.logger.error("The accounts cannot be read", metadata: ["error": "\(error)"])
        return Response(
            status: .serviceUnavailable,
            headers: [.contentType: "text/plain; charset=utf-8", .retryAfter: "10"],
            body: .init(
                byteBuffer: .init(
                    string: "The accounts cannot be read just now; the log says why.\n")))
    }

    private func viewer(of request: Request, _ connection: Client.Connection) async throws -> Viewer
    {
        guard let accounts else { return .unrestricted }
        let bearer = request.bearer
        // The cookie counts only if no other credentials are sent.
        let secret =
            bearer == nil && connection.trustedUser == nil
            ? cookies.secret(of: request, isSecure: connection.isSecure) : nil
        let (isEmpty, device) = try await accounts.look(for: secret)
        if isEmpty { return isExposed ? .unauthenticated : .unrestricted }
        if let device { return .person(device.account, device) }
        if let bearer {
            return try await accounts.token(bearer).map { .script($0) } ?? .unauthenticated
        }
        if let name = connection.trustedUser {
            return try await accounts.account(named: name).map { .person($0, nil) }
                ?? .unauthenticated
        }
        return .unauthenticated
    }
}

extension SignInCheck {
    init(_ site: Site) {
        let configuration = site.configuration
        self.init(
            accounts: configuration.hasNoAccounts ? nil : site.accounts,
            isExposed: configuration.isExposed,
            cookies: SignInCookies(basePath: site.links.basePath))
    }
}
