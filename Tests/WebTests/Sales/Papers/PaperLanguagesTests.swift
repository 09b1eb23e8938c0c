import Domain
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

/// The tables of texts for papers.
struct PaperLanguagesTests {
    /// The texts of a language in its file.
    static func table(_ code: String) throws -> [String: String] {
        let file = URL(fileURLWithPath: "\(TestSite.package)/Views/papers/\(code).json")
        return try JSONDecoder().decode([String: String].self, from: Data(contentsOf: file))
    }

    /// The names of the placeholders in a text.
    private static func places(_ text: String) -> Set<String> {
        Set(text.matches(of: /{(\w+)}/).map { String($0.1) })
    }

    @Test("Each language has the same texts as English, with the same placeholders")
    func complete() throws {
        let languages = try TestSite.papers.get().all
        let english = try Self.table("en")

        #expect(languages.map(\.name) == ["Deutsch", "English", "Français"])
        for code in languages.map(\.code) {
            let table = try Self.table(code)
            #expect(Set(table.keys).symmetricDifference(english.keys) == [], "\(code)")
            for (key, text) in table {
                #expect(!text.isEmpty, "\(code): \(key)")
                #expect(
                    Self.places(text) == Self.places(english[key] ?? ""), "\(code): \(key)")
            }
        }
    }

    @Test("The program and its templates use every text, and no missing ones")
    func used() throws {
        let labels = Mirror(reflecting: try TestSite.papers.get().english.labels).children
            .compactMap(\.label)
        let asked = Set(
            PaperText.allCases.map(\.rawValue) + labels + TaxCategory.allCases.map(PaperTexts.key))
        let words = Set(
            try Self.table("en").keys.filter { key in
                PaperTexts.WordGroup.allCases.contains { key.hasPrefix("\($0.rawValue).") }
            })

        #expect(asked.union(words).symmetricDifference(try Self.table("en").keys) == [])
        for key in words where key.hasPrefix("unit.") {
            #expect([".one", ".other"].contains { key.hasSuffix($0) }, "\(key)")
        }
    }

    @Test("The default payment methods are translated")
    func firstKinds() async throws {
        try await TestSite.sales { client in
            try await client.sell([("Lamp", 1, "1")])
            let json = try await client.json("/shop.json")
            let kinds = (json["paymentKinds"] as? [[String: Any]] ?? []).compactMap {
                $0.text("name")
            }
            let german = try #require(try TestSite.papers.get()["de"])

            #expect(kinds.map(german.payment) == ["Bar", "Karte", "Überweisung"])
        }
    }

    @Test("Default words are translated, and other typed words stay")
    func words() throws {
        let papers = try TestSite.papers.get()
        let (german, french) = try (#require(papers["de"]), #require(papers["FR"]))

        #expect(german.unit("pieces", of: 3) == "Stück")
        #expect(german.unit("Hours", of: 1) == "Stunde")
        #expect(french.unit("Stunden", of: 2) == "heures")
        #expect(papers.english.unit("Stück", of: 1) == "piece")
        for typed in ["kg", "Stk", "Std.", "½ Pfund", ""] {
            #expect(german.unit(typed, of: 2) == typed)
        }
        #expect(german.payment("Cash") == "Bar")
        #expect(french.payment("Überweisung") == "Virement")
        #expect(papers.english.payment("Cash") == "Cash")
        #expect(german.payment("Twint") == "Twint")
    }

    @Test("Braces in values are not replaced")
    func filling() throws {
        let english = try TestSite.papers.get().english

        #expect(
            english.text(.includedTax, ["tax": "{amount}", "amount": "€1"]) == "{amount} in €1")
        #expect(english.text(.receipt, [:]) == "Receipt {number}")
    }

    /// A copy of the templates, to which languages can be added.
    private static func copiedViews() throws -> String {
        let folder = NSTemporaryDirectory() + "homeowner-views-" + UUID().uuidString
        try FileManager.default.copyItem(atPath: TestSite.package + "/Views", toPath: folder)
        return folder
    }

    @Test("An additional file is an additional language, with English for missing texts")
    func fourth() async throws {
        let views = try Self.copiedViews()
        defer { try? FileManager.default.removeItem(atPath: views) }
        try #"{"language": "Italiano", "receipt": "Scontrino {number}", "total": "Totale"}"#.write(
            toFile: views + "/papers/it.json", atomically: true, encoding: .utf8)
        let site = try TestSite { $0.viewsDirectory = views }
        _ = try site.addCustomer()

        try await site.test { client in
            let client = InventoryClient(client: client)
            try await client.post("/shop", [("paperLanguage", "it")])

            let shop = try await client.get("/shop").text
            let receipt = try await client.get("/sales/1/receipt").text
            #expect(shop.contains("<option value=\"it\" selected>Italiano</option>"))
            #expect(receipt.contains("lang=\"it-IT\""))
            #expect(receipt.contains(">Scontrino 1<") && receipt.contains(">Totale<"))
            #expect(receipt.contains(">Unit price<") && receipt.contains("12,50\u{A0}"))
        }
    }

    @Test(
        "An invalid language file is named at the start",
        arguments: [
            ("de.json", "{", "de.json cannot be read as JSON with a text for each key"),
            ("de.json", #"{"total": 7}"#, "de.json cannot be read as JSON"),
            ("x.json", "{}", "x.json is not named by the code of a language"),
            ("en.json", #"{"language": "English"}"#, "en.json lacks the texts receipt, return"),
        ])
    func faults(file: String, text: String, message: String) throws {
        let views = try Self.copiedViews()
        defer { try? FileManager.default.removeItem(atPath: views) }
        try text.write(toFile: "\(views)/papers/\(file)", atomically: true, encoding: .utf8)

        let error = #expect(throws: ConfigurationError.self) {
            try PaperLanguages(views + "/papers")
        }

        #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
    }

    @Test("Missing English texts prevent the start")
    func lacking() throws {
        let views = try Self.copiedViews()
        defer { try? FileManager.default.removeItem(atPath: views) }
        var table = try Self.table("en")
        table["unitPrice"] = nil
        let english = URL(fileURLWithPath: views + "/papers/en.json")
        try JSONEncoder().encode(table).write(to: english)

        let lacking = #expect(throws: ConfigurationError.self) {
            try PaperLanguages(views + "/papers")
        }
        try FileManager.default.removeItem(at: english)
        let missing = #expect(throws: ConfigurationError.self) {
            try PaperLanguages(views + "/papers")
        }

        #expect(lacking?.description.hasSuffix("en.json lacks the text unitPrice.") == true)
        #expect(missing?.description.contains("en.json, are not in") == true)
    }
}
