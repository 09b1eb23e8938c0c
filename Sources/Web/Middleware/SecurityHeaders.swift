import HTTPTypes
import Hummingbird

/// Adds the security headers of all pages.
enum SecurityHeaders {
    /// Scripts and styles come only from files of this site; a chosen picture is previewed from a
    /// `blob:` address.
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

    /// - Parameter isAlwaysEncrypted: whether the server's host is only reached over TLS.
    static func finish(_ response: inout Response, isAlwaysEncrypted: Bool) {
        if isAlwaysEncrypted { response.headers[.strictTransportSecurity] = "max-age=31536000" }
        // Uploaded pictures, and pages with a secret in the address, have their own policy.
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
