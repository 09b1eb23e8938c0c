extension ManagedObjectModel {
    /// The entity and its ancestors, the root first. An unknown or circular parent, which the
    /// model's check reports, ends the list.
    public func lineage(of entityName: String) -> [EntityDescription] {
        var lineage: [EntityDescription] = []
        var next: String? = entityName
        while let name = next, let entity = self[name],
            !lineage.contains(where: { $0.name == name })
        {
            lineage.insert(entity, at: 0)
            next = entity.superentityName
        }
        return lineage
    }

    /// The direct subentities of an entity, in the order of Core Data's numbering.
    public func subentities(of entityName: String) -> [EntityDescription] {
        entities.filter { $0.superentityName == entityName }
            .sorted { caseInsensitiveOrder($0.name, $1.name) }
    }

    /// The attributes of an entity, inherited ones first. Core Data's `attributesByName`.
    ///
    /// ```swift
    /// let title = model.allAttributes(of: "Book").first { $0.name == "title" }
    /// ```
    public func allAttributes(of entityName: String) -> [AttributeDescription] {
        lineage(of: entityName).flatMap(\.attributes)
    }

    /// The relationships of an entity, inherited ones first. Core Data's `relationshipsByName`.
    public func allRelationships(of entityName: String) -> [RelationshipDescription] {
        lineage(of: entityName).flatMap(\.relationships)
    }

    /// The names of the entities in the order of their numbers, which start at 1: roots by name
    /// without regard to case, each followed by its subentities.
    public var entityNamesInNumberOrder: [String] {
        func flatten(_ entity: EntityDescription) -> [String] {
            [entity.name] + subentities(of: entity.name).flatMap(flatten)
        }
        return entities.filter { $0.superentityName == nil }
            .sorted { caseInsensitiveOrder($0.name, $1.name) }
            .flatMap(flatten)
    }
}

/// Core Data's order of names: without regard to case, then by code unit.
public func caseInsensitiveOrder(_ first: String, _ second: String) -> Bool {
    let (lower1, lower2) = (first.lowercased(), second.lowercased())
    return lower1 == lower2 ? first < second : lower1 < lower2
}
