import ObjectModel

/// An attribute or a to-one relationship that must have a value in the newer version, while records
/// may have none.
struct RequiredProperty {
    let entity: EntityLayout
    let slot: PropertySlot

    /// What to tell if records have none.
    func failure(_ count: Int64) -> MigrationError {
        let records = count == 1 ? "1 record has" : "\(count) records have"
        return MigrationError(
            entity: entity.name, property: slot.name,
            reason: slot.relationship == nil
                ? "it must have a value now, there is no default, and \(records) none"
                : "it must lead to a record now, and \(records) none")
    }
}

extension VersionMapping {
    /// The properties of which the records have to tell whether the mapping can be followed.
    var requiredProperties: [RequiredProperty] {
        destination.entities.filter(hasRecords).flatMap { entity in
            entity.slots.filter { mayLackValues($0, of: entity) }
                .map { RequiredProperty(entity: entity, slot: $0) }
        }
    }

    private func mayLackValues(_ slot: PropertySlot, of entity: EntityLayout) -> Bool {
        guard !slot.isOptional, !slot.isTransient, !slot.isToMany else { return false }
        let old = sourceSlot(for: slot, of: entity)?.1
        guard slot.relationship != nil else {
            return entity.defaults[slot.number].isNull && slot.attribute?.isDerived != true
                && old?.isOptional != false
        }
        guard let old, old.isToOne, !old.isOptional else { return true }
        return losesRecords(
            source.entity(old.destinationNumber), destination.entity(slot.destinationNumber))
    }
}

extension MigrationPlan {
    /// The queries that find records without a value that they must have, once all is carried over.
    var requirementSteps: [MigrationStep] {
        properties.requiredProperties.compactMap { required in
            let sql = destination[required.entity]
            return sql.columns[required.slot.number].map { column in
                .check(
                    "SELECT count(*) FROM \(sql.table) WHERE Z_ENT = \(required.entity.number) "
                        + "AND \(column) IS NULL", required.failure)
            }
        }
    }

    /// The same queries of the store as it is, as far as it can tell before anything is done.
    var preliminarySteps: [MigrationStep] {
        properties.requiredProperties.compactMap { required in
            guard let origin = properties.origin(of: required.entity),
                let condition = missingValue(required, origin)
            else { return nil }
            return .check(
                "SELECT count(*) FROM \(source[origin].table) WHERE Z_ENT = \(origin.number)"
                    + condition, required.failure)
        }
    }

    /// The condition of records without a value; empty for all of them, nil if it is not known yet.
    private func missingValue(_ required: RequiredProperty, _ origin: EntityLayout) -> String? {
        let old = properties.sourceSlot(for: required.slot, of: required.entity)?.1
        if required.slot.relationship != nil {
            let sources = properties.pairSources(for: required.slot, of: [required.entity])
            guard sources.allSatisfy({ !$0.isOfInverse && $0.slot.isToOne }) else { return nil }
            if sources.isEmpty { return "" }
            // What they lead to may go.
            let target = destination.layout.entity(required.slot.destinationNumber)
            guard let old,
                !properties.losesRecords(source.layout.entity(old.destinationNumber), target)
            else { return nil }
        }
        guard let old, let column = source[origin].columns[old.number] else { return "" }
        return " AND \(column) IS NULL"
    }
}
