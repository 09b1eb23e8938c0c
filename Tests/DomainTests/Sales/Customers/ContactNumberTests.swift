import Persistence
import Testing

@testable import Domain

@Suite("Telephone numbers")
struct ContactNumberTests {
    @Test(
        "Text that looks like a number is stored in plain characters",
        arguments: [
            ("+49 170 1234567", "+49 170 1234567"),
            ("+49\u{A0}170\u{202F}1234567", "+49 170 1234567"),
            ("\u{200E}+49 170\u{2011}1234567", "+49 170-1234567"),
            ("\u{202A}+49\u{2013}170\u{2212}1234567\u{202C}", "+49-170-1234567"),
            ("\u{2066}0170/1234567\u{2069}", "0170/1234567"),
            ("\u{FEFF}0170\u{2009}12345", "0170 12345"),
            ("０１２ー３４５ー６７８", "012-345-678"), ("（０３０）．１２３４", "(030).1234"),
            ("＋٤٩ ١٧٠", "+49 170"), ("०१२ ३४५", "012 345"),
            ("tel:+49-30-1234;ext=5", "+49-30-1234 x5"), (" TEL:555\u{2010}0100 ", "555-0100"),
            ("555 0100 ext.\u{A0}4", "555 0100 ext. 4"),
        ])
    func plain(typed: String, plain: String) {
        let number = ContactNumber(typed)

        #expect(number.number == plain)
        #expect(number.isNumber)
        #expect(ContactNumber(line: "work: \(typed)"[...]) == ContactNumber(typed, label: "work"))
    }

    @Test(
        "Text that is not a number stays unchanged",
        arguments: ["", "ring me", "12", "½ 0100", "+49 A70 12345"])
    func others(typed: String) {
        #expect(!ContactNumber(typed).isNumber)
    }

    @Test("Digits are compared in all scripts")
    func digits() {
        #expect(CustomerMatcher.digits("＋٤٩ ١٧٠") == "49170")
        #expect(CustomerMatcher.digits("0049\u{202F}170 12345") == "4917012345")
    }

    @Test("A customer is found by a number in the characters of any script")
    func search() throws {
        let shop = try TestHousehold()
        try shop.addCustomer("Ann", contactno: "+49 170 1234567")
        try shop.addCustomer("Bo", contactno: "+49 170 7654321")

        for search in [
            "+491701234567", "+49\u{A0}170\u{2011}1234567", "\u{202A}+49 170 1234567\u{202C}",
            "0049 170 1234567", "0170 1234567", "٠١٧٠١٢٣٤٥٦٧", "170\u{2013}123",
            "tel:+491701234567",
        ] {
            #expect(try shop.customerNames { $0.search = search } == ["Ann"], "\(search)")
        }
        try shop.household.container.read { context in
            for search in ["+491701234567", "0170\u{202F}1234567", "Ann"] {
                let found = try HouseholdSearch.find(
                    search, among: [.customer], limit: 5, in: context)
                #expect(found.first { $0.entity == .customer }?.total == 1, "\(search)")
            }
        }
    }

    @Test("An imported number is read in any script, and finds its customer again")
    func imports() async throws {
        let shop = try TestHousehold()
        try shop.addCustomer("Ann", contactno: "+49 170 1234567")

        try await shop.importing(
            "name,phone,numbers\nAnn,\u{202A}+49\u{2011}170\u{A0}1234567\u{202C},"
                + "work: 030\u{A0}1234\u{2013}5; tel:+49-30-777\n", .customers)

        try await shop.household.container.read { context in
            let ann = try #require(try Customer.find(1, in: context))
            #expect(ann.contactno == "+49-170 1234567")
            #expect(
                ann.furtherNumbers == [
                    ContactNumber("030 1234-5", label: "work"), ContactNumber("+49-30-777"),
                ])
        }
    }
}
