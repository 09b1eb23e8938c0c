import Foundation
import ObjectModel
import Persistence

/// A model without classes, for the kinds of relationships and attributes that are missing in the
/// library.
enum Club {
    static var model: ManagedObjectModel {
        ManagedObjectModel(entities: [person, locker, team, coach, gadget])
    }

    private static var person: EntityDescription {
        var entity = EntityDescription("Person")
        entity.attributes = [optional("name", .string), optional("town", .string)]
        entity.uniquenessConstraints = [["name", "town"]]
        entity.relationships = [
            optional(
                RelationshipDescription(
                    toMany: "friends", "Person", inverse: "friends", isOptional: false)),
            optional(
                RelationshipDescription(
                    toOne: "boss", "Person", inverse: "staff", isOptional: false)),
            optional(
                RelationshipDescription(
                    toMany: "staff", "Person", inverse: "boss", isOptional: false)),
            optional(
                RelationshipDescription(
                    toOne: "locker", "Locker", inverse: "owner", isOptional: false)),
            optional(
                RelationshipDescription(
                    toMany: "teams", "Team", inverse: "members", isOptional: false, isOrdered: true)
            ),
            optional(
                RelationshipDescription(toOne: "hero", "Person", inverse: nil, isOptional: false)),
        ]
        return entity
    }

    private static var locker: EntityDescription {
        var entity = EntityDescription("Locker")
        entity.attributes = [optional("number", .integer32)]
        entity.relationships = [
            optional(
                RelationshipDescription(
                    toOne: "owner", "Person", inverse: "locker", isOptional: false,
                    deleteRule: .noAction))
        ]
        return entity
    }

    private static var team: EntityDescription {
        var entity = EntityDescription("Team")
        entity.attributes = [optional("name", .string)]
        var members = optional(
            RelationshipDescription(
                toMany: "members", "Person", inverse: "teams", isOptional: false, isOrdered: true))
        members.minCount = 2
        members.maxCount = 3
        entity.relationships = [members]
        return entity
    }

    private static var coach: EntityDescription {
        var entity = EntityDescription("Coach", superentityName: "Person")
        entity.attributes = [optional("salary", .decimal)]
        return entity
    }

    private static var gadget: EntityDescription {
        var entity = EntityDescription("Gadget")
        var short = optional("short", .integer16)
        short.minValueString = "-5"
        var whole = optional("whole", .integer64)
        whole.maxValueString = "9007199254740993"
        var ratio = optional("ratio", .double)
        ratio.minValueString = "0.25"
        ratio.maxValueString = "0.75"
        var code = optional("code", .string)
        code.minValueString = "2"
        code.maxValueString = "4"
        code.regularExpression = "a|ab+"
        var note = optional("note", .string)
        note.isTransient = true
        var picture = optional("picture", .binaryData)
        picture.allowsExternalBinaryDataStorage = true
        var required = AttributeDescription("required", .boolean, isOptional: false)
        required.defaultValueString = "YES"
        entity.attributes = [
            short, optional("middle", .integer32), whole, optional("amount", .decimal), ratio,
            optional("half", .float), code, optional("made", .date), optional("bytes", .binaryData),
            picture, optional("key", .uuid), optional("home", .uri), note, required,
        ]
        return entity
    }

    private static func optional(
        _ name: String, _ type: AttributeType
    ) -> AttributeDescription {
        let attribute = AttributeDescription(name, type)
        return attribute
    }

    private static func optional(
        _ relationship: RelationshipDescription
    ) -> RelationshipDescription {
        var relationship = relationship
        relationship.isOptional = true
        return relationship
    }
}

extension ManagedObject {
    /// The destination of a to-one relationship by name.
    func one(_ key: String) throws -> ManagedObject? {
        try value(forKey: key) as? ManagedObject
    }

    /// The destinations of an unordered relationship by name.
    func many(_ key: String) throws -> Set<ManagedObject> {
        try value(forKey: key) as? Set<ManagedObject> ?? []
    }

    /// The destinations of an ordered relationship by name.
    func list(_ key: String) throws -> [ManagedObject] {
        try value(forKey: key) as? [ManagedObject] ?? []
    }

    /// The value of a string attribute by name.
    func text(_ key: String) throws -> String? {
        try value(forKey: key) as? String
    }
}

extension ManagedObjectContext {
    /// A new object of an entity, with a name.
    func make(_ entityName: String, _ name: String? = nil) throws -> ManagedObject {
        let object = try ManagedObject(entityName: entityName, context: self)
        if let name { try object.setValue(name, forKey: "name") }
        return object
    }

    /// The objects of an entity, sorted by name.
    func named(_ entityName: String) throws -> [ManagedObject] {
        var request = FetchRequest<ManagedObject>(entityName: entityName)
        request.sortDescriptors = [FetchSortDescriptor("name")]
        return try fetch(request)
    }
}
