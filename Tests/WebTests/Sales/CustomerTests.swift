import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

struct CustomerTests {
    @Test("A customer is added with the first sale, and shown with it")
    func create() async throws {
        try await TestSite.inventory { client in
            let path = try await client.addCustomer(
                "Amina Diallo",
                [
                    ("emailid", "amina@example.org"), ("contactno", "+221 77 123 45 67"),
                    ("quantity", "2"), ("date", "2026-11-19"),
                ])

            let customer = try await client.json(path + ".json")
            let page = try await client.get(path)

            #expect(customer["name"] as? String == "Amina Diallo")
            #expect(customer["contactno"] as? String == "+221 77 123 45 67")
            #expect(customer["sales"] as? Int == 1)
            #expect(customer["total"] as? String == "39.98")
            #expect(customer["firstPurchase"] as? String == "2026-11-19")
            #expect(customer["creditCard"] is NSNull)
            #expect(page.text.contains("2 × Desk lamp"))
            #expect(page.text.contains("Nov 19, 2026"))
            #expect(page.text.contains("href=\"tel:+221771234567\""))
        }
    }

    @Test("Programs get the record, its address and the status 201")
    func createForPrograms() async throws {
        try await TestSite.inventory { client in
            let response = try await client.post(
                "/customers",
                [("name", "Ann"), ("productName", "Chair"), ("unitPrice", "$1,234.50")],
                headers: InventoryClient.json)

            #expect(response.status == .created)
            #expect(response.headers[.location] == "/customers/1")
            #expect(try response.json["total"] as? String == "1234.50")
        }
    }

    @Test("A first sale has lines, products by number, and their prices")
    func lines() async throws {
        try await TestSite.inventory { client in
            _ = try await client.post("/products", [("name", "Chair"), ("price", "80")])

            let response = try await client.post(
                "/customers",
                [
                    ("name", "Ann"), ("lines[0][product]", "1"), ("lines[0][quantity]", "3"),
                    ("lines[1][productName]", "Lamp"), ("lines[1][unitPrice]", "19,99"),
                    ("lines[2][productName]", ""),
                ], headers: InventoryClient.json)

            #expect(response.status == .created)
            #expect(try response.json["total"] as? String == "259.99")
        }
    }

    private static let refused: [(field: String, value: String, fault: String)] = [
        ("name", "", "name"), ("name", String(repeating: "x", count: 101), "name"),
        ("emailid", "amina", "emailid"), ("contactno", "x", "contactno"),
        ("productName", "", "sales"), ("quantity", "0", "quantity"),
        ("quantity", "one", "quantity"), ("unitPrice", "12x", "unitPrice"),
        ("unitPrice", "1.234", "unitPrice"), ("unitPrice", "0.001", "unitPrice"),
        ("unitPrice", "", "unitPrice"), ("date", "2026-02-30", "date"),
        ("number", "4111111111111112", "number"), ("expiry", "13/27", "expiry"),
        ("holder", "Ann", "number"),
    ]

    @Test("An invalid form is a 422 with the fault at its field, and nothing is saved")
    func refusal() async throws {
        try await TestSite.inventory { client in
            for (field, value, fault) in Self.refused {
                let good = [("name", "Ann"), ("productName", "Lamp"), ("unitPrice", "5")]
                let fields = good.filter { $0.0 != field } + [(field, value)]

                let page = try await client.post("/customers", fields)
                let forProgram = try await client.post(
                    "/customers", fields, headers: InventoryClient.json)

                #expect(page.status == .unprocessableContent, "\(field)")
                let inPage =
                    ["quantity", "unitPrice"].contains(fault) ? "lines[0][\(fault)]" : fault
                #expect(page.text.contains("href=\"#\(inPage)\""), "\(field)")
                #expect(page.text.contains("id=\"\(inPage)\""), "\(field)")
                #expect(forProgram.status == .unprocessableContent, "\(field)")
                #expect(try forProgram.faults.keys.contains(fault), "\(field)")
                #expect(try await client.json("/customers.json")["total"] as? Int == 0, "\(field)")
                #expect(try await client.json("/products.json")["total"] as? Int == 0, "\(field)")
            }
        }
    }

