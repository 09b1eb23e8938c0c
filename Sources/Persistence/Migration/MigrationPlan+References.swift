extension MigrationPlan {
    /// A to-one relationship with its column.
    private struct Reference {
        var entity: EntityLayout
        var slot: PropertySlot
        var table: String
        var column: String
        var entityColumn: String?
        var placeColumn: String?
    }

    /// The statements that complete to-one relationships once all records are there.
    var referenceSteps: [MigrationStep] {
        let all = tables.flatMap(\.records).flatMap { references(of: $0.destination) }
        return all.flatMap(takePairs) + all.flatMap(clear) + all.flatMap(nameEntities)
            + all.flatMap(givePlaces)
    }

    private func references(of entity: EntityLayout) -> [Reference] {
        let sql = destination[entity]
        return entity.slots.filter(\.isToOne).compactMap { slot in
            sql.columns[slot.number].map { column in
                Reference(
                    entity: entity, slot: slot, table: sql.table, column: column,
                    entityColumn: sql.entityColumns[slot.number],
                    placeColumn: slot.orderValueNumber.flatMap { sql.columns[$0] })
            }
        }
    }

    private func condition(_ reference: Reference) -> String {
        "Z_ENT = \(reference.entity.number)"
    }

    /// Fills a reference from a relationship that was to many, or from its inverse.
    private func takePairs(_ reference: Reference) -> [MigrationStep] {
        if sourceSlot(for: reference.slot, of: reference.entity)?.1.isToOne == true { return [] }
        guard let pairs = pairs(for: reference.slot, of: reference.entity) else { return [] }
        let own = "SELECT Z_PK FROM \(reference.table) WHERE \(condition(reference))"
        let table = "temp.Z_MIGRATION_PAIRS"
        let place = reference.placeColumn.map {
            ", \($0) = (SELECT r FROM \(table) WHERE a = \(reference.table).Z_PK)"
        }
        return [
            .check(
                "SELECT 1 FROM (\(pairs.sql)) WHERE a IN (\(own)) GROUP BY a HAVING count(*) > 1 "
                    + "LIMIT 1",
                MigrationError(
                    entity: reference.entity.name, property: reference.slot.name,
                    reason: "it leads to one record now, and some records had several")),
            MigrationStep("CREATE TEMP TABLE Z_MIGRATION_PAIRS (a INTEGER PRIMARY KEY, b, r)"),
            MigrationStep("INSERT OR IGNORE INTO \(table) SELECT a, b, r FROM (\(pairs.sql))"),
            MigrationStep(
                "UPDATE \(reference.table) SET \(reference.column) = "
                    + "(SELECT b FROM \(table) WHERE a = \(reference.table).Z_PK)\(place ?? "") "
                    + "WHERE \(condition(reference)) AND Z_PK IN (SELECT a FROM \(table))"),
            MigrationStep("DROP TABLE \(table)"),
        ]
    }

    /// Takes away references to records that are gone.
    private func clear(_ reference: Reference) -> [MigrationStep] {
        guard let (_, old) = sourceSlot(for: reference.slot, of: reference.entity) else {
            return []
        }
        let target = destination.layout.entity(reference.slot.destinationNumber)
        guard losesRecords(source.layout.entity(old.destinationNumber), target) else { return [] }
        let columns = [reference.column, reference.placeColumn].compactMap(\.self)
        return [
            MigrationStep(
                "UPDATE \(reference.table) "
                    + "SET \(columns.map { "\($0) = NULL" }.joined(separator: ", ")) "
                    + "WHERE \(condition(reference)) AND \(reference.column) IS NOT NULL "
                    + "AND \(reference.column) NOT IN (\(keys(of: target)))")
        ]
    }

    /// Notes the entities of the destinations, where they are noted.
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

    /// Whether the numbers that the older version noted are still right.
    private func keepsEntities(_ reference: Reference) -> Bool {
        guard let (owner, old) = sourceSlot(for: reference.slot, of: reference.entity),
            source[owner].entityColumns[old.number] != nil
        else { return false }
        let target = source.layout.entity(old.destinationNumber)
        let names = mapping.destinationNames
        return !losesRecords(
            target, destination.layout.entity(reference.slot.destinationNumber))
            && source.layout.family(of: target).allSatisfy { member in
                names[member.name].flatMap(destination.layout.entity(named:))?.number
                    == member.number
            }
    }

    /// Gives records their places in a list that was not ordered.
    private func givePlaces(_ reference: Reference) -> [MigrationStep] {
        guard let column = reference.placeColumn else { return [] }
        let hadPlaces =
            pairs(for: reference.slot, of: reference.entity).map(\.hasInversePlaces) ?? true
        guard !hadPlaces else { return [] }
        let target = reference.column
        return [
            MigrationStep(
                "UPDATE \(reference.table) SET \(column) = places.place FROM "
                    + "(SELECT Z_PK AS record, "
                    + "\(Self.places(of: "Z_PK", in: target)) AS place "
                    + "FROM \(reference.table) WHERE \(target) IS NOT NULL) AS places "
                    + "WHERE places.record = \(reference.table).Z_PK AND \(condition(reference))")
        ]
    }
}
