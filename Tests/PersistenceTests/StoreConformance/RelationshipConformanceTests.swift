import Foundation
import ObjectModel
import Persistence
import Testing

@Suite("Relationships, on every store")
struct RelationshipConformanceTests {
    @Test("Setting a to-one relationship sets its inverse", arguments: StoreKind.allCases)
    func toOneSetsInverse(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let context = library.context()
        let (ada, bob) = (Author(context: context), Author(context: context))
        let book = Book(context: context)

        book.author = ada
        #expect(ada.books == [book])

        book.author = bob
        #expect(ada.books.isEmpty)
        #expect(bob.books == [book])

        book.author = nil
        #expect(bob.books.isEmpty)
    }

    @Test("Setting a to-many relationship sets its inverse", arguments: StoreKind.allCases)
    func toManySetsInverse(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let context = library.context()
        let (ada, bob) = (Author(context: context), Author(context: context))
        let (one, two, three) = (
            Book(context: context), Book(context: context), Book(context: context)
        )

        ada.books = [one, two]
        #expect(one.author === ada)
        #expect(two.author === ada)

        ada.books = [two, three]
        #expect(one.author == nil)
        #expect(three.author === ada)

        bob.addToBooks(two)
        #expect(two.author === bob)
        #expect(ada.books == [three])

        ada.removeFromBooks(three)
        #expect(three.author == nil)
    }

    @Test("Setting a many-to-many relationship sets its inverse", arguments: StoreKind.allCases)
    func manyToMany(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let context = library.context()
        let (red, blue) = (Tag(context: context), Tag(context: context))
        let (one, two) = (Book(context: context), Book(context: context))
        (red.label, blue.label, one.title, two.title) = ("red", "blue", "One", "Two")

        one.tags = [red, blue]
        blue.books.insert(two)
        #expect(red.books == [one])
        #expect(blue.books == [one, two])
        #expect(two.tags == [blue])
        try context.save()
        one.tags.remove(blue)
        #expect(blue.books == [two])
        try context.save()

        let other = library.context()
        let tags = try all(Tag.self, by: "label", in: other)
        #expect(tags.map { Set($0.books.map(\.title)) } == [["Two"], ["One"]])
    }

    @Test(
        "A one-to-one destination is taken from its previous owner", arguments: StoreKind.allCases)
    func oneToOne(kind: StoreKind) throws {
        let store = try TestLibrary(kind, model: Club.model)
        let context = store.context()
        let (ann, ben) = (try context.make("Person", "Ann"), try context.make("Person", "Ben"))
        let (red, blue) = (try context.make("Locker"), try context.make("Locker"))
        try ann.setValue(red, forKey: "locker")
        try ben.setValue(blue, forKey: "locker")
        try context.save()

        try ann.setValue(blue, forKey: "locker")

        #expect(try blue.one("owner") === ann)
        #expect(try red.one("owner") == nil)
        #expect(try ben.one("locker") == nil)

        try red.setValue(ann, forKey: "owner")
        try context.save()

        let other = store.context()
        let people = try other.named("Person")
        #expect(try people[0].one("locker")?.objectID == red.objectID)
        #expect(try people[1].one("locker") == nil)
        #expect(try other.object(with: blue.objectID).one("owner") == nil)
    }

    @Test("A stored one-to-one destination is taken through a fault", arguments: StoreKind.allCases)
    func oneToOneThroughFaults(kind: StoreKind) throws {
        let store = try TestLibrary(kind, model: Club.model)
        let context = store.context()
        let (ann, ben) = (try context.make("Person", "Ann"), try context.make("Person", "Ben"))
        let locker = try context.make("Locker")
        try ann.setValue(locker, forKey: "locker")
        try context.save()
        let other = store.context()

        try other.object(with: ben.objectID).setValue(
            other.object(with: locker.objectID), forKey: "locker")
        try other.save()

        let third = store.context()
        #expect(try third.object(with: ann.objectID).one("locker") == nil)
        #expect(try third.object(with: ben.objectID).one("locker")?.objectID == locker.objectID)
    }

    @Test("Adding to a fault does not fire it", arguments: StoreKind.allCases)
    func addToFault(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let ids = try library.save(author: "Ada", titles: ["One", "Two"])
        let context = library.context()
        let author = try #require(context.object(with: ids[0]) as? Author)
        let book = Book(context: context)
        book.title = "Three"

        author.addToBooks(book)

        #expect(context.registeredObject(for: ids[1]) == nil)
        #expect(Set(author.books.map(\.title)) == ["One", "Two", "Three"])
        try context.save()
        let other = library.context()
        #expect(try other.existing(ids[0], as: Author.self).books.count == 3)
    }

    @Test("A member removed from a fault is missing when it fires", arguments: StoreKind.allCases)
    func removeFromFault(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let ids = try library.save(author: "Ada", titles: ["One", "Two"])
        let context = library.context()
        let author = try #require(context.object(with: ids[0]) as? Author)
        let one = try #require(context.object(with: ids[1]) as? Book)

        one.author = nil

        #expect(author.books.map(\.title) == ["Two"])
    }

