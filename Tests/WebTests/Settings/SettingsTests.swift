import Domain
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

@Suite("Settings")
struct SettingsTests {
    @Test("Every page links to the settings, which link to every other page of settings")
    func everywhere() async throws {
        try await TestSite.inventory { client in
            for path in ["/", "/items", "/customers", "/sections", "/people", "/model", "/nowhere"]
            {
                let page = try await client.get(path).text
                #expect(page.contains("href=\"/settings\""), "\(path)")
            }

            let settings = try await client.get("/settings").text

            for path in [
                "/sections", "/shop", "/people", "/phone", "/backup", "/import",
                "/activity", "/model", "/help/scripts", "/books/samples",
            ] {
                #expect(settings.contains("href=\"\(path)\""), "\(path)")
            }
            #expect(
                settings.contains("href=\"/settings\" title=\"Settings\" aria-current=\"page\""))
        }
    }

    @Test("A stale form is refused and shows both versions; a form without a version is not")
    func stale() async throws {
        try await TestSite.inventory { client in
            let version = try await client.json("/settings.json")["version"] as? Int ?? -1
            try await client.post("/settings", [("household", "Saved elsewhere")])
            let stale = [("household", "Typed here"), ("version", String(version))]

            let page = try await client.post("/settings", stale)
            let json = try await client.post("/settings", stale, headers: InventoryClient.json)

            #expect(page.status == .conflict && json.status == .conflict)
            #expect(page.text.contains("Saved elsewhere") && page.text.contains("Typed here"))
            let current = try #require(try json.json["current"] as? [String: Any])
            #expect(current["household"] as? String == "Saved elsewhere")
            let now = try #require(current["version"] as? Int)
            let region = try await client.post(
                "/settings",
                [
                    ("household", ""), ("shown[household]", ""), ("region", "de_DE"),
                    ("shown[region]", ""), ("version", String(now)),
                ])
            #expect(region.status == .seeOther)
            let saved = try await client.json("/settings.json")
            #expect(saved["household"] as? String == "Saved elsewhere")
            #expect(saved["region"] as? String == "de_DE")
        }
    }

    @Test("The household’s name is on every page from then on, also after a restart")
    func name() async throws {
        let site = try TestSite()
        try await site.test { test in
            let client = InventoryClient(client: test)
            let before = try await client.get("/items")

            let saved = try await client.post("/settings", [("household", " Mill <Lane> ")])

            #expect(saved.status == .seeOther)
            #expect(saved.headers[.location] == "/settings")
            for path in ["/", "/items", "/settings", "/help"] {
                let page = try await client.get(
                    path, headers: [.ifNoneMatch: before.headers[.eTag] ?? ""])
                #expect(page.text.contains(">Mill &lt;Lane&gt;</span></a>"), "\(path)")
            }
        }
        try await site.test { test in
            let client = InventoryClient(client: test)
            #expect(
                try await client.json("/settings.json")["household"] as? String == "Mill <Lane>")

            let cleared = try await client.post(
                "/settings", [("household", "")], headers: InventoryClient.json)

            #expect(try cleared.json["household"] as? String == "")
            #expect(try cleared.json["currency"] as? String == "USD")
            #expect(try await client.get("/").text.contains(">Homeowner</span></a>"))
        }
    }

    @Test("The currency is the shop’s; a refused form changes nothing and keeps what was typed")
    func currency() async throws {
        try await TestSite.inventory { client in
            try await client.post("/settings", [("household", "Us"), ("currency", "EUR")])
            #expect(try await client.json("/shop.json")["currency"] as? String == "EUR")
            #expect(try await client.json("/settings.json")["currency"] as? String == "EUR")

            let long = String(repeating: "x", count: HouseholdSettings.longestName + 1)
            let refused = try await client.post(
                "/settings", [("household", long), ("currency", "JPY")])
            let unknown = try await client.post(
                "/settings", [("household", "Them"), ("currency", "XXXX")])

            #expect(refused.status == .unprocessableContent)
            #expect(refused.text.contains("value=\"\(long)\""))
            #expect(refused.text.contains("<option value=\"JPY\" selected>JPY · Japanese Yen"))
            #expect(unknown.status == .unprocessableContent)
            #expect(unknown.text.contains("“XXXX” is not a currency code"))
            #expect(unknown.text.contains("value=\"Them\""))
            let settings = try await client.json("/settings.json")
            #expect(settings["household"] as? String == "Us")
            #expect(settings["currency"] as? String == "EUR")
        }
    }

    @Test("The page says that the currency given at the start takes precedence")
    func givenCurrency() async throws {
        let site = try TestSite { $0.currency = Currency("CHF") }
        try await site.test { test in
            let page = try await InventoryClient(client: test).get("/settings").text

            #expect(page.contains("started with the currency CHF"))
        }
    }

    @Test("The header shows the signed-in user, each on their own pages")
    func names() async throws {
        try await TestSite.signedIn(.owner, .member) { client, owner, member in
            for path in ["/", "/items", "/items?q=sofa", "/settings", "/nowhere"] {
                let first = try await client.get(path, headers: owner)
                var headers = member
                headers[.ifNoneMatch] = first.headers[.eTag]
                let second = try await client.get(path, headers: headers)

                #expect(
                    first.text.contains("class=\"own__name\" dir=\"auto\">owner</span>"), "\(path)")
                #expect(
                    second.text.contains("class=\"own__name\" dir=\"auto\">member</span>"),
                    "\(path)")
            }
            let stranger = try await client.get("/sign-in").text
            #expect(!stranger.contains("/settings"))
        }
    }

    @Test("A viewer sees no form or link that would be refused, and chooses the appearance")
    func viewer() async throws {
        try await TestSite.signedIn(.owner, .viewer) { client, _, viewer in
            let page = try await client.get("/settings", headers: viewer).text

            #expect(!page.contains("action=\"/settings\""))
            for path in ["/people", "/backup", "/import"] {
                #expect(!page.contains("href=\"\(path)\""), "\(path)")
            }
            #expect(page.contains("href=\"/account\""))
            #expect(page.contains("action=\"/settings/appearance\""))
            let refused = try await client.post(
                "/settings", [("household", "Mine")], headers: viewer)
            #expect(refused.status == .forbidden)
        }
    }

    @Test("The appearance is that of the browser that chose it, on cached pages too")
    func appearance() async throws {
        try await TestSite.inventory { client in
            _ = try await client.get("/items")

            let chosen = try await client.post("/settings/appearance", [("appearance", "dark")])

            #expect(chosen.status == .seeOther)
            let dark = chosen.sentCookie
            #expect(dark[.cookie] == "appearance=dark")
            for path in ["/items", "/settings", "/nowhere"] {
                #expect(
                    try await client.get(path, headers: dark).text.contains(
                        "<html lang=\"en\" data-appearance=\"dark\">"), "\(path)")
                #expect(try await client.get(path).text.contains("<html lang=\"en\">"), "\(path)")
            }
            let back = try await client.post(
                "/settings/appearance", [("appearance", "auto")], headers: dark)
            #expect(back.headers[.setCookie]?.contains("Max-Age=0") == true)
            for value in ["", "pink"] {
                let refused = try await client.post(
                    "/settings/appearance", [("appearance", value)])
                #expect(refused.status == .unprocessableContent)
            }
        }
    }

    @Test("Invalid settings end the start with the name of the file")
    func brokenFile() async throws {
        let site = try TestSite()
        let directory = DataDirectory(path: site.configuration.dataDirectory)
        try directory.create()
        try Data("[".utf8).write(to: URL(fileURLWithPath: directory.settings))

        let error = await #expect(throws: ConfigurationError.self) {
            _ = try await site.application()
        }
        #expect(error?.description.contains(directory.settings) == true)
    }
}
