import Foundation
import Persistence
import Testing

@testable import Domain

/// The texts that an invoice stores when it is issued.
struct IssuedTextsTests {
    @Test("An invoice stores its sender and its product names")
    func kept() throws {
        let shop = try TestHousehold()
        try shop.addCustomer("Ann", [.line("Mug \"blue\"/½", 2, "3"), .line("Tea", 1, "9")])

        let invoice = try shop.household.container.write { context in
            let tea = try #require(try Product.named("Tea", in: context))
            tea.unit = "kg"
            let sale = try #require(try Sale.find(1, in: context))
            let invoice = try Self.invoice(sale, in: context)
            try shop.household.save(context)
            return invoice.savedNumber
        }
        try shop.household.container.write { context in
            let tea = try #require(try Product.named("Tea", in: context))
            (tea.name, tea.unit) = ("Coffee", nil)
            try shop.household.save(context)
        }

        try shop.household.container.read { context in
            let texts = try #require(try Invoice.find(invoice, in: context)?.texts())
            #expect(texts.sender == Self.sender)
            #expect(texts.currency == "EUR")
            #expect(texts.lines.map(\.name) == ["Mug \"blue\"/½", "Tea"])
            #expect(texts.lines.map(\.unit) == ["", "kg"])
        }
    }

    @Test("An invoice of an earlier version has no stored texts, and invalid JSON is a fault")
    func others() throws {
        let shop = try TestHousehold()
        try shop.addCustomer("Ann")

        try shop.household.container.write { context in
            let sale = try #require(try Sale.find(1, in: context))
            let invoice = try Self.invoice(sale, in: context)
            invoice.issuedTexts = nil
            try shop.household.save(context)
            #expect(try invoice.texts() == nil)
            invoice.issuedTexts = "Corner Shop"
            #expect(throws: DecodingError.self) { try invoice.texts() }
        }
    }

    @Test("Language and region are stored, and earlier versions have neither")
    func language() throws {
        let german = try #require(Region("de_DE"))
        let texts = IssuedTexts(
            from: ShopDetails(), in: .dollar, language: "de", region: german)
        let former = #"{"currency":"EUR","lines":[],"sender":\#(Self.bareSender)}"#

        let kept = try IssuedTexts(parsing: texts.text)
        let bare = try IssuedTexts(parsing: former)

        #expect(kept == texts)
        #expect([kept.language, kept.region] == ["de", "de_DE"])
        #expect([bare.language, bare.region] == [nil, nil])
        #expect(try bare.text == former)
    }

    /// A stored sender without values.
    private static let bareSender =
        #"{"address":[],"contact":[],"countryCode":"","footer":[],"iban":"","name":"","note":"","taxNumber":""}"#

    @Test("A credit note is in the currency of the invoice of its sale, if there is one")
    func credited() throws {
        let shop = try TestHousehold()
        try shop.addCustomer("Ann", [.line("Mug", 2, "3")])

        let codes = try shop.household.container.write { context in
            let sale = try #require(try Sale.find(1, in: context))
            func credit() throws -> String? {
                let back = try sale.addReturn(
                    SaleDraft(day: .test, lines: [.line("Mug", 1, "3")]), in: context)
                let note = try Self.invoice(back, "GBP", in: context)
                return try note.texts()?.currency
            }
            let former = try credit()
            _ = try Self.invoice(sale, in: context)
            return [former, try credit()]
        }

        #expect(codes == ["GBP", "EUR"])
    }

    private static func invoice(
        _ sale: Sale, _ currency: String = "EUR", in context: ManagedObjectContext
    ) throws -> Invoice {
        try sale.addInvoice(
            IssuedTexts(from: sender, in: Currency(currency) ?? .dollar), to: "Ann", on: .test,
            due: CalendarDay.test.adding(days: 14), in: context)
    }

    private static var sender: ShopDetails {
        var sender = ShopDetails()
        sender.name = "Corner \"Shop\" <x>"
        sender.address = ["1 High Street", "Springfield"]
        sender.contact = ["shop@example.org"]
        sender.countryCode = "DE"
        sender.taxNumber = "12/345"
        sender.iban = "DE89370400440532013000"
        sender.note = "Two\nlines"
        sender.footer = ["Thank you"]
        return sender
    }
}
