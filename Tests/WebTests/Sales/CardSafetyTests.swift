import Domain
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import Web

struct CardSafetyTests {
    private static let number = "4111111111111111"
    private static let spaced = "4111 1111 1111 1111"

    @Test("A card is stored as brand, last four digits, holder and expiry")
    func kept() async throws {
        try await TestSite.inventory { client in
            let path = try await client.addCustomer(
                "Ann",
                [("card[number]", Self.spaced), ("holder", "A Smith"), ("expiry", "2027-05")])

            let customer = try await client.json(path + ".json")
            let card = try #require(customer["creditCard"] as? [String: Any])

            #expect(card["brand"] as? String == "Visa")
            #expect(card["lastFour"] as? String == "1111")
            #expect(card["holder"] as? String == "A Smith")
            #expect(card["expiry"] as? String == "2027-05")
        }
    }

    @Test("An edit keeps the card, changes its details, and deletes it on request")
    func edit() async throws {
        try await TestSite.inventory { client in
            let path = try await client.addCustomer("Ann", [("number", Self.number)])

            _ = try await client.post(path, [("number", ""), ("holder", "A Smith")])
            let edited = try await client.json(path + ".json")["creditCard"] as? [String: Any]
            _ = try await client.post(path, [("removeCard", "yes")])

            #expect(edited?["lastFour"] as? String == "1111")
            #expect(edited?["holder"] as? String == "A Smith")
            #expect(try await client.json(path + ".json")["creditCard"] is NSNull)
        }
    }

    @Test("An edit of a card that was changed meanwhile is a conflict")
    func staleEdit() async throws {
        try await TestSite.inventory { client in
            let path = try await client.addCustomer("Ann", [("number", Self.number)])
            let version = String(try await client.json(path + ".json")["version"] as? Int ?? 0)

            let first = try await client.post(
                path, [("version", version), ("holder", "A Smith")])
            let second = try await client.post(path, [("version", version), ("expiry", "05/29")])
            let now = String(try await client.json(path + ".json")["version"] as? Int ?? 0)
            let third = try await client.post(path, [("version", now), ("removeCard", "yes")])
            let fourth = try await client.post(path, [("version", now), ("holder", "B")])

            #expect(first.status == .seeOther)
            #expect(second.status == .conflict)
            #expect(third.status == .seeOther)
            #expect(fourth.status == .conflict)
        }
    }

    private static let codes: [String] = [
        "cvv", "cvv2", "cvc", "cvc2", "csc", "cid", "my_cid", "mycid", "myCid",
        "securityCode", "card[cvv]", "CARD_CVC",
        "card[securityCode]", "cardCvv2", "security_code",
    ]

    @Test("A security code in any form refuses it")
    func securityCodes() async throws {
        try await TestSite.inventory { client in
            for field in Self.codes {
                let forms = [
                    "/customers": [("name", "Ann"), ("productName", "Lamp"), ("unitPrice", "5")],
                    "/products": [("name", "Lamp"), ("price", "5")],
                    "/items": [("itemName", "Lamp")],
                ]
                for (path, fields) in forms {
                    let page = try await client.post(path, fields + [(field, "917-secret")])
                    let forProgram = try await client.post(
                        path, fields + [(field, "917-secret")], headers: InventoryClient.json)

                    #expect(page.status == .unprocessableContent, "\(field)")
                    #expect(forProgram.status == .unprocessableContent, "\(field)")
                    #expect(!page.text.contains("917-secret"), "\(field)")
                    #expect(try await client.json(path + ".json")["total"] as? Int == 0, "\(field)")
                }
            }
        }
    }

    @Test(
        "Text that looks like a card number is refused, and not returned",
        arguments: ["name", "emailid", "contactno", "productName", "holder", "expiry", "unitPrice"])
    func numberInText(field: String) async throws {
        try await TestSite.inventory { client in
            let good = [("name", "Ann"), ("productName", "Lamp"), ("unitPrice", "5")]
            let fields = good.filter { $0.0 != field } + [(field, "x \(Self.spaced)")]

            let page = try await client.post("/customers", fields)
            let forProgram = try await client.post(
                "/customers", fields, headers: InventoryClient.json)

            #expect(page.status == .unprocessableContent)
            #expect(page.text.contains("card number"))
            #expect(try forProgram.faults[field]?.contains("card number") == true)
            for text in [page.text, forProgram.text] {
                #expect(!text.filter(\.isNumber).contains(Self.number))
            }
            #expect(try await client.json("/customers.json")["total"] as? Int == 0)
        }
    }

