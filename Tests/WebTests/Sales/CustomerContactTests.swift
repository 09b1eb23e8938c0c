import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

/// Further numbers, addresses, tags and vCards of customers, over HTTP.
struct CustomerContactTests {
    private static let contacts = [
        ("numbers", "work: 555 0199\n555 0123"), ("tags", "garden, regular"),
        ("taxNumber", "12/345"), ("addresses[0][street]", "2 Low Street"),
        ("addresses[0][city]", "Shelbyville"), ("addresses[0][postalCode]", "62565"),
        ("addresses[0][countryCode]", "us"), ("addresses[1][label]", "work"),
        ("addresses[1][city]", "Dakar"), ("notes", "Rings twice"),
    ]

    @Test("Several numbers, addresses and tags are stored, shown, found and deleted")
    func keeping() async throws {
        try await TestSite.sales { client in
            let saved = try await client.post(
                "/customers/1", Self.contacts, headers: InventoryClient.json)

            #expect(saved.status == .ok, "\(saved.text)")
            let json = try saved.json
            let numbers = try #require(json["numbers"] as? [[String: Any]])
            let addresses = try #require(json["addresses"] as? [[String: Any]])
            #expect(numbers.map { $0["number"] as? String } == ["555 0199", "555 0123"])
            #expect(numbers.first?["label"] as? String == "work")
            #expect(addresses.map { $0["city"] as? String } == ["Shelbyville", "Dakar"])
            #expect(addresses.first?["countryCode"] as? String == "US")
            #expect(json["tags"] as? [String] == ["garden", "regular"])
            let page = try await client.get("/customers/1").text
            for text in ["555 0199", "2 Low Street\n62565 Shelbyville", "garden", "12/345"] {
                #expect(page.contains(text), "\(text)")
            }
            #expect(try await client.json("/customers.json?q=5550123")["total"] as? Int == 1)
            #expect(try await client.json("/customers.json?tag=1")["total"] as? Int == 1)
            #expect(try await client.json("/customers.json?tag=9")["total"] as? Int == 0)
            #expect(
                try await client.get("/customers.csv").text.contains(
                    "work: 555 0199; 555 0123,"
                        + "| 2 Low Street | 62565 | Shelbyville |  | US; work |  |  | Dakar |  |,"))
            let form = try await client.get("/customers/1/edit").text
            #expect(form.contains("value=\"Shelbyville\""))
            #expect(form.contains("addresses[2][city]"))
            // Missing fields stay, and blank ones are cleared.
            try await client.post("/customers/1", [("name", "Amina D.")])
            #expect(try await client.json("/customers/1.json")["tags"] as? [String] != [])
            try await client.post(
                "/customers/1", [("numbers", ""), ("tags", ""), ("addresses[0][city]", "")])
            let bare = try await client.json("/customers/1.json")
            #expect((bare["numbers"] as? [Any])?.isEmpty == true)
            #expect((bare["addresses"] as? [Any])?.isEmpty == true)
            #expect((bare["tags"] as? [Any])?.isEmpty == true)
        }
    }

    @Test("A form opened before another user’s change is compared, addresses too")
    func conflict() async throws {
        try await TestSite.sales { client in
            try await client.post("/customers/1", Self.contacts)
            let version = try await client.json("/customers/1.json")["version"] as? Int ?? 0
            try await client.post("/customers/1", [("addresses[0][city]", "Springfield")])

            let stale = try await client.post(
                "/customers/1",
                [
                    ("version", String(version)), ("shown[addresses[0][city]]", "Shelbyville"),
                    ("addresses[0][city]", "Ogdenville"),
                ])

            #expect(stale.status == .conflict)
            #expect(stale.text.contains("Springfield"))
        }
    }

    @Test(
        "A change of numbers, addresses or tags increments the version",
        arguments: [("numbers", "555 0199"), ("tags", "garden"), ("addresses[0][city]", "Dakar")])
    func version(field: String, value: String) async throws {
        try await TestSite.sales { client in
            let version = try await client.json("/customers/1.json")["version"] as? Int ?? 0
            let mine = [("version", String(version)), ("tags", "mine")]

            let changed = try await client.post(
                "/customers/1", [(field, value)], headers: InventoryClient.json)
            let stale = try await client.post(
                "/customers/1", mine, headers: InventoryClient.json)
            let unchanged = try await client.post(
                "/customers/1", [(field, value)], headers: InventoryClient.json)

            #expect(try changed.json["version"] as? Int == version + 1)
            #expect(stale.status == .conflict)
            #expect(try unchanged.json["version"] as? Int == version + 1)
        }
    }

    @Test(
        "An invalid number, tag or country is a fault at its field",
        arguments: [
            ("numbers", "555 0199\nring me"), ("tags", String(repeating: "x", count: 41)),
            ("addresses[0][countryCode]", "Atlantis"), ("addresses[0][countryCode]", "D1"),
            ("addresses[0][city]", String(repeating: "x", count: 101)),
            ("taxNumber", String(repeating: "x", count: 41)),
        ])
    func faults(field: String, value: String) async throws {
        try await TestSite.sales { client in
            let response = try await client.post(
                "/customers/1", [(field, value)], headers: InventoryClient.json)
            let page = try await client.post("/customers/1", [(field, value)])

            #expect(try response.faultFields == [field])
            #expect(page.text.contains("id=\"\(field)-fault\""))
        }
    }

    @Test("A customer is exported as a vCard, and a card with the same number adds to the customer")
    func cards() async throws {
        try await TestSite.sales { client in
            try await client.post("/customers/1", Self.contacts)

            let card = try await client.get("/customers/1/card.vcf")
            let all = try await client.get("/customers.vcf")

            #expect(card.headers[.contentType] == "text/vcard; charset=utf-8")
            for line in [
                "VERSION:4.0", "FN:Amina Diallo", "TEL;TYPE=work:555 0199",
                "ADR:;;2 Low Street;Shelbyville;;62565;US", "CATEGORIES:garden,regular",
                "NOTE:Rings twice",
            ] {
                #expect(card.text.contains(line + "\r\n"), "\(line)")
            }
            #expect(all.text == card.text)
            let cards = ImportClient(site: client.inventory, address: "/customers/cards")
            let brought = try await cards.upload(Self.twoCards, named: "contacts.vcf")
            let records = try #require(try brought.json["records"] as? [[String: Any]])
            #expect(records.map { $0["state"] as? String } == ["completed", "new"])
            #expect(records[0]["added"] as? [String] == ["555 0777"])
            let form = try #require(records[1]["form"] as? String)
            let blank = try await client.get(form).text
            #expect(blank.contains("value=\"Bea Baker\""))
            #expect(blank.contains("value=\"bea@example.org\""))
            #expect(blank.contains("value=\"Berlin\""))
            #expect(try await client.json("/customers.json")["total"] as? Int == 1)
        }
    }

    @Test("A vCard with the number of a credit card is refused, and not repeated")
    func cardNumbers() async throws {
        try await TestSite.sales { client in
            let cards = ImportClient(site: client.inventory, address: "/customers/cards")
            let text =
                "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Ann\r\nNOTE:4111111111111111\r\nEND:VCARD\r\n"
            let refused = try await cards.upload(text, named: "contacts.vcf")
            let form = try await client.get("/customers/new?name=Ann&notes=4111111111111111")

            #expect(try refused.faultFields == ["file"])
            #expect(!refused.text.contains("4111"))
            #expect(form.status == .unprocessableContent && !form.text.contains("4111"))
        }
    }

    @Test("A day of consent in the future is rejected", arguments: ["2999-01-01", "1000-01-01"])
    func consentDay(day: String) async throws {
        try await TestSite.sales { client in
            let refused = try await client.post(
                "/customers/1", [("consentedAt", day)], headers: InventoryClient.json)
            let imports = ImportClient(site: client.inventory)
            let row = try await imports.upload("name,email,consentedAt\nAmina Diallo,,\(day)\n")

            #expect(try refused.faultFields == ["consentedAt"])
            #expect(try row.verdicts == ["refused"])
        }
    }

    @Test("An unreadable card is listed with its line and reason, and the others are imported")
    func unreadableCards() async throws {
        try await TestSite.sales { client in
            let cards = ImportClient(site: client.inventory, address: "/customers/cards")
            let text =
                "BEGIN:VCARD\nFN:Amina\nEMAIL:amina@example.org\n"
                + "TEL:\u{202A}+49\u{2011}170\u{A0}1\u{202C}\n"
                + "TEL:ring <me>\nEND:VCARD\n"
                + "BEGIN:VCARD\nVERSION:2.1\nTEL;CELL:+49999\nEND:VCARD\n"
                + "BEGIN:VCARD\nFN:Zoe\nNOTE:4111111111111111\nEND:VCARD\n"
                + "BEGIN:VCARD\nFN:Bo\nEMAIL:bo@example.org\nEMAIL:bo.work@example.org\n"
                + "END:VCARD\n"

            let brought = try await cards.upload(text, named: "contacts.vcf")
            let page = try await cards.upload(
                text, named: "contacts.vcf", headers: [.accept: "text/html"])

            let records = try #require(try brought.json["records"] as? [[String: Any]])
            #expect(
                records.map { $0["state"] as? String } == [
                    "completed", "refused", "refused", "new",
                ])
            #expect(records[0]["added"] as? [String] == ["+49-170 1"])
            #expect(records[0]["omitted"] as? [String] == ["“ring <me>” is not a number"])
            #expect(records[1]["card"] as? Int == 2 && records[1]["line"] as? Int == 7)
            #expect(records[1]["reason"] as? String == "it has no name")
            #expect((records[2]["reason"] as? String)?.contains("card number") == true)
            #expect(page.text.contains("Card 2, line 7"))
            #expect(page.text.contains("Not read: it has no name"))
            #expect(page.text.contains("Not kept: “ring &lt;me&gt;” is not a number"))
            #expect(!page.text.contains("4111") && !brought.text.contains("4111"))
            let form = try await client.get(try #require(records[3]["form"] as? String)).text
            #expect(form.contains("bo@example.org") && form.contains("E-mail: bo.work@example.org"))
        }
    }

    @Test("Every form accepts phone numbers in look-alike characters")
    func numberCharacters() async throws {
        try await TestSite.sales { client in
            let typed = "\u{202A}+49\u{2011}170\u{202F}1234567\u{202C}"
            let saved = try await client.post(
                "/customers/1",
                [
                    ("contactno", typed),
                    ("numbers", "work: \u{200E}０３０–１２３４\n0555\u{A0}123456\n0555 1234567"),
                ],
                headers: InventoryClient.json)
            let shop = try await client.post(
                "/shop", [("contactno", typed)], headers: InventoryClient.json)

            #expect(saved.status == .ok, "\(saved.text)")
            #expect(try saved.json["contactno"] as? String == "+49-170 1234567")
            let numbers = try #require(try saved.json["numbers"] as? [[String: Any]])
            let plain = ["030-1234", "0555 123456", "0555 1234567"]
            #expect(numbers.map { $0["number"] as? String } == plain)
            #expect(shop.text.contains("+49-170 1234567"), "\(shop.text)")
            let search = "/customers.json?q=%E2%80%AA%2B491701234567"
            #expect(try await client.json(search)["total"] as? Int == 1)
            let refused = try await client.post(
                "/customers/1", [("numbers", "4111 1111 1111 1111")], headers: InventoryClient.json)
            #expect(try refused.faultFields == ["numbers"])
        }
    }

    @Test("A country can be entered by its name", arguments: ["Germany", "Deutschland", "de"])
    func countries(name: String) async throws {
        try await TestSite.sales { client in
            let saved = try await client.post(
                "/customers/1",
                [("addresses[0][city]", "Bonn"), ("addresses[0][countryCode]", name)],
                headers: InventoryClient.json)
            let shop = try await client.post(
                "/shop", [("countryCode", name)], headers: InventoryClient.json)

            let addresses = try #require(try saved.json["addresses"] as? [[String: Any]])
            #expect(addresses.first?["countryCode"] as? String == "DE")
            #expect(shop.text.contains("\"DE\""), "\(shop.text)")
        }
    }

    @Test("A file that is not a vCard is refused")
    func refused() async throws {
        try await TestSite.sales { client in
            let cards = ImportClient(site: client.inventory, address: "/customers/cards")
            let response = try await cards.upload("name\nAnn\n", named: "x.vcf")
            let nothing = try await client.post(
                "/customers/cards", [("a", "b")], headers: InventoryClient.json)

            #expect(try response.faultFields == ["file"])
            #expect(try nothing.faultFields == ["file"])
            #expect(try await client.get("/customers/cards").status == .ok)
            #expect(try await client.get("/customers/9/card.vcf").status == .notFound)
        }
    }

    private static let twoCards = """
        BEGIN:VCARD
        VERSION:3.0
        N:Diallo;A.;;;
        FN:A. Diallo
        EMAIL:AMINA@example.org
        TEL:555 0777
        END:VCARD
        BEGIN:VCARD
        VERSION:4.0
        FN:Bea Baker
        EMAIL:bea@example.org
        ADR:;;;Berlin;;;DE
        END:VCARD
        """
}
