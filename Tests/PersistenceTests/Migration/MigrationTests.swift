import Foundation
import ObjectModel
import Synchronization
import Testing

@testable import Persistence

struct MigrationTests {
    private let farm: Farm

    init() throws {
        farm = try Farm()
    }

    @Test("A store of the same model is not changed")
    func sameModel() throws {
        let before = try RawDatabase(farm.path).contents()

        try farm.migrate { _ in
        } read: { _ in
        }

        #expect(try RawDatabase(farm.path).contents() == before)
        #expect(!FileManager.default.fileExists(atPath: farm.copyPath))
    }

    @Test("A new attribute has its default, or no value if it is optional")
    func addedAttributes() throws {
        try farm.migrate { model in
            try model.change("Keeper") { keeper in
                var rank = Farm.required("rank", .integer32)
                rank.defaultValueString = "7"
                keeper.attributes += [rank, Farm.optional("town", .string)]
            }
        } read: { (context) throws in
            #expect(try context.values("rank", of: "Keeper") == ["7", "7"])
            #expect(try context.values("town", of: "Keeper") == ["none", "none"])
            #expect(try context.values("age", of: "Keeper") == ["41", "none"])
            #expect(try context.values("animals", of: "Keeper") == ["Wanda, Tweety", ""])
        }
    }

