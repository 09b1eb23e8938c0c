import Foundation
import Persistence
import Testing

@testable import Domain

struct CardImportTests {
    private static let header = "name,cardBrand,cardLastFour,cardHolder,cardExpiry\n"

    /// Ann has a card, Bob has none.
    private static func shop() throws -> TestHousehold {
        let shop = try TestHousehold()
        let ann = try shop.addCustomer("Ann")
        try shop.addCustomer("Bob")
        try shop.take(
            CardDetails(brand: "Visa", lastFour: "0012", holder: "A BERG", expiry: "2027-05"),
            of: ann)
        return shop
    }

    private static func card(_ shop: TestHousehold, _ customer: Int64) throws -> CardDetails? {
        try shop.household.container.read { context in
            try Customer.find(customer, in: context)?.creditCard?.details
        }
    }

    @Test(
        "A known card, or none, changes nothing",
        arguments: [
            "Ann,Visa,0012,A BERG,2027-05", "Ann,Visa,12,A BERG,05/27", "Ann,,,,", "Bob,,,,",
        ])
    func unchanged(row: String) async throws {
        let shop = try Self.shop()

        let plan = try await shop.plan(Self.header + row + "\n")

        #expect(try plan.refusals == [])
        #expect(try plan.changes == [])
        #expect(plan.counts.unchanged == 1)
    }

    @Test("A card is changed, another is added, and both changes are undone")
    func changes() async throws {
        let shop = try Self.shop()

        let record = try await shop.importing(
            Self.header + "Ann,Mastercard,4444,,12/28\nBob,,7,BOB,\n")
        let cards = [try Self.card(shop, 1), try Self.card(shop, 2)]
        _ = try await shop.household.undoImport(record.id)

        #expect(
            cards == [
                CardDetails(brand: "Mastercard", lastFour: "4444", expiry: "2028-12"),
                CardDetails(brand: "Card", lastFour: "0007", holder: "BOB"),
            ])
        #expect(try Self.card(shop, 1)?.lastFour == "0012")
        #expect(try Self.card(shop, 1)?.holder == "A BERG")
        #expect(try Self.card(shop, 2) == nil)
    }

    @Test(
        "More than the last four digits, or an invalid card, is refused with the reason",
        arguments: [
            (
                "Bob,Visa,4111111111111111,,",
                "cardLastFour: it looks like it contains a card number"
            ),
            ("Bob,Visa,4111 1111 1111 1111,,", "cardLastFour: it looks like"),
            ("Bob,Visa,4111111111111112,,", "only the last four are stored"),
            ("Bob,Visa,12345,,", "only the last four are stored"),
            ("Bob,Visa,12a4,,", "the last four digits and nothing else"),
            ("Bob,Visa,,,", "cardLastFour: a card needs its last four digits"),
            ("Bob,4111111111111111,1111,,", "cardBrand: it looks like"),
            ("Ann,Visa,0012,4111-1111-1111-1111,", "cardHolder: it looks like"),
            ("Ann,Visa,0012,,13/27", "cardExpiry"),
        ])
    func refused(row: String, reason: String) async throws {
        let shop = try Self.shop()

        let plan = try await shop.plan(Self.header + row + "\n")

        #expect(try plan.refusals.count == 1)
        #expect(try plan.refusals.joined().contains(reason))
        #expect(try !plan.refusals.joined().contains("4111"))
    }
}
