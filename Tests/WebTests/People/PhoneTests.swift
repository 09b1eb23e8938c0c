import Domain
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import Testing

@testable import Web

@Suite("Signing in on a phone")
struct PhoneTests {
    @Test("The link says what it will do, does it once, and its address stays secret")
    func wholeStory() async throws {
        let site = try TestSite { $0.allowedHosts = ["house.local"] }
        try await site.addPeople([.owner, .member])
        try await site.test { test in
            let client = InventoryClient(client: test)
            let member = try await client.signIn("member")
            let path = try await Self.link(client, member)

            let asked = try await client.get(path)
            let again = try await client.get(path)

            #expect(asked.status == .ok && again.status == .ok)
            #expect(asked.text.contains("will be signed in as <bdi>member</bdi>"))
            #expect(asked.headers[.setCookie] == nil)
            #expect(asked.headers[.cacheControl] == "no-store")
            #expect(asked.headers[.referrerPolicy] == "no-referrer")
            #expect(asked.headers[.robots] == "noindex")
            let cross = try await client.post(path, headers: [.secFetchSite: "cross-site"])
            #expect(cross.status == .forbidden)
            let done = try await client.post(path)
            #expect(done.headers[.location] == "/")
            #expect(try await client.get("/items", headers: done.sentCookie).status == .ok)
            #expect(try await client.post(path).status == .gone)
            #expect(try await client.get(path).status == .gone)
            // Dangerous actions require the password there.
            let tokens = try await client.get("/account/tokens", headers: done.sentCookie)
            #expect(tokens.headers[.location]?.hasPrefix("/sign-in/again") == true)
            let account = try await client.get("/account", headers: member)
            #expect(account.text.contains("/account/devices/"))
        }
    }