    @Test(
        "A relationship of an entity to itself can be symmetric", arguments: StoreKind.allCases
    )
    func friends(kind: StoreKind) throws {
        let store = try TestLibrary(kind, model: Club.model)
        let context = store.context()
        let people = try ["Ann", "Ben", "Cy"].map { try context.make("Person", $0) }

        try people[0].setValue([people[1], people[2]], forKey: "friends")
        #expect(try people[1].many("friends") == [people[0]])
        try context.save()
        try people[2].setValue([ManagedObject](), forKey: "friends")
        #expect(try people[0].many("friends") == [people[1]])
        try context.save()

        let other = try store.context().named("Person")
        withExtendedLifetime(other[0].managedObjectContext) {}
        let context2 = store.context()
        let again = try context2.named("Person")
        #expect(try again.map { try $0.many("friends").count } == [1, 1, 0])
    }

    @Test("An object can be its own destination", arguments: StoreKind.allCases)
    func ownFriend(kind: StoreKind) throws {
        let store = try TestLibrary(kind, model: Club.model)
        let context = store.context()
        let ann = try context.make("Person", "Ann")

        try ann.setValue([ann], forKey: "friends")
        try ann.setValue(ann, forKey: "boss")
        try context.save()

        let other = store.context()
        let found = try #require(try other.named("Person").first)
        #expect(try found.many("friends") == [found])
        #expect(try found.one("boss") === found)
        #expect(try found.many("staff") == [found])
        try found.setValue([ManagedObject](), forKey: "friends")
        #expect(try found.many("friends") == [])
        try other.save()
        let third = store.context()
        #expect(try third.named("Person")[0].many("friends").isEmpty)
    }

    @Test("An entity can form a tree", arguments: StoreKind.allCases)
    func tree(kind: StoreKind) throws {
        let store = try TestLibrary(kind, model: Club.model)
        let context = store.context()
        let people = try ["Ann", "Ben", "Cy"].map { try context.make("Person", $0) }

        try people[1].setValue(people[0], forKey: "boss")
        try people[0].setValue([people[1], people[2]], forKey: "staff")
        try context.save()

        let other = store.context()
        let found = try other.named("Person")
        #expect(try found[0].many("staff") == [found[1], found[2]])
        #expect(try found[2].one("boss") === found[0])
    }

    @Test("Destinations can be of subentities", arguments: StoreKind.allCases)
    func polymorphicDestination(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let context = library.context()
        let author = Author(context: context)
        author.name = "Ada"
        let novel = Novel(context: context)
        novel.title = "Novel"
        novel.genre = "crime"
        novel.author = author
        let page = Page(context: context)
        novel.pages = [page]
        try context.save()

        let other = library.context()
        let ada = try other.existing(author.objectID, as: Author.self)
        let found = try #require(ada.books.first as? Novel)
        #expect(found.genre == "crime")
        #expect(try other.existing(page.objectID, as: Page.self).book === found)
        #expect(page.objectID.entityName == "Page")
        #expect(found.objectID.entityName == "Novel")
    }

    @Test(
        "A destination of another entity or context is refused", arguments: StoreKind.allCases
    )
    func wrongDestination(kind: StoreKind) throws {
        let store = try TestLibrary(kind, model: Club.model)
        let (context, other) = (store.context(), store.context())
        let ann = try context.make("Person", "Ann")
        let locker = try context.make("Locker")
        let stranger = try other.make("Person", "Ben")

        #expect(throws: PersistenceError.self) { try ann.setValue(locker, forKey: "boss") }
        #expect(throws: PersistenceError.self) { try ann.setValue(stranger, forKey: "boss") }
        #expect(throws: PersistenceError.self) { try ann.setValue([stranger], forKey: "friends") }
        #expect(throws: PersistenceError.self) {
            try ann.setValue([locker, locker], forKey: "locker")
        }
    }

    @Test("A relationship without an inverse keeps its destination", arguments: StoreKind.allCases)
    func withoutInverse(kind: StoreKind) throws {
        let store = try TestLibrary(kind, model: Club.model)
        let context = store.context()
        let (ann, ben) = (try context.make("Person", "Ann"), try context.make("Coach", "Ben"))

        try ann.setValue(ben, forKey: "hero")
        try context.save()

        let other = store.context()
        let found = try other.named("Person")
        #expect(try found[0].one("hero") === found[1])
        #expect(found[1].entity.name == "Coach")
    }

    @Test("Both sides of a changed relationship are observed", arguments: StoreKind.allCases)
    func observation(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let context = library.context()
        let author = Author(context: context)
        let book = Book(context: context)
        var seen: [String] = []
        let observations = [
            try author.observe("books") { _, _ in seen.append("books") },
            try book.observe("author") { _, change in
                seen.append(change.newValue.isNull ? "no author" : "author")
            },
        ]

        book.author = author
        author.removeFromBooks(book)

        #expect(Set(seen) == ["books", "author", "no author"])
        #expect(seen.count == 4)
        observations.forEach { $0.invalidate() }
    }
}
