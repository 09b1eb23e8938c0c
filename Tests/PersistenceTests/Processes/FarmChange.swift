import Foundation
import ObjectModel
import Testing

@testable import Persistence

/// A save that changes everything in a farm, and the contents of the farm before and after.
enum FarmChange {
    /// A second picture, large enough for an external file.
    private static let picture = Data(repeating: 3, count: 150_000)

    static var newerModel: ManagedObjectModel {
        get throws {
            var model = Farm.model
            model.entities.append(EntityDescription("Aardvark"))
            model.entities.removeAll { $0.name == "Fish" }
            try model.change("Keeper") { $0.attributes.append(Farm.optional("town", .string)) }
            return model
        }
    }

    static func save(at path: String, interrupted interruption: KillingFiles.Interruption) throws {
        KillingFiles.interrupt(.nothing)
        let container = try PersistentContainer(
            model: Farm.model, store: description(path, migrates: false))
        try container.write { context in
            let animals = try objects("Animal", context)
            let keepers = try objects("Keeper", context)
            let toy = try #require(try objects("Toy", context).first)
            try animals[0].setValue(String(repeating: "Long ", count: 4_000), forKey: "name")
            try keepers[0].setValue(Array(animals.reversed()), forKey: "animals")
            context.delete(keepers[1])
            let bird = try ManagedObject(entityName: "Bird", context: context)
            try bird.setValue("Woodstock", forKey: "name")
            try toy.setValue(picture, forKey: "picture")
            try toy.setValue([bird] + animals, forKey: "players")
            KillingFiles.interrupt(interruption)
            try context.save()
        }
        try container.close()
    }

    /// The mapped migration to the newer model: towns are derived from names.
    static func mapping(at path: String) throws -> StoreMigration {
        var mapping = try MappingModel.inferred(from: Farm.model, to: newerModel)
        for index in mapping.entityMappings.indices
        where mapping.entityMappings[index].name == "KeeperToKeeper" {
            mapping.entityMappings[index].expressions["town"] = try FetchExpression(
                mappingFormat: "uppercase($source.name)")
        }
        var migration = StoreMigration(path: path, to: try newerModel)
        migration.mapping = mapping
        return migration
    }

    /// The store type is that of the file extension.
    static func description(_ path: String, migrates: Bool) -> StoreDescription {
        let types = ["xml": StoreType.xml, "binary": .binary]
        let type = types[URL(fileURLWithPath: path).pathExtension, default: .sqlite]
        var store = StoreDescription(type: type, path: path)
        store.shouldMigrateStoreAutomatically = migrates
        store.tracksHistory = type == .sqlite
        return store
    }

    private static func objects(
        _ entity: String, _ context: ManagedObjectContext
    ) throws
        -> [ManagedObject]
    {
        try context.fetch(FetchRequest<ManagedObject>(entityName: entity))
            .sorted { $0.objectID.key < $1.objectID.key }
    }

    /// All contents of a farm that an application sees, including the bytes of pictures.
    static func contents(of container: PersistentContainer) throws -> [String] {
        try container.read { context in
            let names = ["name", "weight", "keeper", "toys"]
            let animals = try names.flatMap { try context.values($0, of: "Animal") }
            let keepers = try ["name", "age", "animals", "favourite"]
                .flatMap { try context.values($0, of: "Keeper") }
            let toys = try ["cost", "players"].flatMap { try context.values($0, of: "Toy") }
            let pictures = try objects("Toy", context).map { toy in
                "\((try toy.value(forKey: "picture") as? Data)?.hashValue ?? 0)"
            }
            return animals + keepers + toys + pictures
        }
    }
}
