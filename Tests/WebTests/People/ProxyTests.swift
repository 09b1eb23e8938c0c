import Domain
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import Web

@Suite("Behind a reverse proxy, and on a network")
struct ProxyTests {
    @Test("Headers of a trusted proxy are used; from other senders they are ignored")
    func forgery() async throws {
        let site = try TestSite { configuration in
            configuration.proxies = ["127.0.0.1", "::1"]
            configuration.trustedUserHeader = "Remote-User"
        }
        try await site.addPeople([.owner])
        let named: HTTPFields = [
            .xForwardedFor: "10.1.1.1", .xForwardedProto: "https",
            try #require(HTTPField.Name("Remote-User")): "Owner",
        ]
        try await site.application().serve { test in
            let trusted = try await test.execute(uri: "/items", method: .get, headers: named)
            let without = try await test.execute(uri: "/items.json", method: .get)

            #expect(trusted.status == .ok)
            #expect(without.status == .unauthorized)
        }
        var other = site.configuration
        other.proxies = ["10.9.9.9"]
        try await buildApplication(other).serve { test in
            let forged = try await test.execute(uri: "/items.json", method: .get, headers: named)

            #expect(forged.status == .unauthorized)
        }
    }

    @Test("Cookies are Secure if the proxy encrypts")
    func secureCookies() async throws {
        let site = try TestSite { $0.proxies = ["127.0.0.1", "::1"] }
        try await site.addPeople([.owner])
        try await site.application().serve { test in
            let client = InventoryClient(client: test)
            let headers: HTTPFields = [.xForwardedFor: "10.1.1.1", .xForwardedProto: "https"]
            let fields = [("name", "owner"), ("password", TestSite.password)]

            let done = try await client.post("/sign-in", fields, headers: headers)

            let cookie = try #require(done.headers[.setCookie])
            #expect(cookie.hasPrefix("__Host-homeowner="))
            #expect(cookie.contains("Secure") && cookie.contains("Path=/"))
            // A secret from an unencrypted connection is not accepted.
            var plain = headers
            plain[.cookie] = (done.sentCookie[.cookie] ?? "").replacing("__Host-", with: "")
            #expect(try await client.get("/items", headers: plain).status == .seeOther)
            var whole = headers
            whole[.cookie] = done.sentCookie[.cookie]
            #expect(try await client.get("/items", headers: whole).status == .ok)
        }
    }

    @Test("Commands and redirects use the address that the client used")
    func addresses() async throws {
        let site = try TestSite {
            $0.proxies = ["127.0.0.1", "::1"]
            $0.allowedHosts = ["house.example"]
        }
        try await site.addPeople([.owner])
        try await site.application().serve { test in
            let client = InventoryClient(client: test)
            let secure: HTTPFields = [
                .xForwardedFor: "10.1.1.1", .xForwardedProto: "https",
                .xForwardedHost: "house.example",
            ]
            var open = secure
            open[.xForwardedProto] = "http"
            func commands(_ headers: HTTPFields) async throws -> [Substring] {
                let fields = [("name", "owner"), ("password", TestSite.password)]
                let done = try await client.post("/sign-in", fields, headers: headers)
                // Relative, so that it preserves the client's scheme.
                #expect(done.headers[.location] == "/")
                var signedIn = headers
                signedIn[.cookie] = done.sentCookie[.cookie]
                let page = try await client.get("/backup", headers: signedIn)
                return page.text.matches(of: #/https?:\/\/house\.example\/backup/#).map(\.0)
            }

            #expect(try await commands(open).allSatisfy { $0 == "http://house.example/backup" })
            let urls = try await commands(secure)
            #expect(!urls.isEmpty && urls.allSatisfy { $0 == "https://house.example/backup" })
        }
    }

    @Test(
        "Commands and codes omit the default port",
        arguments: [
            ["X-Forwarded-Proto": "https", "X-Forwarded-Host": "house.example:443"],
            ["X-Forwarded-Proto": "https", "X-Forwarded-Host": "elsewhere, House.example:443"],
            ["Forwarded": "for=10.1.1.1;host=\"house.example:443\";proto=https"],
            ["X-Forwarded-Proto": "http", "X-Forwarded-Host": "house.example:80"],
            ["Forwarded": "proto=http;host=\"house.example:80\""],
        ])
    func defaultPorts(headers: [String: String]) async throws {
        let site = try TestSite {
            $0.proxies = ["127.0.0.1", "::1"]
            $0.allowedHosts = ["house.example"]
            $0.hasNoAccounts = true
        }
        try await site.application().serve { test in
            let client = InventoryClient(client: test)
            var fields = HTTPFields()
            for (name, value) in headers {
                fields[try #require(HTTPField.Name(name))] = value
            }
            let isSecure = headers.values.contains { $0.contains("https") }
            let server = (isSecure ? "https" : "http") + "://house.example"

            let backup = try await client.get("/backup", headers: fields).text
            let labels = try await client.get("/labels", headers: fields).text

            #expect(backup.contains("\(server)/backup"))
            #expect(labels.contains(server))
            for page in [backup, labels] {
                #expect(!page.contains("house.example:"), "\(headers)")
            }
        }
    }

    @Test("The first person can be added only at the machine’s own address")
    func firstPerson() async throws {
        let site = try TestSite()
        try await site.application().serve { test in
            let client = InventoryClient(client: test)
            let fields = [("name", "Anna"), ("password", TestSite.password), ("role", "viewer")]
            let far: HTTPFields = [.xForwardedFor: "10.1.1.1"]
            #expect(try await client.get("/people", headers: far).status == .forbidden)
            #expect(try await client.post("/people", fields, headers: far).status == .forbidden)
            let refused = try await client.post("/people", [("name", "Anna"), ("password", "x")])
            #expect(refused.status == .unprocessableContent)

            let done = try await client.post("/people", fields)

            #expect(done.headers[.location] == "/account")
            let page = try await client.get("/account", headers: done.sentCookie)
            #expect(page.text.contains("Owner: everything"))
            #expect(try await client.post("/people", fields).status == .unauthorized)
            #expect(try await client.get("/items.json").status == .unauthorized)
        }
    }

    @Test("Without accounts, the server does not start where others reach it")
    func exposedWithoutPeople() async throws {
        let site = try TestSite { $0.proxies = ["127.0.0.1", "::1"] }
        await #expect(throws: ConfigurationError.self) {
            _ = try await site.application()
        }
        var open = site.configuration
        open.hasNoAccounts = true
        try await buildApplication(open).test(.router) { test in
            let client = InventoryClient(client: test)
            let page = try await client.get("/items")
            let people = try await client.get("/people")
            #expect(page.status == .ok)
            #expect(people.status == .forbidden)
        }
    }

    @Test("Missing options are reported with instructions")
    func configuration() throws {
        var configuration = try TestSite().configuration
        func fault() -> String {
            do {
                try configuration.validate()
                return ""
            } catch {
                return error.description
            }
        }
        configuration.host = "0.0.0.0"
        #expect(fault().contains("--allow-remote"))
        configuration.allowRemote = true
        #expect(fault().contains("--tls-certificate") && fault().contains("--no-accounts"))
        configuration.proxies = ["proxy.example"]
        #expect(fault().contains("not a numeric address"))
        configuration.proxies = ["10.0.0.1"]
        #expect(fault().isEmpty)
        configuration.trustedUserHeader = "not a name"
        #expect(fault().contains("not the name of a header"))
        configuration.proxies = []
        configuration.tls = TLSFiles(certificate: "/none", key: "/none")
        configuration.trustedUserHeader = "Remote-User"
        #expect(fault().contains("--behind-proxy"))
    }
}
