import Foundation
import Persistence
import Testing

@Suite("Predicate evaluation in memory")
struct PredicateEvaluationTests {
    private let rows: [[String: AttributeValue]] = [
        ["name": .string("Sofa"), "count": .integer(2)], ["name": .string("Ängstlich")], [:],
    ]

    @Test("Dictionaries are filtered and sorted")
    func dictionaries() throws {
        let found = try rows.filtered(using: FetchPredicate(format: "name CONTAINS[cd] 'ANG'"))
        let sorted = try rows.sorted(using: [FetchSortDescriptor("name", ascending: false)])

        #expect(found == [rows[1]])
        #expect(sorted == [rows[1], rows[0], rows[2]])
    }

    @Test(
        "A missing value only equals nil, and NOT negates",
        arguments: [
            ("count == nil", true), ("count != nil", false), ("count != 1", true),
            ("count == 1", false), ("count < 1", false), ("NOT count < 1", true),
            ("count >= 1", false), ("count IN {1, nil}", true), ("count IN {1}", false),
            ("NOT count IN {1}", true), ("count BETWEEN {0, 9}", false),
            ("name CONTAINS ''", false),
            ("NOT name LIKE '*'", true), ("count + 1 == nil", true), ("a.b.@count == 0", true),
            ("ANY a.b == nil", false), ("ALL a.b == 1", true),
        ])
    func missingValues(text: String, answer: Bool) throws {
        #expect(try FetchPredicate(format: text).evaluate(with: rows[2]) == answer)
    }

    @Test(
        "A validation rule accesses its value as SELF",
        arguments: [
            ("SELF > 0", true), ("SELF BETWEEN {1, 3}", true), ("SELF == 2.0", true),
            ("SELF IN {1, 3}", false), ("SELF / 2 == 1 AND SELF ** 2 == 4", true),
        ])
    func singleValues(text: String, answer: Bool) throws {
        #expect(
            try FetchPredicate(format: text).evaluate(with: AttributeValue.integer(2)) == answer)
    }

    @Test("Xcode’s rule for text length is supported")
    func length() throws {
        let rule = try FetchPredicate(format: "length >= 3 AND SELF MATCHES '[a-z]+|ab'")

        #expect(try rule.evaluate(with: AttributeValue.string("abc")))
        #expect(try !rule.evaluate(with: AttributeValue.string("ab")))
    }

    @Test(
        "Case and diacritic insensitive comparisons fold texts",
        arguments: [
            ("Straße", "STRASSE", "[c]", true), ("Σίσυφος", "σίσυφοσ", "[c]", true),
            ("é", "e\u{301}", "", false), ("é", "e\u{301}", "[c]", true), ("é", "e", "[c]", false),
            ("é", "e", "[d]", true), ("É", "e", "[d]", false), ("Łódź", "lodz", "[cd]", true),
            ("smørrebrød", "SMORREBROD", "[cd]", true), ("が", "か", "[cd]", false),
            ("が", "か\u{3099}", "[cd]", true), ("한", "한", "[d]", true),
            ("é", "e\u{301}", "[n]", false), ("שָׁלוֹם", "שלום", "[cd]", false),
        ])
    func folding(first: String, second: String, options: String, isEqual: Bool) throws {
        let predicate = try FetchPredicate(format: "SELF ==\(options) %@", second)

        #expect(try predicate.evaluate(with: AttributeValue.string(first)) == isEqual)
    }

    @Test("Composed and decomposed texts fold alike in any context")
    func equivalentTexts() throws {
        var random = SplitMix(state: 9)
        let pieces = [
            "a", "É", "ß", "Ж", "й", "ǘ", "が", "한", "ﬁ", "\u{301}", "\u{323}", " ", "😀", "Ø", "ש",
            "ָ",
        ]
        for _ in 0..<600 {
            let text = (0..<1 + random.below(8)).map { _ in random.pick(pieces) }.joined()
            for options in ["[c]", "[d]", "[cd]"] {
                let predicate = try FetchPredicate(
                    format: "SELF ==\(options) %@", text.decomposedStringWithCanonicalMapping)
                let composed = text.precomposedStringWithCanonicalMapping

                #expect(try predicate.evaluate(with: .string(composed)), "\(options) \(composed)")
            }
        }
    }

    @Test("An accented letter contains its base letter only if diacritics are ignored")
    func containedAccents() throws {
        let text = AttributeValue.string("cafe\u{301}")

        #expect(try !FetchPredicate(format: "SELF CONTAINS[c] 'CAFE'").evaluate(with: text))
        #expect(try FetchPredicate(format: "SELF CONTAINS[cd] 'CAFE'").evaluate(with: text))
    }

    @Test("A pathological regular expression is stopped", .endsIfItHangs)
    func hostilePattern() throws {
        let text = AttributeValue.string(String(repeating: "a", count: 60) + "b")
        let predicate = try FetchPredicate(format: "SELF MATCHES '(a+)+'")

        let error = #expect(throws: FetchPredicateError.self) { try predicate.evaluate(with: text) }

        #expect(error?.message.contains("takes too long") == true)
    }

    @Test("A localized standard sort orders numbers in texts by value")
    func standardOrder() throws {
        let names = ["Box 10", "box 2", "Box 2", "Äpfel", "apfel", "Zebra", "Box 02", "ab", ""]
        let rows = names.map { ["name": AttributeValue.string($0)] }

        let sorted = try rows.sorted(using: [
            FetchSortDescriptor("name", comparison: .localizedStandard)
        ])

        #expect(
            sorted.compactMap { $0["name"] }
                == ["", "ab", "apfel", "Äpfel", "box 2", "Box 02", "Box 2", "Box 10", "Zebra"].map(
                    AttributeValue.string))
    }

    @Test("Decimals are computed exactly")
    func decimals() throws {
        let row: [String: AttributeValue] = ["price": .decimal(Decimal(string: "0.1") ?? 0)]

        #expect(try FetchPredicate(format: "price * 3 == 0.3").evaluate(with: row))
        #expect(try FetchPredicate(format: "price + 0.2 == 0.3").evaluate(with: row))
    }

    @Test("An object can be substituted for a variable")
    func objectAsVariable() throws {
        let catalog = try Catalog()
        let context = catalog.context()
        var request = FetchRequest<ManagedObject>(entityName: "Thing")
        request.predicate = try FetchPredicate(format: "name == 'Sofa' AND category != nil")
        let source = try #require(try context.fetch(request).first)
        request.predicate = try FetchPredicate(
            format: "category == $FETCH_SOURCE.category AND SELF != $FETCH_SOURCE"
        ).substituting(variables: ["FETCH_SOURCE": source])

        let others = try context.fetch(request)

        #expect(!others.isEmpty)
        #expect(!others.contains(source))
        #expect(
            try others.allSatisfy {
                try $0.predicateValue(forKey: "category").identity
                    == source.predicateValue(forKey: "category").identity
            })
    }
}

extension PredicateValue {
    fileprivate var identity: ManagedObjectID? {
        if case .subject(let subject) = self { subject.predicateObjectID } else { nil }
    }
}
