import Domain
import Hummingbird

/// The cookie by which a browser is known.
struct SignInCookies: Sendable {
    let basePath: BasePath

    /// With `__Host-` browsers let no other server of the same domain set it, and send it nowhere but
    /// here; that needs an encrypted connection and the whole server.
    private static let secureName = "__Host-homeowner"
    private static let plainName = "homeowner"
    /// Browsers keep no cookie for longer than 400 days; it is sent anew at each signing in alone.
    private static let lifetime = 400 * 86_400

    /// What a browser sends.
    func secret(of request: Request, isSecure: Bool) -> Secret? {
        request.cookieValue(isSecure ? Self.secureName : Self.plainName).flatMap { Secret($0) }
    }

    /// Gives a browser its secret.
    func cookie(_ secret: Secret, isSecure: Bool) -> Cookie {
        cookie(secret.text, isSecure, lifetime: Self.lifetime)
    }

    /// Takes it away.
    func end(isSecure: Bool) -> Cookie { cookie("", isSecure, lifetime: 0) }

    private func cookie(_ value: String, _ isSecure: Bool, lifetime: Int) -> Cookie {
        Cookie(
            name: isSecure ? Self.secureName : Self.plainName, value: value, maxAge: lifetime,
            path: isSecure || basePath.path.isEmpty ? "/" : basePath.path, secure: isSecure,
            httpOnly: true, sameSite: .lax)
    }
}
