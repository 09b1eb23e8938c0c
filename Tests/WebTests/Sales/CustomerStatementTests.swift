import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

/// The documents for a customer: a statement, and all stored data.
struct CustomerStatementTests {
    /// A customer with a sale on account, a void one, and a return.
    private static func filled<Value>(
        _ body: @Sendable (SalesClient) async throws -> Value
    ) async throws -> Value {
        try await TestSite.sales { client in
            let lamp = SalesClient.fields([("Lamp", 4, "12.50")])
            try await client.post(
                "/customers/1/sales",
                lamp + [
                    ("date", "2026-11-21"), ("payments[0][kind]", "later"),
                    ("note", "For Amina’s hall"),
                ])
            try await client.post(
                "/sales/2/payments",
                [("kind", "1"), ("amount", "10"), ("date", "2026-11-22")])
            try await client.post(
                "/sales/2/returns",
                [
                    ("lines[0][product]", "1"), ("lines[0][quantity]", "1"),
                    ("date", "2026-11-22"),
                ])
            try await client.post("/customers/1/sales", lamp + [("date", "2026-11-21")])
            try await client.post("/sales/4/void", [("reason", "Typed twice")])
            return try await body(client)
        }
    }

    @Test("A statement has the counted sales and the amount owed, for all days or a period")
    func statement() async throws {
        try await Self.filled { client in
            let all = try await client.get("/customers/1/statement").text
            let some = try await client.get(
                "/customers/1/statement?from=2026-11-22&to=2026-11-30"
            ).text

            for text in ["Sale 1", "Sale 2", "Return 3", "$50.00", "−$12.50", "$27.50"] {
                #expect(all.contains(text), "\(text)")
            }
            #expect(!all.contains("Sale 4"))
            #expect(all.contains("All purchases"))
            #expect(some.contains("From Nov 22, 2026 to Nov 30, 2026"))
            #expect(some.contains("Return 3"))
            #expect(!some.contains("Sale 2<"))
            for days in ["from=x", "from=2026-11-23&to=2026-11-01"] {
                let refused = try await client.get("/customers/1/statement?\(days)")
                #expect(refused.status == .unprocessableContent, "\(days)")
            }
            #expect(try await client.get("/customers/9/statement").status == .notFound)
            let page = try await client.get("/customers/1").text
            #expect(page.contains("$27.50 still to be paid, since Nov 21, 2026."))
            #expect(page.contains("/customers/1/sales?state=owed"))
        }
    }

    @Test("All data about a person can be exported as one file")
    func everything() async throws {
        try await Self.filled { client in
            try await client.post(
                "/sales", SalesClient.fields([("Lamp", 1, "1")]) + [("note", "Told Amina Diallo")])
            try await client.post(
                "/sales/2/invoice", [("buyerAddress", "2 Low Street"), ("buyerTaxNumber", "SN 7")])
            let response = try await client.get("/customers/1/everything.json")

            let json = try response.json
            let person = json["customer"] as? [String: Any]
            let sales = json["sales"] as? [[String: Any]] ?? []
            let others = json["namedInOtherSales"] as? [[String: Any]] ?? []
            #expect(
                response.headers[.contentDisposition]
                    == "attachment; filename=\"customer-1.json\"")
            #expect(person?.text("emailid") == "amina@example.org")
            #expect(sales.map { $0["number"] as? Int } == [1, 2, 4, 3])
            #expect((sales[1]["payments"] as? [[String: Any]])?.first?.text("amount") == "10.00")
            #expect(json.text("owed") == "27.50")
            let invoices = json["invoices"] as? [[String: Any]] ?? []
            let buyer = invoices.first?["buyer"] as? [String: Any]
            #expect(invoices.map { $0["number"] as? Int } == [1])
            #expect(buyer?.text("address") == "2 Low Street")
            #expect(buyer?.text("taxNumber") == "SN 7")
            #expect(others.map { $0.text("note") } == ["Told Amina Diallo"])
            #expect(try await client.get("/customers/9/everything.json").status == .notFound)
        }
    }

    @Test("Notes and consent are stored, cleared, merged and shown")
    func notes() async throws {
        try await TestSite.sales { client in
            let saved = try await client.post(
                "/customers/1",
                [
                    ("notes", "Rings <twice>\nand waits"), ("consentedAt", "2026-11-21"),
                    ("consentNote", "letters, not calls"),
                ],
                headers: InventoryClient.json)
            let page = try await client.get("/customers/1").text
            let edit = try await client.get("/customers/1/edit").text
            let faults = try await client.post(
                "/customers/1",
                [
                    ("consentedAt", "x"), ("notes", String(repeating: "x", count: 10_001)),
                    ("consentNote", String(repeating: "x", count: 501)),
                ],
                headers: InventoryClient.json)
            let everything = try await client.json("/customers/1/everything.json")
            let table = try await client.get("/customers.csv").text
            try await client.post("/customers/1", [("consentedAt", "")])

            #expect(saved.status == .ok, "\(saved.text)")
            #expect(page.contains("Rings &lt;twice&gt;\nand waits"))
            #expect(page.contains("Since Nov 21, 2026: letters, not calls"))
            #expect(
                (everything["customer"] as? [String: Any])?.text("consentNote")
                    == "letters, not calls")
            #expect(table.contains("2026-11-21,\"letters, not calls\""))
            #expect(edit.contains("value=\"letters, not calls\""))
            #expect(edit.contains("value=\"2026-11-21\""))
            #expect(
                try Set(faults.faultFields) == ["notes", "consentedAt", "consentNote"])
            let person = try await client.json("/customers/1.json")
            #expect(person["consentedAt"] is NSNull)
            #expect(person.text("notes") == "Rings <twice>\nand waits")
        }
    }
}
