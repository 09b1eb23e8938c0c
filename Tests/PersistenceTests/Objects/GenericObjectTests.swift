import Persistence
import Testing

@Suite("Objects of a class that generic code names")
struct GenericObjectTests {
    @Test("They are of their class and its entity, and can be saved")
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
