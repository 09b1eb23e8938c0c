import ObjectModel

extension MigrationPlan {
    /// The transfer of an entity's records; nil if the entity is new.
    func recordTransfer(_ entity: EntityLayout) throws -> RecordTransfer? {
        guard let old = properties.origin(of: entity) else { return nil }
        let types = Dictionary(
            uniqueKeysWithValues: destination.tables.first { $0.name == destination[entity].table }?
                .columns.map { ($0.name, $0) } ?? [])
        var columns: [ColumnTransfer] = []
        for slot in entity.slots {
            for (name, origin) in try origins(of: slot, entity) {
                guard let column = types[name] else { continue }
                columns.append(ColumnTransfer(column: column, origin: origin))
            }
        }
        return RecordTransfer(
            source: old, destination: entity, keyOffset: offset(of: old), columns: columns)
    }

    private func origins(
        of slot: PropertySlot, _ entity: EntityLayout
    ) throws -> [(String, ColumnTransfer.Origin)] {
        let sql = destination[entity]
        guard let column = sql.columns[slot.number] else { return [] }
        let old = properties.sourceSlot(for: slot, of: entity)
        guard slot.relationship == nil else {
            return [
                (column, reference(slot, from: old)),
                sql.entityColumns[slot.number].map { ($0, entityColumn(from: old)) },
                slot.orderSlot.flatMap { sql.columns[$0] }.map { ($0, position(from: old)) },
            ].compactMap(\.self)
        }
        return [(column, try attribute(slot, of: entity, from: old))]
    }

    private func attribute(
        _ slot: PropertySlot, of entity: EntityLayout, from old: (EntityLayout, PropertySlot)?
    ) throws -> ColumnTransfer.Origin {
        let value = slot.isOptional ? AttributeValue.null : entity.defaults[slot.number]
        guard let (owner, before) = old, let column = source[owner].columns[before.number] else {
            return .value(entity.defaults[slot.number])
        }
        switch (before.isStoredExternally, slot.isStoredExternally) {
        case (false, true): return .unmarked(column)
        case (true, false):
            throw MigrationError(
                entity: entity.name, property: slot.name,
                reason: "its values may live in files beside the store, and the new version does "
                    + "not allow that")
        default:
            return .column(column, offset: 0, replacingNull: before.isOptional ? value : .null)
        }
    }

    private func reference(
        _ slot: PropertySlot, from old: (EntityLayout, PropertySlot)?
    ) -> ColumnTransfer.Origin {
        guard let (owner, old) = old, old.isToOne,
            let column = source[owner].columns[old.number]
        else { return .value(.null) }
        let target = source.layout.entity(old.destinationNumber)
        // If the records cannot be found, their keys may belong to others.
        let newTarget = destination.layout.entity(slot.destinationNumber)
        guard properties.reaches(target, destination.layout.family(of: newTarget)) else {
            return .value(.null)
        }
        return .column(column, offset: offset(of: target), replacingNull: .null)
    }

    private func entityColumn(from old: (EntityLayout, PropertySlot)?) -> ColumnTransfer.Origin {
        guard let (owner, slot) = old,
            let column = source[owner].entityColumns[slot.number]
        else { return .value(.null) }
        return .column(column, offset: 0, replacingNull: .null)
    }

    private func position(from old: (EntityLayout, PropertySlot)?) -> ColumnTransfer.Origin {
        guard let (owner, slot) = old,
            let column = slot.orderSlot.flatMap({ source[owner].columns[$0] })
        else { return .value(.null) }
        return .column(column, offset: 0, replacingNull: .null)
    }

    /// Creates a table, or adds its new columns.
    func makeStatements(_ transfer: TableTransfer) -> [MigrationStep] {
        guard transfer.inPlace != nil else {
            return [MigrationStep(transfer.table.createStatement)]
        }
        return transfer.addedColumns.map {
            MigrationStep("ALTER TABLE \(transfer.table.name) ADD COLUMN \($0.name) \($0.type)")
        }
    }

    /// Copies records into a table.
    func fillStatements(_ transfer: TableTransfer) -> [MigrationStep] {
        let table = transfer.table.name
        guard transfer.inPlace != nil else {
            return transfer.records.map {
                $0.copy(from: present(source[$0.source].table), to: table)
            }
        }
        let renumbered = transfer.records.filter { $0.source.number != $0.destination.number }
        let cases = renumbered.map { "WHEN \($0.source.number) THEN \($0.destination.number)" }
        let renumber =
            cases.isEmpty
            ? []
            : [
                MigrationStep(
                    "UPDATE \(table) SET Z_ENT = CASE Z_ENT \(cases.joined(separator: " ")) "
                        + "ELSE Z_ENT END WHERE Z_ENT IS NOT NULL")
            ]
        return renumber + transfer.records.compactMap { $0.fill(table) }
    }
}

/// A newer property that requires a value which records may lack.
struct RequiredProperty {
    let entity: EntityLayout
    let slot: PropertySlot

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
    /// The required properties that only the records can decide.
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
    /// Counts records without a required value, after the transfer.
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

    /// The same queries before the transfer, as far as the old store can answer them.
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

    /// The condition for records without a value; empty for all records, nil if it is not known
    /// yet.
    private func missingValue(_ required: RequiredProperty, _ origin: EntityLayout) -> String? {
        let old = properties.sourceSlot(for: required.slot, of: required.entity)?.1
        if required.slot.relationship != nil {
            let sources = properties.pairSources(for: required.slot, of: [required.entity])
            guard sources.allSatisfy({ !$0.isOfInverse && $0.slot.isToOne }) else { return nil }
            if sources.isEmpty { return "" }
            // The destinations may be deleted.
            let target = destination.layout.entity(required.slot.destinationNumber)
            guard let old,
                !properties.losesRecords(source.layout.entity(old.destinationNumber), target)
            else { return nil }
        }
        guard let old, let column = source[origin].columns[old.number] else { return "" }
        return " AND \(column) IS NULL"
    }
}
