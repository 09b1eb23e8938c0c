import Domain
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

/// A German, an American and a French household print the same papers, each in its language.
struct SamePapersTests {
    /// A household, with the expected texts of its papers.
    struct Country: Sendable, CustomTestStringConvertible {
        let language: String
        let region: String
        let currency: String
        let page: String
        let texts: [String]

        var testDescription: String { language }
    }

    static let countries = [
        Country(
            language: "de", region: "de_DE", currency: "EUR", page: "a4",
            texts: [
                "Kassenbon 2", "Rückgabe 4", "Quittung 1", "Angebot 1", "Rechnung 1",
                "Rechnungskorrektur 2", "Kontoauszug", "Bezahlt: Bar", "Erstattet: Bar", "Rückgeld",
                "2 Stunden", "abzüglich 10 %", "Rabatt 5 %", "darin Satz 19 % aus",
                "zuzüglich Zoll 8,875 % auf", "Zahlbar bis 06.12.2026", "22. November 2026",
                "USt-IdNr. DE123456789", "Ihr Zeichen", "Zu Rechnung", "steuerfrei, § 4", "14:05",
                "Zum Kauf 2 vom 21.11.2026", "Noch zu zahlen", "Vielen Dank", "Nettobetrag",
                "Gültig bis", "Alle Käufe", "Zu Ihren Gunsten", "Bereits bezahlt",
            ]),
        Country(
            language: "en", region: "en_US", currency: "USD", page: "letter",
            texts: [
                "Receipt 2", "Return 4", "Payment 1", "Quote 1", "Invoice 1", "Credit note 2",
                "Statement", "Paid: Cash", "Given back: Cash", "Change", "2 hours", "less 10 %",
                "Discount 5 %", "Satz 19 % in", "Zoll 8.875 % on", "Due by Dec 6, 2026",
                "November 22, 2026", "VAT number DE123456789", "Your reference",
                "Original invoice", "exempt from tax, § 4", "2:05\u{202F}PM",
                "For sale 2 of Nov 21, 2026", "Still to be paid", "Thank you", "Net",
                "Valid until", "All purchases", "To your credit", "Already paid",
            ]),
        Country(
            language: "fr", region: "fr_FR", currency: "EUR", page: "a4",
            texts: [
                "Ticket de caisse 2", "Retour 4", "Reçu 1", "Devis 1", "Facture 1", "Avoir 2",
                "Relevé de compte", "Payé\u{A0}: Espèces", "Remboursé\u{A0}: Espèces",
                "Monnaie rendue", "2 heures", "remise de 10 %", "Remise 5 %", "dont Satz 19 % sur",
                "plus Zoll 8,875 % sur", "À régler au plus tard le 6 déc. 2026",
                "22 novembre 2026", "N° de TVA DE123456789", "Votre référence",
                "Facture d’origine", "exonéré de TVA, § 4", "14:05",
                "Pour l’achat 2 du 21 nov. 2026", "Reste à payer", "Merci de votre visite",
                "Montant HT", "Valable jusqu’au", "Tous les achats", "En votre faveur",
                "Déjà réglé",
            ]),
    ]

    /// The printed parts of the papers of a household with the same sales, by address.
    private static func papers(_ country: Country) async throws -> [(path: String, text: String)] {
        try await TestSite.sales { client in
            try await client.post(
                "/settings", [("region", country.region), ("currency", country.currency)])
            for rate in [
                [("rateName", "Satz"), ("percent", "19")],
                [("rateName", "Zoll"), ("percent", "8.875"), ("isAdded", "yes")],
                [
                    ("rateName", "Frei"), ("percent", "0"), ("category", "E"),
                    ("exemptionReason", "§ 4"),
                ],
            ] {
                try await client.post("/shop/tax-rates", rate.map { (name: $0.0, value: $0.1) })
            }
            try await client.post(
                "/shop",
                [
                    ("name", "Atelier Zwölf"), ("address", "Rue 7"), ("countryCode", "DE"),
                    ("taxNumber", "DE123456789"), ("iban", "DE89 3704 0044 0532 0130 00"),
                ])
            try await Self.sell(client)
            var papers: [(path: String, text: String)] = []
            for path in [
                "/sales/2/receipt", "/sales/3/receipt", "/sales/4/receipt",
                "/sales/2/receipt?paper=roll", "/payments/1/receipt", "/payments/2/receipt",
                "/quotes/1", "/invoices/1", "/invoices/2", "/invoices/3", "/customers/1/statement",
            ] {
                let response = try await client.get(path)
                #expect(response.status == .ok, "\(path)")
                papers.append((path, PaperChoiceTests.article(response.text)))
            }
            return papers
        }
    }

