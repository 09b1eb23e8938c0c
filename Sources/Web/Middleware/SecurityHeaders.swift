import HTTPTypes
import Hummingbird

/// Tells browsers what the pages of this site never do.
enum SecurityHeaders {
    /// Scripts and styles come from files of this site, never from the page itself; a picture that
    /// was chosen and not yet sent is shown from a `blob:` address.
    private static let contentPolicy = [
        "default-src 'none'", "style-src 'self'", "script-src 'self'", "img-src 'self' blob:",
        "font-src 'self'", "connect-src 'self'", "manifest-src 'self'", "form-action 'self'",
        "frame-ancestors 'none'", "base-uri 'none'",
    ].joined(separator: "; ")

    private static let fields: HTTPFields = [
        .contentSecurityPolicy: contentPolicy,
        .xContentTypeOptions: "nosniff",
        .referrerPolicy: "same-origin",
        .crossOriginOpenerPolicy: "same-origin",
        .crossOriginResourcePolicy: "same-origin",
        .permissionsPolicy: "geolocation=(), microphone=(), payment=(), usb=()",
    ]

    /// - Parameter isAlwaysEncrypted: whether the name of the server is reached by encrypted connections
    ///   alone.
    static func finish(_ response: inout Response, isAlwaysEncrypted: Bool) {
        if isAlwaysEncrypted { response.headers[.strictTransportSecurity] = "max-age=31536000" }
        // A picture of a stranger has a policy of its own, and so has a page whose address is a secret.
        guard
            response.headers.contains(.contentSecurityPolicy)
                || response.headers.contains(.referrerPolicy)
        else {
            response.headers.append(contentsOf: fields)
            return
        }
        for field in fields where !response.headers.contains(field.name) {
            response.headers.append(field)
        }
    }
}
