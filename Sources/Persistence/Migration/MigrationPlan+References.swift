extension MigrationPlan {
    private struct Reference {
        var entity: EntityLayout
        var slot: PropertySlot
        var table: String
        var column: String
        var entityColumn: String?
        var positionColumn: String?
    }

    /// Completes to-one relationships once all records exist.
    var referenceSteps: [MigrationStep] {
        let all = tables.flatMap(\.records).flatMap { references(of: $0.destination) }
        let declared = tables.filter { !$0.records.isEmpty }.flatMap(declaredReferences)
        return all.flatMap(takePairs) + all.flatMap(clear) + all.flatMap(nameEntities)
            + declared.compactMap(clearOthers) + declared.compactMap(givePositions)
    }

    private func references(of entity: EntityLayout) -> [Reference] {
        let sql = destination[entity]
        return entity.slots.filter(\.isToOne).compactMap { slot in
            sql.columns[slot.number].map { column in
                Reference(
                    entity: entity, slot: slot, table: sql.table, column: column,
                    entityColumn: sql.entityColumns[slot.number],
                    positionColumn: slot.orderSlot.flatMap { sql.columns[$0] })
            }
        }
    }

    private func condition(_ reference: Reference) -> String {
        "Z_ENT = \(reference.entity.number)"
    }

    /// The relationships that a reference takes pairs from, except the one whose column it keeps.
    private func otherSources(_ reference: Reference) -> [PairSource] {
        properties.pairSources(for: reference.slot, of: [reference.entity])
            .filter { $0.isOfInverse || !$0.slot.isToOne }
    }

    /// Fills a reference from a to-many relationship, or from the inverse.
    private func takePairs(_ reference: Reference) -> [MigrationStep] {
        let sources = otherSources(reference).compactMap(pairs)
        guard !sources.isEmpty else { return [] }
        let (own, column) = (condition(reference), reference.column)
        let targets = keys(of: destination.layout.entity(reference.slot.destinationNumber))
        let pairs = sources.map {
            "SELECT a, b, r FROM (\($0.sql)) WHERE b IN (\(targets)) "
                + "AND a IN (SELECT Z_PK FROM \(reference.table) WHERE \(own))"
        }.joined(separator: " UNION ALL ")
        let table = "temp.Z_MIGRATION_PAIRS"
        let position = reference.positionColumn.map {
            ", \($0) = (SELECT r FROM \(table) WHERE a = \(reference.table).Z_PK)"
        }
        return [
            .check(
                "SELECT count(*) FROM (SELECT a FROM (\(pairs) UNION ALL "
                    + "SELECT Z_PK, \(column), NULL FROM \(reference.table) "
                    + "WHERE \(own) AND \(column) IN (\(targets))) "
                    + "GROUP BY a HAVING count(DISTINCT b) > 1)"
            ) { count in
                MigrationError(
                    entity: reference.entity.name, property: reference.slot.name,
                    reason: "it leads to one record now, and "
                        + "\(count == 1 ? "1 record" : "\(count) records") had several")
            },
            MigrationStep("CREATE TEMP TABLE Z_MIGRATION_PAIRS (a INTEGER PRIMARY KEY, b, r)"),
            MigrationStep("INSERT OR IGNORE INTO \(table) SELECT a, b, r FROM (\(pairs))"),
            MigrationStep(
                "UPDATE \(reference.table) SET \(column) = "
                    + "(SELECT b FROM \(table) WHERE a = \(reference.table).Z_PK)\(position ?? "") "
                    + "WHERE \(own) AND Z_PK IN (SELECT a FROM \(table)) "
                    + "AND (\(column) IS NULL OR \(column) NOT IN (\(targets)))"),
            MigrationStep("DROP TABLE \(table)"),
        ]
    }

    /// Clears references to deleted records.
    private func clear(_ reference: Reference) -> [MigrationStep] {
        guard let old = ownSource(reference)?.1 else { return [] }
        let target = destination.layout.entity(reference.slot.destinationNumber)
        guard properties.losesRecords(source.layout.entity(old.destinationNumber), target) else {
            return []
        }
        let columns = [reference.column, reference.positionColumn].compactMap(\.self)
        return [
            MigrationStep(
                "UPDATE \(reference.table) "
                    + "SET \(columns.map { "\($0) = NULL" }.joined(separator: ", ")) "
                    + "WHERE \(condition(reference)) AND \(reference.column) IS NOT NULL "
                    + "AND \(reference.column) NOT IN (\(keys(of: target)))")
        ]
    }

    /// Fills the column of the destinations' entities, if there is one.
    private func nameEntities(_ reference: Reference) -> [MigrationStep] {
        guard let column = reference.entityColumn, !keepsEntities(reference) else { return [] }
        let target = destination.layout.entity(reference.slot.destinationNumber)
        return [
            MigrationStep(
                "UPDATE \(reference.table) SET \(column) = "
                    + "(SELECT target.Z_ENT FROM \(destination[target].table) AS target "
                    + "WHERE target.Z_PK = \(reference.table).\(reference.column)) "
                    + "WHERE \(condition(reference))")
        ]
    }

    /// Whether the destinations' entity numbers are still valid.
    private func keepsEntities(_ reference: Reference) -> Bool {
        guard let (owner, old) = ownSource(reference), otherSources(reference).isEmpty,
            source[owner].entityColumns[old.number] != nil
        else { return false }
        let target = source.layout.entity(old.destinationNumber)
        return !properties.losesRecords(
            target, destination.layout.entity(reference.slot.destinationNumber))
            && source.layout.family(of: target).allSatisfy {
                properties.successor(of: $0)?.number == $0.number
            }
    }

    private func ownSource(_ reference: Reference) -> (EntityLayout, PropertySlot)? {
        properties.sourceSlot(for: reference.slot, of: reference.entity)
    }

    /// The to-one relationships of a table, at their declaring entities.
    private func declaredReferences(_ transfer: TableTransfer) -> [Reference] {
        destination.layout.family(of: transfer.root).flatMap { entity in
            references(of: entity).filter { $0.slot.declaringEntityNumber == entity.number }
        }
    }

    /// Clears a relationship that moved to a subentity in the records of other entities, which
    /// share its column.
    private func clearOthers(_ reference: Reference) -> MigrationStep? {
        let entity = reference.entity
        guard let (owner, old) = ownSource(reference), old.isToOne,
            old.declaringEntityNumber != owner.number
        else { return nil }
        let columns = [reference.column, reference.entityColumn, reference.positionColumn]
            .compactMap { $0.map { "\($0) = NULL" } }.joined(separator: ", ")
        return MigrationStep(
            "UPDATE \(reference.table) SET \(columns) WHERE \(reference.column) IS NOT NULL "
                + "AND Z_ENT NOT BETWEEN \(entity.number) AND \(entity.lastNumber)")
    }

    /// Assigns positions in lists that were not ordered, or were several.
    private func givePositions(_ reference: Reference) -> MigrationStep? {
        guard let position = reference.positionColumn else { return nil }
        let (entity, table) = (reference.entity, reference.table)
        let family = Array(destination.layout.family(of: entity))
        let sources = properties.pairSources(for: reference.slot, of: family)
        guard let first = sources.first else { return nil }
        // Positions stay if all of them come from one column.
        if sources.count == 1, first.isComplete, !first.isOfInverse,
            pairs(first)?.hasInversePositions == true
        {
            return nil
        }
        return MigrationStep(
            "UPDATE \(table) SET \(position) = places.place FROM (SELECT Z_PK AS record, "
                + "\(Self.positions(of: "\(position) NULLS LAST, Z_PK", in: reference.column)) AS place "
                + "FROM \(table) WHERE \(reference.column) IS NOT NULL "
                + "AND Z_ENT BETWEEN \(entity.number) AND \(entity.lastNumber)) AS places "
                + "WHERE places.record = \(table).Z_PK")
    }
}