    @Test("A person already signed in on the phone is informed, and signed out")
    func otherPerson() async throws {
        let site = try TestSite { $0.allowedHosts = ["house.local"] }
        try await site.addPeople([.owner, .member])
        try await site.test { test in
            let client = InventoryClient(client: test)
            let member = try await client.signIn("member")
            let owner = try await client.signIn("owner")
            let path = try await Self.link(client, member)

            let asked = try await client.get(path, headers: owner)
            let done = try await client.post(path, headers: owner)

            #expect(
                asked.text.contains("You are signed in here as <bdi>owner</bdi>. That session ends")
            )
            let page = try await client.get("/account", headers: done.sentCookie)
            #expect(page.text.contains("<bdi>member</bdi>"))
            #expect(try await client.get("/items.json", headers: owner).status == .unauthorized)
        }
    }

    @Test("An invalid or expired link says so and signs no one in")
    func over() async throws {
        let clock = TestClock()
        let site = try TestSite {
            $0.now = { clock.now }
            $0.allowedHosts = ["house.local"]
        }
        try await site.addPeople([.owner])
        try await site.test { test in
            let client = InventoryClient(client: test)
            let owner = try await client.signIn("owner")
            let path = try await Self.link(client, owner)
            clock.advance(hours: 0.1)

            for path in [path, "/phone/x", "/phone/" + String(repeating: "A", count: 43)] {
                let asked = try await client.get(path)
                let posted = try await client.post(path)
                #expect(asked.status == .gone && posted.status == .gone, "\(path)")
                #expect(posted.headers[.setCookie] == nil)
            }
        }
    }

    @Test("The log contains no secret from an address")
    func log() async throws {
        let secret = Secret("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQ")

        let shown = RequestRecord.shown("/phone/\(try #require(secret).text)")

        #expect(shown == "/phone/(secret)")
        #expect(RequestRecord.shown("/items/\(UUID().uuidString)").count == 43)
    }

    @Test("No redirect leads back to a used link")
    func next() async throws {
        let site = try TestSite()
        try await site.addPeople([.owner])
        try await site.test { test in
            let client = InventoryClient(client: test)
            let done = try await client.post(
                "/sign-in",
                [("name", "owner"), ("password", TestSite.password), ("next", "/phone/abc")])

            #expect(done.headers[.location] == "/")
        }
    }

    @Test("The offered addresses can be reached from a phone on the network")
    func addresses() throws {
        var configuration = try TestSite().configuration
        func all(_ authority: String, isSecure: Bool = true) -> [String] {
            PhoneAddresses(
                configuration, authority, isSecure: isSecure, ["192.168.1.5", "10.0.0.5"]
            ).all
        }

        #expect(all("localhost:8080") == [], "it listens on loopback")
        configuration.allowedHosts = ["house.local"]
        configuration.allowRemote = true
        configuration.host = "0.0.0.0"
        #expect(
            all("localhost:8080") == [
                "https://house.local:8080", "https://192.168.1.5:8080", "https://10.0.0.5:8080",
            ])
        #expect(
            all("10.0.0.5:8080", isSecure: false) == [
                "http://10.0.0.5:8080", "http://house.local:8080", "http://192.168.1.5:8080",
            ])
        configuration.host = "192.168.1.5"
        #expect(all("[::1]:9000") == ["https://house.local:9000", "https://192.168.1.5:9000"])
        configuration.allowedHosts = ["house.local:443", "attic.local:81", "localhost:7"]
        configuration.host = "fd00::1"
        #expect(
            all("10.0.0.5") == [
                "https://10.0.0.5", "https://house.local", "https://attic.local:81",
                "https://[fd00::1]",
            ])
        configuration.allowRemote = false
        configuration.host = "127.0.0.1"
        configuration.proxies = ["127.0.0.1"]
        configuration.allowedHosts = []
        #expect(all("home.example") == ["https://home.example"])
    }

    @Test("The address of a server on all interfaces is its name, or the machine’s address")
    func announced() throws {
        var configuration = try TestSite().configuration
        configuration.host = "0.0.0.0"
        configuration.allowRemote = true
        configuration.tls = TLSFiles(certificate: "c", key: "k")

        #expect(
            configuration.address(port: 8474, own: ["192.168.1.5"]) == "https://192.168.1.5:8474")
        #expect(configuration.address(port: 8474, own: []) == "https://0.0.0.0:8474")
        configuration.allowedHosts = ["house.local"]
        #expect(configuration.address(port: 8474, own: []) == "https://house.local:8474")
        configuration.host = "::1"
        #expect(configuration.address(port: 8474, own: []) == "https://[::1]:8474")
        #expect(configuration.address(port: 443, own: []) == "https://[::1]")
        (configuration.host, configuration.allowedHosts) = ("0.0.0.0", ["house.local:81"])
        #expect(configuration.address(port: 8474, own: []) == "https://house.local:81")
    }

    @Test(
        "An invalid name of the server is refused at the start",
        arguments: ["http://x/y", "house/local", "a b", "", "house.local:x", "user@house"])
    func names(name: String) throws {
        var configuration = try TestSite().configuration
        configuration.allowedHosts = [name]

        let error = #expect(throws: ConfigurationError.self) { try configuration.validate() }

        #expect(error?.description.contains("--allowed-host") == true)
    }

    @Test(
        "Names and addresses of servers are accepted, with a port too",
        arguments: [
            "house.local", "house.local:8080", "192.168.1.5", "[fe80::1]:8080", "bücher.example",
        ])
    func takenNames(name: String) throws {
        var configuration = try TestSite().configuration
        configuration.allowedHosts = [name]
        try configuration.validate()
    }

    @Test("A missing certificate is named with the reason")
    func missingCertificate() throws {
        let error = #expect(throws: ConfigurationError.self) {
            _ = try Certificate(
                TLSFiles(certificate: "/nowhere/house.pem", key: "k"), Logger(label: "test"))
        }

        #expect(
            error?.description
                == "The certificate /nowhere/house.pem cannot be read: No such file or directory.")
    }

    @Test("Strict-Transport-Security is sent if the server uses the default port")
    func strictTransport() async throws {
        for (port, isTold) in [(443, true), (8443, false)] {
            var configuration = try TestSite().configuration
            configuration.port = port
            configuration.tls = TLSFiles(certificate: "c", key: "k")
            #expect(configuration.isAlwaysEncrypted == isTold)
            var response = Response(status: .ok)
            SecurityHeaders.finish(
                &response, isAlwaysEncrypted: configuration.isAlwaysEncrypted)
            #expect((response.headers[.strictTransportSecurity] != nil) == isTold)
        }
    }

    @Test("A QR code has its three finder patterns and the quiet zone, in one path")
    func picture() throws {
        let code = QRCode("https://house.local:8080/phone/abc")
        let side = try #require(Int(code.side))
        let dark = Self.squares(code.path)

        #expect(code.isDrawn)
        // Version n has 17 + 4n squares along each side.
        #expect((side - 8 - 17) % 4 == 0)
        #expect(dark.allSatisfy { $0.allSatisfy { (4..<side - 4).contains($0) } })
        let end = side - 4 - 7
        for (x, y) in [(4, 4), (end, 4), (4, end)] {
            for (dx, dy) in [(0, 0), (6, 6), (3, 3), (6, 0)] {
                #expect(dark.contains([x + dx, y + dy]))
            }
            #expect(!dark.contains([x + 1, y + 1]) && !dark.contains([x + 5, y + 5]))
        }
        #expect(!QRCode("").isDrawn)
        #expect(!QRCode(String(repeating: "x", count: 5_000)).isDrawn)
    }

    private static func squares(_ path: String) -> Set<[Int]> {
        Set(
            path.matches(of: #/M(\d+) (\d+)h(\d+)v1/#).flatMap { match -> [[Int]] in
                let (x, y) = (Int(match.1) ?? 0, Int(match.2) ?? 0)
                return (0..<(Int(match.3) ?? 0)).map { [x + $0, y] }
            })
    }

    /// Makes a link. Returns its path.
    static func link(_ client: InventoryClient, _ headers: HTTPFields) async throws -> String {
        var headers = headers
        headers[.accept] = "application/json"
        let made = try await client.post("/phone", headers: headers)
        #expect(made.status == .created)
        let link = try #require(try made.json["link"] as? String)
        let path = link.firstMatch(of: #/https?:\/\/[^\/]+(\/phone\/.+)/#)?.1
        return String(try #require(path))
    }
}
