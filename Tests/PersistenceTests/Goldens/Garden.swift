import Foundation
import ObjectModel
import Persistence

/// A small garden, always the same, so that a recorded store equals one that is made today.
enum Garden {
    /// The folder of the recorded stores, `Tests/Goldens`.
    static let directory = SourceTree.path("Tests/Goldens")

    static var model: ManagedObjectModel {
        get throws {
            try ManagedObjectModel(
                contentsOf: directory + "/garden/Garden.xcdatamodel/contents")
        }
    }

    /// The types of the recorded stores, by file name.
    static let kinds: [StoreKind] = [.sqlite, .binary, .xml]

    static func keptPath(_ kind: StoreKind) -> String {
        "\(directory)/garden/Garden.\(kind.rawValue)"
    }

    /// Makes the store at a path.
    static func make(_ kind: StoreKind, at path: String) throws {
        let store: StoreDescription =
            switch kind {
            case .binary: .binary(path: path)
            case .xml: .xml(path: path)
            default: .sqlite(path: path)
            }
        let container = try PersistentContainer(model: try model, classes: [], store: store)
        try container.write { context in
            try fill(context)
            try context.save()
            let bed = try context.fetch(
                FetchRequest<ManagedObject>(entityName: "RaisedBed"))[0]
            try bed.setValue("By the wall", forKey: "note")
            try context.save()
        }
        _ = try container.coordinator.stores[0].checkpoint()
        try container.close()
    }

    private static func fill(_ context: ManagedObjectContext) throws {
        func object(_ entity: String, _ values: [String: any Sendable]) throws -> ManagedObject {
            let object = try ManagedObject(entityName: entity, context: context)
            try object.setValuesForKeys(values)
            return object
        }
        let herbs = try object(
            "Bed",
            [
                "name": "Herbs", "area": Decimal(string: "2.75"), "isSunny": true,
                "dug": Date(timeIntervalSinceReferenceDate: 86_400), "slope": 0.125,
                "key": UUID(uuidString: "6E6F7420-6D75-4368-A265-72657E000001"),
            ])
        let roses = try object(
            "RaisedBed",
            [
                "name": "Röslein", "area": 4, "isSunny": false, "height": 40,
                "page": URL(string: "https://example.org/roses?kind=old"),
                "sketch": Data([0, 1, 2, 0xFE, 0xFF]),
            ])
        let plants = try [("Mint", 3), ("Sage", 1), ("Thyme", 12), ("Rosa gallica", 2)].map {
            try object("Plant", ["name": $0.0, "count": $0.1])
        }
        try herbs.setValue([plants[2], plants[0], plants[1]], forKey: "plants")
        try roses.setValue([plants[3]], forKey: "plants")
        let tags = try ["edible", "red", "old"].map { try object("Tag", ["name": $0]) }
        try tags[0].setValue(Set(plants[0...2]), forKey: "plants")
        try plants[3].setValue(Set(tags), forKey: "tags")
        try herbs.setValue(roses, forKey: "neighbour")
    }
}
