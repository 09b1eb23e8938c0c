import Domain
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

@Suite("Copies of quotes and invoices")
struct PaperCopiesTests {
    /// A quote for a customer, with a discount on one line and on the whole.
    private static func addQuote(_ client: SalesClient) async throws {
        try await client.post("/shop/tax-rates", [("rateName", "VAT"), ("percent", "25")])
        let made = try await client.post(
            "/quotes",
            SalesClient.fields([("Lamp", 2, "15.00"), ("Rug", 1, "20.00")]) + [
                ("lines[0][discount]", "10 %"), ("customer", "1"), ("taxRate", "1"),
                ("discount", "5"), ("date", "2020-11-21"), ("validThrough", "2020-12-01"),
                ("buyerAddress", "2 Low Street"), ("note", "Free delivery"),
            ])
        #expect(made.status == .seeOther)
    }

    @Test("The form of a copied quote has its lines and new days")
    func quoteForm() async throws {
        try await TestSite.sales { client in
            try await Self.addQuote(client)

            let page = try await client.get("/quotes/1").text
            let form = try await client.get("/quotes/1/copy").text

            #expect(page.contains("href=\"/quotes/1/copy\">Copy</a>"))
            #expect(form.contains("action=\"/quotes/1/copy\""))
            for value in [
                "Lamp", "Rug", "15.00", "20.00", "2", "10 %", CalendarDay.today().description,
            ] {
                #expect(form.contains("value=\"\(value)\""), "\(value)")
            }
            #expect(form.contains("Amina Diallo") && form.contains("2 Low Street"))
            #expect(form.contains("Free delivery"))
            #expect(!form.contains("2020-") && !form.contains("name=\"version\""))
            #expect(try await client.json("/quotes.json")["total"] as? Int == 1)
            #expect(try await client.get("/quotes/9/copy").status == .notFound)
            #expect(try await client.post("/quotes/9/copy").status == .notFound)
        }
    }

    @Test("A copied quote is a new one, with the typed lines or the copied ones")
    func quote() async throws {
        try await TestSite.sales { client in
            try await Self.addQuote(client)

            let whole = try await client.post("/quotes/1/copy", headers: InventoryClient.json)
            let typed = try await client.post(
                "/quotes/1/copy",
                SalesClient.fields([("Rug", 3, "18.00")]) + [
                    ("buyerName", "Bo"), ("discount", ""), ("taxRate", "none"),
                ])
            let refused = try await client.post(
                "/quotes/1/copy", SalesClient.fields([("Rug", 3, "x")]) + [("buyerName", "Bo")])

            #expect(whole.status == .created, "\(whole.text)")
            let former = try await client.json("/quotes/1.json")
            let copy = try #require(
                (try whole.json["records"] as? [[String: Any]])?.first)
            #expect(copy["number"] as? Int == 2)
            for key in ["total", "tax", "discount", "buyerName", "buyerAddress", "note"] {
                #expect(copy.text(key) == former.text(key), "\(key)")
            }
            #expect((copy["lines"] as? [Any])?.count == 2)
            #expect(copy.text("date") == CalendarDay.today().description)
            #expect(copy.text("state") == "open")
            #expect(typed.status == .seeOther && typed.headers[.location] == "/quotes/3")
            let forBo = try await client.json("/quotes/3.json")
            #expect(forBo.text("total") == "54.00" && forBo.text("note") == "Free delivery")
            #expect(forBo.text("buyerName") == "Bo" && forBo.text("buyerAddress") == nil)
            #expect(refused.status == .unprocessableContent)
            #expect(refused.text.contains("action=\"/quotes/1/copy\""))
            #expect(refused.text.contains("value=\"Bo\""))
            #expect(try await client.json("/quotes.json")["total"] as? Int == 3)
        }
    }

    @Test("The copy of an invoice is the form of a sale with its lines, to the same customer")
    func invoice() async throws {
        try await TestSite.sales { client in
            try await client.post(
                "/customers/1/sales",
                SalesClient.fields([("Lamp", 2, "12.50"), ("Rug", 1, "20.00")]) + [
                    ("lines[1][discount]", "10 %"), ("discount", "1"), ("date", "2020-11-21"),
                ])
            try await client.post(
                "/sales/2/invoice", [("date", "2020-11-21"), ("dueDate", "2020-12-06")])

            let page = try await client.get("/invoices/1").text
            let form = try await client.get("/invoices/1/copy").text

            #expect(page.contains("href=\"/invoices/1/copy\">Copy to a new sale</a>"))
            #expect(form.contains("action=\"/customers/1/sales\""))
            for value in [
                "Lamp", "Rug", "12.50", "20.00", "10 %", CalendarDay.today().description,
            ] {
                #expect(form.contains("value=\"\(value)\""), "\(value)")
            }
            #expect(!form.contains("2020-"))
            #expect(try await client.numbers().sorted() == [1, 2])
            #expect(try await client.get("/invoices/9/copy").status == .notFound)
            #expect(try await client.post("/invoices/1/copy").status == .methodNotAllowed)
        }
    }

    @Test("A copy of an invoice omits items of the inventory, which are sold once")
    func soldItem() async throws {
        try await TestSite.sales { client in
            let item = try await client.inventory.add("Toaster", [("valueInDollars", "25")])
            let key = try await client.json(item + ".json")["itemKey"] as? String ?? ""
            let sold = try await client.post(
                "/customers/1/sales",
                [
                    ("lines[0][itemKey]", key), ("lines[1][productName]", "Jug"),
                    ("lines[1][unitPrice]", "10"),
                ])
            let path = try #require(sold.headers[.location])
            let invoice = try await client.post(path + "/invoice")
            let paper = try #require(invoice.headers[.location])

            let form = try await client.get(paper + "/copy").text

            // Its name is still suggested for a line.
            #expect(form.contains("value=\"10.00\"") && !form.contains("value=\"25.00\""))
        }
    }
}
