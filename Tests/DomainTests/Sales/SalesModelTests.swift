import Foundation
import ObjectModel
import Persistence
import Testing

@testable import Domain

struct SalesModelTests {
    private static let valid: [(key: String, value: String)] = [
        ("emailid", "a+b@sub.example.co.uk"), ("emailid", "zoë@müller.de"),
        ("emailid", "o'brien@example.com"), ("emailid", "用户@例え.jp"),
        ("emailid", "x@example.museum"), ("emailid", "first.last_1%2@ex-ample.org"),
        ("contactno", "+44 (0)20 7946 0958"), ("contactno", "555-0100"),
        ("contactno", "(555) 555-0100 x12"), ("contactno", "+49.30.1234567"),
        ("contactno", "0049/30/1234567 ext. 7"), ("contactno", "112"),
        ("contactno", "+1 555 555 0100"), ("contactno", "+86 138 0013 8000"),
        ("name", "Li"), ("name", String(repeating: "é", count: 100)),
    ]

    @Test("Addresses and numbers of real people are valid")
    func realPeople() throws {
        let shop = try TestHousehold()
        for (key, value) in Self.valid {
            #expect(try Self.reasons(key, value, in: shop) == [], "\(value)")
        }
    }

    private static let invalid: [(key: String, value: String, reason: String)] = [
        ("name", "", "name is too short: at least 1 character"),
        (
            "name", String(repeating: "x", count: 101),
            "name is too long: at most 100 characters"
        ),
        ("name", "4111 1111 1111 1111", "name \(CardNumber.refusal)"),
        ("emailid", "ann", "emailid does not match its pattern"),
        ("emailid", "ann@", "emailid does not match its pattern"),
        ("emailid", "ann@example", "emailid does not match its pattern"),
        ("emailid", "a b@example.com", "emailid does not match its pattern"),
        ("emailid", "a@b@example.com", "emailid does not match its pattern"),
        ("emailid", "ann@example..com", "emailid does not match its pattern"),
        ("contactno", "abc", "contactno does not match its pattern"),
        ("contactno", "12-", "contactno does not match its pattern"),
        ("contactno", "555 0100; drop", "contactno does not match its pattern"),
        ("contactno", "4111 1111 1111 1111", "contactno \(CardNumber.refusal)"),
    ]

    @Test("A broken rule of a customer is named")
    func brokenRules() throws {
        let shop = try TestHousehold()
        for (key, value, reason) in Self.invalid {
            #expect(try Self.reasons(key, value, in: shop) == [reason], "\(value)")
        }
    }

