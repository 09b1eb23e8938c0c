import ObjectModel

extension MigrationPlan {
    /// The join tables, each once, from the end that names its first column.
    func joinTransfers() -> [JoinTransfer] {
        var transfers: [JoinTransfer] = []
        for entity in destination.layout.entities {
            for slot in entity.slots where slot.declaringEntityNumber == entity.number {
                guard let join = destination[entity].joins[slot.number],
                    let table = destination.joinTables.first(where: {
                        $0.name == join.table && $0.keyColumns.first == join.sourceColumn
                    })
                else { continue }
                transfers.append(
                    JoinTransfer(
                        entity: entity, slot: slot, table: table, join: join,
                        isInPlace: isInPlace(join, slot, of: entity)))
            }
        }
        return transfers
    }

    private func isInPlace(_ join: SQLJoin, _ slot: PropertySlot, of entity: EntityLayout) -> Bool {
        guard let (owner, old) = sourceSlot(for: slot, of: entity),
            source[owner].joins[old.number] == join, old.declaringEntityNumber == owner.number
        else { return false }
        let target = source.layout.entity(old.destinationNumber)
        let newTarget = destination.layout.entity(slot.destinationNumber)
        return offset(of: owner) == 0 && offset(of: target) == 0
            && !losesRecords(owner, entity) && !losesRecords(target, newTarget)
    }

    /// Whether a record of an older entity may not be one of a newer entity.
    func losesRecords(_ old: EntityLayout, _ new: EntityLayout) -> Bool {
        let names = mapping.destinationNames
        return source.layout.family(of: old).contains { member in
            guard !member.description.isAbstract else { return false }
            let heir = names[member.name].flatMap(destination.layout.entity(named:))
            return heir.map { !$0.isKind(of: new) } ?? true
        }
    }

    /// The statements that make and fill the join tables.
    var joinSteps: [MigrationStep] {
        joins.filter { !$0.isInPlace }.flatMap { transfer in
            [MigrationStep(transfer.table.createStatement)]
                + pairSources(of: transfer).map { insert($0, transfer) }
        }
    }

    /// A relationship that moved into a parent has its pairs where its descendants had them.
    private func pairSources(of transfer: JoinTransfer) -> [RelationshipPairs] {
        var seen: Set<String> = []
        return destination.layout.family(of: transfer.entity)
            .compactMap { pairs(for: transfer.slot, of: $0) }
            .filter { seen.insert($0.sql).inserted }
    }

    private func insert(_ pairs: RelationshipPairs, _ transfer: JoinTransfer) -> MigrationStep {
        let join = transfer.join
        var columns = [join.sourceColumn, join.destinationColumn]
        var values = ["a", "b"]
        if let column = join.orderColumn {
            columns.append(column)
            values.append(pairs.hasPlaces ? "f" : Self.places(of: "b", in: "a"))
        }
        if let column = join.inverseOrderColumn {
            columns.append(column)
            values.append(pairs.hasInversePlaces ? "r" : Self.places(of: "a", in: "b"))
        }
        let target = destination.layout.entity(transfer.slot.destinationNumber)
        return MigrationStep(
            "INSERT OR IGNORE INTO \(join.table) (\(columns.joined(separator: ", "))) "
                + "SELECT \(values.joined(separator: ", ")) FROM (\(pairs.sql)) "
                + "WHERE a IN (\(keys(of: transfer.entity))) AND b IN (\(keys(of: target)))")
    }

    /// The keys of an entity's records.
    func keys(of entity: EntityLayout) -> String {
        "SELECT Z_PK FROM \(destination[entity].table) "
            + "WHERE Z_ENT BETWEEN \(entity.number) AND \(entity.lastNumber)"
    }

    /// Places for a list that had none: 2048, 3072, …, by key.
    static func places(of member: String, in owner: String) -> String {
        "1024 + 1024 * row_number() OVER (PARTITION BY \(owner) ORDER BY \(member))"
    }
}
