import Domain
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// Finds out who sends a request. What they may do, each route says.
struct SignInCheck: Sendable {
    /// Who can sign in; nil where nobody needs to.
    let accounts: Accounts?
    /// Whether others than this machine reach the server: without anybody who can sign in, nobody gets
    /// in then.
    var isExposed = false
    var cookies = SignInCookies(basePath: .root)

    /// Notes who sends a request.
    ///
    /// - Throws: errors of the store.
    func find(_ request: Request, _ context: SiteContext) async throws {
        context.visit.viewer = try await viewer(of: request, context.visit.way)
    }

    /// Finds it out once more where a password is to be given again: another server may have taken it already.
    ///
    /// - Throws: errors of the store.
    func findAgain(_ request: Request, _ context: SiteContext) async throws {
        guard let accounts, context.viewer.device != nil else { return }
        try await accounts.lookAgain()
        try await find(request, context)
    }

    /// The answer where that cannot be found out.
    func refusal(after error: any Error, _ context: SiteContext) -> Response {
        context.logger.error("The accounts cannot be read", metadata: ["error": "\(error)"])
        return Response(
            status: .serviceUnavailable,
            headers: [.contentType: "text/plain; charset=utf-8", .retryAfter: "10"],
            body: .init(
                byteBuffer: .init(
                    string: "The accounts cannot be read just now; the log says why.\n")))
    }

    private func viewer(of request: Request, _ way: Visit.Way) async throws -> Viewer {
        guard let accounts else { return .anybody }
        let bearer = request.bearer
        // A cookie counts where nothing else says who it is.
        let secret =
            bearer == nil && way.trustedUser == nil
            ? cookies.secret(of: request, isSecure: way.isSecure) : nil
        let (isEmpty, device) = try await accounts.look(for: secret)
        if isEmpty { return isExposed ? .stranger : .anybody }
        if let device { return .person(device.account, device) }
        if let bearer {
            return try await accounts.token(bearer).map { .script($0) } ?? .stranger
        }
        if let name = way.trustedUser {
            return try await accounts.account(named: name).map { .person($0, nil) } ?? .stranger
        }
        return .stranger
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
