import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

@Suite("Days at the ends of the calendar")
struct ExtremeDayTests {
    @Test(
        "A day that cannot be stored is refused at each field, and says why",
        arguments: [
            ("10000-01-01", "is not in a year from 1 to 9999"),
            ("0000-01-01", "there is no day"), ("2026-02-30", "there is no day"),
            ("2026-01-01T23:00:00-05:00", "has a time of day"),
        ])
    func refused(day: String, reason: String) async throws {
        try await TestSite.inventory { client in
            let item = try await client.add("Drill")
            try await client.post("/products", [("name", "Mug"), ("price", "5")])
            try await client.post(
                "/tasks", [("item", "A-0001"), ("title", "Oil"), ("due", "2026-01-01")])
            for (path, field, others) in [
                (item, "purchaseDate", []), (item, "warrantyUntil", []),
                ("/loans", "since", [("item", "A-0001"), ("borrower", "Ben")]),
                ("/loans", "due", [("item", "A-0001"), ("borrower", "Ben")]),
                ("/tasks", "due", [("item", "A-0001"), ("title", "Oil")]),
                ("/tasks/1/done", "done", []), ("/sales", "date", [("lines[0][product]", "1")]),
                ("/quotes", "validThrough", [("lines[0][product]", "1"), ("buyerName", "Ben")]),
            ] as [(String, String, [(String, String)])] {
                let answer = try await client.post(
                    path, others + [(field, day)], headers: InventoryClient.json)
                #expect(answer.status == .unprocessableContent, "\(path) \(field)")
                #expect(try answer.faults[field]?.contains(reason) == true, "\(answer.text)")
            }
            for path in [
                "/items.json?from", "/items.json?to", "/items.json?seenSince", "/sales.json?from",
                "/sales.json?to", "/payments.json?from", "/report.json?asOf", "/activity.json?day",
            ] {
                let answer = try await client.get("\(path)=\(day)")
                #expect(answer.status == .unprocessableContent, "\(path)")
                #expect(answer.text.contains(reason), "\(answer.text)")
            }
        }
    }

    @Test("The first and the last day are stored as they are, or refused by a rule of the field")
    func stored() async throws {
        try await TestSite.inventory { client in
            let item = try await client.add("Drill")
            for day in ["0001-01-01", "9999-12-31"] {
                try await client.post(item, [("purchaseDate", day), ("warrantyUntil", day)])
                let saved = try await client.json(item + ".json")
                #expect(saved["purchaseDate"] as? String == day)
                #expect(saved["warrantyUntil"] as? String == day)
                for path in ["/items.json?from=\(day)", "/sales.json?to=\(day)"] {
                    #expect(try await client.get(path).status == .ok)
                }
            }
            let late = try await client.post(
                item, [("warrantyUntil", "3 years")], headers: InventoryClient.json)
            #expect(try late.faultFields == ["warrantyUntil"])
        }
    }
}
