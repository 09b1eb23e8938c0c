import Domain
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

@Suite("Values of a household of an earlier version")
struct ValuesTests {
    private static let question = "Are your values in EUR?"

    @Test("A household in euros is asked on its first page until it keeps its numbers")
    func keeping() async throws {
        let household = try await GoldenHousehold.unpacked("euro")
        try await Self.test(household) { client in
            let first = try await client.get("/").text
            #expect(first.contains(Self.question))
            #expect(first.contains("action=\"/settings/values/keep\""))
            let before = try await Self.values(client)

            let kept = try await client.post("/settings/values/keep", json: true)

            #expect(kept.status == .ok)
            #expect(try await !client.get("/").text.contains(Self.question))
            #expect(try await Self.values(client) == before)
            let undo = try #require(try kept.json["undo"] as? String)
            #expect(try await client.post(undo, json: true).status == .ok)
            #expect(try await client.get("/").text.contains(Self.question))
        }
    }

    @Test("A rate multiplies the values, also in reports of earlier days, and can be undone")
    func converting() async throws {
        let household = try await GoldenHousehold.unpacked("euro")
        try await Self.test(household) { client in
            let before = try await Self.values(client)
            #expect(before.contains { $0 > 0 })

            for rate in ["", "x", "0", "-1", "1,2,3", "1000001"] {
                let refused = try await client.post(
                    "/settings/values", [("rate", rate)], json: true)
                #expect(refused.status == .unprocessableContent, "\(rate)")
            }
            let page = try await client.post("/settings/values", [("rate", "x")])
            #expect(page.status == .unprocessableContent)
            #expect(page.text.contains("“x” is not a rate") && page.text.contains("value=\"x\""))
            #expect(try await Self.values(client) == before)

            let converted = try await client.post(
                "/settings/values", [("rate", "0,5")], json: true)
            #expect(converted.status == .ok)
            let half = before.map { $0 == 0 ? 0 : max(1, ($0 + 1) / 2) }
            #expect(try await Self.values(client) == half)
            #expect(try await !client.get("/").text.contains(Self.question))
            let again = try await client.post("/settings/values", [("rate", "2")], json: true)
            #expect(again.status == .conflict)

            let undo = try #require(try converted.json["undo"] as? String)
            #expect(try await client.post(undo, json: true).status == .ok)
            #expect(try await Self.values(client) == before)
            #expect(try await client.get("/").text.contains(Self.question))
        }
    }

    @Test("A household in dollars is informed once that its sums count other amounts")
    func telling() async throws {
        let household = try await GoldenHousehold.unpacked("dollar")
        try await Self.test(household) { client in
            let first = try await client.get("/").text
            #expect(first.contains("now count the price of a new one"))
            #expect(!first.contains("Are your values in"))

            #expect(try await client.post("/settings/values/keep", json: true).status == .ok)

            #expect(try await !client.get("/").text.contains("now count the price of a new one"))
        }
    }

    @Test("A new household is not asked, whatever its currency")
    func new() async throws {
        try await TestSite.inventory { client in
            try await client.add("Chair", [("valueInDollars", "5"), ("replacementValue", "7")])
            #expect(try await !client.get("/").text.contains("count the price"))

            try await client.post("/shop", [("currency", "EUR")])

            #expect(try await !client.get("/").text.contains(Self.question))
            let page = try await client.get("/items").text
            #expect(page.contains("worth €7<"))
        }
    }

    @Test(
        "The currency can be changed until a day is closed; then the pages say why it stays"
    )
    func lock() async throws {
        try await TestSite.inventory { client in
            try await client.add("Chair", [("valueInDollars", "5")])
            for code in ["EUR", "JPY", "USD", "EUR"] {
                try await client.post("/settings", [("currency", code)])
                #expect(try await client.json("/settings.json")["currency"] as? String == code)
                let list = try await client.json("/items.json")
                #expect((list["totals"] as? [String: Any])?["worth"] as? String == "5.00")
            }
            for path in ["/settings", "/shop"] {
                let page = try await client.get(path).text
                #expect(page.contains("Only the sign changes"), "\(path)")
                #expect(!page.contains("name=\"currency\" disabled"), "\(path)")
            }
            let today = CalendarDay.today().description
            let closed = try await client.post(
                "/sales/days/\(today)/closing", [("opening", "0"), ("counted", "0")])
            #expect(closed.status == .seeOther)

            for path in ["/settings", "/shop"] {
                let page = try await client.get(path).text
                #expect(page.contains("closed days in EUR"), "\(path)")
                #expect(page.contains("name=\"currency\" disabled"), "\(path)")
                let refused = try await client.post(
                    path, [("currency", "USD")], headers: InventoryClient.json)
                #expect(try refused.faultFields == ["currency"], "\(path)")
            }
        }
    }

    /// Sends requests as the owner does.
    private struct Owner: Sendable {
        let client: InventoryClient
        let token: String

        func get(_ path: String) async throws -> TestResponse {
            try await client.get(path, headers: [.authorization: "Bearer \(token)"])
        }

        func post(
            _ path: String, _ fields: [(name: String, value: String)] = [], json: Bool = false
        ) async throws -> TestResponse {
            var headers: HTTPFields = json ? InventoryClient.json : [:]
            headers[.authorization] = "Bearer \(token)"
            return try await client.post(path, fields, headers: headers)
        }
    }

    private static func test(
        _ household: GoldenHousehold, _ body: @Sendable (Owner) async throws -> Void
    ) async throws {
        let token = household.about.token
        try await household.site.test { client in
            try await body(Owner(client: InventoryClient(client: client), token: token))
        }
    }

    private static func values(_ client: Owner) async throws -> [Int] {
        let list = try await client.get("/items.json?perPage=200&sort=itemKey").json
        let records = try #require(list["records"] as? [[String: Any]])
        return records.compactMap { $0["valueInDollars"] as? Int }
    }
}
