import Foundation
import ObjectModel
import Persistence
import Testing

@Suite("Saving, on every store")
struct SavingConformanceTests {
    private struct Stop: Error {}

    @Test("Hooks are called in order", arguments: StoreKind.allCases)
    func hooks(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let context = library.context()
        let log = HookLog()
        let book = Book(context: context)
        book.log = log
        book.title = "One"

        #expect(book.awakenings == 1)
        try context.save()
        #expect(log.calls == ["willSave", "didSave"])

        log.calls = []
        book.title = "Two"
        try context.save()
        #expect(log.calls == ["willSave", "didSave"])

        log.calls = []
        context.delete(book)
        try context.save()
        #expect(log.calls == ["prepareForDeletion", "willSave", "didSave"])
    }

    @Test("A change in willSave is saved", arguments: StoreKind.allCases)
    func willSaveChanges(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let context = library.context()
        let book = Book(context: context)
        book.title = "trim me "
        let log = HookLog()
        book.log = log

        try context.save()

        #expect(book.title == "trim me")
        #expect(log.calls == ["willSave", "willSave", "didSave"])
        let other = library.context()
        #expect(try all(Book.self, by: "title", in: other).map(\.title) == ["trim me"])
    }

    @Test("An object inserted in willSave is saved", arguments: StoreKind.allCases)
    func willSaveInserts(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let context = library.context()
        let book = Book(context: context)
        book.title = "One"
        book.onWillSave = { book in
            guard book.tags.isEmpty, let context = book.managedObjectContext else { return }
            let tag = Tag(context: context)
            tag.label = "auto"
            book.tags = [tag]
        }

        try context.save()

        let other = library.context()
        #expect(try all(Tag.self, by: "label", in: other).map(\.label) == ["auto"])
    }

    @Test("An endless willSave is an error", arguments: StoreKind.allCases)
    func endlessWillSave(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let context = library.context()
        let book = Book(context: context)
        book.title = "One"
        book.onWillSave = { $0.weight += 1 }

        #expect(throws: PersistenceError.self) { try context.save() }
        #expect(book.isInserted)
    }

    @Test("A change in didSave is an unsaved change", arguments: StoreKind.allCases)
    func didSaveChanges(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let context = library.context()
        let book = Book(context: context)
        book.title = "One"
        book.onDidSave = { if $0.title == "One" { $0.title = "Two" } }

        try context.save()
        #expect(context.hasChanges)
        #expect(book.isUpdated)
        #expect(book.committedValues(forKeys: ["title"]) == ["title": .string("One")])
        try context.save()

        #expect(!context.hasChanges)
        let other = library.context()
        #expect(try all(Book.self, by: "title", in: other).map(\.title) == ["Two"])
    }

    @Test("A validation error in one object prevents the whole save", arguments: StoreKind.allCases)
    func allOrNothing(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let ids = try library.save(author: "Ada", titles: ["One"])
        let context = library.context()
        let book = try context.existing(ids[1], as: Book.self)
        book.title = "Changed"
        let good = Tag(context: context)
        good.label = "red"
        _ = Tag(context: context)

        #expect(faults { try context.save() }.map(\.key) == ["label"])

        let other = library.context()
        #expect(try other.existing(ids[1], as: Book.self).title == "One")
        #expect(try all(Tag.self, by: "label", in: other).isEmpty)
        #expect(book.isUpdated)
        #expect(good.isInserted)
        #expect(good.objectID.isTemporaryID)
    }

