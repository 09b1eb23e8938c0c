extension PersistenceError {
    /// A rule denies that a record is deleted.
    package static func deletionDenied(
        by slot: PropertySlot, of id: ManagedObjectID
    ) -> PersistenceError {
        .validation([
            ValidationFault(
                code: .relationshipDeniedDelete, entity: id.entityName, key: slot.name,
                objectID: id, reason: slot.denial)
        ])
    }

    /// A record would be without a value or a destination that it has to have.
    package static func valueRequired(
        at slot: PropertySlot, of id: ManagedObjectID
    ) -> PersistenceError {
        .validation([
            ValidationFault(
                code: .missingMandatoryProperty, entity: id.entityName, key: slot.name,
                objectID: id, reason: "\(slot.name) is a required value")
        ])
    }
}

extension PropertySlot {
    /// Why a record stays that the rule Deny protects.
    var denial: String { "\(name) is not empty, and its delete rule is Deny" }
}
