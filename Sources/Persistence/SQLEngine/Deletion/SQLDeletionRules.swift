package import ObjectModel

/// What the deletion of records means for others, relationship by relationship.
package struct SQLDeletionRules {
    /// A column with the keys of records that may be deleted.
    package struct Reference {
        /// The entity that declares the to-one relationship.
        package var entity: EntityLayout
        package var slot: PropertySlot
        /// The entity of the records that the column names.
        package var destination: EntityLayout
        /// The rule of the relationship that leads back; nil if none does.
        package var rule: DeleteRule?
        /// The relationship that leads back, whose rule it is.
        var inverse: PropertySlot?
    }

    let schema: SQLSchema
    /// The columns of to-one relationships.
    package let references: [Reference]

    package init(schema: SQLSchema) {
        self.schema = schema
        let layout = schema.layout
        references = layout.entities.flatMap { entity in
            entity.slots.filter {
                $0.declaringEntityNumber == entity.number && $0.isToOne && !$0.isTransient
            }.map { slot in
                let destination = layout.entity(slot.destinationNumber)
                let inverse = slot.inverseSlot.map { destination.slots[$0] }
                return Reference(
                    entity: entity, slot: slot, destination: destination,
                    rule: inverse?.relationship?.deleteRule, inverse: inverse)
            }
        }
    }

    /// Whether the deletion of records of some entities needs more than their rows.
    package func concern(_ entities: ArraySlice<EntityLayout>) -> Bool {
        entities.contains { entity in
            !schema[entity].joins.isEmpty || entity.slots.contains(where: \.isStoredExternally)
                || entity.slots.contains { slot in
                    guard let relationship = slot.relationship, !slot.isTransient else {
                        return false
                    }
                    return relationship.deleteRule != .noAction && slot.inverseSlot != nil
                        || relationship.deleteRule == .cascade || relationship.deleteRule == .deny
                }
        }
    }
}
