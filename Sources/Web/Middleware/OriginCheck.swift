import HTTPTypes
import Hummingbird

/// Refuses forms from pages of another origin.
///
/// Browsers always send `Sec-Fetch-Site` or `Origin` with a form, and pages cannot forge them; curl
/// sends neither and needs no token. Requests with an access token are safe, since pages of other
/// origins do not know it.
enum OriginCheck {
    static func check(_ request: Request, _ context: SiteContext) throws(SiteError) {
        let changesNothing = request.method == .get || request.method == .head
        guard changesNothing || context.viewer.isScript || isOwn(request, context.client.connection)
        else {
            throw SiteError.foreignOrigin
        }
    }

    static func isOwn(_ request: Request, _ connection: Client.Connection) -> Bool {
        if let site = request.headers[.secFetchSite] {
            return site == "same-origin" || site == "none"
        }
        guard let origin = request.headers[.origin] else { return true }
        guard let (authority, isSecure) = parts(of: origin), let own = request.head.authority else {
            return false
        }
        // A proxy may use TLS without saying so.
        guard isSecure == connection.isSecure || (isSecure && !connection.isSchemeKnown) else {
            return false
        }
        return authority == ServerAuthority.normalized(own, isSecure: isSecure)
    }

    /// The host and port of an origin, and whether it uses TLS; nil for `null`, which sandboxed
    /// pages send.
    private static func parts(of origin: String) -> (authority: String, isSecure: Bool)? {
        for (scheme, isSecure) in [("http://", false), ("https://", true)]
        where origin.lowercased().hasPrefix(scheme) {
            let authority = String(origin.dropFirst(scheme.count))
            return (ServerAuthority.normalized(authority, isSecure: isSecure), isSecure)
        }
        return nil
    }
}

/// Refuses requests for another host name than this server's.
///
/// A page of another site can point its name at 127.0.0.1 and read responses as its own (DNS
/// rebinding); the `Host` header reveals it.
struct HostCheck: Sendable {
    let names: ServerNames

    func check(_ request: Request) throws(SiteError) {
        guard let host = request.head.authority, !host.isEmpty else {
            throw SiteError.malformed("It has no Host header.")
        }
        guard !request.headers.contains(.furtherHost) else {
            throw SiteError.malformed("It has more than one Host header.")
        }
        guard names.contains(host) else {
            throw SiteError(
                status: .misdirectedRequest, title: "This server has another name",
                detail: """
                    The request is for “\(host.prefix(100))”. If that is a name of this server, \
                    start it with --allowed-host.
                    """)
        }
    }
}