    @Test("A save that the store refused can be corrected", arguments: StoreKind.allCases)
    func correctedSave(kind: StoreKind) throws {
        let store = try TestLibrary(kind, model: Club.model)
        let context = store.context()
        let ann = try context.make("Person", "Ann")
        try ann.setValue("Rome", forKey: "town")
        try context.save()
        let twin = try context.make("Person", "Ann")
        try twin.setValue("Rome", forKey: "town")
        let locker = try context.make("Locker")
        try twin.setValue(locker, forKey: "locker")
        try twin.setValue([ann], forKey: "friends")
        let (twinID, lockerID) = (twin.objectID, locker.objectID)

        #expect(throws: PersistenceError.self) { try context.save() }
        #expect(twin.objectID == twinID)
        #expect(twin.objectID.isTemporaryID)
        #expect(context.registeredObject(for: twinID) === twin)
        #expect(try locker.one("owner") === twin)
        #expect(try twin.attributeValue(forKey: "locker") == .object(lockerID))
        #expect(twin.isInserted)
        #expect(try twin.many("friends") == [ann])

        try twin.setValue("Oslo", forKey: "town")
        try context.save()

        let other = store.context()
        let people = try other.named("Person")
        #expect(people.count == 2)
        #expect(try people[1].one("locker")?.objectID == locker.objectID)
        #expect(try people[0].many("friends") == [people[1]])
    }

    @Test(
        "The error of a duplicate value names the entity and properties",
        arguments: StoreKind.allCases)
    func constraintConflict(kind: StoreKind) throws {
        let store = try TestLibrary(kind, model: Club.model)
        let context = store.context()
        for name in ["Ann", "Ann"] {
            let person = try context.make("Person", name)
            try person.setValue("Rome", forKey: "town")
        }

        do {
            try context.save()
            Issue.record("The save was not refused")
        } catch PersistenceError.constraintConflict(let entity, let properties) {
            #expect(entity == "Person")
            #expect(properties == ["name", "town"])
        }
    }

    @Test("Records without one of the unique values do not conflict", arguments: StoreKind.allCases)
    func constraintWithoutValue(kind: StoreKind) throws {
        let store = try TestLibrary(kind, model: Club.model)
        let context = store.context()
        for _ in 0..<2 { _ = try context.make("Person", "Ann") }

        try context.save()

        #expect(try store.context().named("Person").count == 2)
    }

    @Test(
        "A unique value can be reused after its record was changed or deleted",
        arguments: StoreKind.allCases)
    func freedUniqueValue(kind: StoreKind) throws {
        let store = try TestLibrary(kind, model: Club.model)
        let context = store.context()
        let people = try ["Ann", "Ben"].map { try context.make("Person", $0) }
        for person in people { try person.setValue("Rome", forKey: "town") }
        try context.save()

        try people[0].setValue("Cy", forKey: "name")
        try context.save()
        try people[1].setValue("Ann", forKey: "name")
        try context.save()
        context.delete(people[1])
        let new = try context.make("Coach", "Ann")
        try new.setValue("Rome", forKey: "town")
        try context.save()

        let other = store.context()
        #expect(try other.named("Person").map { try $0.text("name") } == ["Ann", "Cy"])
    }

    @Test("New objects that refer to each other get permanent IDs", arguments: StoreKind.allCases)
    func newReferences(kind: StoreKind) throws {
        let store = try TestLibrary(kind, model: Club.model)
        let context = store.context()
        let (ann, ben) = (try context.make("Person", "Ann"), try context.make("Person", "Ben"))
        try ann.setValue(ben, forKey: "boss")
        try ben.setValue(ann, forKey: "boss")
        try ann.setValue([ben], forKey: "friends")

        try context.save()

        #expect(try ann.attributeValue(forKey: "boss") == .object(ben.objectID))
        #expect(!ben.objectID.isTemporaryID)
        let other = store.context()
        let found = try other.named("Person")
        #expect(try found[0].one("boss") === found[1])
        #expect(try found[1].one("boss") === found[0])
        #expect(try found[1].many("friends") == [found[0]])
    }

    @Test("A save without changes writes nothing", arguments: StoreKind.allCases)
    func unchanged(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let ids = try library.save(author: "Ada", titles: ["One"])
        let context = library.context()
        let book = try context.existing(ids[1], as: Book.self)
        let before = library.container.coordinator.changeCount

        book.title = "One"
        #expect(!context.hasChanges)
        try context.save()
        book.title = "Two"
        book.title = "One"
        try context.save()

        #expect(book.rowVersion == 1)
        #expect(library.container.coordinator.changeCount == before)
        let other = library.context()
        #expect(try other.existing(ids[1], as: Book.self).rowVersion == 1)
    }

