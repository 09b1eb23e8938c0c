import Foundation
import Persistence
import Testing

@testable import Domain

/// vCards, written and read.
struct VCardTests {
    private static func read(_ text: String) throws -> [VCard] {
        try VCard.entries(in: Data(text.utf8)).map { try $0.card.get() }
    }

    private static func card(_ lines: String...) throws -> VCard {
        let text = (["BEGIN:VCARD"] + lines + ["END:VCARD"]).joined(separator: "\r\n")
        return try #require(try read(text).first)
    }

    @Test("A written card is read back unchanged, with commas, semicolons and lines")
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

    @Test("tel: addresses, quoted-printable text and structured names alone are read")
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

    @Test("An unreadable card is reported with its line and reason, and the others are read")
    func entries() throws {
        let text =
            "BEGIN:VCARD\nVERSION:3.0\nFN:Ada\nTEL:+49 30 1234567\nEND:VCARD\n\n"
            + "BEGIN:VCARD\nVERSION:2.1\nTEL;CELL:+49999\nEND:VCARD\n"
            + "BEGIN:VCARD\nFN:Cut\nBEGIN:VCARD\nFN:Bo\nEND:VCARD\n"
            + "BEGIN:VCARD\nFN;ENCODING=QUOTED-PRINTABLE:J=F6rg\nEND:VCARD\n"
            + "BEGIN:VCARD\nFN;CHARSET=EBCDIC;ENCODING=QUOTED-PRINTABLE:J=F6rg\nEND:VCARD\n"
            + "BEGIN:VCARD\nFN:Last\n"

        let entries = try VCard.entries(in: Data(text.utf8))

        #expect(entries.map(\.number) == [1, 2, 3, 4, 5, 6, 7])
        #expect(entries.map(\.line) == [1, 7, 11, 13, 16, 19, 22])
        #expect(entries.compactMap { try? $0.card.get().name } == ["Ada", "Bo"])
        let faults = entries.compactMap { entry -> VCardFault? in
            if case .failure(let fault) = entry.card { fault } else { nil }
        }
        #expect(
            faults == [
                .noName, .noEnd, .malformedText(line: 17, encoding: "UTF-8"),
                .malformedText(line: 20, encoding: "EBCDIC"), .noEnd,
            ])
    }

    @Test("A file without a card is refused", arguments: ["", "name,email\nAnn,a@b.org\n", "\r\n"])
    func noCard(text: String) {
        #expect(throws: VCardFault.noCard) { try Self.read(text) }
    }

    @Test("Binary data is not a card, and more cards than the limit are refused")
    func limits() {
        #expect(throws: VCardFault.notText) {
            try VCard.entries(in: Data([0xFF, 0xFE, 0x00, 0xD8]))
        }
        #expect(throws: VCardFault.noCard) { try VCard.entries(in: Data([0x89, 0x50, 0x00])) }
        let many = String(
            repeating: "BEGIN:VCARD\nFN:A\nEND:VCARD\n", count: VCard.mostCards + 1)
        #expect(throws: VCardFault.tooMany(limit: VCard.mostCards)) { try Self.read(many) }
    }

    @Test(
        "A soft line break leaves no characters, with or without trailing spaces",
        arguments: [
            ("=D0=9A=D0=B0=D0=BF=\r\n  =D1=83=D1=81=D1=82=D0=B8=D0=BD", "Капустин"),
            ("=D0=9A=D0=B0=D0=BF=\n=D1=83=D1=81=D1=82=D0=B8=D0=BD", "Капустин"),
            ("=D0=9A=D0=B0=D0=BF=\r\n =D1=83=D1=81=\r\n\t=D1=82=D0=B8=D0=BD", "Капустин"),
            ("=D0=9A=D0=\r\n=B0=D0=BF=\r=D1=83=D1=81=D1=82=D0=B8=D0=BD=", "Капустин"),
            ("one=\r\n two", "one two"), ("one=20=\r\n    two", "one two"),
            ("one =\r\ntwo=\r\n", "one two"),
        ])
    func softBreaks(value: String, text: String) throws {
        let card = try Self.card(
            "VERSION:2.1", "N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:\(value)")

        #expect(card.name == text)
    }

    @Test("A line may be folded within a character, and the file may be in UTF-16")
    func folds() throws {
        var bytes = Array("BEGIN:VCARD\r\nFN:Jö".utf8)
        bytes.insert(contentsOf: Array("\r\n ".utf8), at: bytes.count - 1)
        bytes += Array("rg\r\nEND:VCARD\r\n".utf8)
        let wide = try #require(
            "\u{FEFF}BEGIN:VCARD\nFN:Jörg\nEND:VCARD\n".data(using: .utf16LittleEndian))

        for data in [Data(bytes), wide] {
            #expect(try VCard.entries(in: data).map { try $0.card.get().name } == ["Jörg"])
        }
    }

    @Test("Text in the encoding that a line names is read, raw or quoted")
    func encodings() throws {
        let bytes =
            Array("BEGIN:VCARD\nVERSION:2.1\nN;CHARSET=ISO-8859-1:M".utf8) + [0xFC]
            + Array("ller;J\nNOTE;CHARSET=windows-1252;QUOTED-PRINTABLE:=80=205\nEND:VCARD\n".utf8)

        let card = try VCard.entries(in: Data(bytes)).map { try $0.card.get() }

        #expect(card.map(\.name) == ["J Müller"])
        #expect(card.map(\.notes) == ["€ 5"])
    }

    @Test("An agent’s card is not a separate card, and is reported as not stored")
    func agents() throws {
        let agent = ["FN:Bo", "TEL:555 0199", "END:VCARD", "TEL:555 0100", "END:VCARD"]
        for start in [["AGENT:", "BEGIN:VCARD"], ["AGENT:BEGIN:VCARD"], ["agent:begin:vcard"]] {
            let lines = ["BEGIN:VCARD", "VERSION:2.1", "FN:Ann"] + start + agent
            let cards = try Self.read(lines.joined(separator: "\r\n"))

            #expect(cards.map(\.name) == ["Ann"])
            #expect(cards.first?.numbers.map(\.number) == ["555 0100"])
            #expect(cards.first?.omissions == ["the card of an agent"])
        }
        let inLine = try Self.card(
            "FN:Ann", "AGENT:BEGIN:VCARD\\nFN:Bo\\nEND:VCARD\\n", "TEL:555 0100")
        #expect(inLine.numbers.map(\.number) == ["555 0100"])
        #expect(inLine.omissions == ["the card of an agent"])
    }

    @Test("A card within another is read, and the outer one continues after it")
    func nested() throws {
        let cards = try Self.read(
            "BEGIN:VCARD\nFN:Ann\nBEGIN:VCARD\nFN:Bo\nEND:VCARD\nTEL:555 0100\nEND:VCARD\n"
                + "BEGIN:VCARD\nFN:Cy\nEND:VCARD\n")

        #expect(cards.map(\.name) == ["Ann", "Bo", "Cy"])
        #expect(cards.map(\.numbers.count) == [1, 0, 0])
    }

    @Test("An organization alone is the name; beside a name it is reported as not stored")
    func organizations() throws {
        let alone = try Self.card("N:;;;;", "FN:", "ORG:Acme\\, Inc.;Sales")
        let beside = try Self.card("FN:Ann", "ORG:Acme")

        #expect(alone.name == "Acme, Inc., Sales")
        #expect(alone.organization == nil && alone.omissions.isEmpty)
        #expect(beside.organization == "Acme")
        #expect(beside.omissions == ["the organization “Acme”"])
    }

    @Test("A group’s label becomes the kind of its number or address")
    func groups() throws {
        let card = try Self.card(
            "FN:Ann", "item1.TEL;type=pref:555 0100", "item1.X-ABLabel:Shed",
            "ITEM2.ADR:;;1 Low Street;Bonn;;;", "item2.X-ABLABEL:_$!<Home>!$_",
            "item3.EMAIL:ann@example.org", "item3.X-ABLabel:School", "TEL;TYPE=work:555 0199",
            "item4.X-ABLabel:Nothing", "item5.TEL:no number", "item5.X-ABLabel:Odd")

        #expect(
            card.numbers == [
                ContactNumber("555 0100", label: "Shed"), ContactNumber("555 0199", label: "work"),
            ])
        #expect(card.addresses.map(\.label) == ["home"])
        #expect(
            card.omissions == [
                "“no number” is not a number", "“School”, which an e-mail address is called",
            ])
    }

    @Test("Properties that cannot be stored are named, each kind once")
    func leftOut() throws {
        let card = try Self.card(
            "VERSION:3.0", "PRODID:x", "REV:2020", "UID:1", "FN:Ann", "BDAY:2001-02-03",
            "PHOTO;ENCODING=b;TYPE=JPEG:AAAA", "URL:https://example.org", "URL:https://example.com",
            "X-SKYPE:ann", "NICKNAME:")

        #expect(card.omissions == ["a birthday", "a picture", "a web address", "X-SKYPE"])
    }

    @Test("Text that looks like a number is stored as one, and other text is reported")
    func numbers() throws {
        let card = try Self.card(
            "FN:Ann", "TEL:+49\u{A0}170\u{202F}1234567",
            "TEL:\u{202A}+49\u{2011}170–1234568\u{202C}", "TEL:٠١٧١ ٥٥٥",
            "TEL:＋４９（３０）１２３４", "TEL:ring me", "TEL:", "TEL:TEL:+49-30-1234;ext=5")

        #expect(
            card.numbers.map(\.number) == [
                "+49 170 1234567", "+49-170-1234568", "0171 555", "+49(30)1234", "+49-30-1234 x5",
            ])
        #expect(card.omissions == ["“ring me” is not a number"])
    }

    @Test("Text that is too long is truncated and reported")
    func cuts() throws {
        func long(_ count: Int) -> String { String(repeating: "n", count: count) }
        let card = try Self.card(
            "FN:\(long(101))", "CATEGORIES:a,\(long(41))",
            "ADR:;;\(long(301));Bonn;;\(long(21));")

        #expect(card.name.count == 100)
        #expect(card.tags == ["a"])
        #expect(card.addresses.first?.street?.count == 300)
        #expect(card.omissions.count == 4, "\(card.omissions)")
        #expect(card.omissions.contains("the street has 301 characters, of which 300 are kept"))
    }

    @Test(
        "A country gets its code, whatever it is called",
        arguments: [
            ("USA", "US"), ("U.S.A.", "US"), ("United States of America", "US"), ("us", "US"),
            ("UK", "GB"), ("England", "GB"), ("Great Britain", "GB"), ("GBR", "GB"),
            ("Deutschland", "DE"), ("GERMANY", "DE"), ("DEU", "DE"), ("Allemagne", "DE"),
            ("Österreich", "AT"), ("osterreich", "AT"), ("The Netherlands", "NL"), ("España", "ES"),
            ("Großbritannien", "GB"), ("Côte d'Ivoire", "CI"), ("日本", "JP"), ("Россия", "RU"),
            ("Schweiz/Suisse", nil), ("Atlantis", nil), ("XYZ", nil), ("", nil),
        ] as [(String, String?)])
    func countries(name: String, code: String?) throws {
        let card = try Self.card("FN:Ed", "ADR:;;1 Low Street;Springfield;IL;62701;\(name)")

        #expect(card.addresses.first?.countryCode == code)
        // An unknown country stays visible.
        let isKept = code == nil && !name.isEmpty
        #expect(card.addresses.first?.region == (isKept ? "IL, \(name)" : "IL"))
    }

    @Test("A further e-mail address is added to the notes, and what cannot be stored is reported")
    func furtherEmails() throws {
        let test = try TestHousehold()
        let bo = try test.addCustomer("Bo", contactno: "555 0100")
        var card = VCard(name: "Bo")
        card.emails = ["bo@example.org", "bo.work@example.org"]
        card.numbers = (0..<22).map { ContactNumber("555 01\(10 + $0)") }
        card.notes = "Rings twice"
        var wrong = VCard(name: "Bo")
        wrong.notes = "Never rings"

        try test.household.container.write { context in
            let customer = try #require(try Customer.find(bo, in: context))
            let first = try customer.complete(with: card, in: context)
            try test.household.save(context)
            let second = try customer.complete(with: card, in: context)
            let third = try customer.complete(with: wrong, in: context)

            #expect(first.added.first == "bo@example.org")
            #expect(first.added.suffix(2) == ["notes", "bo.work@example.org (in the notes)"])
            #expect(
                first.omitted
                    == ["555 0130", "555 0131"].map { "“\($0)”: at most 20 numbers are kept" })
            #expect(customer.notes == "Rings twice\nE-mail: bo.work@example.org")
            #expect(second.added.isEmpty)
            #expect(third.omitted == ["there are notes already"])
        }
    }

    @Test("An invalid e-mail address is reported, and the rest of the card is imported")
    func wrongEmail() throws {
        let test = try TestHousehold()
        let bo = try test.addCustomer("Bo", contactno: "555 0100")
        var card = VCard(name: "Bo")
        card.emails = ["bo at home", "bo@example.org"]
        card.tags = ["garden"]

        try test.household.container.write { context in
            let customer = try #require(try Customer.find(bo, in: context))
            let (added, omitted) = try customer.complete(with: card, in: context)
            try test.household.save(context)

            #expect(omitted == ["“bo at home” is not an e-mail address"])
            #expect(added == ["bo@example.org", "garden"])
            #expect(customer.emailid == "bo@example.org")
        }
    }

    @Test("A customer gets the missing values, and existing ones stay")
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
                try customer.complete(with: card, in: context).added
                    == ["ann@example.org", "555 0199", "garden"])
            try test.household.save(context)
            let again = try customer.complete(with: card, in: context)
            #expect(again.added.isEmpty && again.omitted.isEmpty)
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
