import Domain
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOSSL
import Synchronization
import Testing

@testable import Web

@Suite("Access from the network")
struct NetworkTests {
    // MARK: - The certificate

    @Test(
        "The certificate covers addresses and names for 397 days, and its key is private"
    )
    func certificate() throws {
        try Self.withFolder { folder in
            let files = TLSFiles(certificate: folder + "/c.pem", key: folder + "/k.pem")
            let now = Date(timeIntervalSince1970: 1_800_000_000)
            let names = MachineNames(addresses: ["192.168.1.20", "10.0.0.5"], host: "House")

            let made = try NetworkCertificate.make(for: names.all, in: files, at: now)

            #expect(names.all == ["192.168.1.20", "10.0.0.5", "house.local", "house"])
            let certificate = try #require(
                try NIOSSLCertificate.fromPEMFile(files.certificate).first)
            let lifetime = certificate.notValidAfter - certificate.notValidBefore
            #expect(lifetime <= 397 * 86_400)
            #expect(lifetime > 396 * 86_400)
            let begin = TimeInterval(certificate.notValidBefore)
            #expect(begin <= now.timeIntervalSince1970)
            for path in [files.key, files.certificate] {
                let rights = try FileManager.default.attributesOfItem(atPath: path)
                #expect((rights[.posixPermissions] as? NSNumber)?.intValue == 0o600, "\(path)")
            }
            // They match.
            let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            _ = try Certificate(files, logger).configuration()

            #expect(!made.isStale(for: names.all, at: now))
            #expect(!made.isStale(for: ["house"], at: now.addingTimeInterval(360 * 86_400)))
            #expect(made.isStale(for: names.all, at: now.addingTimeInterval(370 * 86_400)))
            #expect(made.isStale(for: names.all + ["192.168.1.21"], at: now))
        }
    }

    @Test("A machine without a host name uses only its addresses")
    func names() {
        for host in ["", "localhost", "höhle", "my house"] {
            #expect(MachineNames(addresses: ["10.0.0.5"], host: host).all == ["10.0.0.5"])
        }
        #expect(MachineNames(addresses: [], host: "pi.lan").hosts == ["pi.local", "pi.lan"])
        #expect(MachineNames(addresses: [], host: "pi.local").hosts == ["pi.local"])
    }

    @Test("The certificate is renewed only when the machine has another address")
    func renewal() throws {
        let site = try TestSite()
        let directory = DataDirectory(path: site.configuration.dataDirectory)
        try directory.create()
        let addresses = Mutex(["192.168.1.20"])
        let access = try NetworkAccess(site.configuration, directory) {
            MachineNames(addresses: addresses.withLock { $0 }, host: "house")
        }
        let file = directory.network + "/certificate.pem"

        #expect(try access.renewCertificate())
        let first = FileManager.default.contents(atPath: file)
        #expect(try !access.renewCertificate())
        #expect(FileManager.default.contents(atPath: file) == first)
        addresses.withLock { $0 = ["192.168.1.21"] }
        #expect(try access.renewCertificate())
        #expect(FileManager.default.contents(atPath: file) != first)
        try FileManager.default.removeItem(atPath: directory.network + "/key.pem")
        #expect(try access.renewCertificate())
        #expect(try !access.renewCertificate())
    }

    // MARK: - Who lets it in

    @Test("Without accounts the network is refused, and the page says what is required first")
    func withoutAccounts() async throws {
        let site = try TestSite()
        try await site.test { test in
            let client = InventoryClient(client: test)

            let page = try await client.get("/phone")
            let refused = try await client.post("/settings/network")

            #expect(page.status == .ok)
            #expect(page.text.contains("href=\"/people\">Add yourself</a>"))
            #expect(!page.text.contains("action=\"/settings/network\""))
            #expect(refused.status == .conflict)
            #expect(refused.text.contains("No accounts yet"))
            let folder = site.configuration.dataDirectory + "/network"
            #expect(!FileManager.default.fileExists(atPath: folder))
        }
    }

    @Test("A server without accounts links to no page that only accounts have")
    func noAccounts() async throws {
        let site = try TestSite { $0.hasNoAccounts = true }
        try await site.test { test in
            let client = InventoryClient(client: test)
            for page in ["/settings", "/backup", "/activity"] {
                let text = try await client.get(page).text
                for path in ["/phone", "/people", "/people/file"] {
                    #expect(!text.contains("href=\"\(path)\""), "\(page)")
                }
            }
            #expect(try await client.get("/phone").status == .notFound)
        }
    }

    @Test("Only an owner can allow access from the network")
    func owners() async throws {
        try await TestSite.signedIn(.owner, .member) { client, owner, member in
            let mine = try await client.get("/phone", headers: owner).text
            let theirs = try await client.get("/phone", headers: member).text
            let refused = try await client.post("/settings/network", headers: member)

            #expect(mine.contains("action=\"/settings/network\""))
            #expect(!theirs.contains("action=\"/settings/network\""))
            #expect(theirs.contains("An owner lets the network in"))
            #expect(refused.status == .forbidden)
        }
    }

    @Test("With options for the network, the setting is not offered and refused")
    func otherWays() async throws {
        let site = try TestSite { $0.proxies = ["192.168.77.1"] }
        try await site.addPeople([.owner])
        try await site.application().serve { test in
            let client = InventoryClient(client: test)
            let owner = try await client.signIn("owner")

            let page = try await client.get("/phone", headers: owner).text
            let refused = try await client.post("/settings/network", headers: owner)

            #expect(page.contains("A server in front of it lets the network in"))
            #expect(!page.contains("action=\"/settings/network\""))
            #expect(refused.status == .conflict)
        }
    }

    // MARK: - The second listener

    @Test(
        "Access starts without a restart, requires signing in, and can be revoked",
        .timeLimit(.minutes(3)))
    func listener() async throws {
        let site = try TestSite()
        try await site.addPeople([.owner])
        let folder = site.configuration.dataDirectory
        try await site.application().serve { test in
            let client = InventoryClient(client: test)
            let owner = try await client.signIn("owner")
            #expect(try await client.get("/phone", headers: owner).text.contains("Let phones in<"))

            var json = owner
            json[.accept] = "application/json"
            let opened = try await client.post("/settings/network", headers: json)

            #expect(opened.status == .ok, "\(opened.text)")
            let addresses = try #require(try opened.json["addresses"] as? [String])
            let port = try #require(addresses.first.flatMap { URL(string: $0)?.port })
            #expect(addresses.allSatisfy { $0.hasPrefix("https://") })
            let rights = try FileManager.default.attributesOfItem(
                atPath: folder + "/network/key.pem")
            #expect((rights[.posixPermissions] as? NSNumber)?.intValue == 0o600)
            let address = "https://127.0.0.1:\(port)"
            #expect(try await Self.curl(address + "/items.json").status == 401)
            #expect(try await Self.curl(address + "/health").text == "ok")
            let page = try await client.get("/phone", headers: owner).text
            #expect(page.contains("Stop letting phones in"))
            let link = try await client.post("/phone", headers: json)
            let shown = try #require(try link.json["link"] as? String)
            #expect(addresses.contains { shown.hasPrefix($0 + "/phone/") })

            let closed = try await client.post("/settings/network/delete", headers: json)

            #expect(closed.status == .ok)
            #expect(try await Self.curl(address + "/health").status == 0)
            #expect(try await client.get("/phone", headers: owner).text.contains("Let phones in<"))
            #expect(try await client.get("/health").status == .ok)
        }
    }

    /// The response that curl gets; status 0 without a listener.
    private static func curl(_ address: String) async throws -> (status: Int, text: String) {
        let output = Pipe()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "curl", "--insecure", "--silent", "--max-time", "60", "-w", "\n%{http_code}", address,
        ]
        process.standardOutput = output
        let ended = AsyncStream<Void> { continuation in
            process.terminationHandler = { _ in continuation.finish() }
        }
        try process.run()
        for await _ in ended {}
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        let lines = String(decoding: data, as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
        return (
            lines.last.flatMap { Int($0) } ?? 0,
            lines.dropLast().joined(separator: "\n").trimmingCharacters(in: .newlines)
        )
    }

    private static func withFolder(_ body: (String) throws -> Void) throws {
        let folder = NSTemporaryDirectory() + "network-\(UUID())"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder)
    }
}
