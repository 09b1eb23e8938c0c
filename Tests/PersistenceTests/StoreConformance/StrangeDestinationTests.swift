import ObjectModel
import Persistence
import Testing

@Suite("Relationships to objects of other contexts, on every store")
struct StrangeDestinationTests {
    private static let stores = StoreKind.allCases

    private func isMisuse(_ error: any Error) -> Bool {
        if case PersistenceError.misuse = error { true } else { false }
    }

    @Test(
        "An object of another context is refused, and the save throws the error", arguments: stores)
    func toOne(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let (context, other) = (library.context(), library.context())
        let (own, strange) = (Author(context: context), Author(context: other))
        (own.name, strange.name) = ("Ada", "Bob")
        let book = Book(context: context)
        book.title = "One"
        book.author = own

        book.author = strange

        #expect(book.author === own && strange.books.isEmpty)
        #expect {
            try context.save()
        } throws: {
            isMisuse($0) && "\($0)".contains("Book.author")
        }
        try context.save()
        try other.save()
        let reader = library.context()
        let stored = try all(Book.self, by: "title", in: reader)
        #expect(stored.map { $0.author?.name } == ["Ada"])
    }

    @Test(
        "Objects of another context are refused by all ways to change a to-many relationship",
        arguments: stores)
    func toMany(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let (context, other) = (library.context(), library.context())
        let author = Author(context: context)
        author.name = "Ada"
        let book = Book(context: context)
        book.title = "One"
        let page = Page(context: context)
        let tag = Tag(context: context)
        tag.label = "red"
        let (book2, page2, tag2) = (
            Book(context: other), Page(context: other), Tag(context: other)
        )
        let changes: [() -> Void] = [
            { author.addToBooks(book2) },
            { author.books = [book, book2] },
            { book.pages = [page2, page] },
            { book.insertIntoOrdered(page2, at: 0, slot: 5) },
            { book.replaceInOrdered(at: 0, with: page2, slot: 5) },
            { book.tags = [tag, tag2] },
            { tag2.books = [book] },
        ]

        for change in changes.dropLast() {
            change()
            #expect(throws: PersistenceError.self) { try context.save() }
        }
        changes.last?()
        #expect(throws: PersistenceError.self) { try other.save() }

        #expect(author.books == [book] && book.pages == [page] && book.tags == [tag])
        #expect(book2.author == nil && page2.book == nil && tag2.books.isEmpty)
        try context.save()
        #expect(try all(Page.self, by: "text", in: library.context()).count == 1)
    }

    /// Boxes with relationships to one and to several things, without an inverse.
    private static var model: ManagedObjectModel {
        var thing = EntityDescription("Thing")
        thing.attributes = [AttributeDescription("name", .string, isOptional: false)]
        thing.attributes[0].isOptional = true
        var box = EntityDescription("Box")
        box.attributes = [AttributeDescription("code", .string, isOptional: false)]
        box.uniquenessConstraints = [["code"]]
        box.relationships = [.init(toOne: "best", "Thing"), .init(toMany: "things", "Thing")]
        for index in box.relationships.indices { box.relationships[index].isOptional = true }
        return ManagedObjectModel(entities: [thing, box])
    }

    private func box(_ code: String, _ context: ManagedObjectContext) throws -> ManagedObject {
        let box = try ManagedObject(entityName: "Box", context: context)
        try box.setValue(code, forKey: "code")
        return box
    }

    private func boxes(_ context: ManagedObjectContext) throws -> [ManagedObject] {
        try context.fetch(FetchRequest<ManagedObject>(entityName: "Box"))
    }

    @Test("References to an object deleted before its first save are not saved", arguments: stores)
    func wasNeverSaved(kind: StoreKind) throws {
        let library = try TestLibrary(kind, model: Self.model)
        let root = library.context()
        for context in [root, ManagedObjectContext(parent: root)] {
            let box = try box(context === root ? "A" : "B", context)
            let kept = try ManagedObject(entityName: "Thing", context: context)
            let gone = try ManagedObject(entityName: "Thing", context: context)
            try box.setValue(gone, forKey: "best")
            try box.setValue([gone, kept], forKey: "things")

            context.delete(gone)
            try context.save()
        }
        try root.save()
        try library.reopen()

        let reader = library.context()
        let stored = try boxes(reader)
        #expect(stored.count == 2)
        for box in stored {
            #expect(try box.attributeValue(forKey: "best") == .null)
            #expect((try box.value(forKey: "things") as? Set<ManagedObject>)?.count == 1)
        }
    }

    @Test("A failed save keeps a reference to a deleted object")
    func failing() throws {
        for kind in StoreKind.allCases {
            let library = try TestLibrary(kind, model: Self.model)
            let context = library.context()
            _ = try box("A", context)
            try context.save()
            let box = try box("A", context)
            let gone = try ManagedObject(entityName: "Thing", context: context)
            try box.setValue(gone, forKey: "best")
            context.delete(gone)

            #expect(throws: PersistenceError.self) { try context.save() }

            #expect(try box.value(forKey: "best") as? ManagedObject === gone)
            try box.setValue("B", forKey: "code")
            try context.save()
            #expect(try boxes(library.context()).count == 2)
        }
    }

    @Test("A new object that left its context cannot be saved", arguments: stores)
    func homeless(kind: StoreKind) throws {
        let library = try TestLibrary(kind, model: Self.model)
        let context = library.context()
        let box = try box("A", context)
        let thing = try ManagedObject(entityName: "Thing", context: context)
        try context.save()
        let homeless = try ManagedObject(entityName: "Thing", context: context)
        context.rollback()
        #expect(homeless.managedObjectContext == nil)

        box.setToOne(homeless, at: 0)
        #expect {
            try context.save()
        } throws: {
            isMisuse($0) && "\($0)".contains("Box.best")
        }
        box.setToOne(thing, at: 0)
        box.addToMany([homeless], at: 2)
        #expect {
            try context.save()
        } throws: {
            isMisuse($0) && "\($0)".contains("Box.things")
        }
        box.removeFromToMany([homeless], at: 2)
        try context.save()

        let reader = library.context()
        let stored = try #require(try boxes(reader).first)
        #expect(
            try stored.attributeValue(forKey: "best")
                == .object(thing.objectID))
        #expect((try stored.value(forKey: "things") as? Set<ManagedObject>)?.isEmpty == true)
    }
    @Test("Both sides of a many-to-many relationship refuse an object that left its context")
    func homelessAtBothEnds() throws {
        let library = try TestLibrary(.usual)
        let context = library.context()
        let homeless = (Book(context: context), Tag(context: context))
        context.rollback()
        let book = Book(context: context)
        book.title = "One"
        let tag = Tag(context: context)
        tag.label = "red"

        book.tags = [tag, homeless.1]
        #expect(throws: PersistenceError.self) { try context.save() }
        book.tags = [tag]
        tag.books.insert(homeless.0)
        #expect(throws: PersistenceError.self) { try context.save() }
        tag.books = [book]
        try context.save()

        let reader = library.context()
        #expect(try all(Tag.self, by: "label", in: reader).map(\.books.count) == [1])
    }
}
