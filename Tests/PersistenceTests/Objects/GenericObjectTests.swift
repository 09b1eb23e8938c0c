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
}
