import HTTPTypes
import Hummingbird

/// Refuses forms that a page of another origin sends.
///
/// Browsers always send `Sec-Fetch-Site` or `Origin` with a form, and pages cannot forge them;
/// curl sends neither and needs no token. No page of another origin knows the token that a script shows.
enum OriginCheck {
    static func check(_ request: Request, _ context: SiteContext) throws(SiteError) {
        let changesNothing = request.method == .get || request.method == .head
        guard changesNothing || context.viewer.isScript || isOwn(request) else {
            throw SiteError.foreignOrigin
        }
    }

    private static func isOwn(_ request: Request) -> Bool {
        if let site = request.headers[.secFetchSite] {
            return site == "same-origin" || site == "none"
        }
        guard let origin = request.headers[.origin] else { return true }
        return host(of: origin) == request.head.authority.map { withoutDefaultPort($0, 80) }
    }

    /// The host and port of an origin; nil for `null`, which sandboxed pages send.
    private static func host(of origin: String) -> String? {
        let lowercased = origin.lowercased()
        for (scheme, port) in [("http://", 80), ("https://", 443)]
        where lowercased.hasPrefix(scheme) {
            return withoutDefaultPort(String(lowercased.dropFirst(scheme.count)), port)
        }
        return nil
    }

    private static func withoutDefaultPort(_ host: String, _ port: Int) -> String {
        let host = host.lowercased()
        let ending = ":\(port)"
        return host.hasSuffix(ending) ? String(host.dropLast(ending.count)) : host
    }
}
