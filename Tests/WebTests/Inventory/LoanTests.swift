import Domain
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

@Suite("Loans over HTTP")
struct LoanTests {
    private static let yesterday = CalendarDay.today().adding(days: -1).description

    @Test("An item is lent to one person at a time, and returned with one tap")
    func life() async throws {
        try await TestSite.inventory { client in
            let drill = try await client.add("Drill")
            let form = try await client.get("/loans/new?item=A-0001").text
            let lent = try await client.post("/loans", [("item", "A-0001"), ("borrower", "Bob")])
            let path = try #require(lent.headers[.location])
            let loan = try await client.json(path + ".json")
            let page = try await client.get(drill).text
            let second = try await client.post(
                "/loans", [("item", "Drill"), ("borrower", "Eve")], headers: InventoryClient.json)

            #expect(form.contains("name=\"item\" value=\"A-0001\""))
            #expect(form.contains("value=\"\(CalendarDay.today())\""))
            #expect((loan["item"] as? [String: Any])?["label"] as? String == "A-0001 Drill")
            #expect(loan["since"] as? String == CalendarDay.today().description)
            #expect(loan["state"] as? String == "out")
            #expect(page.contains("To Bob since") && page.contains("action=\"\(path)/return\""))
            #expect(try second.faults["item"] == "“Bob” has it already")

            let back = try await client.post(path + "/return")
            #expect(back.headers[.location] == path)
            #expect(try await client.json(path + ".json")["state"] as? String == "back")
            #expect(try await client.get(drill).text.contains("href=\"/loans/new?item=A-0001\""))
            let again = try await client.post("/loans", [("item", "Drill"), ("borrower", "Eve")])
            #expect(again.status == .seeOther)
        }
    }

    @Test("A loan cannot begin in the future, or end before it began")
    func days() async throws {
        try await TestSite.inventory { client in
            try await client.add("Drill")
            func lend(_ days: Int) async throws -> TestResponse {
                let since = CalendarDay.today().adding(days: days).description
                return try await client.post(
                    "/loans", [("item", "A-0001"), ("borrower", "Bob"), ("since", since)],
                    headers: InventoryClient.json)
            }
            #expect(try await lend(3).faults["since"]?.hasSuffix("is in the future") == true)
            // It may be tomorrow in the user's time zone.
            #expect(try await lend(1).status == .created)
            try await client.post("/loans/1/return")
            let loan = try await client.json("/loans/1.json")
            #expect(loan["returned"] as? String == loan["since"] as? String)
        }
    }

    @Test("The page of a loan shows the values of its form, and a button to return the item")
    func page() async throws {
        try await TestSite.inventory { client in
            let drill = try await client.add("Drill")
            let made = try await client.post(
                "/loans",
                [
                    ("item", "A-0001"), ("borrower", "Bob"), ("since", "2024-01-31"),
                    ("due", Self.yesterday), ("notes", "With <both> bits"),
                ])
            let path = try #require(made.headers[.location])
            let out = try await client.get(path).text
            try await client.post(path + "/return")
            let back = try await client.get(path).text

            for text in [
                "<dt>Item</dt><dd dir=\"auto\"><a href=\"\(drill)\">Drill</a></dd>",
                "<dt>Lent to</dt><dd dir=\"auto\">Bob</dd>",
                "<dt>Since</dt><dd dir=\"auto\">January 31, 2024</dd>",
                "<dt>Due</dt><dd dir=\"auto\">",
                "<dd class=\"facts__notes\" dir=\"auto\">With &lt;both&gt; bits</dd>",
            ] {
                #expect(out.contains(text), "\(text)")
            }
            #expect(out.contains("Overdue since") && out.contains("action=\"\(path)/return\""))
            #expect(back.contains("Back since") && !back.contains("action=\"\(path)/return\""))
        }
    }

