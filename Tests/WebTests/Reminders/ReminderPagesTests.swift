import Domain
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

@Suite("Pages of reminders")
struct ReminderPagesTests {
    private static let servers: [(name: String, value: String)] = [
        ("smtpHost", "mail.example.org"), ("smtpFrom", "home@example.org"), ("smtpUser", "home"),
        ("smtpPassword", "very secret"), ("ntfyServer", "https://ntfy.example.org"),
        ("ntfyToken", "tk_secret"), ("hour", "6"), ("allowPrivateAddresses", "yes"),
    ]

    private static func program(_ headers: HTTPFields) -> HTTPFields {
        var headers = headers
        headers[.accept] = "application/json"
        return headers
    }

    @Test("Everyone chooses for themselves; missing fields stay, and empty addresses end it")
    func own() async throws {
        try await TestSite.signedIn(.owner, .shop) { client, owner, shop in
            let saved = try await client.post(
                "/reminders",
                [
                    ("email", "anna@example.org"), ("ntfy", "topic"), ("webhook", ""),
                    ("kinds", ""),
                    ("kinds", "stock"), ("kinds", "invoices"), ("givesNames", "no"),
                ], headers: shop)
            let partly = try await client.post(
                "/reminders", [("email", "ben@example.org")],
                headers: Self.program(shop))
            let others = try await client.get("/reminders.json", headers: owner)
            let page = try await client.get("/reminders", headers: shop)
            let ended = try await client.post(
                "/reminders", [("email", ""), ("ntfy", "")], headers: Self.program(shop))

            #expect(saved.status == .seeOther)
            #expect(
                partly.text.contains(#""email":"ben@example.org","ntfy":"topic","webhook":null"#))
            #expect(partly.text.contains(#""kinds":["invoices","stock"]"#))
            #expect(
                others.text.contains(#""email":null,"ntfy":null,"webhook":null,"kinds":["backup""#))
            #expect(page.text.contains(#"value="ben@example.org""#))
            #expect(page.text.contains(#"value="stock" checked"#))
            #expect(!page.text.contains(#"value="care""#) && !page.text.contains("smtpHost"))
            #expect(ended.text.contains(#""email":null,"ntfy":null,"webhook":null"#))
        }
    }

    @Test(
        "What cannot be an address is refused, with the input kept",
        arguments: [
            ("email", "anna", "not the address of a mailbox"),
            ("email", "anna@example.org\nBcc: ben@example.org", "line break"),
            ("email", "anna@example.org>", "not the address of a mailbox"),
            ("ntfy", "a b", "topic has letters"),
            ("webhook", "file:///etc/passwd", "https://"),
            ("webhook", "https://anna:secret@example.org/", "without a name"),
            ("webhook", "http://", "https://"),
            ("webhook", "http://localhost:8123/", "local network"),
            ("webhook", "http://192.168.1.7/", "local network"),
            ("webhook", "http://[::1]/", "local network"),
            ("webhook", "http://127.1/", "local network"),
            ("givesNames", "maybe", "“maybe” is not one of yes, no"),
        ])
    func refused(way: String, address: String, reason: String) async throws {
        try await TestSite.signedIn(.owner, .shop) { client, _, shop in
            let fields: [(name: String, value: String)] = [
                (way, address), ("kinds", "stock"),
            ]
            let page = try await client.post("/reminders", fields, headers: shop)
            let problem = try await client.post(
                "/reminders", fields, headers: Self.program(shop))
            let saved = try await client.get("/reminders.json", headers: shop)

            #expect(page.status == .unprocessableContent && problem.status == page.status)
            #expect(page.text.contains(reason), "\(page.text)")
            let typed = address.split(separator: "\n").first.map(String.init) ?? ""
            #expect(page.text.contains(typed.replacing(">", with: "&gt;")))
            #expect(page.text.contains(#"value="stock" checked"#))
            #expect(saved.text.contains(#""email":null,"ntfy":null,"webhook":null"#))
        }
    }

    @Test("The fields of the servers are refused where people choose for themselves")
    func ownersFields() async throws {
        try await TestSite.signedIn(.owner, .member) { client, owner, _ in
            for (name, value) in Self.servers {
                let answer = try await client.post(
                    "/reminders", [("email", "anna@example.org"), (name, value)], headers: owner)
                #expect(answer.status == .unprocessableContent)
                #expect(answer.text.contains("wners set it at /settings/reminders"))
                #expect(!answer.text.contains("\(name): owners"))
            }
            let json = try await client.get("/settings/reminders.json", headers: owner)
            #expect(json.text.contains(#""smtpHost":null"#))
        }
    }

    @Test("A kind that the role does not show is refused")
    func kinds() async throws {
        try await TestSite.signedIn(.member, .shop) { client, _, shop in
            let answer = try await client.post(
                "/reminders",
                [("ntfy", "topic"), ("kinds", "care")], headers: shop)
            #expect(answer.status == .unprocessableContent)
            #expect(answer.text.contains("not one of your kinds"))
        }
    }

    @Test("Owners set the servers; no page and no document shows their passwords")
    func servers() async throws {
        let site = try TestSite()
        try await site.addPeople([.owner, .member])
        try await site.test { test in
            let client = InventoryClient(client: test)
            let owner = try await client.signIn("owner")
            let member = try await client.signIn("member")
            let saved = try await client.post(
                "/settings/reminders", Self.servers, headers: Self.program(owner))
            let denied = try await client.post(
                "/settings/reminders", [("hour", "1")], headers: member)
            let json = try await client.get("/settings/reminders.json", headers: owner)
            let deniedJSON = try await client.get("/settings/reminders.json", headers: member)
            let page = try await client.get("/reminders", headers: owner)
            let others = try await client.get("/reminders", headers: member)
            let same = try await client.post(
                "/settings/reminders", [("hour", "8"), ("smtpPassword", "")],
                headers: Self.program(owner))
            let moved = try await client.post(
                "/settings/reminders",
                [("smtpHost", "evil.example.org"), ("ntfyServer", "https://evil.example.org")],
                headers: Self.program(owner))

            #expect(saved.status == .ok && json.text == saved.text)
            #expect(json.text.contains(#""hasSmtpPassword":true"#))
            #expect(
                json.text.contains(#""hour":6,"#)
                    && json.text.contains(#""allowPrivateAddresses":true"#))
            #expect(denied.status == .forbidden && deniedJSON.status == .forbidden)
            #expect(page.text.contains(#"value="mail.example.org""#))
            #expect(!others.text.contains("mail.example.org"))
            for answer in [saved, json, page, others, same, moved] {
                #expect(!answer.text.contains("very secret") && !answer.text.contains("tk_secret"))
            }
            #expect(same.text.contains(#""hasSmtpPassword":true"#))
            #expect(moved.text.contains(#""hasSmtpPassword":false"#), "another server gets none")
            #expect(moved.text.contains(#""hasNtfyToken":false"#))
        }
        let file = DataDirectory(path: site.configuration.dataDirectory).reminders
        let attributes = try FileManager.default.attributesOfItem(atPath: file)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    }

    @Test(
        "A server that cannot be is refused, with the input kept but for passwords",
        arguments: [
            ("hour", "24", "0 to 23"), ("smtpHost", "mail server", "such as mail.example.org"),
            ("smtpHost", "mail.example.org\nx", "line break"), ("smtpPort", "0", "65,535"),
            ("smtpFrom", "home", "mailbox"), ("smtpFrom", "", "Enter a value"),
            ("ntfyServer", "ntfy.sh", "https://"),
            ("ntfyServer", "https://ntfy.sh/topic", "without a path"),
            ("ntfyServer", "https://ntfy.sh?auth=1", "without a path"),
            ("ntfyServer", "http://ntfy.example.org", "only to a server"),
            ("site", "home", "https://"),
            ("allowPrivateAddresses", "perhaps", "Local network: “perhaps” is not one of yes, no"),
            ("smtpEncryption", "none", "no password"), ("smtpPassword", "a\nb", "line break"),
        ])
    func refusedServers(name: String, value: String, reason: String) async throws {
        try await TestSite.signedIn(.owner, .member) { client, owner, _ in
            let fields = Self.servers.filter { $0.name != name } + [(name: name, value: value)]
            let page = try await client.post("/settings/reminders", fields, headers: owner)
            let json = try await client.get("/settings/reminders.json", headers: owner)

            #expect(page.status == .unprocessableContent)
            #expect(page.text.contains(reason), "\(page.text)")
            #expect(page.text.contains("ntfy.example.org") || name == "ntfyServer")
            #expect(!page.text.contains("very secret"))
            #expect(json.text.contains(#""site":null"#), "nothing was saved")
        }
    }

    @Test("A test is sent at once, says why it does not arrive, and goes once a minute")
    func test() async throws {
        let server = try LocalServer.http()
        let clock = TestClock()
        let site = try TestSite { $0.now = { clock.now } }
        try await site.addPeople([.owner, .member])
        try await site.test { test in
            let client = InventoryClient(client: test)
            let owner = try await client.signIn("owner")
            let member = try await client.signIn("member")
            func send() async throws -> TestResponse {
                clock.advance(hours: 0.02)
                return try await client.post("/reminders/test", [], headers: member)
            }
            let nowhere = try await send()
            _ = try await client.post(
                "/reminders", [("ntfy", "topic"), ("kinds", "care")],
                headers: member)
            let early = try await send()
            _ = try await client.post(
                "/settings/reminders", [("ntfyServer", "http://127.0.0.1:\(server.port)")],
                headers: owner)
            let inside = try await send()
            _ = try await client.post(
                "/settings/reminders", [("allowPrivateAddresses", "yes")], headers: owner)
            let page = try await client.get("/reminders", headers: member)
            let sent = try await send()
            let again = try await client.post("/reminders/test", [], headers: member)
            let own = try await client.post(
                "/reminders", [("webhook", "http://127.0.0.1:\(server.port)/")], headers: member)
            _ = try await client.post(
                "/reminders", [("email", "ben@example.org")], headers: member)
            let partly = try await send()

            #expect(nowhere.text.contains("Choose first where you are reminded"))
            #expect(early.status == .unprocessableContent)
            #expect(early.text.contains("An owner has set up no server for this"))
            #expect(inside.status == .unprocessableContent)
            #expect(inside.text.contains("of the local network"))
            #expect(page.text.contains("Send a test"))
            #expect(sent.status == .seeOther)
            #expect(again.status == .tooManyRequests && again.headers[.retryAfter] == "60")
            #expect(partly.status == .unprocessableContent)
            #expect(partly.text.contains("E-mail: an owner has set up no server for this"))
            #expect(own.status == .unprocessableContent)
            #expect(
                own.text.contains("Webhook: the address is of this machine, or of special use"))
            #expect(!partly.text.contains(##"href="#ntfy""##), "it arrived")
            #expect(server.received.count == 2)
            #expect(server.received.first?.contains("A test: reminders arrive here") == true)
        }
    }
}
