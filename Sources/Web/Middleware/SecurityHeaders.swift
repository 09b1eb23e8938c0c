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

    private static let furtherFields = fields.filter { $0.name != .contentSecurityPolicy }

    static func finish(_ response: inout Response) {
        // A picture of a stranger has a policy of its own.
        let isOwn = response.headers.contains(.contentSecurityPolicy)
        response.headers.append(contentsOf: isOwn ? furtherFields : fields)
    }
}
