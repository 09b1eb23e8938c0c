import Foundation
import Testing

@testable import Domain

struct GroceryEntryTests {
    @Test(
        "Name, quantity and unit are parsed from one field",
        arguments: [
            ("milk", "1 × milk"), ("2 l milk", "2 l milk"), ("milk 2", "2 × milk"),
            ("3x eggs", "3 × eggs"), ("½ kg flour", "0.5 kg flour"), ("3 x eggs", "3 × eggs"),
            ("eggs x3", "3 × eggs"), ("eggs x 3", "3 × eggs"), ("x3 eggs", "3 × eggs"),
            ("3× eggs", "3 × eggs"), ("1.5l milk", "1.5 l milk"), ("1,5 l milk", "1.5 l milk"),
            ("500g sugar", "500 g sugar"), ("sugar 500 g", "500 g sugar"),
            ("sugar 500g", "500 g sugar"), ("1 1/2 kg apples", "1.5 kg apples"),
            ("1½ kg apples", "1.5 kg apples"), ("1 ½ kg apples", "1.5 kg apples"),
            ("1/2 kg flour", "0.5 kg flour"), ("3/4 L cream", "0.75 l cream"),
            ("⅛ kg yeast", "0.125 kg yeast"), ("2 cans of tomatoes", "2 can tomatoes"),
            ("2 Bottles red wine", "2 bottle red wine"), ("  olive   oil ", "1 × olive oil"),
            ("3 x 500 g pasta", "3 × 500 g pasta"), (".5 kg ham", "0.5 kg ham"),
            ("2 bags", "2 × bags"), ("10 kilos potatoes", "10 kg potatoes"),
        ])
    func understood(text: String, summary: String) throws {
        #expect(try Self.summary(text) == summary)
    }

    @Test(
        "The quantity field accepts the digits of all scripts",
        arguments: [("１２", 12), ("٣", 3), ("１,５", Decimal(string: "1.5")), ("m²", nil)])
    func digits(text: String, quantity: Decimal?) {
        #expect((try? Quantity.parse(text)) == quantity)
    }

    @Test(
        "Text that is not a quantity or unit stays in the name",
        arguments: [
            ("2 parsecs milk", "2 × parsecs milk"), ("7up", "1 × 7up"),
            ("vitamin B12", "1 × vitamin B12"), ("100% juice", "1 × 100% juice"),
            ("3.5 % milk", "1 × 3.5 % milk"), ("⅓ cake", "1 × ⅓ cake"),
            ("24/7 drink", "1 × 24/7 drink"), ("1,000 g sugar", "1 × 1,000 g sugar"),
            ("1.2345 kg ham", "1 × 1.2345 kg ham"), ("-2 milk", "1 × -2 milk"),
            ("milk m²", "1 × milk m²"), ("1.2.3 tea", "1 × 1.2.3 tea"),
            ("1/0 tea", "1 × 1/0 tea"), ("٣ tea", "1 × ٣ tea"),
            ("99999999999999999999 tea", "1 × 99999999999999999999 tea"),
        ])
    func names(text: String, summary: String) throws {
        #expect(try Self.summary(text) == summary)
    }

    @Test("A chosen region decides whether a mark before three digits separates thousands")
    func regions() throws {
        let (america, germany) = try (#require(Region("en_US")), #require(Region("de_DE")))
        func quantity(_ text: String, _ region: Region) throws -> String {
            Quantity.text(try GroceryEntry(parsing: text, by: region).quantity)
        }

        #expect(try quantity("1.000 g Zucker", germany) == "1000")
        #expect(try quantity("Zucker 1.000 g", germany) == "1000")
        #expect(try quantity("1,125 kg Zucker", germany) == "1.125")
        #expect(try quantity("1,000 g sugar", america) == "1000")
        #expect(try quantity("1.125 kg sugar", america) == "1.125")
        for region in [america, germany, .unchosen] {
            #expect(try quantity("1.5 kg sugar", region) == "1.5")
            #expect(try quantity("1,5 kg sugar", region) == "1.5")
            #expect(try quantity("0.125 l milk", region) == "0.125")
        }
        #expect(try Quantity.parse("1.000", by: germany) == 1_000)
    }

    @Test("An empty text and a quantity of zero are refused with the reason")
    func faults() throws {
        #expect(throws: GroceryEntryFault.empty) { try GroceryEntry(parsing: " \n ") }
        for text in ["2", "2 l", "500g", "½ kg", "3x"] {
            #expect(throws: GroceryEntryFault.quantityAlone(text)) {
                try GroceryEntry(parsing: text)
            }
        }
        for text in ["0 milk", "milk 0", "0 l milk"] {
            #expect(throws: GroceryEntryFault.none("milk")) { try GroceryEntry(parsing: text) }
        }
    }

    @Test(
        "The quantity field accepts decimals and fractions",
        arguments: [
            ("2", "2"), ("1.5", "1.5"), ("1,5", "1.5"), ("½", "0.5"), ("1 1/2", "1.5"),
            ("0,125", "0.125"), ("2.50", "2.5"), ("1000", "1000"),
        ])
    func quantities(text: String, quantity: String) throws {
        #expect(try Quantity.parse(text).map(Quantity.text) == quantity)
    }

    @Test("A quantity that cannot be stored exactly is refused, not rounded")
    func quantityFaults() throws {
        for text in ["⅓", "1/3", "0.0001", "1,234", "1.000", "two", "1 2", "-1", "1e3", "1 2 3"] {
            #expect(throws: NumberFault.self) { try Quantity.parse(text) }
        }
        #expect(try Quantity.parse("  ") == nil)
    }

    @Test("Sums of tenths are exact")
    func sums() throws {
        let tenth = try #require(try Quantity.parse("0.1"))
        let sum = (0..<10).reduce(Decimal(0)) { sum, _ in sum + tenth }

        #expect(sum == 1)
        #expect(Quantity.text(sum) == "1")
    }

    private static func summary(_ text: String) throws -> String {
        let entry = try GroceryEntry(parsing: text)
        return "\(Quantity.text(entry.quantity)) \(entry.unit ?? "×") \(entry.name)"
    }
}
