import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import Web

struct RequestCheckTests {
    @Test(
        "The server answers to its own names at any port",
        arguments: [
            "localhost", "LOCALHOST:8080", "127.0.0.1", "127.0.0.1:9", "[::1]:8080", "localhost.",
            "localhost:",
            "box.example", "192.168.1.5",
        ])
    func ownNames(host: String) {
        #expect(ServerNames(Self.configuration).contains(host))
    }

    @Test(
        "The server does not answer to other names",
        arguments: [
            "evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "", "[::2]",
            "127.0.0.1:8201@evil", "localhost:x", "127.0.0.1@evil", "[::1]evil", "[::1]:1@evil",
            "localhost:80:80", "::1",
        ])
    func foreignNames(host: String) {
        #expect(!ServerNames(Self.configuration).contains(host))
    }

    @Test("On a trusted network an address in numbers is a name of the server, and no other name")
    func remote() {
        var configuration = Self.configuration
        configuration.allowRemote = true

        #expect(ServerNames(configuration).contains("10.0.0.7:8080"))
        #expect(ServerNames(configuration).contains("[fd00::1]:8080"))
        #expect(!ServerNames(configuration).contains("evil.example"))
    }

    @Test(
        "Only loopback addresses are listened on without permission",
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

    @Test("A form from another origin is refused, one from a program or an own page is not")
    func otherOrigins() async throws {
        try await TestSite().test { client in
            for (headers, isRefused) in Self.origins {
                let response = try await client.execute(
                    uri: "/health", method: .post, headers: Self.fields(headers))

                // The address takes no POST, so that a form which passes ends in a 405.
                #expect(
                    response.status == (isRefused ? .forbidden : .methodNotAllowed), "\(headers)")
            }
        }
    }

    @Test("Reading is allowed from anywhere")
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
