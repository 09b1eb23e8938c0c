import ObjectModel
import Testing

@testable import Persistence

@Suite("References with the wrong entity number, written by other programs")
struct WrongEntityTests {
    private let farm: Farm

    init() throws {
        farm = try Farm()
        let database = try RawDatabase(farm.path)
        let column = try #require(
            try database.column(
                "SELECT name FROM pragma_table_info('ZKEEPER') WHERE name GLOB 'Z[0-9]*_FAVOURITE'"
            ).first)
        try database.run(
            "UPDATE ZKEEPER SET \(column) = (SELECT Z_ENT FROM Z_PRIMARYKEY "
                + "WHERE Z_NAME = 'Animal') WHERE ZFAVOURITE > 0")
    }

    @Test("An object of that entity is replaced by the record’s own, and a check reports it")
    func fetched() throws {
        let faults = try StoreCheck.faults(path: farm.path)
        #expect(faults.count == 1 && faults[0].contains("favourite names another entity"))

        let container = try PersistentContainer(model: Farm.model, store: .sqlite(path: farm.path))
        let context = ManagedObjectContext(container)
        let keepers = try context.fetch(FetchRequest<ManagedObject>(entityName: "Keeper"))
        let named = try #require(
            try keepers.compactMap { try $0.value(forKey: "favourite") as? ManagedObject }.first)
        #expect(named.entity.name == "Animal")

        let birds = try context.fetch(FetchRequest<ManagedObject>(entityName: "Bird"))

        #expect(birds.map(\.entity.name) == ["Bird"])
        #expect(try birds.first?.value(forKey: "wingspan") as? Int64 == 30)
        #expect(birds.first?.objectID == named.objectID)
        #expect(context.registeredObject(for: named.objectID) === birds.first)
        #expect(try named.value(forKey: "name") == nil)
        #expect(try context.existingObject(with: named.objectID) === birds.first)
        let favourites = try keepers.compactMap {
            try $0.value(forKey: "favourite") as? ManagedObject
        }
        #expect(favourites == birds)
        try context.save()
        try container.close()
    }
}
