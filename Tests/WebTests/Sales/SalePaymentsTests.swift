import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

/// Payments of sales and closings of days, over HTTP.
struct SalePaymentsTests {
    private static let lamp = [("lines[0][productName]", "Lamp"), ("date", "2026-11-21")]

    @Test("A sale is paid in two ways, with change, as its page and its receipt show")
    func ways() async throws {
        try await TestSite.sales { client in
            let response = try await client.post(
                "/customers/1/sales",
                Self.lamp + [
                    ("payments[0][kind]", "2"), ("payments[0][amount]", "2.50"),
                    ("payments[0][reference]", "Slip 7"), ("payments[1][kind]", "1"),
                    ("payments[1][amount]", "20"),
                ], headers: InventoryClient.json)

            let sale = try response.json
            let payments = sale["payments"] as? [[String: Any]] ?? []
            #expect(response.status == .created, "\(response.text)")
            #expect(payments.map { $0.text("amount") } == ["2.50", "10.00"])
            #expect(payments.map { $0.text("change") } == [nil, "10.00"])
            #expect(payments.first?.text("reference") == "Slip 7")
            #expect(sale.text("owed") == "0.00")
            let receipt = try await client.get("/sales/2/receipt").text
            for text in ["Paid: Card", "$2.50", "Paid: Cash", "Change", "$10.00"] {
                #expect(receipt.contains(text), "\(text)")
            }
            let page = try await client.get("/sales/2").text
            #expect(page.contains("Slip 7"))
            #expect(page.contains("<p class=\"change\">Change <b>$10.00</b></p>"))
            #expect(try await !client.get("/sales/1").text.contains("class=\"change\""))
        }
    }

    @Test("A form suggests cash, or else the payment method of the last sale")
    func usualKind() async throws {
        try await TestSite.sales { client in
            let forms = ["/sales/new/walk-in", "/customers/1/sales/new", "/customers/new"]
            for form in forms {
                let page = try await client.get(form).text
                #expect(page.contains("<option value=\"1\" selected>Cash</option>"), "\(form)")
            }

            try await client.post(
                "/sales",
                SalesClient.fields([("Tea", 1, "5")]) + [
                    ("payments[0][kind]", "2"), ("payments[0][amount]", ""),
                ])

            for form in forms {
                let page = try await client.get(form).text
                #expect(page.contains("<option value=\"2\" selected>Card</option>"), "\(form)")
                #expect(!page.contains("<option value=\"1\" selected>"), "\(form)")
            }
        }
    }

