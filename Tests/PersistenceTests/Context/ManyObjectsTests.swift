import Persistence
import Testing

@Suite("Fetching objects by many IDs")
struct ManyObjectsTests {
    @Test(
        "Objects are in the order of the IDs, without missing ones",
        arguments: StoreKind.allCases)
    func order(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let saved = try library.container.write { context in
            let authors = (0..<3).map { number in
                let author = Author(context: context)
                author.name = "Ada \(number)"
                return author
            }
            try context.save()
            return authors.map(\.objectID)
        }
        try library.container.write { context in
            context.delete(try context.existingObject(with: saved[1]))
            try context.save()
        }
        let context = library.context()

        let found: [Author] = try context.objects(with: [saved[2], saved[1], saved[0]])
        let plain: [ManagedObject] = try context.objects(
            with: saved[1...], entityName: "Author", prefetching: ["books"])
        let none: [Author] = try context.objects(with: [])

        #expect(found.map(\.name) == ["Ada 2", "Ada 0"])
        #expect(plain.map(\.objectID) == [saved[2]])
        #expect(none.isEmpty)
    }

    @Test("There can be more IDs than parameters in a statement", arguments: StoreKind.allCases)
    func longList(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let saved = try library.container.write { context in
            let author = Author(context: context)
            author.name = "Ada"
            try context.save()
            return author.objectID
        }
        let coordinator = library.container.coordinator
        let ids = try (1...70_000).map {
            try coordinator.objectID(entityName: "Author", recordNumber: $0)
        }

        let found: [Author] = try library.context().objects(with: ids)

        #expect(found.map(\.objectID) == [saved])
    }
}
