import HTTPTypes
import Hummingbird
import NIOCore

/// Determines how a request arrived. Headers of reverse proxies count only if they come from a
/// trusted one.
struct ProxyCheck: Sendable {
    /// The addresses of trusted reverse proxies.
    let proxies: Set<String>
    /// The header in which they send the user's name.
    let trustedUser: HTTPField.Name?
    /// Whether connections are encrypted here.
    let hasTLS: Bool
    /// Whether other clients than these proxies and this machine are denied.
    let isClosed: Bool

    init(_ configuration: AppConfiguration) {
        proxies = Set(configuration.proxies)
        trustedUser = configuration.trustedUserHeader.flatMap { HTTPField.Name($0) }
        hasTLS = configuration.tls != nil
        isClosed = !proxies.isEmpty && !hasTLS && !configuration.hasNoAccounts
    }

    /// Sets the connection of a request.
    ///
    /// - Returns: the request with the host name that the client used; nil if it must come through
    ///   the reverse proxy.
    func named(_ request: Request, _ client: Client) -> Request? {
        let wasForwarded = Self.forwardingHeaders.contains { request.headers.contains($0) }
        let wasNamed = trustedUser.map { request.headers.contains($0) } ?? false
        if wasForwarded || wasNamed, let peer = client.peer?.ipAddress, proxies.contains(peer) {
            let connection = connection(of: request)
            client.connection = connection
            return named(request).over(isSecure: connection.isSecure)
        }
        guard client.isPeerLocal || !isClosed else { return nil }
        // Behind a proxy that was not configured, all clients would look like this machine.
        client.connection = Client.Connection(
            peer: client.peer, isLocal: client.isPeerLocal && !wasForwarded, isSecure: hasTLS,
            isSchemeKnown: hasTLS)
        return request.over(isSecure: hasTLS)
    }

    /// The response to a client that bypasses the reverse proxy.
    static var refusal: Response {
        Response(
            status: .forbidden, headers: [.contentType: "text/plain; charset=utf-8"],
            body: .init(byteBuffer: .init(string: "Use the address of the reverse proxy.\n")))
    }

    private static let forwardingHeaders: [HTTPField.Name] = [
        .forwarded, .xForwardedFor, .xForwardedProto, .xForwardedHost,
    ]

    /// The connection according to the headers of the proxy. The proxy appends to values from the client, so only
    /// the last one counts.
    private func connection(of request: Request) -> Client.Connection {
        let forwarded = Self.lastForwarded(request.headers[.forwarded])
        let scheme = Self.last(request.headers[.xForwardedProto]) ?? forwarded["proto"]
        let address = client(request.headers[.xForwardedFor]) ?? forwarded["for"].map(Self.bare)
        return Client.Connection(
            forwardedAddress: address, isLocal: false,
            isSecure: hasTLS || scheme?.lowercased() == "https",
            isSchemeKnown: hasTLS || scheme != nil,
            trustedUser: trustedUser.flatMap { request.headers[$0] }.flatMap {
                $0.isEmpty ? nil : $0
            })
    }

    /// The request with the host name that the client used.
    private func named(_ request: Request) -> Request {
        let forwarded = Self.lastForwarded(request.headers[.forwarded])
        let host = Self.last(request.headers[.xForwardedHost]) ?? forwarded["host"]
        guard let host else { return request }
        var head = request.head
        head.authority = host
        return Request(head: head, body: request.body)
    }

    /// The last address that is not a trusted proxy.
    private func client(_ header: String?) -> String? {
        header.map { $0.split(separator: ",").map { Self.bare(String($0)) } }?
            .last { !proxies.contains($0) }
    }

    private static func last(_ header: String?) -> String? {
        header?.split(separator: ",").last.map { trimmed(String($0)) }
    }

    /// The parameters of the last element of a `Forwarded` header (RFC 7239).
    private static func lastForwarded(_ header: String?) -> [String: String] {
        guard let element = header?.split(separator: ",").last else { return [:] }
        let pairs = element.split(separator: ";").compactMap { pair -> (String, String)? in
            let parts = pair.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else { return nil }
            let value = trimmed(String(parts[1])).filter { $0 != "\"" }
            return (trimmed(String(parts[0])).lowercased(), value)
        }
        return Dictionary(pairs, uniquingKeysWith: { $1 })
    }

    /// An address without port and brackets.
    private static func bare(_ text: String) -> String {
        let text = trimmed(text)
        if text.hasPrefix("[") { return String(text.dropFirst().prefix { $0 != "]" }) }
        return text.count(where: { $0 == ":" }) == 1 ? String(text.prefix { $0 != ":" }) : text
    }

    private static func trimmed(_ text: String) -> String {
        String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}

extension Request {
    /// The request with the scheme that the client used, and without the default port of that
    /// scheme. Such values from the client itself are ignored.
    fileprivate func over(isSecure: Bool) -> Request {
        let authority = head.authority.map {
            ServerAuthority.normalized($0, isSecure: isSecure)
        }
        guard isSecure != (head.scheme == "https") || authority != head.authority else {
            return self
        }
        var head = head
        head.scheme = isSecure ? "https" : "http"
        head.authority = authority
        return Request(head: head, body: body)
    }
}