    @Test("Payments are exported as CSV, for a period or all")
    func table() async throws {
        try await TestSite.sales { client in
            try await client.post(
                "/customers/1/sales",
                Self.lamp + [
                    ("payments[0][kind]", "2"), ("payments[0][amount]", "2.50"),
                    ("payments[0][reference]", "=Slip"), ("payments[1][kind]", "1"),
                    ("payments[1][amount]", "20"),
                ])
            try await client.post("/payments/1/void", [("reason", "typed twice")])

            let all = try await client.get("/payments.csv")
            let later = try await client.get("/payments.csv?from=2026-11-22").text
            let day = try await client.get("/payments.csv?from=2026-11-21&to=2026-11-21").text
            let wrong = try await client.get("/payments.csv?from=soon")
            let backwards = try await client.get("/payments.csv?from=2026-11-22&to=2026-11-21")
            #expect(backwards.status == .unprocessableContent)

            let lines = all.text.components(separatedBy: "\r\n")
            #expect(
                lines[0]
                    == "number,date,time,kind,isCash,amount,tendered,change,reference,sale,customer,"
                    + "customerName,voidedAt,voidReason")
            #expect(lines[1].hasPrefix("1,2026-11-21,"))
            #expect(lines[1].contains(",Card,no,2.50,,,'=Slip,2,1,Amina Diallo,"))
            #expect(lines[1].hasSuffix(",typed twice"))
            #expect(lines[2].contains(",Cash,yes,10.00,20.00,10.00,,2,1,Amina Diallo,,"))
            #expect(later.components(separatedBy: "\r\n").count == 2)
            #expect(day == all.text)
            #expect(wrong.status == .unprocessableContent)
        }
    }

    @Test("A sale on account is owed, listed, and paid with a separate receipt")
    func later() async throws {
        try await TestSite.sales { client in
            try await client.post(
                "/customers/1/sales", Self.lamp + [("payments[0][kind]", "later")])
            #expect(try await client.json("/sales/2.json").text("owed") == "12.50")
            #expect(try await client.numbers("/sales.json?state=owed") == [2])
            #expect(try await client.get("/sales").text.contains("Unpaid"))
            #expect(try await client.get("/sales/2").text.contains("$12.50 still to be paid"))

            let back = try await client.get("/sales/2/returns").text
            #expect(back.contains("$12.50 of the sale is still due"))
            #expect(back.contains("data-return-total=\"1250\""))

            let form = try await client.get("/sales/2/payments")
            let part = try await client.post(
                "/sales/2/payments",
                [("kind", "1"), ("amount", "10"), ("date", "2026-11-22")],
                headers: InventoryClient.json)
            let unpaid = try await client.json("/sales.json?state=owed")
            #expect((unpaid["totals"] as? [String: Any])?.text("owed") == "2.50")
            let list = try await client.get("/sales?state=owed").text
            #expect(list.contains("$2.50 still to be paid"))
            let rest = try await client.post("/sales/2/payments", [("payments[0][kind]", "2")])

            let receipt = try await client.get("/payments/1/receipt").text
            #expect(form.status == .ok)
            #expect(form.text.contains("$12.50 still to be paid"))
            #expect(part.status == .created, "\(part.text)")
            #expect(try part.json.text("owed") == "2.50")
            #expect(rest.headers[.location]?.hasPrefix("/sales/2") == true)
            #expect(try await client.json("/sales/2.json").text("owed") == "0.00")
            #expect(try await client.numbers("/sales.json?state=owed").isEmpty)
            #expect(receipt.contains("Payment 1"))
            #expect(receipt.contains("For sale 2 of Nov 21, 2026"))
            #expect(receipt.contains("$10.00"))
            let roll = try await client.get("/payments/1/receipt?paper=roll")
            #expect(roll.text.contains("data-page=\"roll-100\""))
            #expect(try await client.get("/payments/9/receipt").status == .notFound)
        }
    }

    @Test(
        "An invalid payment is a fault at its field",
        arguments: [
            ("payments[0][kind]", "9", "payments[0][kind]"),
            ("payments[0][kind]", "x", "payments[0][kind]"),
            ("payments[0][amount]", "5", "payments[0][kind]"),
            ("payments[11][kind]", "1", "payments"),
        ])
    func faults(field: String, value: String, at: String) async throws {
        try await TestSite.sales { client in
            let fields = Self.lamp + [(field, value)]
            let response = try await client.post(
                "/customers/1/sales", fields, headers: InventoryClient.json)
            let page = try await client.post("/customers/1/sales", fields)

            #expect(response.status == .unprocessableContent)
            #expect(try response.faultFields == [at])
            #expect(page.text.contains("id=\"\(at)\""))
            #expect(try await client.numbers() == [1])
        }
    }

    @Test("An excess card payment, and an empty form, are refused")
    func refused() async throws {
        try await TestSite.sales { client in
            let tooMuch = try await client.post(
                "/sales/1/payments", [("kind", "2"), ("amount", "99")],
                headers: InventoryClient.json)
            let nothing = try await client.post("/sales/1/payments", [("date", "2026-11-21")])
            let nowhere = try await client.post("/sales/9/payments", [("kind", "1")])

            #expect(try tooMuch.faultFields == ["amount"])
            #expect(nothing.status == .unprocessableContent)
            #expect(nothing.text.contains("payments[0][kind]-fault"))
            #expect(nowhere.status == .notFound)
        }
    }

    @Test("A paid sale takes no payments, and a walk-in owes nothing")
    func nothingLeft() async throws {
        try await TestSite.sales { client in
            let sold = try await client.post(
                "/customers/1/sales",
                Self.lamp + [
                    ("payments[0][kind]", "1"), ("payments[0][amount]", "20"),
                    ("payments[1][kind]", "2"),
                ], headers: InventoryClient.json)
            let again = try await client.post(
                "/sales/2/payments", [("kind", "2")], headers: InventoryClient.json)
            try await client.post("/sales/2/returns", [("all", "yes"), ("payments[0][kind]", "1")])
            let twice = try await client.post(
                "/sales/3/payments", [("kind", "1")], headers: InventoryClient.json)
            let free = try await client.post(
                "/customers/1/sales",
                SalesClient.fields([("Leaflet", 1, "0")]) + [("payments[0][kind]", "1")],
                headers: InventoryClient.json)
            let part = try await client.post(
                "/sales",
                SalesClient.fields([("Lamp", 1, "9.99")]) + [
                    ("payments[0][kind]", "1"), ("payments[0][amount]", "5"),
                ], headers: InventoryClient.json)

            #expect((try sold.json["payments"] as? [Any])?.count == 1, "\(sold.text)")
            for refused in [again, twice] {
                #expect(try refused.faultFields == ["amount"])
                #expect(refused.text.contains("nothing left to pay"))
            }
            #expect(free.status == .created, "\(free.text)")
            #expect(try part.faultFields == ["payments"])
            #expect(part.text.contains("a customer who owes the rest"))
        }
    }

    @Test("A form of a return that is sent twice makes one return")
    func returnedTwice() async throws {
        try await TestSite.sales { client in
            try await client.sell([("Lamp", 2, "1")])
            let fields = [
                ("lines[0][product]", "1"), ("lines[0][quantity]", "1"), ("form", "back1"),
            ]
            let page = try await client.get("/sales/2/returns").text
            let first = try await client.post("/sales/2/returns", fields)
            let second = try await client.post("/sales/2/returns", fields)

            #expect(page.contains("name=\"form\" value=\""))
            #expect(first.status == .seeOther)
            #expect(second.status == .conflict)
            #expect(try await client.numbers().sorted() == [1, 2, 3])
        }
    }

    @Test("A return is refunded")
    func refund() async throws {
        try await TestSite.sales { client in
            let back = try await client.post(
                "/sales/1/returns",
                [("all", "yes"), ("payments[0][kind]", "1")], headers: InventoryClient.json)

            let payments = try back.json["payments"] as? [[String: Any]] ?? []
            #expect(payments.map { $0.text("amount") } == ["-12.50"])
            #expect(try await client.get("/sales/2/receipt").text.contains("Given back: Cash"))
        }
    }

    @Test("A void sale has no form for payments")
    func voidSale() async throws {
        try await TestSite.sales { client in
            try await client.post("/sales/1/void", [("reason", "Wrong")])

            let form = try await client.get("/sales/1/payments")

            #expect(form.status == .unprocessableContent)
            #expect(!form.text.contains("still to be paid"))
            #expect(!form.text.contains("payments[0]"))
        }
    }

    @Test("A payment is made void with a reason, and its amount is owed again")
    func voidPayment() async throws {
        try await TestSite.sales { client in
            try await client.post("/customers/1/sales", Self.lamp + [("payments[0][kind]", "1")])

            let question = try await client.get("/payments/1/void")
            let unreasoned = try await client.post("/payments/1/void", [("reason", " ")])
            let done = try await client.post(
                "/payments/1/void", [("reason", "Typed twice")], headers: InventoryClient.json)
            let twice = try await client.post(
                "/payments/1/void", [("reason", "Again")], headers: InventoryClient.json)

            #expect(question.text.contains("Void payment 1?"))
            #expect(unreasoned.status == .unprocessableContent)
            #expect(try done.json.text("owed") == "12.50")
            #expect(try twice.faultFields == ["reason"])
            #expect(try await client.get("/payments/1/void").text.contains("It is void already"))
        }
    }

    @Test("A day is closed once, keeps the counted cash, and takes no more sales")
    func closing() async throws {
        try await TestSite.sales { client in
            try await client.post("/shop", [("opening", "50")])
            try await client.post(
                "/customers/1/sales",
                Self.lamp + [("payments[0][kind]", "1"), ("payments[0][amount]", "20")])
            try await client.post("/customers/1/sales", Self.lamp)
            let open = try await client.get("/sales/days/2026-11-21").text

            let typed = try await client.post("/sales/days/2026-11-21/closing", [("counted", "x")])
            let closed = try await client.post(
                "/sales/days/2026-11-21/closing", [("counted", "62.00"), ("note", "A coin short")],
                headers: InventoryClient.json)
            let again = try await client.post(
                "/sales/days/2026-11-21/closing", [("counted", "62.50")],
                headers: InventoryClient.json)
            let sale = try await client.post(
                "/customers/1/sales", Self.lamp, headers: InventoryClient.json)
            let voided = try await client.post(
                "/sales/2/void", [("reason", "Mistake")], headers: InventoryClient.json)

            #expect(open.contains("$62.50 should be in the drawer"))
            #expect(open.contains("Cash, 1 payment"))
            #expect(open.contains("Payment method not recorded"))
            #expect(typed.status == .unprocessableContent)
            #expect(typed.text.contains("value=\"x\""))
            #expect(closed.status == .created)
            #expect(try closed.json.text("expected") == "62.50")
            #expect(try closed.json.text("difference") == "-0.50")
            #expect(try again.faultFields == ["counted"])
            #expect(try sale.faultFields == ["date"])
            #expect(try voided.faultFields == ["reason"])
            let sheet = try await client.get("/sales/days/2026-11-21").text
            #expect(sheet.contains("This day is closed"))
            #expect(sheet.contains("$0.50 too little"))
            #expect(sheet.contains("A coin short"))
            #expect(!sheet.contains("Close the day"))
            #expect(
                try await client.get("/sales/2/void").text.contains("is closed and cannot change"))
            let table = try await client.get("/sales/days.csv").text
            #expect(table.hasPrefix("date,closedAt,opening,expected,counted,difference,note\r\n"))
            #expect(table.hasSuffix("Z,50.00,62.50,62.00,-0.50,A coin short\r\n"))
            #expect(table.contains("\r\n2026-11-21,"))
            let later = try await client.get("/sales/days.csv?from=2026-11-22").text
            #expect(later == "date,closedAt,opening,expected,counted,difference,note\r\n")
            let unread = try await client.get("/sales/days.csv?from=soon")
            #expect(unread.status == .unprocessableContent)
            #expect(try await client.post("/sales/days/x/closing").status == .notFound)
            let ancient = try await client.post(
                "/sales/days/1000-01-01/closing", [("counted", "5")], headers: InventoryClient.json)
            #expect(try ancient.faultFields == ["counted"])
            // Nor does deleting a customer delete the sales of the day.
            let question = try await client.get("/customers/1/delete").text
            let deleted = try await client.post(
                "/customers/1/delete", headers: InventoryClient.json)
            #expect(question.contains("has sales of a closed day and stays"))
            #expect(deleted.status == .unprocessableContent)
            #expect(deleted.text.contains("2026-11-21 is closed"))
        }
    }
}
