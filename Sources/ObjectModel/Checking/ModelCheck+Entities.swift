extension ModelCheck {
    mutating func check(_ entity: EntityDescription) {
        checkNames(of: entity)
        checkParents(of: entity)
        checkPropertyNames(of: entity)
        for attribute in entity.attributes {
            check(attribute, of: entity.name)
            checkDerivation(of: attribute, in: entity)
            checkSortKey(of: attribute, in: entity)
        }
        for relationship in entity.relationships {
            check(relationship, of: entity)
        }
        for property in entity.fetchedProperties
        where entities[property.fetchRequest.entityName] == nil {
            error(
                "it fetches an unknown entity \(property.fetchRequest.entityName)", entity.name,
                property.name)
        }
        checkIndexes(of: entity)
    }

    private mutating func checkNames(of entity: EntityDescription) {
        if !SwiftName.isIdentifier(entity.name) {
            error("\"\(entity.name)\" is not a name that Swift can have", entity.name)
        }
        if !SwiftName.isIdentifier(entity.managedObjectClassName) {
            error(
                "its class \"\(entity.managedObjectClassName)\" is not a name that Swift can have",
                entity.name)
        }
        if let type = entity.codeGenerationType, !["class", "category", "none"].contains(type) {
            warning(
                "codeGenerationType is \"\(type)\"; known are class, category and none", entity.name
            )
        }
    }

    private mutating func checkParents(of entity: EntityDescription) {
        guard let parent = entity.superentityName else { return }
        guard entities[parent] != nil else {
            return error("its parent \(parent) is not in the model", entity.name)
        }
        let ancestry = ancestry(of: entity)
        if ancestry.last?.superentityName == entity.name {
            let circle = (ancestry.map(\.name) + [entity.name]).joined(separator: " → ")
            error("it inherits from itself: \(circle)", entity.name)
        }
    }

    private mutating func checkPropertyNames(of entity: EntityDescription) {
        let names = entity.propertyNames
        for name in names {
            checkName(name, of: entity.name)
        }
        for name in names.duplicates {
            error("there is more than one property of this name", entity.name, name)
        }
        for ancestor in ancestry(of: entity).dropFirst() {
            for name in Set(names).intersection(ancestor.propertyNames).sorted() {
                error(
                    "the ancestor \(ancestor.name) has a property of this name", entity.name, name)
            }
        }
    }

    mutating func checkName(_ name: String, of owner: String) {
        if !SwiftName.isIdentifier(name) {
            error("\"\(name)\" is not a name that Swift can have", owner, name)
        } else if SwiftName.managedObjectMembers.contains(name) {
            error("every managed object has a member \(name) already", owner, name)
        } else if SwiftName.discouragedMembers.contains(name) {
            warning("Core Data has a member \(name) already, which may be meant by it", owner, name)
        }
    }
}

extension EntityDescription {
    /// The names of all properties that the entity itself declares.
    var propertyNames: [String] {
        attributes.map(\.name) + relationships.map(\.name) + fetchedProperties.map(\.name)
    }
}
