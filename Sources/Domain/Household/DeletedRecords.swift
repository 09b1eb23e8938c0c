import ObjectModel
public import Persistence

/// The records that a deletion removes, as values for undoing it: a record with all dependants and
/// references. It can be stored.
public struct DeletedRecords: Sendable, Codable {
    /// A reference to a record.
    fileprivate struct Reference: Sendable, Hashable, Codable {
        let entity: String
        let number: Int64

        /// Nil for an object that was never saved.
        init?(_ id: ManagedObjectID) {
            guard let number = id.recordNumber else { return nil }
            self.entity = id.entityName
            self.number = number
        }

        func existing(in context: ManagedObjectContext) throws -> ManagedObject? {
            try context.record(entity, number)
        }
    }

    /// A record.
    fileprivate struct Entry: Sendable, Codable {
        let reference: Reference
        /// The record's version; nil if a version of the program without it has stored it.
        var version: Int64?
        var values: [String: StoredValue] = [:]
        var owners: [String: Reference] = [:]
        var members: [Members] = []
    }

    /// The destinations of a relationship.
    fileprivate struct Members: Sendable, Codable {
        let key: String
        /// The name of the to-one inverse, if any.
        let inverse: String?
        let references: [Reference]
    }

    private var entries: [Entry] = []

    /// Records an object that is about to be deleted; nil if it has a value that cannot be kept.
    ///
    /// - Throws: errors of the store.
    public init?(_ record: ManagedObject) throws {
        guard let context = record.managedObjectContext else { return nil }
        var next = [record]
        var seen: Set<ManagedObjectID> = []
        while let object = next.popLast() {
            guard seen.insert(object.objectID).inserted,
                let reference = Reference(object.objectID)
            else { continue }
            guard let (entry, cascading) = try Self.entry(of: object, reference, in: context)
            else { return nil }
            entries.append(entry)
            // The last is taken first, and an ordered relationship keeps its order.
            next += cascading.reversed()
        }
    }

    /// Creates the records again under their former numbers, so that references to them work again,
    /// and with greater versions, so that earlier reads are out of date. Related records are
    /// connected again if they still exist and are not connected otherwise. The caller saves.
    ///
    /// - Returns: the deleted record; nil if it exists already.
    /// - Throws: `PersistenceError`, errors of the store.
    public func make(in context: ManagedObjectContext) throws -> ManagedObject? {
        guard let made = try makeObjects(in: context) else { return nil }
        for entry in entries {
            guard let object = made[entry.reference] else { continue }
            try entry.setValues(of: object, in: context)
            for (key, reference) in entry.owners {
                if let owner = try made[reference] ?? reference.existing(in: context) {
                    try object.setValue(owner, forKey: key)
                }
            }
            // The contents of a deleted location moved to its parent, and move back.
            let newOwner = entry.owners["parent"]
            for members in entry.members {
                let present = try members.references.compactMap { reference in
                    try reference.existing(in: context).flatMap { member in
                        try members.isFree(member, newOwner) ? member : nil
                    }
                }
                try object.setValue(present, forKey: members.key)
            }
        }
        return entries.first.flatMap { made[$0.reference] }
    }

    /// New objects for the records; nil if one of these exists already.
    private func makeObjects(
        in context: ManagedObjectContext
    ) throws -> [Reference: ManagedObject]? {
        var made: [Reference: ManagedObject] = [:]
        var restored: [RestoredID] = []
        for entry in entries {
            let reference = entry.reference
            guard try reference.existing(in: context) == nil else { return nil }
            let object = try context.insertObject(ofEntityNamed: reference.entity)
            let id = try context.coordinator.objectID(
                entityName: reference.entity, recordNumber: reference.number)
            restored.append(RestoredID(id, to: object, formerVersion: entry.version ?? 0))
            made[reference] = object
        }
        try context.restoreIDs(restored)
        return made
    }

    // MARK: - Records

    private static func entry(
        of object: ManagedObject, _ reference: Reference, in context: ManagedObjectContext
    ) throws -> (Entry, cascading: [ManagedObject])? {
        let model = context.coordinator.managedObjectModel
        var entry = Entry(reference: reference, version: object.rowVersion)
        for attribute in Self.attributes(of: reference.entity, in: context) {
            let value = try object.attributeValue(forKey: attribute.name)
            // It would be transformed once more.
            if attribute.attributeType == .transformable, value != .null { return nil }
            if case .data(let bytes) = value {
                entry.values[attribute.name] = .data(bytes)
            } else {
                guard let value = StoredValue(value) else { return nil }
                if value != StoredValue.none { entry.values[attribute.name] = value }
            }
        }
        var cascading: [ManagedObject] = []
        for relationship in model.allRelationships(of: reference.entity) {
            let value = try object.value(forKey: relationship.name)
            guard relationship.isToMany else {
                if let owner = value as? ManagedObject {
                    entry.owners[relationship.name] = Reference(owner.objectID)
                    if relationship.deleteRule == .cascade { cascading.append(owner) }
                }
                continue
            }
            let objects =
                (value as? Set<ManagedObject>).map(Array.init) ?? value as? [ManagedObject] ?? []
            if relationship.deleteRule == .cascade {
                cascading += objects
                continue
            }
            let inverse = model.allRelationships(of: relationship.destinationEntity)
                .first { $0.name == relationship.inverseName }
            entry.members.append(
                Members(
                    key: relationship.name,
                    inverse: inverse.flatMap { $0.isToMany ? nil : $0.name },
                    references: objects.compactMap { Reference($0.objectID) }))
        }
        return (entry, cascading)
    }

    /// The stored attributes of an entity; those of a composite one instead of it.
    fileprivate static func attributes(
        of entity: String, in context: ManagedObjectContext
    ) -> [AttributeDescription] {
        let model = context.coordinator.managedObjectModel
        return model.allAttributes(of: entity).filter { !$0.isTransient }
            .flatMap { model.leafAttributes(of: $0) }
    }
}

extension DeletedRecords.Entry {
    /// Sets the values of a new object: a value that the record did not have is cleared, since the
    /// model may have a default.
    fileprivate func setValues(of object: ManagedObject, in context: ManagedObjectContext) throws {
        for attribute in DeletedRecords.attributes(of: reference.entity, in: context)
        where values[attribute.name] != nil || (attribute.isOptional && !attribute.isDerived) {
            let value = values[attribute.name] ?? StoredValue.none
            try value.set(attribute.name, of: object, in: context)
        }
    }
}

extension DeletedRecords.Members {
    /// Whether a member is free to be connected to the restored record.
    ///
    /// - Parameter newOwner: the record that has taken over the members on deletion; nil for none.
    fileprivate func isFree(
        _ member: ManagedObject, _ newOwner: DeletedRecords.Reference?
    ) throws -> Bool {
        guard let inverse, let owner = try member.value(forKey: inverse) as? ManagedObject else {
            return true
        }
        return newOwner != nil && DeletedRecords.Reference(owner.objectID) == newOwner
    }
}