    @Test("All faults are reported at once, each at its field")
    func allFaults() async throws {
        try await TestSite.inventory { client in
            let fields = [
                ("name", "Ann"), ("emailid", "amina"), ("contactno", "x"), ("date", "yesterday"),
                ("lines[0][productName]", "Lamp"), ("lines[0][quantity]", "none"),
                ("lines[1][product]", "77"), ("lines[2][productName]", "Chair"),
                ("lines[2][unitPrice]", "1.234"), ("expiry", "13/27"),
            ]
            let page = try await client.post("/customers", fields)
            let added = try await client.post("/customers", fields, headers: InventoryClient.json)
            try await client.addCustomer("Ann")
            let changed = try await client.post(
                "/customers/1",
                [("name", ""), ("emailid", "amina"), ("contactno", "x"), ("expiry", "13/27")],
                headers: InventoryClient.json)

            let expected = [
                "contactno", "date", "emailid", "expiry", "lines[0][quantity]",
                "lines[0][unitPrice]", "lines[1][product]", "lines[2][unitPrice]",
            ]
            #expect(try added.faults.keys.sorted() == expected)
            #expect(
                try changed.faults.keys.sorted() == ["contactno", "emailid", "expiry", "name"])
            // A person chooses a product by name, while a program may give its number.
            for field in expected {
                let id = field.replacing("[product]", with: "[productName]")
                #expect(page.text.contains("href=\"#\(id)\""), "\(id)")
            }
            #expect(try await client.json("/customers.json")["total"] as? Int == 1)
            #expect(try await client.json("/products.json")["total"] as? Int == 1)
            #expect(try await client.get("/customers/1").text.contains("<h1 dir=\"auto\">Ann"))
        }
    }

    @Test("A customer without any purchase is refused with the reason")
    func withoutSale() async throws {
        try await TestSite.inventory { client in
            let response = try await client.post(
                "/customers", [("name", "Ann")], headers: InventoryClient.json)

            #expect(response.status == .unprocessableContent)
            #expect(try response.faults["sales"]?.contains("add at least one product") == true)
        }
    }

    @Test("A refused form keeps what was typed, and offers the readings of an ambiguous price")
    func keptValues() async throws {
        try await TestSite.inventory { client in
            let page = try await client.post(
                "/customers",
                [
                    ("name", "Ann"), ("emailid", "ann@example.org"), ("productName", "Lamp"),
                    ("unitPrice", "1.234"),
                ])

            #expect(page.text.contains("value=\"ann@example.org\""))
            #expect(page.text.contains("value=\"Lamp\""))
            #expect(page.text.contains("name=\"lines[0][unitPrice]\" value=\"1234.00\""))
            #expect(page.text.contains("name=\"lines[0][unitPrice]\" value=\"1.23\""))
        }
    }

    @Test("“Add a line” adds one and keeps what was typed")
    func addLine() async throws {
        try await TestSite.inventory { client in
            let page = try await client.post(
                "/customers",
                [
                    ("name", "Ann"), ("lines[0][productName]", "Lamp"),
                    ("lines[1][productName]", "Chair"), ("lines[2][productName]", "Rug"),
                    ("add", "line"),
                ])

            #expect(page.status == .ok)
            #expect(page.text.contains("value=\"Rug\""))
            #expect(page.text.contains("name=\"lines[3][productName]\""))
            #expect(try await client.json("/customers.json")["total"] as? Int == 0)
        }
    }

    @Test("An update keeps absent fields; an empty field clears")
    func update() async throws {
        try await TestSite.inventory { client in
            let path = try await client.addCustomer(
                "Ann", [("emailid", "ann@example.org"), ("contactno", "555-0107")])

            let saved = try await client.post(path, [("name", "Anna"), ("emailid", "")])
            let customer = try await client.json(path + ".json")

            #expect(saved.headers[.location] == path)
            #expect(customer["name"] as? String == "Anna")
            #expect(customer["emailid"] is NSNull)
            #expect(customer["contactno"] as? String == "555-0107")
        }
    }

    @Test("A stale edit shows both versions, and the last write wins without a version")
    func stale() async throws {
        try await TestSite.inventory { client in
            let path = try await client.addCustomer("Ann")
            let version = try #require(try await client.json(path + ".json")["version"] as? Int)
            _ = try await client.post(path, [("name", "Anna")])
            let late = [("name", "Annie"), ("version", "\(version)")]

            let stale = try await client.post(path, late)
            let forProgram = try await client.post(path, late, headers: InventoryClient.json)
            let last = try await client.post(path, [("name", "Annabel")])

            #expect(stale.status == .conflict)
            #expect(stale.text.contains("Anna</span>"))
            #expect(stale.text.contains("value=\"Annie\""))
            #expect(forProgram.status == .conflict)
            #expect(last.status == .seeOther)
        }
    }

    @Test("A sale made meanwhile does not make an edit stale")
    func saleMeanwhile() async throws {
        try await TestSite.inventory { client in
            let path = try await client.addCustomer("Ann")
            let version = try #require(try await client.json(path + ".json")["version"] as? Int)
            _ = try await client.post(path + "/sales", [("lines[0][product]", "1")])

            let saved = try await client.post(path, [("name", "Anna"), ("version", "\(version)")])

            #expect(saved.status == .seeOther)
            #expect(try await client.json(path + ".json")["sales"] as? Int == 2)
        }
    }

    @Test("The same e-mail or digits as another customer’s warn, with a link, and save")
    func duplicates() async throws {
        try await TestSite.inventory { client in
            try await client.addCustomer(
                "Ann", [("emailid", "ann@example.org"), ("contactno", "(555) 010-7788")])

            let second = try await client.post(
                "/customers",
                [
                    ("name", "A. Smith"), ("contactno", "5550107788"), ("productName", "Lamp"),
                    ("unitPrice", "5"),
                ], headers: InventoryClient.json)
            let page = try await client.get("/customers/2")
            let third = try await client.post(
                "/customers/2", [("emailid", "ANN@example.org")], headers: InventoryClient.json)

            let warnings = try #require(try second.json["warnings"] as? [[String: Any]])
            #expect(second.status == .created)
            #expect(warnings.first?["href"] as? String == "/customers/1")
            #expect(page.text.contains("href=\"/customers/1\""))
            #expect(page.text.contains("Please check"))
            #expect(try third.json["warnings"] != nil)
        }
    }

    @Test("Deleting a customer states the number of sales, and deletes them")
    func delete() async throws {
        try await TestSite.inventory { client in
            let path = try await client.addCustomer("Ann")
            _ = try await client.post(path + "/sales", [("lines[0][product]", "1")])

            let question = try await client.get(path + "/delete")
            let deleted = try await client.post(path + "/delete")

            #expect(question.text.contains("2 sales"))
            #expect(question.text.contains("/customers/1/anonymization"))
            #expect(deleted.headers[.location] == "/customers")
            #expect(try await client.get(path).status == .notFound)
            #expect(try await client.json("/sales.json")["total"] as? Int == 0)
        }
    }

    @Test("The question before removing a person shows the texts that will be deleted")
    func removalQuestion() async throws {
        try await TestSite.sales { client in
            let fields = SalesClient.fields([("Lamp", 1, "1")]) + [("payments[0][kind]", "1")]
            try await client.post("/customers/1/sales", fields + [("note", "Amina pays")])
            try await client.post("/customers/1/sales", fields)
            try await client.post("/payments/2/void", [("reason", "Amina typed it")])

            let question = try await client.get("/customers/1/anonymization").text

            #expect(question.contains("Notes of sales that name them go: “Amina pays”."))
            #expect(
                question.contains("Reasons of void payments that name them go: “Amina typed it”."))
            #expect(!question.contains("Reasons of void sales") && !question.contains("“”"))
        }
    }

    @Test("Merging moves the sales and the card to the other customer")
    func merge() async throws {
        try await TestSite.inventory { client in
            try await client.addCustomer("Ann", [("number", "4111111111111111")])
            try await client.addCustomer("Ann Smith")

            let choice = try await client.get("/customers/1/merge")
            let merged = try await client.post("/customers/1/merge", [("into", "2")])
            let customer = try await client.json("/customers/2.json")

            #expect(choice.text.contains("name=\"into\" value=\"2\""))
            #expect(merged.headers[.location] == "/customers/2")
            #expect(customer["sales"] as? Int == 2)
            #expect(customer["creditCard"] is [String: Any])
            #expect(try await client.get("/customers/1").status == .notFound)
        }
    }

    @Test("A merge shows what is kept and what is lost, and fills empty fields")
    func mergeQuestion() async throws {
        try await TestSite.inventory { client in
            try await client.addCustomer(
                "Ann", [("emailid", "ann@x.org"), ("contactno", "030 1234")])
            try await client.addCustomer("Bob", [("emailid", "bob@x.org")])

            let question = try await client.get("/customers/1/merge?into=2")
            let nobody = try await client.get("/customers/1/merge?into=9")
            _ = try await client.post("/customers/1/merge", [("into", "2")])
            let customer = try await client.json("/customers/2.json")

            #expect(question.status == .ok)
            #expect(question.text.contains("“Bob” gets the number 030 1234."))
            #expect(question.text.contains("The e-mail ann@x.org, because “Bob” has another one."))
            #expect(nobody.status == .unprocessableContent)
            #expect(customer.text("contactno") == "030 1234")
            #expect(customer.text("emailid") == "bob@x.org")
        }
    }

    @Test("A merge with no customer, or the same one, is refused", arguments: ["", "1", "99", "x"])
    func refusedMerge(into: String) async throws {
        try await TestSite.inventory { client in
            try await client.addCustomer("Ann")

            let response = try await client.post("/customers/1/merge", [("into", into)])

            #expect(response.status == .unprocessableContent)
            #expect(response.text.contains("href=\"#into\""))
        }
    }

    @Test(
        "A missing customer is a 404 at every address",
        arguments: ["", ".json", "/edit", "/delete", "/merge", "/anonymization"])
    func missing(suffix: String) async throws {
        try await TestSite.inventory { client in
            for id in ["99", "0", "-1", "x", "99999999999999999999"] {
                let page = try await client.get("/customers/\(id)\(suffix)")
                #expect(page.status == .notFound)
            }
            let posted = [".json", "/edit"].contains(suffix) ? "" : suffix
            let response = try await client.post("/customers/99\(posted)", [("into", "1")])
            #expect(response.status == .notFound)
        }
    }

    @Test("A wrong method is a 405 with the allowed ones")
    func methods() async throws {
        try await TestSite.inventory { client in
            let response = try await client.client.execute(uri: "/customers/1", method: .delete)

            #expect(response.status == .methodNotAllowed)
            #expect(response.headers[.allow] == "GET, HEAD, POST")
        }
    }

    @Test("A conflict keeps the other window’s changes, and shows who changed what")
    func threeStates() async throws {
        try await TestSite.inventory { client in
            try await client.addCustomer("Ann")
            let opened = try await client.get("/customers/1/edit").text
                .matches(of: #/type="hidden" name="(version|shown\[\w+\])" value="([^"]*)"/#)
                .map { (name: String($0.1), value: String($0.2)) }
            _ = try await client.post("/customers/1", [("contactno", "555 1234")])

            let late = try await client.post(
                "/customers/1", [("name", "Anna"), ("contactno", "")] + opened)

            #expect(opened.count == 13)
            #expect(late.status == .conflict)
            let rows = late.text.split(separator: "\n").filter { $0.contains("<tr class=") }
            #expect(rows[0].contains("changed by you"))
            #expect(rows[1].contains("changed elsewhere"))
            #expect(late.text.contains(#"name="contactno" value="555 1234""#))
        }
    }

    @Test("A new card has the holder from the form, even if it is the former one’s")
    func newCard() async throws {
        try await TestSite.inventory { client in
            try await client.addCustomer(
                "Ann",
                [("number", "4111 1111 1111 1111"), ("holder", "Ann A."), ("expiry", "05/31")])

            _ = try await client.post(
                "/customers/1",
                [
                    ("number", "5555 5555 5555 4444"), ("holder", "Ann A."), ("expiry", "05/31"),
                    ("shown[holder]", "Ann A."), ("shown[expiry]", "05/31"),
                ])

            let card = try await client.json("/customers/1.json")["creditCard"] as? [String: Any]
            #expect(card?["lastFour"] as? String == "4444")
            #expect(card?["holder"] as? String == "Ann A.")
            #expect(card?["expiry"] as? String == "2031-05")
        }
    }
}
