import ObjectModel
import Persistence
import Testing

@Suite("Elements of composite attributes, on every store")
struct CompositePartTests {
    private static let stores = StoreKind.allCases

    private static var model: ManagedObjectModel {
        var place = AttributeDescription("place", .composite)
        place.compositeName = "Place"
        var home = AttributeDescription("home", .composite)
        home.compositeName = "Address"
        let street = AttributeDescription("street", .string)
        let height = AttributeDescription("height", .integer64)
        var person = EntityDescription("Person")
        let name = AttributeDescription("name", .string)
        let pets = RelationshipDescription(toMany: "pets", "Pet", inverse: "owner")
        person.attributes = [name, home]
        person.relationships = [pets]
        var pet = EntityDescription("Pet")
        let owner = RelationshipDescription(toOne: "owner", "Person", inverse: "pets")
        pet.relationships = [owner]
        var model = ManagedObjectModel(entities: [person, pet])
        model.compositeAttributes = [
            CompositeAttributeDescription("Address", attributes: [street, place]),
            CompositeAttributeDescription("Place", attributes: [height]),
        ]
        return model
    }

    private func add(_ name: String, _ height: Int64, to context: ManagedObjectContext) throws {
        let person = try ManagedObject(entityName: "Person", context: context)
        try person.setValue(name, forKey: "name")
        try person.setValue(height, forKey: "home.place.height")
        let pet = try ManagedObject(entityName: "Pet", context: context)
        try pet.setValue(person, forKey: "owner")
    }

    private func names(_ people: [ManagedObject]) throws -> [String?] {
        try people.map { try $0.value(forKeyPath: "name") as? String }
    }

    @Test("Saved and unsaved objects are sorted by elements", arguments: stores)
    func order(kind: StoreKind) throws {
        let library = try TestLibrary(kind, model: Self.model)
        let context = library.context()
        var request = FetchRequest<ManagedObject>(entityName: "Person")
        request.sortDescriptors = [FetchSortDescriptor("home.place.height", ascending: false)]
        for (name, height) in [("Ann", 3), ("Ben", 9)] { try add(name, Int64(height), to: context) }
        try context.save()
        #expect(try names(library.context().fetch(request)) == ["Ben", "Ann"])

        try add("Cid", 5, to: context)

        #expect(try names(context.fetch(request)) == ["Ben", "Cid", "Ann"])
        let controller = FetchedResultsController(
            fetchRequest: request, managedObjectContext: context)
        try controller.performFetch()
        #expect(try names(#require(controller.fetchedObjects)) == ["Ben", "Cid", "Ann"])
        var pets = FetchRequest<ManagedObject>(entityName: "Pet")
        pets.sortDescriptors = [FetchSortDescriptor("owner.home.place.height")]
        let owners = try context.fetch(pets).map {
            try $0.value(forKeyPath: "owner.name") as? String
        }
        #expect(owners == ["Ann", "Cid", "Ben"])
    }

    @Test("Predicates access elements in memory", arguments: [StoreKind.usual])
    func predicate(kind: StoreKind) throws {
        let library = try TestLibrary(kind, model: Self.model)
        let context = library.context()
        for (name, height) in [("Ann", 3), ("Ben", 9)] { try add(name, Int64(height), to: context) }
        let people = try context.fetch(FetchRequest<ManagedObject>(entityName: "Person"))
        let high = try FetchPredicate(format: "home.place.height > 5")
        #expect(try names(people.filtered(using: high)) == ["Ben"])
    }
}
