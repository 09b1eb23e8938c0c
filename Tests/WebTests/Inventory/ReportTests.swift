import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

@Suite("The report")
struct ReportTests {
    private static func site(_ body: @Sendable (InventoryClient) async throws -> Void) async throws
    {
        try await TestSite.inventory { client in
            for (name, parent) in [("House", ""), ("Hall", "1")] {
                try await client.post("/locations", [("name", name), ("parent", parent)])
            }
            try await client.add(
                "Sideboard",
                [
                    ("location", "2"), ("valueInDollars", "1480"), ("serialNumber", "WS-1"),
                    ("purchaseDate", "2024-05-01"), ("purchasePrice", "1450.50"),
                    ("assetType", "1"), ("insurance", "Mutual 12"), ("replacementValue", "1800"),
                ])
            try await client.add(
                "Spoons", [("location", "1"), ("valueInDollars", "5"), ("quantity", "4")])
            try await client.add("Hat")
            try await body(client)
        }
    }

    @Test("It sums by location or type, with the evidence of each item and the gaps")
    func groups() async throws {
        try await Self.site { client in
            let report = try await client.json("/report.json")
            let byType = try await client.json("/report.json?by=type")
            let hall = try await client.json("/report.json?location=2")
            let page = try await client.get("/report?owner=Ada").text

            func groups(_ report: [String: Any]) -> [String] {
                (report["groups"] as? [[String: Any]] ?? []).map {
                    "\($0["name"] ?? "") \($0["valueInDollars"] ?? "")"
                }
            }
            #expect(groups(report) == ["House 20", "House › Hall 1480", "No location 0"])
            #expect(groups(byType) == ["Furniture 1480", "No type 20"])
            #expect(groups(hall) == ["House › Hall 1480"])
            #expect(report["valueInDollars"] as? Int == 1_500)
            // Four of six, two of six, none of six.
            #expect(report["score"] as? Int == 33)
            for text in [
                "3 items, worth $1,820, 33 % documented", "<p dir=\"auto\">Ada</p>",
                "Insured by: Mutual 12", "Serial number WS-1", "4 × $5", ">$1,800</td>",
                ">Not valued</td>",
                "Bought May 1, 2024 for $1,450.50", "4 of 6",
                "Sideboard</a>, $1,800: photo, document</li>",
            ] {
                #expect(page.contains(text), "\(text)")
            }
        }
    }

    @Test("A report of a day has the items and values of that day")
    func asOf() async throws {
        try await Self.site { client in
            let today = try await client.get("/items.csv").text
            #expect(today.contains("Sideboard"))
            let items = try #require(
                try await client.json("/items.json")["records"] as? [[String: Any]])
            let keys = items.compactMap { $0["itemKey"] as? String }
            _ = try await client.post("/items/\(keys[0])", [("valueInDollars", "900")])
            _ = try await client.post("/items/\(keys[1])/delete")

            let now = try await client.json("/report.json")
            let then = try await client.json("/report.json?asOf=2001-01-01")
            let page = try await client.get("/report?asOf=2001-01-01").text

            #expect(now["valueInDollars"] as? Int == 900)
            #expect(then["count"] as? Int == 0)
            #expect(page.contains("Inventory of January 1, 2001"))
            #expect(page.contains("There is nothing to report"))
        }
    }

    @Test(
        "The report of a missing location is a 404, in every format",
        arguments: ["/report", "/report.json", "/report.zip"])
    func unknownLocation(path: String) async throws {
        try await Self.site { client in
            let answer = try await client.get(path + "?location=77")

            #expect(answer.status == .notFound)
            #expect(answer.text.contains("There is no location 77"))
            #expect(try await client.get(path + "?location=2").status == .ok)
        }
    }

    @Test(
        "Invalid parameters are a 422",
        arguments: ["asOf=x", "asOf=2999-01-01", "by=color", "location=x", "sort=a"])
    func refusals(query: String) async throws {
        try await Self.site { client in
            let page = try await client.get("/report?\(query)")
            let document = try await client.get("/report.json?\(query)")

            #expect(page.status == .unprocessableContent)
            #expect(document.status == .unprocessableContent)
        }
    }
}
