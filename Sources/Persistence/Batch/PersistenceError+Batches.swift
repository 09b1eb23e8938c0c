extension PersistenceError {
    /// A rule denies that a record is deleted.
    package static func deletionDenied(
        by slot: PropertySlot, of id: ManagedObjectID
    ) -> PersistenceError {
        .validation([
            ValidationFault(
                code: .relationshipDeniedDelete, entity: id.entityName, key: slot.name,
                objectID: id, reason: "\(slot.name) is not valid")
        ])
    }

    /// A record that stays would lose a destination that it has to have.
    package static func destinationRequired(
        at slot: PropertySlot, of id: ManagedObjectID
    ) -> PersistenceError {
        .validation([
            ValidationFault(
                code: .missingMandatoryProperty, entity: id.entityName, key: slot.name,
                objectID: id, reason: "\(slot.name) is a required value")
        ])
    }
}