    @Test("Addresses and numbers have a maximum length")
    func lengths() throws {
        let address = String(repeating: "a", count: 243) + "@example.com"

        #expect(
            try Self.reasons("emailid", address) == ["emailid is too long: at most 254 characters"])
        #expect(try Self.reasons("emailid", String(address.dropFirst())) == [])
        #expect(
            try Self.reasons("contactno", String(repeating: "1 ", count: 21))
                == ["contactno is too long: at most 40 characters"])
        #expect(
            try Self.reasons("contactno", "1") == [
                "contactno is too short: at least 3 characters",
                "contactno does not match its pattern",
            ])
    }

    /// A backtracking pattern takes hours for such a text.
    @Test(
        "Patterns match malicious text as fast as any other", .timeLimit(.minutes(30)))
    func slowPatterns() throws {
        _ = try Self.reasons("emailid", String(repeating: "a.", count: 50_000) + "@")
        _ = try Self.reasons("emailid", "a@" + String(repeating: "a-.", count: 30_000))
        _ = try Self.reasons("contactno", String(repeating: "1 ", count: 50_000) + "!")
    }

    @Test(
        "Prices are at least 0, in cents",
        arguments: [
            ("-0.01", "price is too small: at least 0"),
            ("0.001", "price has more than 2 decimal places"),
            ("12345678901234.56", "price has 16 significant digits, at most 15 are kept exactly"),
        ])
    func prices(price: String, reason: String) throws {
        let shop = try TestHousehold()

        let reasons = try shop.reasons { context in
            let product = Product(context: context)
            product.name = "Mug"
            product.price = Decimal(string: price)
        }

        #expect(reasons == [reason])
    }

    @Test("A line requires a product, a sale, a quantity within its bounds, and a price in cents")
    func lines() throws {
        let shop = try TestHousehold()

        let reasons = try shop.reasons { context in
            let line = SaleLine(context: context)
            line.quantity = 1_000_001
            line.unitPrice = Decimal(string: "1.005")
        }

        #expect(
            Set(reasons) == [
                "product is a required value", "sale is a required value",
                "quantity is too large: at most 1000000",
                "unitPrice has more than 2 decimal places",
            ])
    }

    @Test("A sale requires a date and a line")
    func sales() throws {
        let shop = try TestHousehold()

        let reasons = try shop.reasons { context in _ = Sale(context: context) }

        #expect(Set(reasons) == ["date is a required value", "lines is a required value"])
    }

    @Test("Two sales cannot have one number")
    func uniqueNumbers() throws {
        let shop = try TestHousehold()
        let ann = try shop.addCustomer("Ann")

        #expect(throws: PersistenceError.self) {
            try shop.household.container.write { context in
                let draft = SaleDraft(day: .test, lines: [.line("Mug", 1, "1")])
                let sale = try Sale.add(draft, number: 1, in: context)
                sale.customer = try Customer.find(ann, in: context)
                try shop.household.save(context)
            }
        }
    }

    @Test("A product that was sold cannot be deleted, but can be retired")
    func soldProduct() throws {
        let shop = try TestHousehold()
        try shop.addCustomer("Ann")

        let reasons = try shop.reasons { context in
            context.delete(try #require(try Product.named("mug", in: context)))
        }
        let allowed = try shop.reasons { context in
            let mug = try #require(try Product.named("MUG", in: context))
            mug.retire()
        }

        #expect(
            reasons == ["lines still leads to 1 record of SaleLine, and its delete rule is Deny"])
        #expect(allowed == [])
    }

    @Test("A card has four digits and a month")
    func card() throws {
        let shop = try TestHousehold()
        let ann = try shop.addCustomer("Ann")

        let reasons = try shop.reasons { context in
            let details = CardDetails(
                brand: "Visa", lastFour: "4111111111111111", holder: "4111111111111111",
                expiry: "2027-13")
            try Customer.find(ann, in: context)?.take(details, in: context)
        }

        #expect(
            Set(reasons) == [
                "lastFour is too long: at most 4 characters",
                "lastFour does not match its pattern", "expiry does not match its pattern",
                "holder \(CardNumber.refusal)",
            ])
    }

    @Test("The merged model is valid, and its entities are numbered by name")
    func model() throws {
        let model = try Household.model()

        try model.validate()

        #expect(
            model.entityNamesInNumberOrder == [
                "AssetType", "Book", "BookCategory", "BookChange", "BookSampleLoading",
                "CareRecord", "CareTask", "ClosedDay", "CreditCard", "Customer", "CustomerAddress",
                "CustomerNumber", "CustomerTag", "Document", "GroceryItem", "GroceryName",
                "InboxPhoto", "Invoice", "Item", "ItemField", "ItemFieldValue",
                "ItemNumbering", "ItemPhoto", "ItemView", "LabelSheet", "Loan", "Location",
                "NumberSeries",
                "Page", "ParkedSale", "Payment", "PaymentKind", "Photo", "Place", "Product",
                "ProductCategory", "Quote", "QuoteLine", "Sale", "SaleLine", "SaleNumbering",
                "ShopProfile", "Sighting", "StockEntry", "Stocktake", "Tag", "TaxRate",
                "UndoStep", "ValueRecord",
            ])
        let indexed = model["Customer"]?.indexes.flatMap(\.elements).compactMap(\.propertyName)
        #expect(
            Set(indexed ?? []) == [
                "name", "nameSortKey", "emailid", "contactno", "emailKey", "contactDigits",
                "hasSale", "saleCount", "salesCents", "firstSaleDate", "lastSaleDate",
            ])
    }

    private static func reasons(
        _ key: String, _ value: String, in household: TestHousehold? = nil
    ) throws -> [String] {
        let shop = try household ?? TestHousehold()
        return try shop.reasons { context in
            let customer = try Customer.add(
                named: "Ann", firstSale: SaleDraft(day: .test, lines: [.line("Mug", 1, "1")]),
                in: context)
            try customer.setValue(value, forKey: key)
        }
    }
}
