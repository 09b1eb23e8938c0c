import HTTPTypes

/// Header names that HTTPTypes does not have.
///
/// Each is a valid token, so the failable initializer succeeds.
extension HTTPField.Name {
    /// The second and later `Host` headers; the first becomes the request's authority.
    static let furtherHost = named("Host")
    static let secFetchSite = named("Sec-Fetch-Site")
    static let secFetchMode = named("Sec-Fetch-Mode")
    static let serverTiming = named("Server-Timing")
    static let requestID = named("X-Request-Id")
    static let referrerPolicy = named("Referrer-Policy")
    static let crossOriginOpenerPolicy = named("Cross-Origin-Opener-Policy")
    static let lastEventID = named("Last-Event-ID")
    static let accelBuffering = named("X-Accel-Buffering")
    static let forwarded = named("Forwarded")
    static let xForwardedFor = named("X-Forwarded-For")
    static let xForwardedProto = named("X-Forwarded-Proto")
    static let xForwardedHost = named("X-Forwarded-Host")
    static let clearSiteData = named("Clear-Site-Data")
    static let refresh = named("Refresh")
    static let robots = named("X-Robots-Tag")
    static let permissionsPolicy = named("Permissions-Policy")

    private static func named(_ name: String) -> HTTPField.Name {
        guard let field = HTTPField.Name(name) else {
            preconditionFailure(
                "“\(name)” is not the name of a header: use letters, digits and “-”")
        }
        return field
    }
}

extension HTTPFields {
    /// The value of the first field with a name; nil if there is none. For a header that occurs
    /// once it is the value, without joining several.
    func first(_ name: HTTPField.Name) -> String? {
        first { $0.name == name }?.value
    }
}
