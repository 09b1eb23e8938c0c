extension ModelCheck {
    mutating func check(_ relationship: RelationshipDescription, of entity: EntityDescription) {
        checkCounts(of: relationship, of: entity.name)
        if relationship.deleteRule == .noAction {
            warning(
                "delete rule No Action may leave relationships to deleted objects", entity.name,
                relationship.name)
        }
        guard let destination = entities[relationship.destinationEntity] else {
            return error(
                "its destination \(relationship.destinationEntity) is not in the model",
                entity.name, relationship.name)
        }
        checkInverse(of: relationship, of: entity, destination: destination)
    }

    private mutating func checkCounts(of relationship: RelationshipDescription, of owner: String) {
        let name = relationship.name
        if relationship.minCount < 0 || relationship.maxCount < 0 {
            error("a count is negative", owner, name)
        }
        if relationship.maxCount > 0, relationship.minCount > relationship.maxCount {
            error(
                "the minimum count \(relationship.minCount) is greater than the maximum count "
                    + "\(relationship.maxCount)", owner, name)
        }
        if !relationship.isToMany {
            if relationship.maxCount != 1 {
                error("a to-one relationship has the maximum count 1", owner, name)
            }
            if relationship.isOrdered {
                warning("only to-many relationships have an order", owner, name)
            }
        }
    }

    private mutating func checkInverse(
        of relationship: RelationshipDescription, of entity: EntityDescription,
        destination: EntityDescription
    ) {
        let name = relationship.name
        guard let inverseName = relationship.inverseName else {
            return warning(missingInverse(of: relationship, of: entity), entity.name, name)
        }
        guard case .relationship(let inverse) = property(inverseName, of: destination) else {
            return error(
                "its inverse \(destination.name).\(inverseName) is not a relationship of the model",
                entity.name, name)
        }
        if inverse.inverseName != name {
            let other = inverse.inverseName.map { "is \($0)" } ?? "is missing"
            error(
                "its inverse is \(destination.name).\(inverseName), whose own inverse \(other)",
                entity.name, name)
        } else if !isRelated(inverse.destinationEntity, to: entity) {
            error(
                "its inverse \(destination.name).\(inverseName) leads to "
                    + "\(inverse.destinationEntity) instead of \(entity.name)", entity.name, name)
        }
        checkInverseEntity(of: relationship, of: entity, destination: destination)
    }

    private func missingInverse(
        of relationship: RelationshipDescription, of entity: EntityDescription
    ) -> String {
        let destination = relationship.destinationEntity
        let message = "it has no inverse in \(destination)"
        let candidates = (entities[destination]?.relationships ?? []).filter {
            $0.destinationEntity == entity.name
                && ($0.inverseName == nil || $0.inverseName == relationship.name)
                && !(destination == entity.name && $0.name == relationship.name)
        }
        guard let candidate = candidates.first else { return message }
        return message + "; \(destination).\(candidate.name) could be it"
    }

    /// Whether one of two entities inherits from the other.
    private func isRelated(_ name: String, to entity: EntityDescription) -> Bool {
        guard let other = entities[name] else { return false }
        return ancestry(of: entity).contains { $0.name == name }
            || ancestry(of: other).contains { $0.name == entity.name }
    }

    private mutating func checkInverseEntity(
        of relationship: RelationshipDescription, of entity: EntityDescription,
        destination: EntityDescription
    ) {
        guard let name = relationship.inverseEntity else { return }
        if entities[name] == nil {
            error(
                "the entity \(name) of its inverse is not in the model", entity.name,
                relationship.name)
        } else if !isRelated(name, to: destination) {
            error(
                "the entity \(name) of its inverse is not its destination \(destination.name)",
                entity.name, relationship.name)
        }
    }
}
