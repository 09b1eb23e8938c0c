import Foundation
import ObjectModel
import Persistence
import Testing

@Suite("Searches, on every store")
struct SearchConformanceTests {
    /// Lamps, a box and a sofa, and an item without a text.
    private func shelf(_ kind: StoreKind) throws -> TestLibrary {
        let library = try TestLibrary(kind, model: Shelf.model)
        let context = library.context()
        let light = try context.add("Type", ["name": "Lighting"])
        let old = try context.add("Tag", ["word": "Œuvre d’art"])
        let red = try context.add("Tag", ["word": "red"])
        let lamp = try context.add(
            "Item", ["title": "Blue lamp", "notes": "from O’Brien", "code": "zebra", "place": 1])
        try lamp.setValue(light, forKey: "type")
        try lamp.setValue(Set([old, red]), forKey: "tags")
        let box = try context.add("Box", ["title": "Lampshades", "label": "Ω7", "place": 2])
        try box.setValue(Set([red]), forKey: "tags")
        let sofa = try context.add("Item", ["title": "Sofa", "notes": "ｗｉｄｅ, 1 m²", "place": 3])
        try context.add("Loan", ["borrower": "Zoë", "isOpen": true]).setValue(sofa, forKey: "item")
        try context.add("Loan", ["borrower": "Al", "isOpen": false]).setValue(lamp, forKey: "item")
        try context.add("Item", ["code": "plain", "place": 4])
        try context.save()
        return library
    }

    /// The searches: the text, the key paths, and the titles found.
    private static let examples: [(text: String, places: [String], titles: [String])] = [
        ("lamp", ["SELF"], ["Blue lamp", "Lampshades"]), ("LAMP blue", ["SELF"], ["Blue lamp"]),
        ("ue", ["SELF"], ["Blue lamp"]), ("m", ["SELF"], ["Blue lamp", "Lampshades", "Sofa"]),
        ("ω", ["SELF"], ["Lampshades"]), ("ω7", ["SELF"], ["Lampshades"]),
        ("obrien", ["SELF"], ["Blue lamp"]), ("O'Brien’s", ["SELF"], []),
        ("wide m2", ["SELF"], ["Sofa"]), ("zebra", ["SELF"], []), ("lampfrom", ["SELF"], []),
        ("mpf", ["SELF"], []), ("", ["SELF"], ["Blue lamp", "Lampshades", "Sofa", "none"]),
        ("\u{200B} ", ["SELF"], ["Blue lamp", "Lampshades", "Sofa", "none"]),
        ("light", ["SELF"], []), ("light", ["SELF", "type"], ["Blue lamp"]),
        ("light lamp", ["SELF", "type"], ["Blue lamp"]), ("sofa light", ["SELF", "type"], []),
        ("oeuvre", ["tags"], ["Blue lamp"]),
        ("red", ["SELF", "tags"], ["Blue lamp", "Lampshades"]),
        ("red zoe", ["SELF", "tags", "loans"], []),
        ("zoe", ["SELF", "tags", "loans"], ["Sofa"]), ("al", ["loans"], ["Blue lamp"]),
        ("red al light lamp", ["SELF", "type", "tags", "loans"], ["Blue lamp"]),
        ("%", ["SELF"], []), ("_a", ["SELF"], []), ("\"", ["SELF"], []),
        ("a\"b OR c*", ["SELF"], []),
        ("shades", ["type.items"], []), ("sofa", ["tags.items.type.items"], []),
        ("lampshades", ["tags.items"], ["Blue lamp", "Lampshades"]),
        ("blue", ["type.items"], ["Blue lamp"]),
        ("lighting", ["tags.items.type"], ["Blue lamp", "Lampshades"]),
    ]

