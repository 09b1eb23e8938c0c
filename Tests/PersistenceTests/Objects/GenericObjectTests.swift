import Persistence
import Testing

@Suite("Objects of generic classes")
struct GenericObjectTests {
    @Test("A generic initializer creates an object of the right class and entity")
    func making() throws {
        let library = try TestLibrary(.cheapest)
        let context = library.context()
        func make<Object: ManagedObject>() -> Object { Object(context: context) }
        let author: Author = make()
        author.name = "Ann"
        try context.save()

        #expect(author.objectID.entityName == "Author")
        #expect(try context.fetch(FetchRequest<Author>()) == [author])
    }

    @Test("An object that is inserted by the name of its entity has the class of the entity")
    func named() throws {
        let library = try TestLibrary(.cheapest)
        let context = library.context()
        let author = try #require(try context.insertObject(ofEntityNamed: "Author") as? Author)
        author.name = "Ann"
        try context.save()

        #expect(try context.fetch(FetchRequest<Author>()) == [author])
        #expect(throws: PersistenceError.self) { try context.insertObject(ofEntityNamed: "Nobody") }
    }
}
