import Foundation
import Persistence
import Testing

@testable import Domain

/// Address cards, written and read.
struct VCardTests {
    private static func read(_ text: String) throws -> [VCard] {
        try VCard.cards(in: Data(text.utf8))
    }

    @Test("What is written is read as it was, with commas, semicolons and lines")
    func roundTrip() throws {
        var card = VCard(name: "Zoë; O’Neil, \\ Jr.")
        card.emails = ["zoe@example.org"]
        card.numbers = [
            ContactNumber("+49 171 1234567", label: "mobile"), ContactNumber("555 0199"),
            ContactNumber("555 0123 x4", label: "the \"shed\""),
        ]
        var address = PostalAddress()
        (address.label, address.street, address.city) = (
            "home", "2 Low Street\nDoor 3", "Köln; Süd"
        )
        (address.postalCode, address.region, address.countryCode) = ("50667", "NRW", "DE")
        card.addresses = [address]
        card.tags = ["garden, roses", "regular"]
        card.notes = "Rings twice;\nwaits, then " + String(repeating: "späht ", count: 40)
        card.notes = card.notes?.trimmingCharacters(in: .whitespaces)

        let text = card.text
        let lines = text.split(separator: "\r\n")

        #expect(try Self.read(text + card.text) == [card, card])
        #expect(lines.allSatisfy { $0.utf8.count <= 75 })
        #expect(text.hasPrefix("BEGIN:VCARD\r\nVERSION:4.0\r\n"))
        #expect(text.hasSuffix("END:VCARD\r\n"))
    }

    @Test("A card of version 3.0 is read, with groups, folded lines and types in capitals")
    func third() throws {
        let cards = try Self.read(
            """
            BEGIN:VCARD
            VERSION:3.0
            N:Diallo;Amina;B.;Dr.;
            FN:Dr. Amina B. Diallo
            ORG:Acme;Sales
            item1.TEL;TYPE=CELL,VOICE,pref:+221 77 123 45 67
            TEL;TYPE="work,voice":555-0199
            EMAIL;TYPE=INTERNET:amina@exam
             ple.org
            item2.ADR;TYPE=HOME:;;12 Rue A\\, B;Dakar;;12500;Senegal
            PHOTO;ENCODING=b;TYPE=JPEG:AAAA
             BBBB
            CATEGORIES:garden,regular
            NOTE:Line one\\nline two
            END:VCARD
            """)

        let card = try #require(cards.first)
        #expect(card.name == "Dr. Amina B. Diallo")
        #expect(
            card.numbers == [
                ContactNumber("+221 77 123 45 67", label: "mobile"),
                ContactNumber("555-0199", label: "work"),
            ])
        #expect(card.emails == ["amina@example.org"])
        #expect(card.organization == "Acme, Sales")
        #expect(card.addresses.first?.lines == ["12 Rue A, B", "12500 Dakar", "SN"])
        #expect(card.addresses.first?.label == "home")
        #expect(card.tags == ["garden", "regular"])
        #expect(card.notes == "Line one\nline two")
    }

    @Test("Numbers as addresses, quoted-printable texts and names of parts alone are read")
    func others() throws {
        let cards = try Self.read(
            "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Bea\r\n"
                + "TEL;VALUE=uri;TYPE=home:tel:+49-30-1234;ext=5\r\nEND:VCARD\r\n"
                + "begin:vcard\nversion:2.1\n"
                + "N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=C3=B6rg\n"
                + "NOTE;ENCODING=QUOTED-PRINTABLE:one=\n two\nTEL;CELL:0171 555\nend:vcard\n")

        #expect(cards.map(\.name) == ["Bea", "Jörg Müller"])
        #expect(cards[0].numbers == [ContactNumber("+49-30-1234 x5", label: "home")])
        #expect(cards[1].numbers == [ContactNumber("0171 555", label: "mobile")])
    }

    @Test(
        "What is no card is refused in words",
        arguments: [
            ("", VCardFault.noCard), ("name,email\nAnn,a@b.org\n", .noCard),
            ("BEGIN:VCARD\nFN:Ann\n", .incomplete(line: 1)),
            ("BEGIN:VCARD\nEND:VCARD\n", .incomplete(line: 1)),
            ("BEGIN:VCARD\nFN:A\nBEGIN:VCARD\nFN:B\nEND:VCARD\n", .incomplete(line: 1)),
        ])
    func faults(text: String, fault: VCardFault) {
        #expect(throws: fault) { try Self.read(text) }
    }

    @Test("Bytes that are no text, and more cards than are read at once, are refused")
    func limits() {
        #expect(throws: VCardFault.notText) { try VCard.cards(in: Data([0xFF, 0xFE, 0x00])) }
        let many = String(
            repeating: "BEGIN:VCARD\nFN:A\nEND:VCARD\n", count: VCard.mostCards + 1)
        #expect(throws: VCardFault.tooMany(limit: VCard.mostCards)) { try Self.read(many) }
    }

    @Test("A customer gets what is not known yet, and nothing that is there is changed")
    func completing() throws {
        let test = try TestHousehold()
        let ann = try test.addCustomer("Ann", contactno: "555 0100")
        var card = VCard(name: "Ann Other")
        card.emails = ["ann@example.org"]
        card.numbers = [ContactNumber("(555) 0100"), ContactNumber("555 0199", label: "work")]
        card.tags = ["garden"]

        try test.household.container.write { context in
            let customer = try #require(try Customer.find(ann, in: context))
            #expect(
                try customer.complete(with: card, in: context)
                    == ["ann@example.org", "555 0199", "garden"])
            try test.household.save(context)
            #expect(try customer.complete(with: card, in: context) == [])
        }

        try test.household.container.read { context in
            let customer = try #require(try Customer.find(ann, in: context))
            #expect(customer.name == "Ann")
            #expect(customer.contactno == "555 0100")
            #expect(customer.furtherNumbers == [ContactNumber("555 0199", label: "work")])
            #expect(customer.tagNames == ["garden"])
        }
        // The index finds the customer by the further number from now on.
        #expect(try test.customerNames { $0.search = "5550199" } == ["Ann"])
    }
}
