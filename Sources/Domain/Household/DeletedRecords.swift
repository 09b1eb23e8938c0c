import ObjectModel
public import Persistence

/// What a deletion takes away of the inventory, apart from any context, so that it can be made again: a
/// record with all that goes along, and which records it was with.
public struct DeletedRecords: Sendable {
    /// A record.
    private struct Entry: Sendable {
        let id: ManagedObjectID
        let values: [(key: String, value: any Sendable)]
        let owners: [(key: String, id: ManagedObjectID)]
        let members: [(key: String, inverse: String?, ids: [ManagedObjectID])]
    }

    private var entries: [Entry] = []

    /// Takes note of a record that is about to be deleted; nil for one of a kind that is not made again.
    ///
    /// - Throws: errors of the store.
    public init?(_ record: ManagedObject) throws {
        guard let context = record.managedObjectContext,
            Self.isKnown(record.objectID.entityName)
        else { return nil }
        var next = [record]
        var seen: Set<ManagedObjectID> = []
        while let object = next.popLast() {
            guard seen.insert(object.objectID).inserted else { continue }
            let (entry, cascading) = try Self.entry(of: object, in: context)
            entries.append(entry)
            next += cascading
        }
    }

    /// Makes the records again, with those that they were with as far as these are there, and no other took
    /// their places meanwhile. The caller saves.
    ///
    /// - Returns: the record that was deleted.
    /// - Throws: `PersistenceError`, errors of the store.
    public func make(in context: ManagedObjectContext) throws -> ManagedObject? {
        var made: [ManagedObjectID: ManagedObject] = [:]
        for entry in entries {
            guard let object = Self.new(entry.id.entityName, in: context) else { return nil }
            for (key, value) in entry.values { try object.setValue(value, forKey: key) }
            made[entry.id] = object
        }
        for entry in entries {
            guard let object = made[entry.id] else { continue }
            for (key, id) in entry.owners {
                if let owner = try made[id] ?? Self.existing(id, in: context) {
                    try object.setValue(owner, forKey: key)
                }
            }
            // What was in a location is in that one's own since, and goes back.
            let heir = entry.owners.first { $0.key == "parent" }?.id
            for (key, inverse, ids) in entry.members {
                var members: [ManagedObject] = []
                for id in ids {
                    guard let member = try Self.existing(id, in: context) else { continue }
                    if let inverse {
                        let owner = try member.value(forKey: inverse) as? ManagedObject
                        guard owner == nil || owner?.objectID == heir else { continue }
                    }
                    members.append(member)
                }
                try object.setValue(members, forKey: key)
            }
        }
        try ItemView.follow(made, in: context)
        return entries.first.flatMap { made[$0.id] }
    }

    // MARK: - Records

    private static func entry(
        of object: ManagedObject, in context: ManagedObjectContext
    ) throws -> (Entry, cascading: [ManagedObject]) {
        let name = object.objectID.entityName
        let model = context.coordinator.managedObjectModel
        var values: [(key: String, value: any Sendable)] = []
        for attribute in model.allAttributes(of: name) where !attribute.isTransient {
            if let value = try object.attributeValue(forKey: attribute.name).plain {
                values.append((attribute.name, value))
            }
        }
        var owners: [(key: String, id: ManagedObjectID)] = []
        var members: [(key: String, inverse: String?, ids: [ManagedObjectID])] = []
        var cascading: [ManagedObject] = []
        for relationship in model.allRelationships(of: name) {
            let value = try object.value(forKey: relationship.name)
            guard relationship.isToMany else {
                if let owner = value as? ManagedObject {
                    owners.append((relationship.name, owner.objectID))
                }
                continue
            }
            let objects = (value as? Set<ManagedObject>).map(Array.init) ?? []
            if relationship.deleteRule == .cascade {
                cascading += objects
                continue
            }
            let inverse = model.allRelationships(of: relationship.destinationEntity)
                .first { $0.name == relationship.inverseName }
            members.append(
                (
                    relationship.name, inverse.flatMap { $0.isToMany ? nil : $0.name },
                    objects.map(\.objectID)
                ))
        }
        return (
            Entry(id: object.objectID, values: values, owners: owners, members: members), cascading
        )
    }

    private static func existing(
        _ id: ManagedObjectID, in context: ManagedObjectContext
    ) throws -> ManagedObject? {
        try id.recordNumber.flatMap { try context.record(id.entityName, $0) }
    }

    private static func isKnown(_ entity: String) -> Bool {
        [
            "AssetType", "CareTask", "ItemField", "ItemView", "LabelSheet", "Loan", "Location",
            "Tag",
        ].contains(entity)
    }

    private static func new(_ entity: String, in context: ManagedObjectContext) -> ManagedObject? {
        switch entity {
        case "AssetType": AssetType(context: context)
        case "CareRecord": CareRecord(context: context)
        case "CareTask": CareTask(context: context)
        case "ItemField": ItemField(context: context)
        case "ItemFieldValue": ItemFieldValue(context: context)
        case "ItemView": ItemView(context: context)
        case "LabelSheet": LabelSheet(context: context)
        case "Loan": Loan(context: context)
        case "Location": Location(context: context)
        case "Tag": Tag(context: context)
        default: nil
        }
    }
}

extension AttributeValue {
    /// The value of an attribute of these records; nil for none.
    fileprivate var plain: (any Sendable)? {
        switch self {
        case .integer(let value): value
        case .boolean(let value): value
        case .double(let value): value
        case .decimal(let value): value
        case .string(let value): value
        case .date(let value): value
        case .data(let value): value
        case .uuid(let value): value
        case .url(let value): value
        case .null, .object, .transformable, .deferred: nil
        }
    }
}