    /// Sales 2 and 3, return 4 of sale 2, quote 1, invoice 1 of sale 2, credit note 2 of
    /// return 4, invoice 3 of sale 3, which is not paid.
    private static func sell(_ client: SalesClient) async throws {
        let lines = SalesClient.fields([
            ("Kranich", 2, "1234.50"), ("Ahorn", 3, "9.99"), ("Kiesel", 1, "0.85"),
        ])
        let taxes: [(name: String, value: String)] = [
            ("lines[0][taxRate]", "1"), ("lines[1][taxRate]", "2"), ("lines[2][taxRate]", "3"),
            ("lines[0][discount]", "10 %"), ("discount", "5 %"),
        ]
        func created(
            _ path: String, _ fields: [(name: String, value: String)]
        ) async throws {
            let response = try await client.post(path, fields, headers: InventoryClient.json)
            #expect(response.status == .created, "\(path): \(response.text)")
        }
        try await created(
            "/customers/1/sales",
            lines + taxes + [
                ("date", "2026-11-21"), ("time", "14:05"), ("payments[0][kind]", "1"),
                ("payments[0][amount]", "3000"),
            ])
        try await client.post("/products/2", [("unit", "hours")])
        try await created(
            "/customers/1/sales",
            lines + taxes + [
                ("lines[0][quantity]", "2"), ("date", "2026-11-22"),
                ("payments[0][kind]", "later"),
            ])
        try await created(
            "/sales/2/returns",
            [
                ("lines[0][product]", "2"), ("lines[0][quantity]", "1"), ("date", "2026-11-22"),
                ("payments[0][kind]", "1"),
            ])
        try await created(
            "/quotes",
            lines + taxes + [
                ("customer", "1"), ("date", "2026-11-21"), ("validThrough", "2026-12-05"),
            ])
        try await created("/sales/3/payments", [("kind", "1"), ("amount", "100")])
        let days: [(name: String, value: String)] = [
            ("date", "2026-11-22"), ("dueDate", "2026-12-06"), ("buyerReference", "K 7"),
        ]
        try await created("/sales/2/invoice", days)
        try await created("/sales/4/invoice", days)
        try await created("/sales/3/invoice", days)
    }

    /// The text of a paper without its tags.
    private static func plain(_ html: String) -> String {
        html.replacing(/<small[^>]*>|<\/?t[hdr][^>]*>|<\/?p[^>]*>|<\/?d[td]>/, with: "\n")
            .replacing(/<[^>]+>/, with: "").replacing("&amp;", with: "&")
    }

    /// All amounts of a paper, read in the region's format.
    private static func amounts(_ text: String, _ country: Country) throws -> [Decimal] {
        let marks = try #require(Region(country.region)).numbers
        let digits = "[0-9" + NSRegularExpression.escapedPattern(for: marks.groupMark) + "]+"
        let number =
            digits + NSRegularExpression.escapedPattern(for: marks.decimalMark) + "[0-9]{2}"
        let pattern =
            country.currency == "USD" ? "−?\\$" + number : "−?" + number + "\u{A0}€"
        let expression = try NSRegularExpression(pattern: pattern)
        let whole = text as NSString
        return try expression.matches(
            in: text, range: NSRange(location: 0, length: whole.length)
        ).map { match in
            let written = whole.substring(with: match.range)
            let plain = written.replacing(marks.groupMark, with: "")
                .replacing(marks.decimalMark, with: ".").replacing("−", with: "-")
                .filter { $0.isNumber || $0 == "." || $0 == "-" }
            return try #require(Decimal(string: plain), "\(written)")
        }
    }

    @Test("Papers of all three languages have the same amounts in the same places")
    func amounts() async throws {
        var all: [[(path: String, amounts: [Decimal])]] = []
        for country in Self.countries {
            all.append(
                try await Self.papers(country).map {
                    ($0.path, try Self.amounts(Self.plain($0.text), country))
                })
        }

        for (german, (american, french)) in zip(all[0], zip(all[1], all[2])) {
            #expect(german.amounts.count >= 2, "\(german.path)")
            #expect(german.amounts == american.amounts, "\(german.path)")
            #expect(german.amounts == french.amounts, "\(german.path)")
        }
        let sale = try #require(all[0].first { $0.path == "/sales/2/receipt" })
        #expect(sale.amounts.contains(Decimal(string: "1234.50") ?? 0))
        #expect(sale.amounts.contains(3000))
    }

    @Test("Each language uses the words of its trade", arguments: countries)
    func words(country: Country) async throws {
        let papers = try await Self.papers(country)
        let text = papers.map { Self.plain($0.text) }.joined(separator: "\n")

        for expected in country.texts {
            #expect(text.contains(expected), "\(expected)")
        }
        for paper in papers {
            let tag = country.region.replacing("_", with: "-")
            #expect(paper.text.contains("lang=\"\(tag)\""), "\(paper.path)")
            let page = paper.path.hasSuffix("roll") ? "roll-" : "\(country.page)\""
            #expect(paper.text.contains("data-page=\"\(page)"), "\(paper.path)")
        }
    }

    @Test(
        "A paper in another language contains no English words",
        arguments: countries.filter { $0.language != "en" })
    func noEnglish(country: Country) async throws {
        func parts(_ code: String) throws -> Set<String> {
            Set(
                try PaperLanguagesTests.table(code).values.flatMap { text in
                    text.split(separator: /{\w+}/).map {
                        $0.trimmingCharacters(in: .whitespaces.union(.punctuationCharacters))
                    }
                })
        }
        let english = try parts("en").subtracting(parts(country.language)).filter { $0.count > 3 }

        let papers = try await Self.papers(country)

        #expect(english.count > 50)
        for paper in papers {
            let words = Self.plain(paper.text)
            for part in english {
                let pattern =
                    "(?<!\\p{L})" + NSRegularExpression.escapedPattern(for: part) + "(?!\\p{L})"
                #expect(
                    words.range(of: pattern, options: .regularExpression) == nil,
                    "\(paper.path): \(part)")
            }
        }
    }
}