    @Test("Each save of a change increments the row version", arguments: StoreKind.allCases)
    func versions(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let ids = try library.save(author: "Ada", titles: ["One"])
        let context = library.context()
        let book = try context.existing(ids[1], as: Book.self)
        let author = try context.existing(ids[0], as: Author.self)

        for title in ["Two", "Three"] {
            book.title = title
            try context.save()
        }

        #expect(book.rowVersion == 3)
        #expect(author.rowVersion == 1)
        let other = library.context()
        #expect(try other.existing(ids[1], as: Book.self).rowVersion == 3)
    }

    @Test("Values of every attribute type survive a round trip", arguments: StoreKind.allCases)
    func attributeTypes(kind: StoreKind) throws {
        let store = try TestLibrary(kind, model: Club.model)
        let context = store.context()
        let gadget = try context.make("Gadget")
        let values: [String: AttributeValue] = [
            "short": .integer(-5), "middle": .integer(Int64(Int32.max)), "whole": .integer(.min),
            "amount": .decimal(Decimal(string: "-12345.6789012345") ?? 0), "ratio": .double(0.3),
            "half": .double(Double(Float(0.1))), "code": .string("abb"),
            "bytes": .data(Data([0, 1, 255])), "key": .uuid(UUID()), "required": .boolean(false),
            "made": .date(Date(timeIntervalSinceReferenceDate: -0.125)),
            "picture": .data(Data(repeating: 7, count: 200_000)),
            "home": .url(try #require(URL(string: "https://example.org/a%20b?c=d"))),
        ]
        for (key, value) in values { try gadget.setValue(value, forKey: key) }
        try gadget.setValue("kept in memory", forKey: "note")
        try context.save()
        #expect(try gadget.text("note") == "kept in memory")

        try store.reopen()
        let other = store.context()
        let request = FetchRequest<ManagedObject>(entityName: "Gadget")
        let found = try #require(try other.fetch(request).first)
        for (key, value) in values {
            #expect(try found.attributeValue(forKey: key) == value, "\(key)")
        }
        #expect(try found.text("note") == nil)
    }

    @Test("A large value is available even if a fetch defers it", arguments: StoreKind.allCases)
    func largeValues(kind: StoreKind) throws {
        let store = try TestLibrary(kind, model: Club.model)
        let context = store.context()
        let gadget = try context.make("Gadget")
        try gadget.setValue(Data(repeating: 1, count: 50_000), forKey: "bytes")
        try gadget.setValue(Data(repeating: 2, count: 500_000), forKey: "picture")
        try context.save()
        let request = FetchRequest<ManagedObject>(entityName: "Gadget")

        let other = store.context()
        let found = try #require(try other.fetch(request).first)
        try found.setValue(3, forKey: "short")
        try other.save()

        let third = store.context()
        let again = try #require(try third.fetch(request).first)
        #expect(again.changedValues.isEmpty)
        #expect(try (again.value(forKey: "bytes") as? Data)?.count == 50_000)
        #expect(try again.value(forKey: "picture") as? Data == Data(repeating: 2, count: 500_000))
        #expect(!third.hasChanges)
        try again.setValue(Data(repeating: 2, count: 500_000), forKey: "picture")
        #expect(!third.hasChanges)
    }

    @Test("A transient value is not saved", arguments: StoreKind.allCases)
    func transientChange(kind: StoreKind) throws {
        let store = try TestLibrary(kind, model: Club.model)
        let context = store.context()
        let gadget = try context.make("Gadget")
        try context.save()

        try gadget.setValue("a", forKey: "note")
        try context.save()

        #expect(gadget.rowVersion == 1)
        #expect(try gadget.text("note") == "a")
    }

    @Test("An error in the closure discards its changes", arguments: StoreKind.allCases)
    func foreignContext(kind: StoreKind) throws {
        let library = try TestLibrary(kind)

        #expect(throws: Stop.self) {
            try library.container.write { context in
                let tag = Tag(context: context)
                tag.label = "red"
                throw Stop()
            }
        }

        #expect(try library.context().isPristine())
    }
}
