import HTTPTypes
import Hummingbird

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