    @Test("An item on loan is still owned: it counts in every sum, before and after its return")
    func sums() async throws {
        try await TestSite.inventory { client in
            for name in ["House", "Garage"] {
                try await client.post("/locations", [("name", name)])
            }
            try await client.add(
                "Drill",
                [
                    ("valueInDollars", "150"), ("quantity", "3"), ("location", "1"),
                    ("assetType", "1"), ("tags", "tools"),
                ])
            try await client.add("Saw", [("valueInDollars", "50"), ("location", "2")])
            func check(_ time: Comment) async throws {
                let house = try await client.json("/locations/1.json")
                #expect(house["valueInDollars"] as? Int == 450 && house["items"] as? Int == 1, time)
                let report = try await client.json("/report.json")
                #expect(report["valueInDollars"] as? Int == 500, time)
                for (path, sum) in [
                    ("/", "$500"), ("/items", "$500"), ("/items?location=1", "$450"),
                    ("/items?tag=1", "$450"), ("/asset-types", "$500"), ("/asset-types", "$450"),
                    ("/locations/1", "$450"), ("/report", "$500"),
                ] {
                    #expect(try await client.get(path).text.contains(sum), "\(time): \(path)")
                }
            }

            try await check("at home")
            try await client.post("/loans", [("item", "A-0001"), ("borrower", "Bob")])
            try await check("lent")
            try await client.post("/loans/1/return")
            try await check("back")
        }
    }

    @Test("The list shows current, overdue and returned loans")
    func list() async throws {
        try await TestSite.inventory { client in
            for (name, fields) in [
                ("Drill", [("due", Self.yesterday), ("since", "2024-01-01")]), ("Saw", []),
                ("Book", []), ("Gone", []),
            ] as [(String, [(String, String)])] {
                let item = try await client.add(name)
                try await client.post(
                    "/loans",
                    [("item", name), ("borrower", "Bob")] + fields.map { (name: $0, value: $1) })
                if name == "Gone" { try await client.post(item + "/delete") }
            }
            try await client.post("/loans/3/return")

            func names(_ query: String) async throws -> Set<String> {
                let list = try await client.json("/loans.json?\(query)")
                let records = try #require(list["records"] as? [[String: Any]])
                return Set(
                    records.compactMap { ($0["item"] as? [String: Any])?["label"] as? String })
            }
            let drill = "A-0001 Drill"
            #expect(try await names("") == [drill, "A-0002 Saw", "A-0003 Book"])
            #expect(try await names("state=out") == [drill, "A-0002 Saw"])
            #expect(try await names("state=overdue") == [drill])
            #expect(try await names("state=back") == ["A-0003 Book"])
            #expect(try await names("q=saw") == ["A-0002 Saw"])
            #expect(try await names("sort=due&state=overdue") == [drill])
            let page = try await client.get("/loans").text
            #expect(page.contains("Overdue</span> <small class=\"chip__count\">1</small>"))
            #expect(try await client.get("/").text.contains("/loans?state=overdue"))
            #expect(try await client.get("/loans?state=lost").status == .unprocessableContent)
            #expect(
                try await client.names("/items.json?predicate=ANY+loans.returned+%3D%3D+nil")
                    == ["Drill", "Saw"])
        }
    }

    @Test(
        "Missing and invalid values are refused",
        arguments: [
            ("item", ""), ("item", "Nothing"), ("borrower", ""), ("since", ""), ("since", "x"),
            ("due", "2001-01-01"),
        ])
    func refusals(field: String, value: String) async throws {
        try await TestSite.inventory { client in
            try await client.add("Drill")
            let fields = ["item": "Drill", "borrower": "Bob"].merging([field: value]) { $1 }
            let form = fields.map { (name: $0.key, value: $0.value) }
            let page = try await client.post("/loans", form)
            let forProgram = try await client.post("/loans", form, headers: InventoryClient.json)

            #expect(page.status == .unprocessableContent)
            #expect(page.text.contains("href=\"#\(field)\""))
            #expect(try forProgram.faults.keys.contains(field))
        }
    }
}
