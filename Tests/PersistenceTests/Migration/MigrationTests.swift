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

    @Test("A store of the same model is not touched")
    func sameModel() throws {
        let before = try RawDatabase(farm.path).contents()

        try farm.migrate { _ in
        } read: { _ in
        }

        #expect(try RawDatabase(farm.path).contents() == before)
        #expect(!FileManager.default.fileExists(atPath: farm.copyPath))
    }

    @Test("A new attribute is there with its default, an optional one without a value")
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

    @Test("A new attribute of a subentity is there in its records only")
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

    @Test("An attribute that is gone takes its column with it")
    func removedAttribute() throws {
        try farm.migrate { model in
            try model.change("Keeper") { $0.attributes.removeAll { $0.name == "age" } }
        } read: { (context) throws in
            #expect(try context.values("name", of: "Keeper") == ["Ann", "Ben"])
            #expect(try context.values("favourite", of: "Keeper") == ["Tweety", "none"])
            #expect(try context.values("animals", of: "Keeper") == ["Wanda, Tweety", ""])
        }
    }

    @Test("A new entity shifts the numbers of others, and all references stay right")
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

    @Test("An entity that is gone takes its records and the references to them with it")
    func removedEntity() throws {
        try farm.migrate { model in
            model.entities.removeAll { $0.name == "Bird" }
        } read: { (context) throws in
            #expect(try context.values("favourite", of: "Keeper") == ["none", "none"])
            #expect(try context.values("animals", of: "Keeper") == ["Wanda", ""])
            #expect(try context.values("players", of: "Toy") == ["Wanda"])
        }
    }

    @Test("A renamed entity, attribute and relationship keep their records by their identifiers")
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

    @Test("An attribute that must have a value now gets its default where it had none")
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

    @Test("A wider type takes the values of a narrower one")
    func widerTypes() throws {
        try farm.migrate { model in
            try model.change("Keeper") { $0.attributes[1].attributeType = .decimal }
            try model.change("Bird") { $0.attributes[0].attributeType = .integer64 }
        } read: { (context) throws in
            #expect(try context.values("age", of: "Keeper") == ["41", "none"])
            #expect(try context.values("wingspan", of: "Bird") == ["30"])
        }
    }

    @Test("What cannot be inferred is refused with entity and property, and nothing changes")
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

    @Test("Values that must be unique now are refused where records share one")
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

    @Test("The copy of the former store stays next to it, with its files, until the next migration")
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

    @Test("Large values stay in their files, also when their entity and attribute are renamed")
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

    @Test("A store that is opened to be read only, or without migration, is refused")
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

    @Test("An inferred mapping says what it changes")
    func mappingTypes() throws {
        var model = Farm.model
        try model.change("Keeper") { $0.attributes.removeAll { $0.name == "age" } }

        let mapping = try MappingModel.inferred(from: Farm.model, to: model)

        #expect(mapping.mapping(to: "Keeper")?.mappingType == .transform)
        #expect(mapping.mapping(to: "Bird")?.mappingType == .copy)
    }

    @Test("An inferred mapping changes an entity that inherits what is changed")
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

    @Test("A migration that is cancelled leaves the store as it was", arguments: [0, 3])
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
