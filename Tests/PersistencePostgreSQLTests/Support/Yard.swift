import Foundation
import ObjectModel
import Persistence

/// A model with an attribute of each type and a relationship of each kind.
enum Yard {
    static let model = ManagedObjectModel(entities: [tool, saw, shed, label, part])

    private static let tool: EntityDescription = {
        var entity = EntityDescription("Tool")
        entity.attributes = [
            optional("name", .string), optional("short", .integer16),
            optional("middle", .integer32), optional("whole", .integer64),
            optional("price", .decimal), optional("weight", .double), optional("half", .float),
            optional("sharp", .boolean), optional("made", .date), optional("key", .uuid),
            optional("home", .uri), optional("picture", .binaryData), optional("code", .string),
        ]
        entity.uniquenessConstraints = [["code"]]
        entity.relationships = [
            optional(.init(toOne: "shed", "Shed", inverse: "tools")),
            optional(.init(toMany: "labels", "Label", inverse: "tools")),
            optional(
                .init(
                    toMany: "parts", "Part", inverse: "tool", isOrdered: true,
                    deleteRule: .cascade)),
        ]
        return entity
    }()

    private static let saw: EntityDescription = {
        var entity = EntityDescription("Saw", superentityName: "Tool")
        entity.attributes = [optional("teeth", .integer16)]
        return entity
    }()

    private static let shed: EntityDescription = {
        var entity = EntityDescription("Shed")
        entity.attributes = [optional("name", .string)]
        entity.relationships = [
            optional(.init(toMany: "tools", "Tool", inverse: "shed")),
            // The last inspected tool stays recorded, even if it was deleted.
            optional(.init(toOne: "lastInspected", "Tool", inverse: nil)),
        ]
        return entity
    }()

    private static let label: EntityDescription = {
        var entity = EntityDescription("Label")
        entity.attributes = [optional("name", .string)]
        entity.relationships = [
            optional(.init(toMany: "tools", "Tool", inverse: "labels", isOrdered: true))
        ]
        return entity
    }()

    private static let part: EntityDescription = {
        var entity = EntityDescription("Part")
        entity.attributes = [optional("name", .string)]
        entity.relationships = [optional(.init(toOne: "tool", "Tool", inverse: "parts"))]
        return entity
    }()

    private static func optional(
        _ name: String, _ type: AttributeType
    ) -> AttributeDescription {
        let attribute = AttributeDescription(name, type)
        return attribute
    }

    private static func optional(
        _ description: RelationshipDescription
    ) -> RelationshipDescription {
        var description = description
        description.isOptional = true
        return description
    }
}

extension ManagedObjectContext {
    /// A new object with values by name.
    func make(
        _ entityName: String, _ values: [String: any Sendable] = [:]
    ) throws -> ManagedObject {
        let object = try ManagedObject(entityName: entityName, context: self)
        for (key, value) in values { try object.setValue(value, forKey: key) }
        return object
    }

    /// The objects that match a predicate, sorted by name.
    func named(_ entityName: String, _ format: String? = nil) throws -> [ManagedObject] {
        var request = FetchRequest<ManagedObject>(entityName: entityName)
        request.predicate = try format.map { try FetchPredicate(format: $0) }
        request.sortDescriptors = [FetchSortDescriptor("name")]
        return try fetch(request)
    }

    /// The names of the objects that match a predicate.
    func names(_ entityName: String, _ format: String? = nil) throws -> [String] {
        try named(entityName, format).map { try $0.text("name") ?? "" }
    }
}

extension ManagedObject {
    func text(_ key: String) throws -> String? { try value(forKey: key) as? String }

    func one(_ key: String) throws -> ManagedObject? { try value(forKey: key) as? ManagedObject }

    func many(_ key: String) throws -> Set<ManagedObject> {
        try value(forKey: key) as? Set<ManagedObject> ?? []
    }

    func list(_ key: String) throws -> [ManagedObject] {
        try value(forKey: key) as? [ManagedObject] ?? []
    }
}
