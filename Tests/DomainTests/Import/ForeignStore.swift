import Foundation
import ObjectModel
import Persistence
import Testing

@testable import Domain

/// The store of another program.
final class ForeignStore: Sendable {
    let path: String
    private let folder: String

    private init(
        _ entities: [EntityDescription], _ fill: (ManagedObjectContext) throws -> Void
    ) throws {
        folder = NSTemporaryDirectory() + "foreign-\(UUID().uuidString)"
        path = folder + "/Other.sqlite"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let container = try PersistentContainer(
            model: ManagedObjectModel(entities: entities), classes: [], store: .sqlite(path: path))
        try container.write { context in
            try fill(context)
            try context.save()
        }
        try container.close()
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    private static func entity(
        _ name: String, _ attributes: [(String, AttributeType)],
        _ relationships: [RelationshipDescription]
    ) -> EntityDescription {
        var entity = EntityDescription(name)
        entity.attributes = attributes.map { name, type in
            let attribute = AttributeDescription(name, type)
            return attribute
        }
        entity.relationships = relationships.map { relationship in
            var relationship = relationship
            relationship.isOptional = true
            return relationship
        }
        return entity
    }

    private static func make(
        _ entity: String, _ values: [String: any Sendable],
        leadingTo others: [String: ManagedObject] = [:], _ context: ManagedObjectContext
    ) throws -> ManagedObject {
        let object = try ManagedObject(entityName: entity, context: context)
        for (key, value) in values { try object.setValue(value, forKey: key) }
        for (key, other) in others { try object.setValue(other, forKey: key) }
        return object
    }

    private static func day(_ text: String) throws -> Date { try CalendarDay(parsing: text).date }

    /// The items of a household.
    static func things() throws -> ForeignStore {
        var entities = [
            entity(
                "Thing",
                [
                    ("name", .string), ("serial", .string), ("brand", .string),
                    ("boughtOn", .date), ("price", .double), ("count", .integer16),
                    ("colour", .string), ("mood", .string), ("estimate", .integer32),
                ],
                [
                    .init(toOne: "room", "Room", inverse: "things"),
                    .init(toMany: "labels", "Label", inverse: "things"),
                ]),
            entity(
                "Room", [("colour", .string), ("title", .string)],
                [
                    .init(toMany: "things", "Thing", inverse: "room"),
                    .init(toOne: "house", "Room", inverse: "rooms"),
                    .init(toMany: "rooms", "Room", inverse: "house"),
                ]),
            entity(
                "Label", [("colour", .string), ("name", .string)],
                [.init(toMany: "things", "Thing", inverse: "labels")]),
        ]
        // As Xcode records the former name of an attribute.
        entities[0].attributes[8].renamingIdentifier = "value"
        return try ForeignStore(entities) { context in
            let house = try make("Room", ["title": "House"], context)
            let hall = try make("Room", ["title": "Hall"], leadingTo: ["house": house], context)
            let labels = [
                try make("Label", ["name": "old", "colour": "grey"], context),
                try make("Label", ["name": "bright", "colour": "blue"], context),
            ]
            let lamp = try make(
                "Thing",
                [
                    "name": "Lamp", "serial": "7", "brand": "Acme", "boughtOn": day("2024-03-01"),
                    "price": 19.99, "count": 3, "colour": "red", "mood": "good",
                    "estimate": 45,
                ], leadingTo: ["room": hall], context)
            try lamp.setValue(labels, forKey: "labels")
        }
    }

    /// A purchase from a shop.
    struct Purchase {
        let buyer: String
        let article: String
        let quantity: Decimal
        let price: String
        let day: String
    }

    /// The sales of a shop.
    ///
    /// - Parameter type: the type of quantities. Default: integers.
    static func purchases(
        _ purchases: [Purchase], _ type: AttributeType = .integer32
    ) throws -> ForeignStore {
        let entities = [
            entity(
                "Purchase", [("day", .date), ("quantity", type), ("price", .decimal)],
                [
                    .init(toOne: "buyer", "Client", inverse: "purchases"),
                    .init(toOne: "article", "Article", inverse: "purchases"),
                ]),
            entity(
                "Client", [("fullName", .string), ("email", .string), ("birthday", .date)],
                [.init(toMany: "purchases", "Purchase", inverse: "buyer")]),
            entity(
                "Article", [("title", .string)],
                [.init(toMany: "purchases", "Purchase", inverse: "article")]),
        ]
        return try ForeignStore(entities) { context in
            let buyers = [
                "Ann": try make(
                    "Client", ["fullName": "Ann", "email": "ann@example.com"], context),
                "Bob": try make("Client", ["fullName": "Bob"], context),
            ]
            let articles = [
                "Mug": try make("Article", ["title": "Mug"], context),
                "Pan": try make("Article", ["title": "Pan"], context),
            ]
            for purchase in purchases {
                _ = try make(
                    "Purchase",
                    [
                        "quantity": value(of: purchase.quantity, type), "day": day(purchase.day),
                        "price": try #require(Decimal(string: purchase.price)),
                    ],
                    leadingTo: [
                        "buyer": try #require(buyers[purchase.buyer]),
                        "article": try #require(articles[purchase.article]),
                    ], context)
            }
        }
    }

    private static func value(of number: Decimal, _ type: AttributeType) -> any Sendable {
        let double = NSDecimalNumber(decimal: number).doubleValue
        return switch type {
        case .decimal: number
        case .double: double
        default: Int(double)
        }
    }
}
