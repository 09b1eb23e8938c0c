import Foundation
import ObjectModel
import Persistence

/// Records with everything that makes predicates hard: missing values, accents, decomposed texts,
/// emoji, large numbers, trees, relationships of every kind, subentities.
final class Catalog {
    let container: PersistentContainer
    private let directory: String

    /// The stores with their own SQL, and the one without.
    #if POSTGRESQL
        static let kinds: [StoreKind] = [.postgreSQL, .sqlite, .inMemory]
    #else
        static let kinds: [StoreKind] = [.sqlite, .inMemory]
    #endif

    init(_ kind: StoreKind = Catalog.kinds[0]) throws {
        directory = NSTemporaryDirectory() + "catalog-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true)
        container = try PersistentContainer(
            model: Self.model, store: try kind.description(in: directory))
        try fill(ManagedObjectContext(container))
    }

    deinit {
        try? container.close()
        try? FileManager.default.removeItem(atPath: directory)
    }

    func context() -> ManagedObjectContext { ManagedObjectContext(container) }

    static var model: ManagedObjectModel {
        func optional(_ name: String, _ type: AttributeType) -> AttributeDescription {
            let attribute = AttributeDescription(name, type)
            return attribute
        }
        func optional(_ relationship: RelationshipDescription) -> RelationshipDescription {
            var relationship = relationship
            relationship.isOptional = true
            return relationship
        }
        var thing = EntityDescription("Thing")
        thing.attributes = [
            optional("name", .string), optional("count", .integer64), optional("price", .decimal),
            optional("weight", .double), optional("isSold", .boolean), optional("bought", .date),
            optional("key", .uuid), optional("link", .uri), optional("data", .binaryData),
        ]
        thing.relationships = [
            optional(
                RelationshipDescription(
                    toOne: "category", "Category", inverse: "things", isOptional: false)),
            optional(
                RelationshipDescription(toMany: "tags", "Tag", inverse: "things", isOptional: false)
            ),
            optional(
                RelationshipDescription(
                    toOne: "parent", "Thing", inverse: "children", isOptional: false)),
            optional(
                RelationshipDescription(
                    toMany: "children", "Thing", inverse: "parent", isOptional: false)),
        ]
        var gadget = EntityDescription("Gadget", superentityName: "Thing")
        gadget.attributes = [optional("volts", .integer16)]
        var category = EntityDescription("Category")
        category.attributes = [optional("label", .string)]
        category.relationships = [
            optional(
                RelationshipDescription(
                    toMany: "things", "Thing", inverse: "category", isOptional: false))
        ]
        var tag = EntityDescription("Tag")
        tag.attributes = [optional("label", .string), optional("rank", .integer32)]
        tag.relationships = [
            optional(
                RelationshipDescription(
                    toMany: "things", "Thing", inverse: "tags", isOptional: false))
        ]
        return ManagedObjectModel(entities: [thing, gadget, category, tag])
    }

    static let texts: [String?] = [
        nil, "", "Sofa", "sofa", "SOFA", "Sofá", "Sofa\u{301}", "Ångström",
        "A\u{30A}ngstro\u{308}m",
        "straße", "STRASSE", "Σίσυφος", "ΣΊΣΥΦΟΣ", "Box 2", "Box 10", "100%", "a_b", "it's",
        "\"q\"",
        "😀 smile", "👨‍👩‍👧", "日本語", "が", "か\u{3099}", "한국", "한국", "Łódź", "lodz",
        "I", "ı", "İstanbul", "istanbul", "line\nbreak", "*", "?", "back\\slash",
        "'; DROP TABLE ZTHING;--",
        "éclair", "zebra", "Zebra", "\u{301}", "ﬁn", "K", "K", "123", "e\u{323}\u{307}", "ẹ\u{307}",
    ]
    static let integers: [Int64?] = [
        nil, 0, 1, -1, 2, 7, 100, .max, .min, 9_007_199_254_740_993, 9_007_199_254_740_992,
    ]
    static let doubles: [Double?] = [
        nil, 0, 0.5, -0.5, 1, 2.25, 100, 9_007_199_254_740_992, 1e300, -1e-300,
    ]
    static let decimals: [String?] = [
        nil, "0", "0.1", "0.3", "12.95", "100", "-7.5", "123456789.123456", "0.000001",
    ]
    static let dates: [Double?] = [nil, 0, 0.5, -86400, 815_000_000, 815_000_000.25]

    private func fill(_ context: ManagedObjectContext) throws {
        var random = SplitMix(state: 42)
        let categories = try (0..<5).map { index in
            let category = try ManagedObject(entityName: "Category", context: context)
            try category.setValue(
                ["Furniture", "furniture", nil, "Möbel", "Tools"][index], forKey: "label")
            return category
        }
        let tags = try (0..<7).map { index in
            let tag = try ManagedObject(entityName: "Tag", context: context)
            try tag.setValue(
                ["red", "Red", "blue", nil, "grün", "old", "new"][index], forKey: "label")
            try tag.setValue([1, 2, nil, 4, -5, 6, 0][index], forKey: "rank")
            return tag
        }
        var things: [ManagedObject] = []
        for index in 0..<150 {
            let thing = try ManagedObject(
                entityName: index % 4 == 0 ? "Gadget" : "Thing", context: context)
            try fill(thing, index, &random)
            try thing.setValue(random.pick(categories + [nil, nil]), forKey: "category")
            try thing.setValue(tags.filter { _ in random.chance(0.25) }, forKey: "tags")
            if index > 10, random.chance(0.6) {
                try thing.setValue(things[random.below(10)], forKey: "parent")
            }
            things.append(thing)
        }
        try context.save()
    }

    private func fill(_ thing: ManagedObject, _ index: Int, _ random: inout SplitMix) throws {
        try thing.setValue(Self.texts[index % Self.texts.count], forKey: "name")
        try thing.setValue(random.pick(Self.integers), forKey: "count")
        try thing.setValue(
            random.pick(Self.decimals).flatMap { Decimal(string: $0) }, forKey: "price")
        try thing.setValue(random.pick(Self.doubles), forKey: "weight")
        try thing.setValue(random.pick([nil, true, false]), forKey: "isSold")
        try thing.setValue(
            random.pick(Self.dates).map(Date.init(timeIntervalSinceReferenceDate:)),
            forKey: "bought")
        try thing.setValue(random.pick(Self.keys), forKey: "key")
        try thing.setValue(
            random.pick([nil, "https://a.example/", "https://b.example/é"]).flatMap(URL.init),
            forKey: "link")
        try thing.setValue(random.pick([nil, Data(), Data([1, 2]), Data([2])]), forKey: "data")
    }

    static let keys: [UUID?] = [
        nil, UUID(uuidString: "E4D2F59F-6FA8-4B0F-BF91-4CE98BB81CD5"),
        UUID(uuidString: "00000000-0000-0000-0000-000000000001"),
    ]
}

/// A pseudorandom generator with the same numbers in every run.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }
    mutating func chance(_ chance: Double) -> Bool {
        Double.random(in: 0..<1, using: &self) < chance
    }
    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[below(elements.count)]
    }
}