    @Test(
        "Each word is found in any of the texts, also within words",
        arguments: StoreKind.allCases)
    func examples(kind: StoreKind) throws {
        let library = try shelf(kind)
        for example in Self.examples {
            let context = library.context()
            let predicate = FetchPredicate.search(example.text, in: example.places)
            let comment = Comment(rawValue: "\(example.text) in \(example.places)")

            #expect(try context.titles(predicate) == example.titles, comment)
            let all = ["Blue lamp", "Lampshades", "Sofa", "none"]
            #expect(
                try context.titles(.not(predicate)) == all.filter { !example.titles.contains($0) },
                comment)
            var request = FetchRequest<ManagedObject>(entityName: "Item")
            request.predicate = predicate
            #expect(try context.count(for: request) == example.titles.count, comment)
            let parsed = try FetchPredicate(format: predicate.predicateFormat)
            #expect(try context.titles(parsed) == example.titles, comment)
        }
    }

    @Test("A search can be combined with other conditions", arguments: StoreKind.allCases)
    func composition(kind: StoreKind) throws {
        let library = try shelf(kind)
        let context = library.context()
        let lamp = FetchPredicate.search("lamp")
        let late = try FetchPredicate(format: "place > 1")

        #expect(try context.titles(.and([lamp, late])) == ["Lampshades"])
        #expect(
            try context.titles(.or([.search("sofa"), lamp]), limit: 2) == [
                "Blue lamp", "Lampshades",
            ])
        #expect(try context.titles(lamp, of: "Box") == ["Lampshades"])
        #expect(
            try context.titles(
                FetchPredicate(
                    format:
                        "SUBQUERY(loans, $l, $l.isOpen == YES AND indexedText:($l) CONTAINS 'zoe')"
                        + ".@count > 0")) == ["Sofa"])
        #expect(
            try context.titles(FetchPredicate(format: "indexedText:(type) CONTAINS 'light'")) == [
                "Blue lamp"
            ])
    }

    @Test("A search can include the results of a subquery", arguments: StoreKind.allCases)
    func subqueries(kind: StoreKind) throws {
        let library = try shelf(kind)
        let context = library.context()
        let open = try FetchExpression(format: "SUBQUERY(loans, $l, $l.isOpen == YES)")
        let examples: [(text: String, titles: [String])] = [
            ("zoe", ["Sofa"]), ("sofa ZOE", ["Sofa"]), ("al", []), ("lamp al", []),
            ("lamp", ["Blue lamp", "Lampshades"]),
        ]
        for example in examples {
            let predicate = FetchPredicate.search(example.text, in: [.evaluatedObject, open])
            let comment = Comment(rawValue: example.text)

            #expect(try context.titles(predicate) == example.titles, comment)
            let all = ["Blue lamp", "Lampshades", "Sofa", "none"]
            #expect(
                try context.titles(.not(predicate)) == all.filter { !example.titles.contains($0) },
                comment)
            let parsed = try FetchPredicate(format: predicate.predicateFormat)
            #expect(try context.titles(parsed) == example.titles, comment)
        }
    }

    @Test("A search includes unsaved changes", arguments: StoreKind.allCases)
    func pendingChanges(kind: StoreKind) throws {
        let library = try shelf(kind)
        let context = library.context()
        let items = try context.fetch(FetchRequest<ManagedObject>(entityName: "Item"))
        let sofa = try #require(items.first { try $0.value(forKey: "title") as? String == "Sofa" })
        try sofa.setValue("Settee", forKey: "title")
        try context.add("Item", ["title": "Nightlamp", "place": 0])

        #expect(try context.titles(.search("sofa")) == [])
        #expect(try context.titles(.search("settee")) == ["Settee"])
        #expect(try context.titles(.search("lamp")) == ["Nightlamp", "Blue lamp", "Lampshades"])
        #expect(try context.titles(.search("zoe set", in: ["SELF", "loans"])) == ["Settee"])
    }

    @Test("Whole words are ranked before prefixes and substrings", arguments: StoreKind.allCases)
    func relevance(kind: StoreKind) throws {
        let library = try TestLibrary(kind, model: Shelf.model)
        let context = library.context()
        let titles = ["clamp red", "lampshade red", "a lamp, red", "lamplight infrared", "redlamp"]
        for (place, title) in titles.enumerated() {
            try context.add("Item", ["title": title, "place": place])
        }
        try context.save()
        func order(_ text: String, ascending: Bool = true) throws -> [String] {
            var relevance = FetchSortDescriptor.relevance(to: text)
            relevance.ascending = ascending
            return try library.context().titles(
                .search(text), by: [relevance, FetchSortDescriptor("place")])
        }

        #expect(
            try order("lamp")
                == ["a lamp, red", "lampshade red", "lamplight infrared", "clamp red", "redlamp"])
        #expect(
            try order("lamp red")
                == ["a lamp, red", "lampshade red", "clamp red", "lamplight infrared", "redlamp"])
        #expect(try order("lamp", ascending: false).last == "a lamp, red")
        try context.add("Item", ["title": "Lamp", "place": -1])
        #expect(
            try context.titles(
                .search("lamp"), by: [.relevance(to: "lamp"), FetchSortDescriptor("place")],
                limit: 2)
                == ["Lamp", "a lamp, red"])
    }

    @Test("Searching an entity without indexed texts is an error", arguments: StoreKind.allCases)
    func refusal(kind: StoreKind) throws {
        let library = try TestLibrary(kind, model: Shelf.model)
        let context = library.context()
        var request = FetchRequest<ManagedObject>(entityName: "Stamp")
        request.predicate = .search("lamp")

        let error = #expect(throws: FetchPredicateError.self) { try context.fetch(request) }
        #expect(error?.message == "No attribute of Stamp is indexed in Spotlight.")
        request.predicate = nil
        request.sortDescriptors = [.relevance(to: "lamp")]
        #expect(throws: FetchPredicateError.self) { try context.fetch(request) }
        #expect(throws: FetchPredicateError.self) {
            try context.titles(.search("lamp", in: ["title"]))
        }
    }

    @Test(
        "Stores and memory find the same records in the same order after random changes",
        arguments: StoreKind.allCases, [1, 2, 3] as [UInt64])
    func generated(kind: StoreKind, seed: UInt64) throws {
        let library = try TestLibrary(kind, model: Shelf.model)
        var walk = ShelfWalk(library, seed: seed)
        for _ in 0..<12 {
            try walk.change()
            try walk.check()
        }
        try library.reopen()
        try walk.check()
        #expect(walk.foundCount > 50)
    }

    @Test(
        "Results are also the same after changes by other programs, and the index is consistent",
        arguments: [11, 12, 13] as [UInt64])
    func foreignWriters(seed: UInt64) throws {
        let library = try TestLibrary(.usual, model: Shelf.model)
        var walk = ShelfWalk(library, seed: seed)
        var count = 0
        walk.foreign = { change in
            count += 1
            func quoted(_ text: String) -> String { "'\(text.replacing("'", with: "''"))'" }
            switch change {
            case .title(let key, let text):
                try library.runForeign(
                    "UPDATE ZITEM SET ZTITLE = \(quoted(text)) WHERE Z_PK = \(key)")
            case .insertion(let key, let text):
                // Beyond the keys that the library allocates.
                let key = key < 1_000_000 ? key + 1_000_000 : key
                try library.runForeign(
                    "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNOTES, ZPLACE) "
                        + "VALUES (\(key), 2, 1, \(quoted(text)), \(key))")
            case .deletion(let key):
                // Some stores refuse dangling references.
                try library.runForeign("DELETE FROM Z_1TAGS WHERE Z_1ITEMS = \(key)")
                try library.runForeign("DELETE FROM ZITEM WHERE Z_PK = \(key)")
            }
        }
        for _ in 0..<15 {
            try walk.change()
            try walk.check()
            // Other programs leave references to deleted records, without their keys.
            #expect(try library.faults().filter { $0.contains("full-text") } == [])
        }

        #expect(count > 5 && walk.foundCount > 50)
    }
}