    @Test("A new attribute of a subentity only affects records of the subentity")
    func addedToSubentity() throws {
        try farm.migrate { model in
            try model.change("Bird") { bird in
                var song = Farm.required("song", .string)
                song.defaultValueString = "it’s a tweet"
                bird.attributes.append(song)
            }
        } read: { (context) throws in
            #expect(try context.values("song", of: "Bird") == ["it’s a tweet"])
        }
        #expect(
            try RawDatabase(farm.path).rows("SELECT Z_PK, ZSONG FROM ZANIMAL ORDER BY 1")
                .filter { $0[1] != nil }.count == 1)
    }

    @Test("A removed attribute’s column is dropped")
    func removedAttribute() throws {
        try farm.migrate { model in
            try model.change("Keeper") { $0.attributes.removeAll { $0.name == "age" } }
        } read: { (context) throws in
            #expect(try context.values("name", of: "Keeper") == ["Ann", "Ben"])
            #expect(try context.values("favourite", of: "Keeper") == ["Tweety", "none"])
            #expect(try context.values("animals", of: "Keeper") == ["Wanda, Tweety", ""])
        }
    }

    @Test("A new entity shifts the numbers of others, and references remain valid")
    func addedEntity() throws {
        try farm.migrate { model in
            var barn = EntityDescription("Aardvark")
            barn.attributes = [Farm.optional("name", .string)]
            model.entities.append(barn)
            model.entities.append(EntityDescription("Cat", superentityName: "Animal"))
        } read: { (context) throws in
            #expect(try context.values("favourite", of: "Keeper") == ["Tweety", "none"])
            #expect(try context.values("animals", of: "Keeper") == ["Wanda, Tweety", ""])
            #expect(try context.values("players", of: "Toy") == ["Tweety, Wanda"])
            #expect(try context.values("toys", of: "Fish") == ["Ball"])
            #expect(try context.values("name", of: "Fish") == ["Wanda"])
            #expect(try context.values("wingspan", of: "Bird") == ["30"])
            #expect(try context.values("name", of: "Cat") == [])
        }
    }

    @Test("A removed entity’s records and the references to them are deleted")
    func removedEntity() throws {
        try farm.migrate { model in
            model.entities.removeAll { $0.name == "Bird" }
        } read: { (context) throws in
            #expect(try context.values("favourite", of: "Keeper") == ["none", "none"])
            #expect(try context.values("animals", of: "Keeper") == ["Wanda", ""])
            #expect(try context.values("players", of: "Toy") == ["Wanda"])
        }
    }

    @Test(
        "Renamed entities, attributes and relationships are matched by their renaming identifiers"
    )
    func renaming() throws {
        try farm.migrate { model in
            try model.change("Keeper") { keeper in
                keeper.name = "Farmer"
                keeper.renamingIdentifier = "Keeper"
                keeper.attributes[0].name = "title"
                keeper.attributes[0].renamingIdentifier = "name"
                keeper.relationships[0].name = "beasts"
                keeper.relationships[0].renamingIdentifier = "animals"
            }
            try model.change("Animal") { animal in
                animal.relationships[0].destinationEntity = "Farmer"
                animal.relationships[0].inverseName = "beasts"
                animal.relationships[2].destinationEntity = "Farmer"
                animal.relationships[1].name = "things"
                animal.relationships[1].renamingIdentifier = "toys"
            }
            try model.change("Toy") { $0.relationships[0].inverseName = "things" }
        } read: { (context) throws in
            #expect(try context.values("title", of: "Farmer") == ["Ann", "Ben"])
            #expect(try context.values("beasts", of: "Farmer") == ["Wanda, Tweety", ""])
            #expect(try context.values("favourite", of: "Farmer") == ["Tweety", "none"])
            #expect(try context.values("keeper", of: "Fish") == ["Ann"])
            #expect(try context.values("things", of: "Bird") == ["Ball"])
            #expect(try context.values("players", of: "Toy") == ["Tweety, Wanda"])
        }
    }

    @Test("An attribute that becomes required gets its default where it was empty")
    func requiredWithDefault() throws {
        try farm.migrate { model in
            try model.change("Keeper") { keeper in
                keeper.attributes[1].isOptional = false
                keeper.attributes[1].defaultValueString = "18"
            }
        } read: { (context) throws in
            #expect(try context.values("age", of: "Keeper") == ["41", "18"])
        }
    }

    @Test("A wider type keeps the values of a narrower one")
    func widerTypes() throws {
        try farm.migrate { model in
            try model.change("Keeper") { $0.attributes[1].attributeType = .decimal }
            try model.change("Bird") { $0.attributes[0].attributeType = .integer64 }
        } read: { (context) throws in
            #expect(try context.values("age", of: "Keeper") == ["41", "none"])
            #expect(try context.values("wingspan", of: "Bird") == ["30"])
        }
    }

    @Test("A change that cannot be inferred is refused with entity and property, without changes")
    func notInferable() throws {
        let required = try farm.refusal { model in
            try model.change("Keeper") { $0.attributes[1].isOptional = false }
        }
        let added = try farm.refusal { model in
            try model.change("Toy") { $0.attributes.append(Farm.required("size", .integer16)) }
        }
        let type = try farm.refusal { model in
            try model.change("Bird") { $0.attributes[0].attributeType = .date }
        }
        let destination = try farm.refusal { model in
            try model.change("Keeper") { $0.relationships[1].destinationEntity = "Toy" }
            try model.change("Keeper") { $0.relationships[1].inverseName = nil }
            try model.change("Animal") { $0.relationships.removeLast() }
        }

        #expect(required?.hasPrefix("Keeper.age: ") == true)
        #expect(added?.hasPrefix("Toy.size: ") == true)
        #expect(type?.hasPrefix("Bird.wingspan: ") == true)
        #expect(destination?.hasPrefix("Keeper.favourite: ") == true)
        #expect(!FileManager.default.fileExists(atPath: farm.copyPath))
    }

    @Test("A new uniqueness constraint is refused if records share a value")
    func uniqueness() throws {
        try farm.migrate { model in
            try model.change("Keeper") { keeper in
                keeper.uniquenessConstraints = [["name"]]
                keeper.versionHashModifier = "2"
                keeper.indexes = [
                    FetchIndexDescription("byAge", elements: [.init(propertyName: "age")])
                ]
            }
        } read: { (context) throws in
            #expect(try context.values("name", of: "Keeper") == ["Ann", "Ben"])
        }
        let other = try Farm()
        try RawDatabase(other.path).run("UPDATE ZKEEPER SET ZNAME = 'Ann'")

        let reason = try other.refusal { model in
            try model.change("Keeper") { keeper in
                keeper.uniquenessConstraints = [["name"]]
                keeper.versionHashModifier = "2"
            }
        }

        #expect(reason?.hasPrefix("Keeper.name: ") == true)
    }

    @Test("The copy before migration is kept with its external files until the next migration")
    func copy() throws {
        try farm.migrate { model in
            try model.change("Keeper") { $0.attributes.append(Farm.optional("town", .string)) }
        } read: { (context) throws in
            #expect(try context.fetch(FetchRequest<ManagedObject>(entityName: "Toy")).count == 1)
        }

        let container = try PersistentContainer(
            model: Farm.model, store: .sqlite(path: farm.copyPath))
        try container.read { (context) throws in
            #expect(try context.values("age", of: "Keeper") == ["41", "none"])
            let toy = try #require(
                try context.fetch(FetchRequest<ManagedObject>(entityName: "Toy")).first)
            #expect(try toy.value(forKey: "picture") as? Data == Farm.picture)
        }
        try container.close()
    }

    @Test("External data is kept when its entity and attribute are renamed")
    func externalData() throws {
        try farm.migrate { model in
            try model.change("Toy") { toy in
                toy.name = "Plaything"
                toy.renamingIdentifier = "Toy"
                toy.attributes[2].name = "photo"
                toy.attributes[2].renamingIdentifier = "picture"
            }
            try model.change("Animal") { $0.relationships[1].destinationEntity = "Plaything" }
        } read: { (context) throws in
            let toy = try #require(
                try context.fetch(FetchRequest<ManagedObject>(entityName: "Plaything")).first)
            #expect(try toy.value(forKey: "photo") as? Data == Farm.picture)
            #expect(try context.values("players", of: "Plaything") == ["Tweety, Wanda"])
        }
    }

    @Test("An old store is refused if it is read-only or automatic migration is off")
    func notAsked() throws {
        var model = Farm.model
        try model.change("Keeper") { $0.attributes.append(Farm.optional("town", .string)) }
        var readOnly = StoreDescription.sqlite(path: farm.path)
        readOnly.isReadOnly = true
        var unmigrated = StoreDescription.sqlite(path: farm.path)
        unmigrated.shouldMigrateStoreAutomatically = false
        var unmapped = StoreDescription.sqlite(path: farm.path)
        unmapped.shouldInferMappingModelAutomatically = false

        for description in [readOnly, unmigrated, unmapped] {
            #expect(throws: PersistenceError.self) {
                try PersistentContainer(model: model, store: description)
            }
        }
    }

    @Test("Inferred entity mappings have mapping types")
    func mappingTypes() throws {
        var model = Farm.model
        try model.change("Keeper") { $0.attributes.removeAll { $0.name == "age" } }

        let mapping = try MappingModel.inferred(from: Farm.model, to: model)

        #expect(mapping.mapping(to: "Keeper")?.mappingType == .transform)
        #expect(mapping.mapping(to: "Bird")?.mappingType == .copy)
    }

    @Test("An inferred mapping transforms entities that inherit a change")
    func mappingTypesOfSubentities() throws {
        var model = Farm.model
        try model.change("Animal") { $0.attributes.removeAll { $0.name == "weight" } }

        let mapping = try MappingModel.inferred(from: Farm.model, to: model)

        for name in ["Animal", "Bird", "Fish"] {
            #expect(mapping.mapping(to: name)?.mappingType == .transform)
        }
        for name in ["Keeper", "Toy"] {
            #expect(mapping.mapping(to: name)?.mappingType == .copy)
        }
    }

    @Test("A cancelled migration leaves the store unchanged", arguments: [0, 3])
    func cancellation(steps: Int) throws {
        var model = Farm.model
        try model.change("Keeper") { $0.attributes.removeAll { $0.name == "age" } }
        let before = try RawDatabase(farm.path).contents()
        let asked = Mutex(0)
        var migration = StoreMigration(path: farm.path, to: model)
        migration.isCancelled = {
            asked.withLock { asked in
                asked += 1
                return asked > steps
            }
        }

        #expect(throws: CancellationError.self) { try migration.run() }

        #expect(try RawDatabase(farm.path).contents() == before)
        migration.isCancelled = { false }
        #expect(try migration.run())
    }
}
