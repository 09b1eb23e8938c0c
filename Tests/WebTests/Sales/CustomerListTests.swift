import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

struct CustomerListTests {
    private static let views: [(query: String, names: String)] = [
        ("q=jurgen", "Jürgen Weiß"), ("q=EXAMPLE.ORG", "Amina Diallo"),
        ("q=771234", "Amina Diallo"), ("q=010-77", "O’Neill & Sons"),
        ("q=0107788", "O’Neill & Sons"), ("q=chair", "O’Neill & Sons"), ("q=zz", ""),
        ("q=diallo+amina", "Amina Diallo"), ("hasCard=yes", "Amina Diallo"),
        ("predicate=emailid+ENDSWITH+%22.com%22", "Jürgen Weiß"),
        ("product=2", "O’Neill & Sons"),
        ("sort=-name", "O’Neill & Sons,Jürgen Weiß,Amina Diallo"),
        ("sort=emailid&perPage=1&page=2", "Jürgen Weiß"), ("page=9", ""),
    ]

    @Test("Customers are found by name, e-mail, any digits of the number, and products")
    func found() async throws {
        try await TestSite.inventory { client in
            try await Self.fill(client)
            for (query, expected) in Self.views {
                let names = try await client.values("name", "/customers.json?\(query)")
                let page = try await client.get("/customers?\(query)")

                #expect(names.joined(separator: ",") == expected, "\(query)")
                #expect(page.status == .ok, "\(query)")
            }
        }
    }

    @Test("A filter for a deleted record says so")
    func goneFilters() async throws {
        try await TestSite.inventory { client in
            try await Self.fill(client)
            for (view, word) in [
                ("/customers?tag=99", "tag"), ("/customers?product=99", "product"),
                ("/sales?customer=99", "customer"), ("/books?category=99", "category"),
                ("/locations?parent=99", "location"),
            ] {
                let page = try await client.get(view).text
                #expect(
                    page.contains("The \(word) that this view asks for was deleted"), "\(view)")
            }
            #expect(try await !client.get("/customers?product=2").text.contains("was deleted"))
        }
    }

    @Test(
        "Customers are sorted by what was sold to them, equal ones by name",
        arguments: [
            ("sales", "Amina Diallo,Jürgen Weiß,O’Neill & Sons"),
            ("-sales", "O’Neill & Sons,Amina Diallo,Jürgen Weiß"),
            ("total", "Amina Diallo,Jürgen Weiß,O’Neill & Sons"),
            ("-total", "O’Neill & Sons,Amina Diallo,Jürgen Weiß"),
            ("firstPurchase", "O’Neill & Sons,Amina Diallo,Jürgen Weiß"),
            ("-lastPurchase", "O’Neill & Sons,Amina Diallo,Jürgen Weiß"),
        ])
    func salesOrders(sort: String, expected: String) async throws {
        try await TestSite.inventory { client in
            try await Self.fill(client)
            for day in ["2020-01-31", "2030-01-31"] {
                let sale = [
                    ("date", day), ("lines[0][productName]", "Chair"),
                    ("lines[0][unitPrice]", "1"),
                ]
                _ = try await client.post("/customers/3/sales", sale)
            }

            let names = try await client.values("name", "/customers.json?sort=\(sort)")
            let second = try await client.values(
                "name", "/customers.json?sort=\(sort)&perPage=1&page=2")
            let table = try await client.get("/customers.csv?sort=\(sort)").text
            let page = try await client.get("/customers?sort=\(sort)").text

            let rows = table.split(separator: "\r\n").dropFirst().map {
                $0.split(separator: ",")[1]
            }
            #expect(names.joined(separator: ",") == expected)
            #expect(second == [names[1]])
            #expect(rows.map(String.init) == names)
            #expect(page.contains("aria-sort=") == (sort != "firstPurchase"))
        }
    }

    @Test(
        "Invalid parameters are a 422",
        arguments: ["sort=size", "page=x", "predicate=nam+%3D+1", "hasCard=maybe", "colour=red"])
    func refusedViews(query: String) async throws {
        try await TestSite.inventory { client in
            for list in ["/customers", "/customers.json", "/customers.csv", "/products"] {
                let response = try await client.get("\(list)?\(query)")

                #expect(response.status == .unprocessableContent)
            }
        }
    }

    @Test("The list shows the sum of sales of all selected customers")
    func totals() async throws {
        try await TestSite.inventory { client in
            try await Self.fill(client)

            let list = try await client.json("/customers.json?perPage=1")
            let found = try await client.json("/customers.json?q=example")
            let page = try await client.get("/customers?q=chair")

            let totals = try #require(list["totals"] as? [String: Any])
            #expect(list["total"] as? Int == 3)
            #expect(totals["sales"] as? Int == 3)
            #expect(totals["total"] as? String == "139.98")
            #expect((found["totals"] as? [String: Any])?["total"] as? String == "139.98")
            #expect(page.text.contains("1 of 3 customers, 1 sale, $100.00"))
        }
    }

    @Test("An empty list of customers shows instructions")
    func empty() async throws {
        try await TestSite.inventory { client in
            let customers = try await client.get("/customers")
            let products = try await client.get("/products")
            let found = try await client.get("/customers?q=x")

            #expect(customers.text.contains("Add your first customer"))
            #expect(products.text.contains("Add your first product"))
            #expect(found.text.contains("Nothing found"))
        }
    }

    @Test("The CSV file has every customer, and runs no formulas")
    func table() async throws {
        try await TestSite.inventory { client in
            try await Self.fill(client)
            try await client.addCustomer("=1+1", [("date", "2026-11-01")])

            let table = try await client.get("/customers.csv?sort=name&perPage=1")

            let lines = table.text.split(separator: "\r\n").map(String.init)
            #expect(
                lines[0] == "id,name,emailid,contactno,cardBrand,cardLastFour,cardHolder,"
                    + "cardExpiry,sales,total,firstPurchase,lastPurchase,numbers,addresses,tags,"
                    + "taxNumber,notes,consentedAt,consentNote,street,postalCode,city,region,countryCode,"
                    + "paperLanguage"
            )
            #expect(lines.count == 5)
            #expect(lines.contains { $0.hasPrefix("4,'=1+1,") })
            #expect(lines.contains { $0.contains(",Visa,1111,A Diallo,2027-05,1,19.99,") })
        }
    }

    // MARK: - Customers

    /// Amina Diallo with a card, Jürgen Weiß, and O’Neill & Sons, who bought a chair for 100.
    private static func fill(_ client: InventoryClient) async throws {
        try await client.addCustomer(
            "Amina Diallo",
            [
                ("emailid", "amina@example.org"), ("contactno", "+221 77 123 45 67"),
                ("number", "4111 1111 1111 1111"), ("holder", "A Diallo"), ("expiry", "05/27"),
            ])
        try await client.addCustomer(
            "Jürgen Weiß", [("emailid", "j.weiss@example.com"), ("contactno", "+49 30 901820")])
        try await client.addCustomer(
            "O’Neill & Sons",
            [
                ("emailid", "orders@oneill.example"), ("contactno", "(555) 010-7788"),
                ("productName", "Walnut chair"), ("unitPrice", "100"),
            ])
    }
}
