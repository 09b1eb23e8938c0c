import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import Web

struct RequestCheckTests {
    @Test(
        "The server accepts its own names at any port",
        arguments: [
            "localhost", "LOCALHOST:8080", "127.0.0.1", "127.0.0.1:9", "[::1]:8080", "localhost.",
            "localhost:",
            "box.example", "192.168.1.5",
        ])
    func ownNames(host: String) {
        #expect(ServerNames(Self.configuration).contains(host))
    }

    @Test(
        "The server refuses other names",
        arguments: [
            "evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "", "[::2]",
            "127.0.0.1:8201@evil", "localhost:x", "127.0.0.1@evil", "[::1]evil", "[::1]:1@evil",
            "localhost:80:80", "::1",
        ])
    func foreignNames(host: String) {
        #expect(!ServerNames(Self.configuration).contains(host))
    }

    @Test("On a trusted network any IP address is accepted as a name, and no other name")
    func remote() {
        var configuration = Self.configuration
        configuration.allowRemote = true

        #expect(ServerNames(configuration).contains("10.0.0.7:8080"))
        #expect(ServerNames(configuration).contains("[fd00::1]:8080"))
        #expect(!ServerNames(configuration).contains("evil.example"))
    }

    @Test(
        "Without permission, only loopback addresses are accepted to listen on",
        arguments: [
            ("127.0.0.1", true), ("127.8.9.1", true), ("localhost", true), ("::1", true),
            ("0.0.0.0", false), ("192.168.1.5", false), ("::", false), ("127.0.0.1.example", false),
        ])
    func loopback(host: String, isFine: Bool) {
        var configuration = Self.configuration
        configuration.host = host

        if isFine {
            #expect(throws: Never.self) { try configuration.validate() }
        } else {
            #expect(throws: ConfigurationError.self) { try configuration.validate() }
        }
        configuration.allowRemote = true
        #expect(throws: ConfigurationError.self) { try configuration.validate() }
        configuration.hasNoAccounts = true
        #expect(throws: Never.self) { try configuration.validate() }
    }

    private static let origins: [(headers: [String: String], isRefused: Bool)] = [
        (["Sec-Fetch-Site": "cross-site"], true), (["Sec-Fetch-Site": "same-site"], true),
        (["Sec-Fetch-Site": "same-origin"], false), (["Sec-Fetch-Site": "none"], false),
        (["Origin": "http://evil.example"], true), (["Origin": "null"], true),
        (["Origin": "http://localhost:81"], true), (["Origin": "http://localhost"], false),
        (["Origin": "http://LOCALHOST:80"], false), (["Origin": "https://localhost"], false),
        (["Sec-Fetch-Site": "same-origin", "Origin": "http://other"], false), ([:], false),
    ]

    @Test("A form from another origin is refused; programs and own pages are accepted")
    func otherOrigins() async throws {
        try await TestSite().test { client in
            for (headers, isRefused) in Self.origins {
                let response = try await client.execute(
                    uri: "/health", method: .post, headers: Self.fields(headers))

                // The address takes no POST, so an accepted form gets a 405.
                #expect(
                    response.status == (isRefused ? .forbidden : .methodNotAllowed), "\(headers)")
            }
        }
    }

    /// With TLS, here or at a declared proxy, the full origin is known.
    private static let knownOrigins: [(origin: String, host: String, isRefused: Bool)] = [
        ("https://localhost", "localhost", false), ("https://localhost", "localhost:443", false),
        ("https://localhost:443", "LOCALHOST", false), ("http://localhost", "localhost", true),
        ("http://localhost:443", "localhost:443", true),
        ("http://localhost:80", "localhost:443", true),
        ("https://localhost:80", "localhost:80", false),
        ("https://localhost:8443", "localhost:8443", false),
        ("https://localhost:8443", "localhost", true),
        ("https://localhost", "localhost:8443", true),
        ("http://localhost:8443", "localhost:8443", true), ("https://127.0.0.1", "localhost", true),
        ("null", "localhost", true), ("https://[::1]:443", "[::1]", false),
        ("ftp://localhost", "localhost", true),
    ]

    @Test(
        "Behind a TLS proxy, origins are compared by scheme, host and port"
    )
    func knownSchemes() async throws {
        let site = try TestSite {
            $0.proxies = ["127.0.0.1", "::1"]; $0.hasNoAccounts = true
        }
        try await site.application().serve { client in
            for (origin, host, isRefused) in Self.knownOrigins {
                for headers in [
                    ["X-Forwarded-Proto": "https", "X-Forwarded-Host": host],
                    ["Forwarded": "for=10.1.1.1;host=\"\(host)\";proto=HTTPS"],
                ] {
                    let response = try await client.execute(
                        uri: "/health", method: .post,
                        headers: Self.fields(headers.merging(["Origin": origin]) { $1 }))

                    #expect(
                        response.status == (isRefused ? .forbidden : .methodNotAllowed),
                        "\(origin) \(headers)")
                }
            }
            let open = try await client.execute(
                uri: "/health", method: .post,
                headers: Self.fields(["X-Forwarded-Proto": "http", "Origin": "https://localhost"]))
            #expect(open.status == .forbidden)
        }
    }

    @Test("With a certificate, an unencrypted page has another origin")
    func ownCertificate() throws {
        var configuration = Self.configuration
        configuration.tls = TLSFiles(certificate: "house.pem", key: "house.key")
        let check = ProxyCheck(configuration)
        for (origin, host, isRefused) in Self.knownOrigins {
            let client = Client(nil)
            let head = HTTPRequest(
                method: .post, scheme: "http", authority: host, path: "/items",
                headerFields: Self.fields(["Origin": origin, "X-Forwarded-Proto": "http"]))
            let request = try #require(
                check.named(Request(head: head, body: RequestBody(buffer: ByteBuffer())), client))

            #expect(
                OriginCheck.isOwn(request, client.connection) == !isRefused, "\(origin) \(host)")
        }
    }

    @Test(
        "The default port is removed from addresses, and others are preserved",
        arguments: [
            ("house.example.org:443", true, "house.example.org"),
            ("House.Example:80", false, "house.example"),
            ("house.example:80", true, "house.example:80"),
            ("house.example:443", false, "house.example:443"),
            ("house.example:", true, "house.example"),
            ("house.example:0443", true, "house.example"),
            ("[::1]:443", true, "[::1]"), ("[fe80::443]", true, "[fe80::443]"),
            ("fe80::443", true, "fe80::443"),
            ("localhost:80:80", false, "localhost:80:80"), ("house.example", true, "house.example"),
            ("443", true, "443"), (":443", true, ""),
        ])
    func authorities(authority: String, isSecure: Bool, normalized: String) {
        #expect(ServerAuthority.normalized(authority, isSecure: isSecure) == normalized)
    }

    @Test("Reading is allowed from any origin")
    func reading() async throws {
        try await TestSite().test { client in
            let response = try await client.execute(
                uri: "/health", method: .get,
                headers: Self.fields(["Sec-Fetch-Site": "cross-site", "Origin": "http://evil"]))

            #expect(response.status == .ok)
        }
    }

    private static var configuration: AppConfiguration {
        var configuration = AppConfiguration(
            dataDirectory: "data", viewsDirectory: "Views", publicDirectory: "Public")
        configuration.host = "192.168.1.5"
        configuration.allowedHosts = ["box.example"]
        return configuration
    }

    private static func fields(_ headers: [String: String]) -> HTTPFields {
        HTTPFields(
            headers.compactMap { name, value in
                HTTPField.Name(name).map { HTTPField(name: $0, value: value) }
            })
    }
}
