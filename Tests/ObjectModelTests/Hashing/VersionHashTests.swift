import Foundation
import ObjectModel
import Testing

struct VersionHashTests {
    private static let item: EntityDescription = {
        var item = EntityDescription("Item")
        item.attributes = [.init("name", .string), .init("value", .integer32)]
        item.relationships = [.init(toMany: "parts", "Item", inverse: "whole")]
        return item
    }()

    private func hash(_ entity: EntityDescription) -> Data {
        ManagedObjectModel(entities: [entity]).versionHash(of: entity)
    }

    @Test("A version hash has 32 bytes and does not change between releases")
    func stability() {
        let hash = hash(EntityDescription("Item"))

        #expect(hash.count == 32)
        // The SHA-256 of "entity␟Item␟␟0␟␞", made with sha256sum.
        #expect(
            hash.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
                == "e5f0a7e1e6cd27aef8445f3b548bb3dd3fb068b0486748d8b08d4f09dadf677e")
    }

    @Test(
        "Changes to how records are stored change the hash",
        arguments: [
            { $0.name = "Thing" }, { $0.isAbstract = true }, { $0.superentityName = "Base" },
            { $0.versionHashModifier = "2" }, { $0.attributes.removeLast() },
            { $0.attributes[0].name = "title" }, { $0.attributes[0].isOptional.toggle() },
            { $0.attributes[0].isTransient = true }, { $0.attributes[0].attributeType = .uri },
            { $0.attributes[0].versionHashModifier = "x" },
            { $0.attributes[0].derivationExpression = "now()" },
            { $0.attributes[0].preservesValueInHistoryOnDeletion = true },
            { $0.relationships[0].destinationEntity = "Thing" },
            { $0.relationships[0].inverseName = nil }, { $0.relationships[0].isOrdered = true },
            { $0.relationships[0].deleteRule = .cascade }, { $0.relationships[0].minCount = 1 },
            { $0.relationships[0].maxCount = 1 }, { $0.relationships[0].isToMany = false },
        ] as [@Sendable (inout EntityDescription) -> Void])
    func changes(_ change: @Sendable (inout EntityDescription) -> Void) {
        var changed = Self.item
        change(&changed)

        #expect(hash(changed) != hash(Self.item))
    }

    @Test(
        "Other changes do not change the hash",
        arguments: [
            { $0.managedObjectClassName = "Thing" }, { $0.userInfo = ["a": "b"] },
            { $0.attributes.reverse() }, { $0.attributes[0].defaultValueString = "x" },
            { $0.attributes[0].maxValueString = "9" },
            { $0.attributes[0].isIndexedBySpotlight = true },
            { $0.attributes[0].renamingIdentifier = "x" },
            { $0.indexes = [.init("i", elements: [])] }, { $0.uniquenessConstraints = [["name"]] },
            { $0.unknownXML.attributes = ["syncable": "YES"] },
        ] as [@Sendable (inout EntityDescription) -> Void])
    func noChanges(_ change: @Sendable (inout EntityDescription) -> Void) {
        var changed = Self.item
        change(&changed)

        #expect(hash(changed) == hash(Self.item))
    }

    @Test("The elements of a composite attribute are part of the hash")
    func compositeParts() {
        var home = AttributeDescription("home", .composite, isOptional: false)
        home.compositeName = "Address"
        var person = EntityDescription("Person")
        person.attributes = [home]
        var model = ManagedObjectModel(entities: [person])
        model.compositeAttributes = [.init("Address", attributes: [.init("street", .string)])]
        let before = model.entityVersionHashesByName

        model.compositeAttributes[0].attributes.append(.init("city", .string))

        #expect(model.entityVersionHashesByName.keys.sorted() == ["Person"])
        #expect(model.entityVersionHashesByName != before)
    }
}
