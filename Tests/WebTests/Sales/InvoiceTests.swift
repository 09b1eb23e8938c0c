import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

/// Invoices of sales, over HTTP.
struct InvoiceTests {
    @Test("An invoice has the next number and the requested parts, and stays unchanged")
    func invoice() async throws {
        try await TestSite.sales { client in
            try await client.post("/shop/tax-rates", [("rateName", "VAT"), ("percent", "25")])
            try await client.post(
                "/shop",
                [
                    ("name", "Corner Shop"), ("address", "1 High Street"), ("taxNumber", "12/345"),
                    ("countryCode", "US"),
                ])
            try await client.post(
                "/customers/1/sales",
                SalesClient.fields([("Lamp", 2, "12.50")]) + [
                    ("taxRate", "1"), ("date", "2026-11-21"),
                ])

            let form = try await client.get("/sales/2/invoice").text
            let made = try await client.post(
                "/sales/2/invoice",
                [
                    ("buyerName", "Diallo & Sons"),
                    ("buyerAddress", "2 Low Street\nShelbyville\nUS"),
                    ("buyerReference", "PO 7"), ("date", "2026-11-22"), ("dueDate", "2026-12-06"),
                ], headers: InventoryClient.json)
            let page = try await client.get("/invoices/1").text

            #expect(form.contains("value=\"Amina Diallo\""))
            #expect(made.status == .created, "\(made.text)")
            let json = try made.json
            #expect(json["number"] as? Int == 1)
            #expect(json.text("net") == "20.00")
            #expect(json.text("tax") == "5.00")
            #expect(json.text("due") == "25.00")
            for text in [
                "Invoice 1", "Corner Shop", "1 High Street", "Tax number 12/345",
                "Diallo &amp; Sons", "2 Low Street\nShelbyville\nUS", "PO 7", "November 22, 2026",
                "December 6, 2026", "Lamp", "25 %", "$20.00", "$5.00", "USD",
            ] {
                #expect(page.contains(text), "\(text)")
            }
            #expect(!page.contains("Please check"))
            #expect(
                try await client.get("/sales/2/invoice").headers[.location] == "/invoices/1")
            let list = try await client.json("/invoices.json?q=sons")
            #expect(list["total"] as? Int == 1)
            #expect(try await client.get("/invoices").text.contains("Invoice 1"))
            #expect(try await client.get("/invoices.csv").text.contains("Diallo & Sons"))
            let twice = try await client.post("/sales/2/invoice", headers: InventoryClient.json)
            #expect(try twice.faultFields == ["invoice"])
            let void = try await client.post(
                "/sales/2/void", [("reason", "Mistake")], headers: InventoryClient.json)
            #expect(try void.faultFields == ["reason"])
        }
    }

    @Test("The JSON of an invoice has every mandatory term of EN 16931, and its sums agree")
    func parts() async throws {
        try await TestSite.sales { client in
            try await client.post("/shop/tax-rates", [("rateName", "VAT"), ("percent", "19")])
            try await client.post("/shop/tax-rates", [("rateName", "Books"), ("percent", "0")])
            try await client.post(
                "/shop/tax-rates",
                [
                    ("rateName", "Stamps"), ("percent", "0"), ("category", "E"),
                    ("exemptionReason", "§ 4 UStG"),
                ])
            try await client.post(
                "/shop",
                [
                    ("name", "Corner Shop"), ("address", "1 High Street"),
                    ("taxNumber", "DE123456789"), ("countryCode", "DE"), ("currency", "EUR"),
                    ("iban", "DE89 3704 0044 0532 0130 00"),
                ])
            try await client.post("/products/1", [("unit", "kg")])
            try await client.post(
                "/customers/1/sales",
                SalesClient.fields([("Lamp", 3, "9.99"), ("Book", 1, "5"), ("Stamp", 2, "0.85")])
                    + [
                        ("lines[0][taxRate]", "1"), ("lines[1][taxRate]", "2"),
                        ("lines[2][taxRate]", "3"), ("discount", "10 %"),
                        ("date", "2026-11-21"),
                    ])

            let due = Date(timeIntervalSinceNow: 14 * 86_400)
                .formatted(.iso8601.year().month().day())
            let made = try await client.post(
                "/sales/2/invoice",
                [("buyerAddress", "2 Low Street\nParis\nFR"), ("dueDate", due)],
                headers: InventoryClient.json)
            let page = try await client.get("/invoices/1").text

            #expect(made.status == .created, "\(made.text)")
            let parts = try #require(try made.json["en16931"] as? [String: Any])
            let expected = [
                "BT-1": "1", "BT-3": "380", "BT-5": "EUR", "BT-9": due,
                "BT-24": "urn:cen.eu:en16931:2017",
                "BT-27": "Corner Shop", "BT-31": "DE123456789", "BT-40": "DE",
                "BT-44": "Amina Diallo", "BT-55": "FR", "BT-72": "2026-11-21", "BT-81": "58",
                "BT-84": "DE89370400440532013000", "BT-106": "28.69", "BT-109": "28.69",
                "BT-110": "4.31", "BT-112": "33.00", "BT-113": "0.00", "BT-115": "33.00",
            ]
            for (term, value) in expected {
                #expect(parts.text(term) == value, "\(term)")
            }
            #expect(parts.text("BT-2") != nil)
            let taxes = try #require(parts["BG-23"] as? [[String: Any]])
            #expect(taxes.map { $0.text("BT-118") } == ["S", "Z", "E"])
            #expect(taxes.map { $0.text("BT-119") } == ["19", "0", "0"])
            #expect(taxes.map { $0.text("BT-120") } == [nil, nil, "§ 4 UStG"])
            let lines = try #require(parts["BG-25"] as? [[String: Any]])
            #expect(lines.map { $0.text("BT-130") } == ["KGM", "C62", "C62"])
            #expect(lines.map { $0.text("BT-151") } == ["S", "Z", "E"])
            #expect(lines.map { $0.text("BT-153") } == ["Lamp", "Book", "Stamp"])
            for (group, term, whole) in [
                (taxes, "BT-116", "BT-109"), (taxes, "BT-117", "BT-110"),
                (lines, "BT-131", "BT-106"),
            ] {
                let sum = group.compactMap { $0.text(term).flatMap { Decimal(string: $0) } }
                    .reduce(0, +)
                #expect(sum == parts.text(whole).flatMap { Decimal(string: $0) }, "\(term)")
            }
            for text in [
                "3 kg", "19 % S", "0 % Z", "VAT 19 % (S)", "Stamps 0 % (E)", "All",
                "S: standard rate · Z: zero rate · E: exempt from tax, § 4 UStG", "FR",
            ] {
                #expect(page.contains(text), "\(text)")
            }
            #expect(!page.contains("Please check"))
            try await client.post("/sales/2/returns", [("all", "yes")])
            let back = try await client.post(
                "/sales/3/invoice", [("buyerAddress", "Paris")], headers: InventoryClient.json)
            let credit = try #require(try back.json["en16931"] as? [String: Any])
            #expect(credit.text("BT-3") == "381")
            #expect(credit.text("BT-25") == "1")
            #expect(credit.text("BT-112") == "33.00")
            #expect(credit["BT-55"] is NSNull)
            #expect(credit["BT-24"] is NSNull)
        }
    }

    @Test("An invoice claims no exemption that was not chosen, and names what it lacks")
    func noExemption() async throws {
        try await TestSite.sales { client in
            let made = try await client.post("/sales/1/invoice", headers: InventoryClient.json)
            let parts = try #require(try made.json["en16931"] as? [String: Any])
            let page = try await client.get("/invoices/1").text

            let taxes = try #require(parts["BG-23"] as? [[String: Any]])
            #expect(taxes.map { $0["BT-118"] is NSNull } == [true])
            #expect(parts["BT-24"] is NSNull)
            #expect(!page.contains("exempt from tax"))
        }
    }

    @Test("The thank-you line is printed on receipts only")
    func thanks() async throws {
        try await TestSite.sales { client in
            try await client.post("/shop", [("footer", "Come again")])
            try await client.post("/sales/1/invoice")

            #expect(try await client.get("/sales/1/receipt").text.contains("Come again"))
            #expect(try await !client.get("/invoices/1").text.contains("Come again"))
            #expect(try await !client.get("/customers/1/statement").text.contains("Come again"))
        }
    }

    @Test("A return has a credit note, with the next number, that names the invoice")
    func creditNote() async throws {
        try await TestSite.sales { client in
            try await client.post("/sales/1/invoice")
            try await client.post("/sales/1/returns", [("all", "yes")])

            let note = try await client.post("/sales/2/invoice", headers: InventoryClient.json)

            let json = try note.json
            #expect(json["number"] as? Int == 2)
            #expect(json.text("kind") == "creditNote")
            #expect(json["original"] as? Int == 1)
            #expect(json.text("total") == "-12.50")
            // Page, table and parts agree about the refund.
            #expect(json.text("due") == "-12.50")
            #expect((json["en16931"] as? [String: Any])?.text("BT-115") == "12.50")
            let page = try await client.get("/invoices/2").text
            #expect(page.contains("Credit note 2"))
            #expect(page.contains("To your credit"))
            #expect(try await client.get("/invoices.csv").text.contains(",-12.50,-12.50"))
        }
    }

    @Test("Invoices and credit notes add up to what is due, however the sale is paid")
    func dueOfCreditNotes() async throws {
        try await TestSite.sales { client in
            // Of 29.97, one of three lamps comes back: 19.98 are due, or 9.99 are given back.
            for (payment, dues) in [
                ([("payments[0][kind]", "")], ["29.97", "-9.99"]),
                ([("payments[0][kind]", "later")], ["19.98", "0.00"]),
                (
                    [
                        ("payments[0][kind]", "1"), ("payments[0][amount]", "25.00"),
                        ("payments[1][kind]", "later"),
                    ], ["0.00", "-5.02"]
                ),
                ([("payments[0][kind]", "1")], ["0.00", "-9.99"]),
            ] {
                let sold = try await client.post(
                    "/customers/1/sales", SalesClient.fields([("Lamp", 3, "9.99")]) + payment,
                    headers: InventoryClient.json)
                let sale = try #require(try sold.json["id"] as? Int)
                let back = try await client.post(
                    "/sales/\(sale)/returns",
                    [("lines[0][product]", "1"), ("lines[0][quantity]", "1")],
                    headers: InventoryClient.json)
                let returned = try #require(try back.json["id"] as? Int, "\(back.text)")
                for number in [sale, returned] {
                    try await client.post("/sales/\(number)/invoice")
                }
                let list = try await client.json("/invoices.json")
                let records = try #require(list["records"] as? [[String: Any]])
                #expect(records.prefix(2).reversed().map { $0.text("due") } == dues, "\(payment)")
            }
        }
    }

    @Test("Returned lines need not be paid, with or without a payment method")
    func dueAfterReturn() async throws {
        try await TestSite.sales { client in
            for kind in ["", "later"] {
                let sold = try await client.post(
                    "/customers/1/sales",
                    SalesClient.fields([("Lamp", 2, "9.99")]) + [("payments[0][kind]", kind)],
                    headers: InventoryClient.json)
                let sale = try #require(try sold.json["id"] as? Int)
                let invoice = try await client.post(
                    "/sales/\(sale)/invoice", headers: InventoryClient.json)
                let address = "/invoices/\(try #require(try invoice.json["id"] as? Int)).json"
                for due in ["9.99", "0.00"] {
                    let back = try await client.post(
                        "/sales/\(sale)/returns",
                        [("lines[0][product]", "1"), ("lines[0][quantity]", "1")],
                        headers: InventoryClient.json)
                    #expect(back.status == .created, "\(back.text)")
                    let json = try await client.json(address)
                    #expect(json.text("due") == due, "\(kind)")
                    #expect((json["en16931"] as? [String: Any])?.text("BT-115") == due, "\(kind)")
                }
            }
            #expect(!(try await client.get("/invoices").text.contains("unpaid")))
        }
    }

    @Test("A void sale, and one with an invoice, get no invoice, and the form says so")
    func impossible() async throws {
        try await TestSite.sales { client in
            let sale = try await client.sell([("Chair", 1, "30")]).id
            try await client.post("/sales/\(sale)/void", [("reason", "Wrong")])
            try await client.post("/sales/1/invoice")

            let form = try await client.get("/sales/\(sale)/invoice")
            let void = try await client.post(
                "/sales/\(sale)/invoice", headers: InventoryClient.json)
            let twice = try await client.post("/sales/1/invoice", headers: InventoryClient.json)

            #expect(form.status == .unprocessableContent)
            #expect(form.text.contains("sale 2 is void") && !form.text.contains("<textarea"))
            #expect(try void.faultFields == ["invoice"])
            #expect(try twice.faultFields == ["invoice"])
            #expect(twice.text.contains("sale 1 has invoice 1 already"))
        }
    }

    @Test("An invoice cannot precede its sale")
    func day() async throws {
        try await TestSite.sales { client in
            let early = try await client.post(
                "/sales/1/invoice", [("date", "1999-01-01")], headers: InventoryClient.json)

            #expect(try early.faultFields == ["date"])
        }
    }

    @Test("A customer with an invoice cannot be deleted; removal erases their data from it")
    func removal() async throws {
        try await TestSite.sales { client in
            try await client.post("/sales/1/invoice", [("buyerAddress", "2 Low Street")])

            let question = try await client.get("/customers/1/delete").text
            let words = try await client.get("/customers/1/anonymization").text
            let refused = try await client.post(
                "/customers/1/delete", headers: InventoryClient.json)
            let removed = try await client.post("/customers/1/anonymization")

            #expect(question.contains("has invoices and stays"))
            #expect(words.contains("and say “The person was removed” instead of name"))
            #expect(refused.status == .unprocessableContent)
            #expect(removed.status == .seeOther)
            let page = try await client.get("/invoices/1").text
            #expect(page.contains("The person was removed"))
            #expect(!page.contains("Amina"))
            #expect(!page.contains("2 Low Street"))
        }
    }

    @Test(
        "An invalid value of an invoice is a fault at its field",
        arguments: [
            ("buyerName", ""), ("buyerName", String(repeating: "x", count: 201)),
            ("date", "x"), ("dueDate", "x"), ("dueDate", "2000-01-01"),
            ("buyerAddress", "4111 1111 1111 1111"),
        ])
    func faults(field: String, value: String) async throws {
        try await TestSite.sales { client in
            let response = try await client.post(
                "/sales/1/invoice", [(field, value)], headers: InventoryClient.json)
            let page = try await client.post("/sales/1/invoice", [(field, value)])

            #expect(try response.faultFields == [field])
            #expect(page.text.contains("id=\"\(field)-fault\""))
            #expect(try await client.json("/invoices.json")["total"] as? Int == 0)
            #expect(try await client.post("/sales/9/invoice").status == .notFound)
        }
    }

    @Test("The page asks before it makes an incomplete invoice; a script is not asked")
    func gaps() async throws {
        try await TestSite.sales { client in
            let asked = try await client.post("/sales/1/invoice", [("asks", "yes")])
            #expect(asked.status == .unprocessableContent)
            #expect(asked.text.contains("needs the name of the shop"))
            #expect(asked.text.contains("address of the buyer"))
            #expect(asked.text.contains("Issue it without the missing details"))
            #expect(try await client.json("/invoices.json")["total"] as? Int == 0)

            let made = try await client.post(
                "/sales/1/invoice", [("asks", "yes"), ("isConfirmed", "yes")])
            #expect(made.status == .seeOther)
            #expect(!(try await client.get("/invoices/1").text.contains("Please check")))
            #expect(try await client.get("/invoices/9").status == .notFound)
            let sale = try await client.sell([("Chair", 1, "30")])
            let scripted = try await client.post("/sales/\(sale.id)/invoice")
            #expect(scripted.status == .seeOther)
        }
    }

    @Test("The invoice of a quote’s sale has the address of the quote")
    func quoteAddress() async throws {
        try await TestSite.sales { client in
            let address = "Mühlenweg 3\n80331 München\nDE"
            try await client.post(
                "/quotes",
                SalesClient.fields([("Lamp", 1, "9.99")])
                    + [("buyerName", "Café Ölmühle"), ("buyerAddress", address)])
            let sold = try await client.post(
                "/quotes/1/sale", [("addCustomer", "yes")], headers: InventoryClient.json)
            let sale = try sold.json.id

            let form = try await client.get("/sales/\(sale)/invoice").text
            let made = try await client.post(
                "/sales/\(sale)/invoice", headers: InventoryClient.json)

            #expect(form.contains(address))
            let buyer = try #require(try made.json["buyer"] as? [String: Any])
            #expect(buyer.text("address") == address)
            #expect(buyer.text("name") == "Café Ölmühle")
        }
    }

    @Test("An invoice says how and by when to pay, and how to contact the shop")
    func payment() async throws {
        try await TestSite.sales { client in
            let saved = try await client.post(
                "/shop",
                [
                    ("name", "Corner Shop"), ("countryCode", "de"), ("contactno", "555 0100"),
                    ("emailid", "shop@example.org"), ("iban", "DE89 3704 0044 0532 0130 00"),
                    ("invoiceDays", "30"), ("invoiceNote", "No discount for early payment"),
                ], headers: InventoryClient.json)
            try await client.post("/sales/1/invoice", [("date", "2026-11-22")])

            let page = try await client.get("/invoices/1").text

            #expect(try saved.json.text("iban") == "DE89370400440532013000")
            for text in [
                "DE89 3704 0044 0532 0130 00", "December 22, 2026", "shop@example.org",
                "555 0100", "No discount for early payment",
            ] {
                #expect(page.contains(text), "\(text)")
            }
        }
    }

    @Test("A paid invoice shows neither a due date nor a bank account")
    func paid() async throws {
        try await TestSite.sales { client in
            try await client.post("/shop", [("iban", "DE89 3704 0044 0532 0130 00")])
            let sale = try await client.sell([("Tea", 1, "5")]).id
            try await client.post(
                "/sales/\(sale)/payments",
                [("payments[0][kind]", "1"), ("payments[0][amount]", "2")])
            try await client.post(
                "/sales/\(sale)/invoice", [("date", "2026-11-21"), ("dueDate", "2026-12-05")])
            let open = try await client.get("/invoices/1").text
            try await client.post(
                "/sales/\(sale)/payments",
                [("payments[0][kind]", "1"), ("payments[0][amount]", "3")])
            let paid = try await client.get("/invoices/1").text

            for text in ["Due by Dec 5, 2026", "$3.00", "Pay to (IBAN)", "December 5, 2026"] {
                #expect(open.contains(text), "\(text)")
                #expect(!paid.contains(text), "\(text)")
            }
            #expect(paid.contains("Already paid"))
            #expect(paid.contains("$5.00"))
            #expect(try await client.json("/invoices/1.json").text("dueDate") == "2026-12-05")
        }
    }

    @Test(
        "Invalid details of the shop for invoices are faults at their fields",
        arguments: [
            ("iban", "DE89 3704 0044 0532 0130 01"), ("iban", "12345"),
            ("countryCode", "Nowhereland"),
            ("invoiceDays", "366"), ("invoiceDays", "x"),
        ])
    func shopFaults(field: String, value: String) async throws {
        try await TestSite.sales { client in
            let response = try await client.post(
                "/shop", [(field, value)], headers: InventoryClient.json)
            let page = try await client.post("/shop", [(field, value)])

            #expect(try response.faultFields == [field])
            #expect(page.text.contains("id=\"\(field)-fault\""))
        }
    }

    @Test("An invoice begins with the customer’s address and tax number")
    func customer() async throws {
        try await TestSite.sales { client in
            try await client.post(
                "/customers/1",
                [
                    ("addresses[0][street]", "2 Low Street"), ("addresses[0][city]", "Dakar"),
                    ("taxNumber", "SN 7"),
                ])

            let form = try await client.get("/sales/1/invoice").text
            let made = try await client.post("/sales/1/invoice", headers: InventoryClient.json)

            #expect(form.contains("2 Low Street\nDakar"))
            #expect(form.contains("value=\"SN 7\""))
            let buyer = try #require(try made.json["buyer"] as? [String: Any])
            #expect(buyer["address"] as? String == "2 Low Street\nDakar")
            #expect(buyer["taxNumber"] as? String == "SN 7")
        }
    }
}
