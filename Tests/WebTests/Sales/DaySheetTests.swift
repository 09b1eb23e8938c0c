import Domain
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

/// The sheet of a day is cached until something on it changes.
struct DaySheetTests {
    private static let path = "/sales/days/2026-11-21"

    @Test("A closed day is reopened with a reason, which is kept when it is closed again")
    func reopening() async throws {
        try await TestSite.sales { client in
            try await client.sell([("Chair", 1, "30")])
            try await client.post(Self.path + "/closing", [("counted", "30")])
            let refused = try await client.post(
                "/customers/1/sales",
                SalesClient.fields([("Chair", 1, "30")]) + [("date", "2026-11-21")],
                headers: InventoryClient.json)

            let silent = try await client.post(
                Self.path + "/closing/delete", headers: InventoryClient.json)
            let opened = try await client.post(
                Self.path + "/closing/delete", [("reason", "A sale was forgotten")])
            let open = try await client.get(Self.path).text
            try await client.sell([("Chair", 1, "30")])
            try await client.post(Self.path + "/closing", [("counted", "60")])

            #expect(refused.status == .unprocessableContent)
            #expect(try silent.faultFields == ["reason"])
            #expect(opened.status == .seeOther)
            #expect(open.contains("Reopened on"))
            #expect(open.contains("A sale was forgotten"))
            let closing = try #require(
                try await client.json(Self.path + ".json")["closing"] as? [String: Any])
            #expect(closing.text("counted") == "60.00")
            #expect(closing.text("reopenReason") == "A sale was forgotten")
            let days = try await client.get("/sales/days.csv").text
            #expect(days.split(whereSeparator: \.isNewline).count == 2)
            let again = try await client.post(
                "/sales/days/2026-11-20/closing/delete", [("reason", "x")],
                headers: InventoryClient.json)
            #expect(again.status == .notFound)
        }
    }

    @Test("A day cannot be reopened once a later one is closed")
    func laterDay() async throws {
        try await TestSite.sales { client in
            for day in ["2026-11-20", "2026-11-21"] {
                try await client.post("/sales/days/\(day)/closing", [("counted", "0")])
            }

            let answer = try await client.post(
                "/sales/days/2026-11-20/closing/delete", [("reason", "x")])

            #expect(answer.status == .unprocessableContent)
            #expect(answer.text.contains("2026-11-21 is closed already"))
            #expect(
                try await client.post(
                    "/sales/days/2026-11-21/closing/delete", [("reason", "x")]
                ).status == .seeOther)
        }
    }

    @Test("Who closes a day that another has closed sees why not, and the note of the other")
    func closedMeanwhile() async throws {
        try await TestSite.sales { client in
            let closing = Self.path + "/closing"
            try await client.post(closing, [("counted", "1"), ("note", "From the tin")])

            let late = try await client.post(closing, [("counted", "2"), ("note", "Mistyped")])

            #expect(late.status == .unprocessableContent)
            #expect(late.text.contains("2026-11-21 is closed already"))
            #expect(late.text.contains("From the tin"))
            #expect(!late.text.contains("Mistyped"))
        }
    }

    @Test("The page asks about unpaid sales before it closes the day")
    func openSales() async throws {
        try await TestSite.sales { client in
            try await client.sell([("Chair", 1, "30")])

            let asked = try await client.post(
                Self.path + "/closing", [("counted", "0"), ("asks", "yes")])
            #expect(asked.status == .unprocessableContent)
            #expect(asked.text.contains("payment method not recorded"))
            #expect(asked.text.contains("confirm that they stay as they are"))
            let closed = try await client.post(
                Self.path + "/closing",
                [("counted", "0"), ("asks", "yes"), ("isConfirmed", "yes")])
            #expect(closed.status == .seeOther)
        }
    }

    @Test("The total is what is paid, due and without a payment method, on the page and in JSON")
    func sums() async throws {
        try await TestSite.sales { client in
            func sell(
                _ lines: [(String, Int, String)], _ paid: [(String, String)]
            ) async throws
                -> Int
            {
                try await client.post(
                    "/customers/1/sales",
                    [("date", "2026-11-21")] + SalesClient.fields(lines) + paid,
                    headers: InventoryClient.json
                ).json.id
            }
            func giveBack(
                _ sale: Int, _ product: String, _ quantity: Int, day: String = "2026-11-21",
                _ paid: [(String, String)] = []
            ) async throws {
                let answer = try await client.post(
                    "/sales/\(sale)/returns",
                    [
                        ("date", day), ("lines[0][productName]", product),
                        ("lines[0][quantity]", String(quantity)),
                    ] + paid, headers: InventoryClient.json)
                #expect(answer.status == .created, "\(answer.text)")
            }
            let later = [("payments[0][kind]", "later")]
            let unpaid = try await sell([("Cup", 2, "6.75")], later)
            try await giveBack(
                unpaid, "Cup", 2, [("payments[0][kind]", "1"), ("payments[0][amount]", "")])
            try await Self.expectSums(["0.00", "0.00", "0.00", "0.00", "0.00"], client)
            #expect(try await !client.get(Self.path).text.contains("Close the day with these"))

            let partly = [
                ("payments[0][kind]", "1"), ("payments[0][amount]", "60"),
                ("payments[1][kind]", "later"),
            ]
            let part = try await sell([("Pan", 10, "10")], partly)
            try await giveBack(part, "Pan", 1)
            try await Self.expectSums(["90.00", "60.00", "0.00", "30.00", "0.00"], client)
            try await client.post(
                "/sales/\(part)/payments", [("date", "2026-11-21"), ("kind", "1")])
            try await Self.expectSums(["90.00", "90.00", "0.00", "0.00", "0.00"], client)

            let over = try await sell(
                [("Jug", 1, "18.56"), ("Tub", 1, "47.13")],
                [
                    ("payments[0][kind]", "1"), ("payments[0][amount]", "50"),
                    ("payments[1][kind]", "later"),
                ])
            try await giveBack(over, "Jug", 1)
            try await Self.expectSums(["137.13", "140.00", "-2.87", "0.00", "0.00"], client)
            #expect(try await client.get(Self.path).text.contains("−$2.87"))

            try await giveBack(part, "Pan", 1, day: "2026-11-22", [("payments[0][kind]", "1")])
            let next = try await sell([("Bin", 1, "40")], later)
            try await giveBack(next, "Bin", 1, day: "2026-11-22")
            try await Self.expectSums(["177.13", "140.00", "-2.87", "0.00", "40.00"], client)
            try await Self.expectSums(
                ["-50.00", "-10.00", "0.00", "0.00", "-40.00"], client,
                path: "/sales/days/2026-11-22")
            #expect(
                try await client.get(Self.path).text.contains("Settled on or for other days"))
        }
    }

    /// Compares total, paid, unsaid, owed and otherDays of a sheet.
    private static func expectSums(
        _ sums: [String], _ client: SalesClient, path: String = path,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let sheet = try await client.json(path + ".json")
        let total = (sheet["totals"] as? [String: Any])?.text("total")
        let others = ["paid", "unsaid", "owed", "otherDays"].map { sheet.text($0) }
        #expect([total] + others == sums, sourceLocation: sourceLocation)
    }

    @Test("A cached sheet reflects each change of its day and its records")
    func changes() async throws {
        try await TestSite.sales { client in
            let chair = try await client.sell([("Chair", 2, "30")])
            try await Self.expect(["Chair", "$60.00", "Amina Diallo"], client)

            let desk = try await client.sell([("Desk", 1, "100")])
            try await Self.expect(["Desk", "$160.00"], client)

            try await client.post("/sales/\(desk.id)/void", [("reason", "Wrong")])
            try await Self.expect(["Void", "Total of 1 sale</th>"], client)

            try await client.post(
                "/sales/\(chair.id)/payments",
                [
                    ("date", "2026-11-21"), ("payments[0][kind]", "2"),
                    ("payments[0][amount]", "25"),
                ])
            try await Self.expect(["Unpaid", "Card, 1 payment", "$25.00", "$35.00"], client)

            try await client.post(
                "/sales/\(chair.id)/returns",
                [
                    ("date", "2026-11-21"), ("lines[0][productName]", "Chair"),
                    ("lines[0][quantity]", "1"),
                ])
            try await Self.expect(["Return", "and 1 return"], client)

            try await client.post("/shop", [("name", "Wood and More"), ("currency", "EUR")])
            try await Self.expect(["Wood and More", "€60.00"], client)
        }
    }

    @Test("Every sales form for a closed day says so before it is filled in")
    func closedToday() async throws {
        try await TestSite.sales { client in
            try await client.inventory.add("Sofa", [("valueInDollars", "50")])
            try await client.post(
                "/quotes", [("customer", "1"), ("productName", "Rug"), ("unitPrice", "9")])
            let item = try #require(
                (try await client.json("/items.json")["records"] as? [[String: Any]])?.first)
            let key = try #require(item["itemKey"] as? String)
            let forms = [
                "/sales/new", "/sales/new/walk-in", "/customers/1/sales/new", "/customers/new",
                "/items/\(key)/sale", "/quotes/1/sale", "/sales/1/returns",
                "/sales/1/payments",
            ]
            for form in forms {
                #expect(try await !client.get(form).text.contains("Today is closed"), "\(form)")
            }

            try await client.post(
                "/sales/days/\(CalendarDay.today())/closing", [("counted", "0")])

            for form in forms {
                let page = try await client.get(form)
                #expect(page.status == .ok, "\(form)")
                #expect(page.text.contains("Today is closed"), "\(form)")
            }
        }
    }

    @Test("The sales of a day have their times, without repeating the date")
    func times() async throws {
        try await TestSite.sales { client in
            try await client.post(
                "/customers/1/sales",
                SalesClient.fields([("Lamp", 1, "9")]) + [
                    ("date", "2026-11-21"), ("time", "14:05"),
                ])

            let page = try await client.get("/sales/days/2026-11-21").text

            #expect(page.contains("<time datetime=\"2026-11-21 14:05\">14:05</time>"))
            #expect(page.contains(">Time</th>"))
            #expect(!page.contains(">Nov 21, 2026</time>"))
        }
    }

    @Test("A cached sheet has the new names of its customers and products")
    func names() async throws {
        try await TestSite.sales { client in
            try await client.sell([("Chair", 2, "30")])
            try await Self.expect(["Chair", "Amina Diallo"], client)

            let products = try await client.sales("/products.json?q=chair")
            let chair = try #require(products.first?["id"] as? Int)
            try await client.post("/products/\(chair)", [("name", "Stool"), ("price", "30")])
            try await Self.expect(["2 × Stool"], client)

            try await client.post(
                "/customers/\(client.customer)",
                [("name", "Amina Keita"), ("emailid", "amina@example.org")])
            try await Self.expect(["Amina Keita"], client)
        }
    }

    private static func expect(_ texts: [String], _ client: SalesClient) async throws {
        let page = try await client.get(path)
        for text in texts { #expect(page.text.contains(text), "\(text)") }
    }
}
