import Foundation
import Persistence
import Testing

@testable import Domain

struct ItemRelationTests {
    private static let words = ["walnut", "750", "teppich", "scratch", "roswitha", "descal"]

    @Test("An item is found by its belongings until they are deleted")
    func life() throws {
        let test = try TestHousehold()
        try test.add(["Drill", "Bear", "Roswitha’s lamp"])
        let household = test.household
        #expect(try Self.found("walnut", household) == [])

        try Self.write(household) { try Self.fill(TestHousehold.item("Bear", $0), in: $0) }

        for word in Self.words.dropLast(2) { #expect(try Self.found(word, household) == [2]) }
        #expect(try Self.found("roswitha", household) == [2, 3])
        #expect(try Self.found("WALNUT descale roswitha bear", household) == [2])
        #expect(try Self.found("walnut drill", household) == [])
        // Neither booleans, nor former borrowers, nor records in the trash.
        for word in ["yes", "earlier", "thrown"] {
            #expect(try Self.found(word, household) == [], "\(word)")
        }

        try Self.write(household) { context in
            let bear = try TestHousehold.item("Bear", context)
            for value in bear.fieldValues {
                if let field = value.field { bear.setValue(nil, of: field, in: context) }
            }
            bear.documents.first?.trashedDate = Date()
            bear.photos.first?.caption = nil
            bear.openLoan()?.returned = Date()
            bear.careTasks.forEach(context.delete)
        }
        for word in Self.words where word != "roswitha" {
            #expect(try Self.found(word, household) == [], "\(word)")
        }
        #expect(try Self.found("roswitha", household) == [3])
    }

    @Test("An item is found by location and tag, and the match is reported")
    func placesAndTags() throws {
        let test = try TestHousehold()
        try test.add(["Drill", "Bear"])
        try Self.write(test.household) { context in
            let bear = try TestHousehold.item("Bear", context)
            let attic = Location(context: context)
            (attic.name, attic.notes) = ("Dachboden", "Behind the chimney")
            bear.location = attic
            let tag = Tag(context: context)
            tag.name = "Heirloom"
            bear.tags = [tag]
        }

        for words in ["dachboden", "CHIMNEY", "heirloom bear", "dachb heirl"] {
            #expect(try Self.found(words, test.household) == [2], "\(words)")
            #expect(try Self.found(words, test.household, isOfOwnTexts: true) == [], "\(words)")
        }
        let reasons = try test.household.container.read { context in
            try TestHousehold.item("Bear", context).relatedTexts(with: ["chimney", "heir"])
        }
        #expect(reasons == ["Behind the chimney", "Heirloom"])
    }

    @Test("The search follows belongings through trash, restoration, moves and deletion")
    func moves() throws {
        let test = try TestHousehold()
        try test.add(["Drill", "Bear"])
        let household = test.household
        try Self.write(household) { try Self.fill(TestHousehold.item("Bear", $0), in: $0) }

        try Self.write(household) { try TestHousehold.item("Bear", $0).trashedDate = Date() }
        for word in Self.words { #expect(try Self.found(word, household) == [], "\(word)") }
        try Self.write(household) { try TestHousehold.item("Bear", $0).trashedDate = nil }
        for word in Self.words { #expect(try Self.found(word, household) == [2], "\(word)") }

        try Self.write(household) { context in
            let (drill, bear) = try (
                TestHousehold.item("Drill", context), TestHousehold.item("Bear", context)
            )
            for task in bear.careTasks { task.item = drill }
            bear.documents.first?.name = "Manual.pdf"
        }
        #expect(try Self.found("descale", household) == [1])
        #expect(try Self.found("teppich", household) == [])
        #expect(try Self.found("manual", household) == [2])

        try Self.write(household) { $0.delete(try TestHousehold.item("Bear", $0)) }
        for word in Self.words.dropLast() { #expect(try Self.found(word, household) == []) }
    }

    @Test("The global search finds belongings too, after the items’ own texts")
    func everything() throws {
        let test = try TestHousehold()
        try test.add(["Roswithalamp", "Drill", "Bear"])
        let household = test.household
        try Self.write(household) { try Self.fill(TestHousehold.item("Bear", $0), in: $0) }

        let found = try household.container.read { context in
            try HouseholdSearch.find("roswitha", among: [.item], limit: 5, in: context)
        }

        #expect(found.map(\.entity) == [.item])
        #expect(found.first?.total == 2)
        #expect(found.first?.numbers == [1, 3])
    }

    @Test("The match outside an item’s own texts is reported")
    func reasons() throws {
        let test = try TestHousehold()
        try test.add(["Bear"])
        try Self.write(test.household) { try Self.fill(TestHousehold.item("Bear", $0), in: $0) }

        let reasons = try test.household.container.read { context in
            let bear = try TestHousehold.item("Bear", context)
            return try [
                ["bea"], ["TEPPICH", "be", "scratch"], ["walnut", "veneer"], ["yes", "earlier"],
            ].map(bear.relatedTexts)
        }

        #expect(
            reasons == [
                [], ["Teppichhaus.pdf", "The scratch at the side"], ["Walnut veneer"], [],
            ])
    }

    @Test("The totals of a search follow changes of belongings and manufacturers")
    func totals() throws {
        let test = try TestHousehold()
        try test.add(["Drill", "Bear"])
        let household = test.household
        func total(_ words: String) throws -> Int {
            var query = ItemQuery()
            query.search = words
            return try household.container.read { context in
                try household.inventoryCache.totals(of: query, in: context).count
            }
        }
        let (empty, strange) = try (total("walnut"), total("acme"))

        try Self.write(household) { try Self.fill(TestHousehold.item("Bear", $0), in: $0) }
        let filled = try total("walnut")
        try Self.write(household) { try TestHousehold.item("Drill", $0).manufacturer = "Acme" }
        let made = try total("acme")

        let counts = [empty, strange, filled, made]
        #expect(counts == [0, 0, 1, 1])
    }

    @Test("A search in the items’ own texts ignores belongings")
    func ownTexts() throws {
        let test = try TestHousehold()
        try test.add(["Drill", "Bear", "Roswitha’s lamp"])
        let household = test.household
        try Self.write(household) { try Self.fill(TestHousehold.item("Bear", $0), in: $0) }

        for word in Self.words where word != "roswitha" {
            #expect(try Self.found(word, household, isOfOwnTexts: true) == [], "\(word)")
        }
        #expect(try Self.found("roswitha", household, isOfOwnTexts: true) == [3])
        #expect(try Self.found("BEAR", household, isOfOwnTexts: true) == [2])
    }

    @Test("A search is one statement, whatever the number of items and words")
    func statements() throws {
        func statements(_ count: Int) throws -> [String] {
            let trace = SQLTrace()
            let test = try TestHousehold(trace: trace)
            let household = test.household
            try test.add((0..<count).map { "Thing \($0)" })
            try Self.write(household) { context in
                for item in try context.fetch(FetchRequest<Item>()) {
                    try Self.fill(item, in: context)
                }
            }
            trace.removeAll()
            var query = ItemQuery()
            query.search = "walnut thing"
            let found = try household.container.read { context in
                try context.fetch(query.fetchRequest(in: context)).count
            }
            #expect(found == count)
            return trace.sql.filter { $0.contains("FROM ZITEM t0") }
        }

        #expect(try statements(1).count == 1)
        #expect(try statements(30).count == 1)
    }

    /// The numbers of the items that the store finds by words; they equal those with the words.
    private static func found(
        _ words: String, _ household: Household, isOfOwnTexts: Bool = false
    ) throws -> [Int64] {
        var query = ItemQuery()
        query.search = words
        query.isOfOwnTexts = isOfOwnTexts
        return try household.container.read { context in
            let condition = try query.condition(in: context)
            let found = try context.fetch(query.fetchRequest(in: context))
            for item in try context.fetch(FetchRequest<Item>()) {
                #expect(try condition.evaluate(with: item) == found.contains(item), "\(words)")
            }
            return found.compactMap(\.objectID.recordNumber)
        }
    }

    private static func write(
        _ household: Household, _ change: (ManagedObjectContext) throws -> Void
    ) throws {
        try household.container.write { context in
            try change(context)
            try household.save(context)
        }
    }

    /// Gives an item a related record of each kind.
    private static func fill(_ item: Item, in context: ManagedObjectContext) throws {
        for (name, kind, text) in [
            ("Wood", ItemFieldKind.text, "Walnut veneer"), ("Power", .number, "750"),
            ("Insured", .flag, "yes"),
        ] {
            let field = try ItemField.append(in: context)
            (field.name, field.kind) = (name, kind.rawValue)
            item.setValue(try kind.reading(text), of: field, in: context)
        }
        for (name, isTrashed) in [("Teppichhaus.pdf", false), ("Thrown.pdf", true)] {
            let document = Document(context: context)
            (document.key, document.name) = (UUID(), name)
            (document.mediaType, document.addedAt) = ("application/pdf", Date())
            document.trashedDate = isTrashed ? Date() : nil
            document.item = item
        }
        let photo = ItemPhoto(context: context)
        (photo.key, photo.addedAt, photo.thumbnail) = (UUID(), Date(), Data([1]))
        photo.caption = "The scratch at the side"
        photo.item = item
        for (borrower, isBack) in [("Roswitha", false), ("Earlier", true)] {
            let loan = Loan(context: context)
            (loan.borrower, loan.since) = (borrower, Date())
            loan.returned = isBack ? Date() : nil
            loan.item = item
        }
        let task = CareTask(context: context)
        (task.title, task.item) = ("Descale it", item)
    }
}
