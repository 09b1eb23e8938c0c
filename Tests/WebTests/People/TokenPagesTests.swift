import Domain
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import Web

@Suite("Tokens of scripts over HTTP")
struct TokenPagesTests {
    @Test("A command contains a token if sign-in is required, and none otherwise")
    func commands() async throws {
        let option = "-H &quot;Authorization: Bearer $TOKEN&quot;"
        let open = try TestSite()
        try await open.test { test in
            let client = InventoryClient(client: test)
            let item = try await client.add("Zither")
            let page = try await client.get(item).text
            #expect(!page.contains("Authorization"))
        }
        let site = try TestSite()
        try await site.addPeople([.owner])
        try await site.test { test in
            let client = InventoryClient(client: test)
            let owner = try await client.signIn("owner")
            let made = try await client.post("/items", [("itemName", "Zither")], headers: owner)
            let item = try #require(made.headers[.location])
            for path in [item, "/backup", "/import"] {
                let page = try await client.get(path, headers: owner)
                #expect(page.text.contains(option), "\(path)")
            }
        }
    }

    @Test("A token is shown once, reads its sections, and creates no session")
    func reading() async throws {
        let site = try TestSite()
        try await site.addPeople([.owner])
        try await site.test { test in
            let client = InventoryClient(client: test)
            let owner = try await client.signIn("owner")
            try await client.post("/items", [("itemName", "Zither")], headers: owner)

            let made = try await client.post(
                "/account/tokens",
                [("name", "Backup"), ("access", "read"), ("section", "inventory")], headers: owner)
            let text = try #require(made.text.firstMatch(of: #/homeowner_[A-Za-z0-9_-]{43}/#)?.0)
            let list = try await client.get("/account/tokens", headers: owner)

            #expect(made.status == .ok)
            #expect(made.headers[.cacheControl] == "no-store")
            #expect(made.text.contains("curl -H &#39;Authorization: Bearer \(text)&#39; http"))
            #expect(list.text.contains("Backup") && !list.text.contains(text))
            #expect(list.text.contains("Reads Inventory"))
            let bearer = Self.bearer(String(text))
            let items = try await client.get("/items.json", headers: bearer)
            #expect(items.status == .ok && items.text.contains("Zither"))
            #expect(items.headers[.setCookie] == nil)
            #expect(try await client.get("/items", headers: bearer).status == .ok)
            let lower: HTTPFields = [.authorization: "bearer  \(text)"]
            #expect(try await client.get("/items.json", headers: lower).status == .ok)
            for path in ["/customers.json", "/.events", "/people.json", "/import"] {
                let answer = try await client.get(path, headers: bearer)
                #expect(answer.status == .forbidden, "\(path)")
                #expect(answer.headers[.wwwAuthenticate]?.contains("insufficient_scope") == true)
            }
            let wrote = try await client.post("/items", [("itemName", "x")], headers: bearer)
            #expect(wrote.status == .forbidden)
            for path in ["/account", "/account/tokens", "/phone", "/people"] {
                #expect(
                    try await client.get(path, headers: bearer).status == .forbidden, "\(path)")
            }
            let search = try await client.json("/search.json?q=zither", headers: bearer)
            #expect(search["total"] as? Int == 1)
        }
    }

    @Test("With a writing token, curl needs nothing else, whatever its origin")
    func writing() async throws {
        let site = try TestSite()
        try await site.addPeople([.owner, .viewer])
        try await site.test { test in
            let client = InventoryClient(client: test)
            let owner = try await client.signIn("owner")
            let text = try await Self.token(client, owner, [("access", "write")])
            var headers = Self.bearer(text)
            headers[.origin] = "https://elsewhere.example"
            headers[.secFetchSite] = "cross-site"

            let done = try await client.post("/items", [("itemName", "Zither")], headers: headers)
            let backup = try await client.get("/backup.json", headers: headers)

            #expect(done.status == .seeOther)
            #expect(done.headers[.setCookie] == nil)
            #expect(backup.status == .ok, "for all sections, an owner's token makes backups")
            for path in ["/people", "/sign-out", "/account/password", "/account/tokens"] {
                let answer = try await client.post(path, headers: Self.bearer(text))
                #expect(answer.status == .forbidden, "\(path)")
            }
            // A viewer's token changes nothing, whatever its requested access.
            let viewer = try await client.signIn("viewer")
            let refused = try await client.post(
                "/account/tokens", [("name", "x"), ("access", "write")], headers: viewer)
            #expect(refused.status == .unprocessableContent)
            #expect(refused.text.contains("you can only read"))
        }
    }

    @Test("An expired, wrong or misplaced token grants no access")
    func refusals() async throws {
        let clock = TestClock()
        let site = try TestSite { $0.now = { clock.now } }
        try await site.addPeople([.owner])
        try await site.test { test in
            let client = InventoryClient(client: test)
            let owner = try await client.signIn("owner")
            let day = "\(CalendarDay(clock.now).adding(days: 2))"
            let text = try await Self.token(client, owner, [("until", day)])
            let secret = String(text.dropFirst("homeowner_".count))

            for path in [
                "/items.json?access_token=\(text)", "/items.json?token=\(text)",
                "/items.json?authorization=Bearer%20\(text)",
            ] {
                #expect(try await client.get(path).status == .unauthorized, "\(path)")
            }
            let posted = try await client.post("/items", [("access_token", text)])
            #expect(posted.status == .unauthorized)
            for headers: HTTPFields in [
                [.cookie: "homeowner=\(secret)"], [.cookie: "homeowner=\(text)"],
                [.authorization: "Basic \(text)"], [.authorization: text],
                [.proxyAuthorization: "Bearer \(text)"], Self.bearer(secret),
                Self.bearer(text.uppercased()), Self.bearer(""),
            ] {
                let answer = try await client.get("/items.json", headers: headers)
                #expect(answer.status == .unauthorized, "\(headers)")
            }
            // A wrong token grants no access to pages, even with the cookies of others.
            let page = try await client.get("/items", headers: Self.bearer("homeowner_x"))
            #expect(page.status == .unauthorized)
            #expect(page.headers[.wwwAuthenticate] == "Bearer error=\"invalid_token\"")
            var both = owner
            both[.authorization] = "Bearer homeowner_x"
            #expect(try await client.get("/items.json", headers: both).status == .unauthorized)

            #expect(
                try await client.get("/items.json", headers: Self.bearer(text)).status == .ok)
            clock.advance(hours: 72)
            let late = try await client.get("/items.json", headers: Self.bearer(text))
            #expect(late.status == .unauthorized)
        }
    }

    @Test("A revoked token is invalid at once, and only its owner can revoke it")
    func revoking() async throws {
        try await TestSite.signedIn(.owner, .member) { client, owner, member in
            let text = try await Self.token(client, owner, [])
            let list = try await client.get("/account/tokens", headers: owner)
            let path = try #require(
                list.text.firstMatch(of: #/action="(/account/tokens/[0-9A-F-]+/delete)"/#)?.1)

            let strange = try await client.post(String(path), headers: member)
            #expect(strange.status == .notFound)
            #expect(
                try await client.get("/items.json", headers: Self.bearer(text)).status == .ok)
            try await client.post(String(path), headers: owner)

            let answer = try await client.get("/items.json", headers: Self.bearer(text))
            #expect(answer.status == .unauthorized)
        }
    }

    @Test("Faults of a token’s form are reported at its fields, for programs too")
    func faults() async throws {
        let site = try TestSite()
        try await site.addPeople([.owner, .shop])
        try await site.test { test in
            let client = InventoryClient(client: test)
            let shop = try await client.signIn("shop")
            let fields = [
                ("name", ""), ("access", "all"), ("section", "books"), ("until", "tomorrow"),
            ]

            let page = try await client.post("/account/tokens", fields, headers: shop)
            var headers = shop
            headers[.accept] = "application/json"
            let problem = try await client.post("/account/tokens", fields, headers: headers)
            let past = try await client.post(
                "/account/tokens", [("name", "x"), ("until", "2020-01-01")], headers: headers)
            let made = try await client.post("/account/tokens", [("name", "x")], headers: headers)

            #expect(page.status == .unprocessableContent)
            #expect(try problem.faults.keys.sorted() == ["access", "section", "until"])
            #expect(try past.faults["until"]?.contains("today") == true)
            #expect(made.status == .created)
            #expect(made.headers[.cacheControl] == "no-store")
            let text = try #require(try made.json["token"] as? String)
            #expect(
                try await client.get("/customers.json", headers: Self.bearer(text)).status == .ok)
            #expect(
                try await client.get("/items.json", headers: Self.bearer(text)).status == .forbidden
            )
        }
    }

    @Test("Creating a token requires a recent password")
    func askingAgain() async throws {
        let clock = TestClock()
        let site = try TestSite { $0.now = { clock.now } }
        try await site.addPeople([.owner])
        try await site.test { test in
            let client = InventoryClient(client: test)
            let owner = try await client.signIn("owner")
            clock.advance(hours: 0.27)

            let page = try await client.get("/account/tokens", headers: owner)
            let made = try await client.post("/account/tokens", [("name", "x")], headers: owner)

            #expect(page.headers[.location] == "/sign-in/again?next=%2Faccount%2Ftokens")
            #expect(made.status == .forbidden)
        }
    }

    @Test("Without accounts the header has no effect")
    func withoutAccounts() async throws {
        try await TestSite.inventory { client in
            let answer = try await client.get("/items.json", headers: Self.bearer("homeowner_x"))

            #expect(answer.status == .ok)
        }
    }

    @Test("Selling items, and seeing their buyers, requires access to inventory and sales")
    func itemSales() async throws {
        try await TestSite.signedIn(.owner, .shop) { client, owner, shop in
            var items: [String] = []
            for name in ["Zither", "Sofa"] {
                let made = try await client.post("/items", [("itemName", name)], headers: owner)
                items.append(try #require(made.headers[.location]))
            }
            let customer = try await client.post(
                "/customers",
                [("name", "Amina Diallo"), ("productName", "Lamp"), ("unitPrice", "1")],
                headers: owner)
            #expect(customer.status == .seeOther)
            let fields = [("customer", "1"), ("unitPrice", "5")]
            let sold = try await client.post(items[0] + "/sale", fields, headers: owner)
            #expect(sold.status == .seeOther)
            func token(_ section: String) async throws -> HTTPFields {
                Self.bearer(
                    try await Self.token(
                        client, owner,
                        [("name", section), ("access", "write"), ("section", section)]))
            }

            let inventory = try await token("inventory")
            let buyers = try await client.get(items[1] + "/sale?q=a", headers: inventory)
            let sale = try await client.post(items[1] + "/sale", fields, headers: inventory)
            let item = try await client.json(items[0] + ".json", headers: inventory)
            let own = try await client.json(items[0] + ".json", headers: owner)

            #expect(buyers.status == .forbidden && sale.status == .forbidden)
            #expect(item["buyer"] is NSNull && item["sale"] is NSNull)
            #expect((own["buyer"] as? [String: Any])?["name"] as? String == "Amina Diallo")
            for path in [items[0], items[0] + "/delete"] {
                let page = try await client.get(path, headers: inventory)
                #expect(page.status == .ok && page.text.lowercased().contains("sold"))
                #expect(!page.text.contains("Amina"), "\(path)")
                #expect(try await client.get(path, headers: owner).text.contains("Amina"))
            }

            // And vice versa.
            let key = try #require(items[1].split(separator: "/").last.map(String.init))
            let line = [("lines[0][itemKey]", key), ("lines[0][unitPrice]", "1")]
            let forms: [(path: String, further: [(String, String)])] = [
                ("/sales", []), ("/customers/1/sales", []), ("/quotes", [("buyerName", "Ann")]),
                ("/customers", [("name", "Ben")]), ("/sales", [("park", "yes")]),
            ]
            let sellers = [try await token("sales"), shop]
            for headers in sellers {
                for (path, further) in forms {
                    let answer = try await client.post(path, line + further, headers: headers)
                    #expect(answer.status == .forbidden, "\(path)")
                }
                let product = [("lines[0][productName]", "Lamp"), ("lines[0][unitPrice]", "1")]
                let usual = try await client.post("/sales", product, headers: headers)
                #expect([.seeOther, .created].contains(usual.status))
            }
            let header = "customerName,date,productName,quantity,unitPrice,itemKey\n"
            let imports = ImportClient(site: client)
            for headers in sellers {
                var headers = headers
                headers[.accept] = "application/json"
                func upload(_ cells: String) async throws -> TestResponse {
                    try await imports.upload(header + cells, headers: headers)
                }
                let refused = try await upload("Ann,2026-11-10,Sofa,1,5,\(key)\n")
                #expect(refused.status == .unprocessableContent)
                #expect(refused.text.contains("leave itemKey out"), "\(refused.text)")
                #expect(try await upload("Ann,2026-11-10,Lamp,1,5,\n").status == .ok)
            }
            let left = try await client.json("/items.json?sold=no", headers: owner)
            #expect(left["total"] as? Int == 1)
            #expect(try await client.post("/sales", line, headers: owner).status == .seeOther)
        }
    }

    @Test("A token for some sections is redirected to the first of them")
    func firstPage() async throws {
        let site = try TestSite()
        try await site.addPeople([.owner, .shop])
        try await site.test { test in
            let client = InventoryClient(client: test)
            let owner = try await client.signIn("owner")
            for (section, path) in [("groceries", "/groceries"), ("sales", "/customers")] {
                let token = try await Self.token(
                    client, owner, [("name", section), ("section", section)])

                let first = try await client.get("/", headers: Self.bearer(token))
                let next = try await client.get(path, headers: Self.bearer(token))

                #expect(first.headers[.location] == path)
                #expect(next.status == .ok)
            }
        }
    }

    static func bearer(_ text: String) -> HTTPFields { [.authorization: "Bearer \(text)"] }

    /// Makes a token. Returns its text.
    static func token(
        _ client: InventoryClient, _ headers: HTTPFields,
        _ fields: [(name: String, value: String)]
    ) async throws -> String {
        var headers = headers
        headers[.accept] = "application/json"
        let made = try await client.post(
            "/account/tokens", [("name", "Script")] + fields, headers: headers)
        #expect(made.status == .created)
        return try #require(try made.json["token"] as? String)
    }
}
