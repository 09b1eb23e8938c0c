extension ModelCheck {
    mutating func checkIndexes(of entity: EntityDescription) {
        for name in entity.indexes.map(\.name).duplicates {
            error("there is more than one index of this name", entity.name, name)
        }
        for index in entity.indexes {
            check(index, of: entity)
        }
        for constraint in entity.uniquenessConstraints {
            checkColumns(constraint, of: "the uniqueness constraint", in: entity)
            let isInherited = ancestry(of: entity).dropFirst().contains {
                $0.uniquenessConstraints.contains(constraint)
            }
            if isInherited {
                error(
                    "the uniqueness constraint over \(constraint.joined(separator: ", ")) is "
                        + "inherited already", entity.name)
            }
        }
        for index in entity.compoundIndexes {
            checkColumns(index, of: "the compound index", in: entity)
        }
    }

    private mutating func check(_ index: FetchIndexDescription, of entity: EntityDescription) {
        if index.elements.isEmpty {
            warning("the index has no elements", entity.name, index.name)
        }
        if Set(index.elements.map(\.collationType)).count > 1 {
            error("an index is either binary or an R-tree", entity.name, index.name)
        }
        for element in index.elements {
            guard let property = element.propertyName else { continue }
            checkColumn(
                property, of: "the index", in: entity, fault: index.name, isOptional: true)
            if element.collationType == .rTree, !isNumber(property, of: entity) {
                error(
                    "an R-tree cannot hold \(property): it is not a number", entity.name, index.name
                )
            }
        }
    }

    private mutating func checkColumns(
        _ names: [String], of what: String, in entity: EntityDescription
    ) {
        if names.isEmpty {
            error("\(what) names no property", entity.name)
        }
        for name in names {
            checkColumn(name, of: what, in: entity, fault: name)
        }
    }

    private mutating func checkColumn(
        _ name: String, of what: String, in entity: EntityDescription, fault: String,
        isOptional: Bool = false
    ) {
        switch column(name, of: entity) {
        case nil:
            error(
                "\(what) names \(name), which is not a property of the entity", entity.name, fault)
        case .attribute(let attribute) where attribute.isTransient:
            error("\(what) names \(name), which is transient", entity.name, fault)
        case .relationship(let relationship) where relationship.isToMany && isOptional:
            // Xcode leaves such elements behind for a relationship that an old model had marked as
            // indexed.
            warning(
                "\(what) leaves out \(name): a to-many relationship has no column", entity.name,
                fault)
        case .relationship(let relationship) where relationship.isToMany:
            error("\(what) names \(name), which is a to-many relationship", entity.name, fault)
        case .relationship(let relationship) where relationship.isTransient:
            error("\(what) names \(name), which is transient", entity.name, fault)
        case .attribute, .relationship:
            break
        }
    }

    private func isNumber(_ name: String, of entity: EntityDescription) -> Bool {
        guard case .attribute(let attribute) = column(name, of: entity) else { return false }
        return [.integer16, .integer32, .integer64, .double, .float, .decimal, .date]
            .contains(attribute.attributeType)
    }

    /// The property with a name, or the part of a composite attribute with a name such as
    /// `address.street`.
    private func column(_ name: String, of entity: EntityDescription) -> CheckedProperty? {
        if let property = property(name, of: entity) { return property }
        var parts = name.split(separator: ".").map(String.init)[...]
        guard let first = parts.popFirst(),
            case .attribute(var attribute) = property(first, of: entity)
        else { return nil }
        for part in parts {
            guard let composite = composites[attribute.compositeName ?? ""],
                let next = composite.attributes.first(where: { $0.name == part })
            else { return nil }
            attribute = next
        }
        return .attribute(attribute)
    }
}
