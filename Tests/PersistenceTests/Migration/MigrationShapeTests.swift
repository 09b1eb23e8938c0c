import Foundation
import ObjectModel
import Testing

@testable import Persistence

/// Changes of the shape of relationships and of inheritance.
struct MigrationShapeTests {
    private let farm: Farm

    init() throws {
        farm = try Farm()
    }

    @Test("Two entities that get a common parent share a table, and references remain valid")
    func newParent() throws {
        try farm.migrate { model in
            model.entities.append(EntityDescription("Thing", isAbstract: true))
            for name in ["Animal", "Keeper", "Toy"] {
                try model.change(name) { $0.superentityName = "Thing" }
            }
        } read: { (context) throws in
            #expect(try context.values("name", of: "Keeper") == ["Ann", "Ben"])
            #expect(try context.values("favourite", of: "Keeper") == ["Tweety", "none"])
            #expect(try context.values("animals", of: "Keeper") == ["Wanda, Tweety", ""])
            #expect(try context.values("players", of: "Toy") == ["Tweety, Wanda"])
            #expect(try context.values("toys", of: "Fish") == ["Ball"])
        }
    }

    @Test("A to-one relationship becomes to-many")
    func toMany() throws {
        try farm.migrate { model in
            try model.change("Keeper") { keeper in
                keeper.relationships[1].isToMany = true
                keeper.relationships[1].maxCount = 0
            }
        } read: { (context) throws in
            #expect(try context.values("favourite", of: "Keeper") == ["Tweety", ""])
            #expect(try context.values("fans", of: "Bird") == ["Ann"])
        }
    }

    @Test("A to-many relationship becomes to-one")
    func toOne() throws {
        let toOne = { (model: inout ManagedObjectModel) in
            try model.change("Animal") { animal in
                animal.relationships[1].isToMany = false
                animal.relationships[1].maxCount = 1
            }
        }
        try farm.migrate(toOne) { (context) throws in
            #expect(try context.values("toys", of: "Bird") == ["Ball"])
            #expect(try context.values("players", of: "Toy") == ["Tweety, Wanda"])
        }
    }

    @Test("A to-many relationship cannot become to-one if records have several destinations")
    func lossyToOne() throws {
        let container = try PersistentContainer(model: Farm.model, store: .sqlite(path: farm.path))
        try container.write { context in
            let bird = try #require(
                try context.fetch(FetchRequest<ManagedObject>(entityName: "Bird")).first)
            let toy = try ManagedObject(entityName: "Toy", context: context)
            try toy.setValue([bird], forKey: "players")
            try context.save()
        }
        try container.close()

        let reason = try farm.refusal { model in
            try model.change("Animal") { animal in
                animal.relationships[1].isToMany = false
                animal.relationships[1].maxCount = 1
            }
        }

        #expect(reason?.hasPrefix("Bird.toys: ") == true)
    }

    @Test("An ordered relationship becomes unordered, and an unordered one ordered")
    func order() throws {
        try farm.migrate { model in
            try model.change("Keeper") { $0.relationships[0].isOrdered = false }
            try model.change("Animal") { animal in
                animal.relationships[1].isOrdered = true
                animal.relationships[2].isOrdered = true
            }
        } read: { (context) throws in
            #expect(try context.values("animals", of: "Keeper") == ["Tweety, Wanda", ""])
            #expect(try context.values("players", of: "Toy") == ["Tweety, Wanda"])
            #expect(try context.values("toys", of: "Bird") == ["Ball"])
            #expect(try context.values("fans", of: "Bird") == ["Ann"])
        }
        #expect(
            try RawDatabase(farm.path).column(
                "SELECT Z_FOK_FAVOURITE FROM ZKEEPER WHERE ZFAVOURITE > 0") == ["2048"])
    }
}
