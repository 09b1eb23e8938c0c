import Foundation
import ObjectModel
import Persistence
import Testing

@Suite("Core Data’s error codes")
struct ErrorCodeTests {
    private static func code(_ body: () throws -> Void) -> Int? {
        do {
            try body()
            return 0
        } catch {
            return (error as? PersistenceError)?.code
        }
    }

    @Test("A single validation error has its own code, several have a common one")
    func validation() throws {
        let context = try TestLibrary(.inMemory).context()
        let tag = Tag(context: context)

        #expect(Self.code { try context.save() } == 1_570)
        _ = Tag(context: context)
        #expect(Self.code { try context.save() } == 1_560)
        _ = tag
    }

    @Test("Conflicts, missing records and stores that cannot be opened have codes")
    func others() throws {
        let library = try TestLibrary(.sqlite)
        let id = try library.save(author: "Ada", titles: ["One"])[1]
        let (first, second) = (library.context(), library.context())
        try first.existing(id, as: Book.self).stock = 5
        try second.existing(id, as: Book.self).stock = 6
        try first.save()

        #expect(Self.code { try second.save() } == 133_020)
        let gone = ManagedObjectContext(library.container)
        first.delete(try first.existing(id, as: Book.self))
        try first.save()
        #expect(Self.code { _ = try gone.existingObject(with: id) } == 133_000)
        let missing = StoreDescription.sqlite(path: "/nowhere/at/all.sqlite")
        #expect(
            Self.code { _ = try PersistentContainer(model: Library.model, store: missing) }
                == 134_080)
        #expect(PersistenceError.misuse("").code == nil)
        #expect(MigrationError(entity: "A", reason: "b").code == 134_110)
    }
}
