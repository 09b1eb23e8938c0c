import Foundation
import Persistence
import Testing

@testable import Domain

@Suite("Products by their numbers")
struct ProductCodesTests {
    private static let spellings = [
        "476587231456", "0476587231456", "00476587231456", "4 76587 23145 6", "476587-231456",
        "(01)00476587231456", "]E00476587231456", "]d201004765872314561726123110LOT",
    ]

    /// A shop that sells mugs with a barcode, and jugs with others.
    private static func shop(_ barcode: String) throws -> TestHousehold {
        let shop = try TestHousehold()
        try shop.addCustomer("Ann", [.line("Mug", 1, "3"), .line("Jug", 1, "3")])
        try shop.give("Mug", barcode: barcode)
        try shop.give("Jug", barcode: "4006381333931", sku: "J-476587231")
        return shop
    }

    @Test("A product is found at the counter by every spelling of its number", arguments: spellings)
    func counter(stored: String) throws {
        let shop = try Self.shop(stored)

        try shop.household.container.read { (context) throws in
            for spelling in Self.spellings {
                let found = try Product.known(as: spelling, in: context)
                #expect(found?.name == "Mug", "\(spelling)")
                #expect(found?.barcode == stored)
                #expect(try Product.coded(spelling, otherThan: found, in: context) == nil)
            }
            #expect(try Product.known(as: "476587231457", in: context) == nil)
            #expect(try Product.known(as: "10476587231453", in: context) == nil)
        }
    }

    @Test("The shop’s own number is found regardless of case, in any script")
    func ownNumbers() throws {
        let shop = try Self.shop("12345670")
        for (stored, asked) in [
            ("SK-abcdefgh-09", "sk-ABCDEFGH-09"), ("é-1", "É-1"),
            ("x", "X"), ("a é 1", "A É 1"),
        ] {
            try shop.give("Mug", barcode: "12345670", sku: stored)
            try shop.household.container.read { (context) throws in
                #expect(try Product.coded(asked, in: context)?.name == "Mug", "\(asked)")
                #expect(try Product.coded(asked + "0", in: context) == nil)
                #expect(try Product.coded("0" + asked, in: context) == nil)
            }
        }
    }

    @Test(
        "A number is found by every spelling, in the list and in the global search",
        arguments: spellings)
    func search(stored: String) throws {
        let shop = try Self.shop(stored)
        let search = HouseholdSearch.self

        try shop.household.container.read { (context) throws in
            for spelling in Self.spellings {
                var query = ProductQuery()
                query.search = spelling
                #expect(try context.fetch(query.fetchRequest).map(\.name) == ["Mug"], "\(spelling)")
                let found = try search.find(spelling, among: [.product], limit: 5, in: context)
                #expect(found.map(\.entity) == [.product], "\(spelling)")
                #expect(found.first?.total == 1)
            }
            // A part of it is matched literally.
            #expect(
                try search.find("J-4765", among: [.product], limit: 5, in: context).first?.total
                    == 1)
        }
    }

    @Test("A saved number is found by other spellings at once")
    func following() throws {
        let shop = try Self.shop("12345670")
        try shop.give("Mug", barcode: "4 76587 23145 6")

        try shop.household.container.read { (context) throws in
            let search = HouseholdSearch.self
            #expect(
                try search.find("0476587231456", among: [.product], limit: 5, in: context).first?
                    .total == 1)
            #expect(
                try search.find("0000012345670", among: [.product], limit: 5, in: context).isEmpty)
        }
    }

    @Test("An active product precedes a retired one with another spelling of the number")
    func retired() throws {
        let shop = try Self.shop("476587231456")
        try shop.household.container.write { (context) throws in
            try Product.named("Mug", in: context)?.retire()
            try Product.named("Jug", in: context)?.barcode = "0476587231456"
            try shop.household.save(context)
        }

        try shop.household.container.read { (context) throws in
            #expect(try Product.coded("(01)00476587231456", in: context)?.name == "Jug")
        }
    }

    @Test("An import refuses a second product with the number, and keeps the spelling")
    func imports() async throws {
        let shop = try Self.shop("476587231456")

        let plan = try await shop.plan(
            "name,price,barcode\nCup,2,0476587231456\nBowl,2,4006381333931\nPot,2,96385074\n"
                + "Pan,2,0000096385074\n", .products)
        let same = try await shop.plan(
            "name,price,barcode\nMug,3,4 76587 23145 6\nJug,3,]E04006381333931\n", .products)

        let refusals = try plan.refusals
        #expect(
            refusals == [
                "2 barcode: “Mug” has it already.", "3 barcode: “Jug” has it already.",
                "5 barcode: “Pot” has it already.",
            ])
        #expect(try same.rows.all().map(\.verdict) == [.unchanged, .unchanged])
    }

    @Test("Imported stock entries find products by any spelling of their numbers")
    func stock() async throws {
        let shop = try Self.shop("476587231456")

        try await shop.importing(
            "date,barcode,kind,quantity\n2026-11-20,00476587231456,delivered,5\n"
                + "2026-11-21,\"]C1\u{1D}0100476587231456\",delivered,2\n", .stock)

        try await shop.household.container.read { (context) throws in
            #expect(try Product.named("Mug", in: context)?.stock == 7)
        }
    }

    @Test("Two products of an old store that share a number stay, and can be imported again")
    func shared() async throws {
        let shop = try Self.shop("476587231456")
        try shop.give("Jug", barcode: "0476587231456")

        let plan = try await shop.plan(
            "name,price,barcode\nMug,3,476587231456\nJug,3,0476587231456\n", .products)

        #expect(try plan.rows.all().map(\.verdict) == [.unchanged, .unchanged])
        try await shop.household.container.read { (context) throws in
            let groups = try Product.CodeFaults(context, isKept: true).shared
            #expect(groups.count == 1)
            #expect(Set(groups[0].map(\.name)) == ["Mug", "Jug"])
            #expect(Set(groups[0].map(\.code)) == ["476587231456", "0476587231456"])
        }
    }

    @Test("A product’s own number and barcode may be equal, but unique among products")
    func own() throws {
        let shop = try Self.shop("476587231456")
        try shop.give("Mug", barcode: "476587231456", sku: "0476587231456")

        try shop.household.container.read { (context) throws in
            #expect(try Product.CodeFaults(context, isKept: true).shared.isEmpty)
        }
    }
}

extension TestHousehold {
    /// Gives a product a barcode, even if others have it.
    fileprivate func give(_ name: String, barcode: String, sku: String? = nil) throws {
        try household.container.write { (context) throws in
            let product = try Product.named(name, in: context)
            product?.barcode = barcode
            product?.sku = sku
            try household.save(context)
        }
    }
}
