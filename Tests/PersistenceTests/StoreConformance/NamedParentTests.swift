import ObjectModel
import Persistence
import Testing

@Suite("References by a parent of the record’s entity, on every store")
struct NamedParentTests {
    @Test("An ID with a parent entity equals that of the record", arguments: StoreKind.allCases)
    func ids(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let context = library.context()
        let novel = Novel(context: context)
        novel.title = "Emma"
        try context.save()
        let id = novel.objectID
        let coordinator = library.container.coordinator

        let uri = id.uriRepresentation.replacing("/Novel/", with: "/Book/")
        let named = try #require(coordinator.managedObjectID(forURIRepresentation: uri))
        let numbered = try coordinator.objectID(
            entityName: "Book", recordNumber: try #require(id.recordNumber))

        #expect(uri != id.uriRepresentation)
        #expect([named, numbered] == [id, id])
        #expect([named, numbered].map(\.entityName) == ["Novel", "Novel"])
        let reader = library.context()
        #expect(reader.object(with: named) is Novel)
        #expect(try reader.existingObject(with: numbered) is Novel)
        #expect(try reader.fetch(FetchRequest<Novel>()).map(\.title) == ["Emma"])
    }

    @Test("An ID without a record keeps its entity", arguments: StoreKind.allCases)
    func without(kind: StoreKind) throws {
        let library = try TestLibrary(kind)
        let id = try library.container.coordinator.objectID(entityName: "Book", recordNumber: 77)
        #expect(id.entityName == "Book")
        let context = library.context()
        #expect(throws: PersistenceError.self) { try context.existingObject(with: id) }
        #expect(context.object(with: id).entity.name == "Book")
    }
}