    @Test("An international number with a valid card check digit is accepted")
    func phoneNumber() async throws {
        try await TestSite.inventory { client in
            let path = try await client.addCustomer("Ann", [("contactno", "+49 1512 3456 787")])

            #expect(
                try await client.json(path + ".json")["contactno"] as? String
                    == "+49 1512 3456 787")
        }
    }

    @Test("A refused form does not repeat the number")
    func notEchoed() async throws {
        try await TestSite.inventory { client in
            let page = try await client.post(
                "/customers",
                [("name", ""), ("number", Self.number), ("holder", "A Smith"), ("expiry", "x")])

            #expect(page.status == .unprocessableContent)
            #expect(!page.text.contains(Self.number))
            #expect(page.text.contains("value=\"A Smith\""))
            #expect(page.text.contains("Type the number again"))
        }
    }

    @Test("No file of the data directory contains a posted number")
    func noTrace() async throws {
        let site = try TestSite()
        try await site.test { test in
            let client = InventoryClient(client: test)
            try await client.addCustomer("Ann", [("number", Self.number), ("holder", "A Smith")])
            _ = try await client.post(
                "/customers", [("name", "Bob"), ("note", Self.number), ("number", Self.number)])
            _ = try await client.post(
                "/customers/1", [("number", Self.number), ("name", Self.number)])

            for needle in [Self.number, Self.spaced] {
                #expect(try Self.files(site, containing: needle) == [])
            }
            #expect(try Self.files(site, containing: "A Smith") != [])
        }
    }

    @Test("The log contains neither searched nor posted text")
    func noTraceInLog() async throws {
        let test = try TestSite()
        let household = try Household.open(test.configuration)
        let site = try test.site(household)
        let log = LogRecorder()
        let application = try makeApplication(
            site, [CustomersController(shop: Shop(site))], services: [], logger: log.logger)

        try await application.test(.router) { client in
            let client = InventoryClient(client: client)
            try await client.addCustomer("Quagmire", [("number", Self.number)])
            _ = try await client.get("/customers?q=Quagmire")
            _ = try await client.get("/customers?predicate=Quagmire+%3D%3D+1")
            _ = try await client.post(
                "/customers", [("name", "Quagmire"), ("number", Self.number)])
        }
        try household.close()

        let texts = log.texts.joined(separator: "\n")
        #expect(texts.contains("GET /customers"))
        #expect(!texts.contains("Quagmire"))
        #expect(!texts.contains(Self.number))
    }

    @Test(
        "A number in an address is neither repeated nor logged",
        arguments: [
            "/customers?q=N", "/customers.json?q=N", "/products?sort=N", "/sales?predicate=N",
            "/sales/totals?from=N", "/sales/1/receipt?paper=N", "/sales.json?N=1",
            "/items?sort=N&x=1", "/items?valueInDollars=1&assetType=N", "/customers/N",
            "/customers/4111%201111%201111%201111",
        ])
    func address(pattern: String) async throws {
        let test = try TestSite()
        let household = try Household.open(test.configuration)
        let site = try test.site(household)
        let log = LogRecorder()
        let shop = Shop(site)
        let application = try makeApplication(
            site,
            [
                CustomersController(shop: shop), Products(shop: shop),
                SalesController(shop: shop), SalesTotalsController(shop: shop),
                ReceiptController(shop: shop), Items(inventory: Inventory(site)),
            ], services: [], logger: log.logger)

        try await application.test(.router) { client in
            let client = InventoryClient(client: client)
            for number in ["4111111111111111", "4111-1111-1111-1111"] {
                let uri = pattern.replacing("N", with: number)
                let answer = try await client.get(uri)

                #expect([.unprocessableContent, .notFound].contains(answer.status))
                #expect(!answer.text.contains(number))
                #expect(!answer.text.contains("4111%20"))
            }
        }
        try household.close()

        let texts = log.texts.joined(separator: "\n")
        #expect(!texts.isEmpty)
        // Not a time or a key that happens to contain ones.
        #expect(!texts.contains(/1111[^0-9]{0,3}1111/))
    }

    @Test("A merge does not repeat a posted card number")
    func mergedNumber() async throws {
        try await TestSite.inventory { client in
            let path = try await client.addCustomer("Ann")

            for headers in [HTTPFields(), InventoryClient.json] {
                let answer = try await client.post(
                    path + "/merge", [("into", Self.number)], headers: headers)

                #expect(answer.status == .unprocessableContent)
                #expect(!answer.text.contains(Self.number))
            }
        }
    }

    @Test("Names in the inventory may not look like card numbers, and serial numbers may")
    func inventoryNames() async throws {
        let site = try TestSite()
        try await site.test { test in
            let client = InventoryClient(client: test)
            let forms = [
                ("/items", "itemName"), ("/asset-types", "label"),
            ]
            for (path, field) in forms {
                for headers in [HTTPFields(), InventoryClient.json] {
                    let answer = try await client.post(
                        path, [(field, "Card \(Self.spaced)")], headers: headers)

                    #expect(answer.status == .unprocessableContent)
                    #expect(answer.text.contains("card number"))
                    #expect(!answer.text.contains("1111"))
                }
            }
            let phone = try await client.post(
                "/items",
                [("itemName", "Phone 490154203237518"), ("serialNumber", Self.number)])

            #expect(phone.status == .seeOther)
            #expect(try Self.files(site, containing: Self.spaced) == [])
        }
    }

    @Test("Removing a person erases their data from every file; the sales stay")
    func anonymization() async throws {
        let site = try TestSite()
        try await site.test { test in
            let client = InventoryClient(client: test)
            let path = try await client.addCustomer(
                "Zebulon Quagmire",
                [
                    ("emailid", "zq@example.org"), ("contactno", "555-0199-73"),
                    ("number", Self.number), ("holder", "Z QUAGMIRE"),
                ])
            _ = try await client.post(path, [("name", "Zebulon B. Quagmire")])

            let question = try await client.get(path + "/anonymization")
            let removed = try await client.post(path + "/anonymization")

            #expect(question.text.contains("keep 1 sale"))
            #expect(removed.headers[.location] == "/customers")
            #expect(try await client.get(path).status == .notFound)
            #expect(try await client.json("/sales.json")["total"] as? Int == 1)
            for needle in ["Zebulon", "Quagmire", "QUAGMIRE", "zq@example.org", "0199-73"] {
                #expect(try Self.files(site, containing: needle) == [])
            }
            let product = try await client.get("/products/1")
            #expect(product.text.contains("No customer"))
        }
    }

    @Test(
        "Deleting or merging a person erases their data from every file",
        arguments: [("delete", []), ("merge", [("into", "1")])])
    func deletion(action: String, fields: [(name: String, value: String)]) async throws {
        let site = try TestSite()
        try await site.test { test in
            let client = InventoryClient(client: test)
            try await client.addCustomer(
                "Ann",
                [
                    ("number", Self.number), ("emailid", "ann@example.org"),
                    ("contactno", "030 1234"),
                ])
            let path = try await client.addCustomer(
                "Zebulon Quagmire",
                [
                    ("emailid", "zq@example.org"), ("contactno", "555-0199-73"),
                    ("number", Self.number), ("holder", "Z QUAGMIRE"),
                ])
            #expect(try !Self.files(site, containing: "Quagmire").isEmpty)

            let answer = try await client.post("\(path)/\(action)", fields)

            #expect(answer.status == .seeOther)
            for needle in ["Zebulon", "Quagmire", "QUAGMIRE", "zq@example.org", "0199-73"] {
                #expect(try Self.files(site, containing: needle) == [])
            }
        }
    }

    private static func files(_ site: TestSite, containing needle: String) throws -> [String] {
        let folder = site.configuration.dataDirectory
        let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String }
        return try (paths ?? []).filter { path in
            var isDirectory: ObjCBool = false
            let file = folder + "/" + path
            _ = FileManager.default.fileExists(atPath: file, isDirectory: &isDirectory)
            guard !isDirectory.boolValue else { return false }
            return try Data(contentsOf: URL(fileURLWithPath: file))
                .range(of: Data(needle.utf8)) != nil
        }
    }

    @Test("An expired card, or one of an unknown brand, is stored with a warning")
    func warnings() async throws {
        try await TestSite.inventory { client in
            func answer(
                _ number: String, _ expiry: String
            ) async throws -> (status: HTTPResponse.Status, warnings: [String], page: String) {
                let response = try await client.post(
                    "/customers",
                    [
                        ("name", "Ann"), ("productName", "Lamp"), ("unitPrice", "1"),
                        ("number", number), ("expiry", expiry),
                    ], headers: InventoryClient.json)
                let customer = try response.json
                let warnings = customer["warnings"] as? [[String: Any]] ?? []
                let page = try await client.get("/customers/\(customer.id)").text
                return (response.status, warnings.compactMap { $0["message"] as? String }, page)
            }

            let fine = try await answer(Self.number, "12/2099")
            let expired = try await answer(Self.number, "05/20")
            let unknown = try await answer("1111111111111117", "12/2099")

            #expect(
                [fine.status, expired.status, unknown.status] == [.created, .created, .created])
            #expect(fine.warnings == [])
            #expect(expired.warnings == ["The card expired in 05/20."])
            #expect(expired.page.contains("The card expired in 05/20."))
            #expect(unknown.warnings.count == 1)
            #expect(unknown.warnings.first?.contains("No brand") == true)
            #expect(unknown.page.contains("Card of an unknown brand ending in 1117"))
        }
    }
}
