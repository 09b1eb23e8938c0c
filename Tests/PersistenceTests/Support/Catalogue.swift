import Foundation
import ObjectModel
import Persistence

/// A model with sort keys for its texts: products with a name and a maker, some of them special,
/// and their sales.
enum Catalogue {
    static var model: ManagedObjectModel {
        ManagedObjectModel(entities: [product, special, sale])
    }

    /// A localized standard sort order.
    static func order(_ keyPath: String, ascending: Bool = true) -> FetchSortDescriptor {
        FetchSortDescriptor(keyPath, ascending: ascending, comparison: .localizedStandard)
    }

    /// The same model before texts had sort keys.
    static var olderModel: ManagedObjectModel {
        var model = self.model
        for entity in model.entities.indices {
            model.entities[entity].attributes.removeAll { $0.name.hasSuffix("SortKey") }
            for attribute in model.entities[entity].attributes.indices {
                model.entities[entity].attributes[attribute].userInfo = [:]
            }
            model.entities[entity].indexes = []
        }
        return model
    }

    private static var product: EntityDescription {
        var entity = EntityDescription("Product")
        entity.attributes =
            sorted("name") + sorted("maker") + [attribute("notes", .string)]
        let sales = RelationshipDescription(toMany: "sales", "Sale", inverse: "product")
        entity.relationships = [sales]
        entity.indexes = ["name", "maker"].map {
            FetchIndexDescription(
                "by\($0.capitalized)",
                elements: [FetchIndexElementDescription(propertyName: "\($0)SortKey")])
        }
        return entity
    }

    private static var special: EntityDescription {
        var entity = EntityDescription("Special", superentityName: "Product")
        entity.attributes = sorted("label")
        return entity
    }

    private static var sale: EntityDescription {
        var entity = EntityDescription("Sale")
        entity.attributes = [attribute("amount", .integer64)]
        let product = RelationshipDescription(toOne: "product", "Product", inverse: "sales")
        entity.relationships = [product]
        return entity
    }

    private static func sorted(_ name: String) -> [AttributeDescription] {
        var text = attribute(name, .string)
        text.userInfo = ["sortKey": "\(name)SortKey"]
        return [text, attribute("\(name)SortKey", .binaryData)]
    }

    private static func attribute(_ name: String, _ type: AttributeType) -> AttributeDescription {
        let attribute = AttributeDescription(name, type)
        return attribute
    }
}

/// Texts that differ in everything that a sort order compares, including long ones with a common
/// prefix.
struct CatalogueTexts {
    private static let words = [
        "box", "Box", "BOX", "bóx", "bo\u{301}x", "Böx", "a", "A", "ä", "Ä", "z", "ﬁ", "fi", "ß",
        "ss", "SS",
        "Ω", "ω", "東京", "Ялта", "ялта", "שלום", "🛋", "-", "_", "(", "’", "'", "ǅ", "ǆ", "İ", "ı",
        "\u{1}",
    ]
    private static let numbers = [
        "0", "00", "1", "01", "2", "9", "10", "010", "100", "٣",
        String(repeating: "7", count: 300), String(repeating: "7", count: 301),
    ]

    var random: SplitMix

    init(seed: UInt64) { random = SplitMix(state: seed) }

    mutating func text() -> String? {
        guard !random.chance(0.05) else { return nil }
        let beginning = random.chance(0.1) ? String(repeating: "Long ", count: 320) : ""
        let parts = (0..<random.below(5)).map { _ in
            random.chance(0.4) ? random.pick(Self.numbers) : random.pick(Self.words)
        }
        return beginning + parts.joined(separator: random.chance(0.5) ? " " : "")
    }
}
