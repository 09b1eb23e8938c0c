import Domain
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

@Suite("Pages of reminders")
struct ReminderPagesTests {
    private static let servers: [(name: String, value: String)] = [
        ("mailHost", "mail.example.org"), ("mailSender", "home@example.org"), ("mailUser", "home"),
        ("mailPassword", "very secret"), ("ntfy", "https://ntfy.example.org"),
        ("ntfyPassword", "tk_secret"), ("hour", "6"), ("allowsInside", "yes"),
        ("allowsInsideWebhooks", "no"),
    ]

    private static func program(_ headers: HTTPFields) -> HTTPFields {
        var headers = headers
        headers[.accept] = "application/json"
        return headers
    }

    @Test("Everyone chooses for themselves; missing fields stay, and nowhere ends it")
    func own() async throws {
        try await TestSite.signedIn(.owner, .shop) { client, owner, shop in
            let saved = try await client.post(
                "/reminders",
                [
                    ("way", "mail"), ("address", "anna@example.org"), ("kinds", ""),
                    ("kinds", "stock"), ("kinds", "invoices"), ("givesNames", "no"),
                ], headers: shop)
            let partly = try await client.post(
                "/reminders", [("address", "ben@example.org")],
                headers: Self.program(shop))
            let others = try await client.get("/reminders.json", headers: owner)
            let page = try await client.get("/reminders", headers: shop)
            let ended = try await client.post(
                "/reminders", [("way", "")], headers: Self.program(shop))

            #expect(saved.status == .seeOther)
            #expect(partly.text.contains(#""way":"mail","address":"ben@example.org""#))
            #expect(partly.text.contains(#""kinds":["invoices","stock"]"#))
            #expect(others.text.contains(#""way":null,"address":null,"kinds":[]"#))
            #expect(page.text.contains(#"value="ben@example.org""#))
            #expect(page.text.contains(#"value="stock" checked"#))
            #expect(!page.text.contains(#"value="care""#) && !page.text.contains("mailHost"))
            #expect(ended.text.contains(#""way":null"#))
        }
    }

    @Test(
        "What cannot be an address is refused, with the input kept",
        arguments: [
            ("mail", "anna", "not the address of a mailbox"),
            ("mail", "anna@example.org\nBcc: ben@example.org", "line break"),
            ("mail", "anna@example.org>", "not the address of a mailbox"),
            ("mail", "", "Enter a value"), ("ntfy", "a b", "topic"),
            ("webhook", "file:///etc/passwd", "https://"),
            ("webhook", "https://anna:secret@example.org/", "without a name"),
            ("webhook", "http://", "https://"), ("pigeon", "anna@example.org", "not one of"),
        ])
    func refused(way: String, address: String, reason: String) async throws {
        try await TestSite.signedIn(.owner, .shop) { client, _, shop in
            let fields: [(name: String, value: String)] = [
                ("way", way), ("address", address), ("kinds", "stock"),
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
            #expect(saved.text.contains(#""way":null"#))
        }
    }

    @Test("A kind that the role does not show is refused")
    func kinds() async throws {
        try await TestSite.signedIn(.member, .shop) { client, _, shop in
            let answer = try await client.post(
                "/reminders",
                [("way", "ntfy"), ("address", "topic"), ("kinds", "care")], headers: shop)
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
                "/settings/reminders", [("hour", "8"), ("mailPassword", "")],
                headers: Self.program(owner))
            let moved = try await client.post(
                "/settings/reminders",
                [("mailHost", "evil.example.org"), ("ntfy", "https://evil.example.org")],
                headers: Self.program(owner))

            #expect(saved.status == .ok && json.text == saved.text)
            #expect(json.text.contains(#""hasMailPassword":true"#))
            #expect(
                json.text.contains(#""hour":6,"#) && json.text.contains(#""allowsInside":true"#))
            #expect(json.text.contains(#""allowsInsideWebhooks":false"#))
            #expect(denied.status == .forbidden && deniedJSON.status == .forbidden)
            #expect(page.text.contains(#"value="mail.example.org""#))
            #expect(!others.text.contains("mail.example.org"))
            for answer in [saved, json, page, others, same, moved] {
                #expect(!answer.text.contains("very secret") && !answer.text.contains("tk_secret"))
            }
            #expect(same.text.contains(#""hasMailPassword":true"#))
            #expect(moved.text.contains(#""hasMailPassword":false"#), "another server gets none")
            #expect(moved.text.contains(#""hasNtfyPassword":false"#))
        }
        let file = DataDirectory(path: site.configuration.dataDirectory).reminders
        let attributes = try FileManager.default.attributesOfItem(atPath: file)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    }

    @Test(
        "A server that cannot be is refused, with the input kept but for passwords",
        arguments: [
            ("hour", "24", "0 to 23"), ("mailHost", "mail server", "such as mail.example.org"),
            ("mailHost", "mail.example.org\nx", "line break"), ("mailPort", "0", "65,535"),
            ("mailSender", "home", "mailbox"), ("mailSender", "", "Enter a value"),
            ("ntfy", "ntfy.sh", "https://"), ("ntfy", "https://ntfy.sh/topic", "without a path"),
            ("ntfy", "https://ntfy.sh?auth=1", "without a path"),
            ("ntfy", "http://ntfy.example.org", "only to a server"), ("site", "home", "https://"),
            ("mailEncryption", "none", "no password"), ("mailPassword", "a\nb", "line break"),
        ])
    func refusedServers(name: String, value: String, reason: String) async throws {
        try await TestSite.signedIn(.owner, .member) { client, owner, _ in
            let fields = Self.servers.filter { $0.name != name } + [(name: name, value: value)]
            let page = try await client.post("/settings/reminders", fields, headers: owner)
            let json = try await client.get("/settings/reminders.json", headers: owner)

            #expect(page.status == .unprocessableContent)
            #expect(page.text.contains(reason), "\(page.text)")
            #expect(page.text.contains("ntfy.example.org") || name == "ntfy")
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
                "/reminders", [("way", "ntfy"), ("address", "topic"), ("kinds", "care")],
                headers: member)
            let early = try await send()
            _ = try await client.post(
                "/settings/reminders", [("ntfy", "http://127.0.0.1:\(server.port)")],
                headers: owner)
            let inside = try await send()
            _ = try await client.post(
                "/settings/reminders", [("allowsInside", "yes")], headers: owner)
            let page = try await client.get("/reminders", headers: member)
            let sent = try await send()
            let again = try await client.post("/reminders/test", [], headers: member)
            _ = try await client.post(
                "/reminders",
                [("way", "webhook"), ("address", "http://127.0.0.1:\(server.port)/")],
                headers: member)
            let webhook = try await send()

            #expect(nowhere.text.contains("Choose first where you are reminded"))
            #expect(early.status == .unprocessableContent)
            #expect(early.text.contains("An owner has set up no server for this"))
            #expect(inside.status == .unprocessableContent)
            #expect(inside.text.contains("of the local network"))
            #expect(page.text.contains("Send a test"))
            #expect(sent.status == .seeOther)
            #expect(again.status == .tooManyRequests && again.headers[.retryAfter] == "60")
            #expect(webhook.text.contains("of the local network"))
            #expect(server.received.count == 1)
            #expect(server.received.first?.contains("A test: reminders arrive here") == true)
        }
    }
}
