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
        let sources = pairSources(for: slot, of: entity)
        guard sources.count == 1, let only = sources.first, only.isComplete, !only.isOfInverse,
            source[only.owner].joins[only.slot.number] == join
        else { return false }
        let target = source.layout.entity(only.slot.destinationNumber)
        let newTarget = destination.layout.entity(slot.destinationNumber)
        return offset(of: only.owner) == 0 && offset(of: target) == 0
            && !properties.losesRecords(only.owner, entity)
            && !properties.losesRecords(target, newTarget)
    }

    private func pairSources(for slot: PropertySlot, of entity: EntityLayout) -> [PairSource] {
        properties.pairSources(for: slot, of: Array(destination.layout.family(of: entity)))
    }

    /// The statements that make and fill the join tables.
    var joinSteps: [MigrationStep] {
        joins.filter { !$0.isInPlace }.flatMap { transfer in
            let pairs = pairSources(for: transfer.slot, of: transfer.entity)
                .compactMap(self.pairs)
            return [MigrationStep(transfer.table.createStatement)]
                + pairs.map { insert($0, transfer) }
                + (pairs.count > 1 ? renumber(transfer.join) : [])
        }
    }

    /// Gives members of lists that were several ones places of their own.
    private func renumber(_ join: SQLJoin) -> [MigrationStep] {
        let (source, destination) = (join.sourceColumn, join.destinationColumn)
        return [
            join.orderColumn.map { ($0, source, destination) },
            join.inverseOrderColumn.map { ($0, destination, source) },
        ].compactMap(\.self).map { place, owner, member in
            MigrationStep(
                "UPDATE \(join.table) SET \(place) = places.place FROM "
                    + "(SELECT rowid AS record, "
                    + "\(Self.places(of: "\(place), \(member)", in: owner)) AS place "
                    + "FROM \(join.table)) AS places WHERE places.record = \(join.table).rowid")
        }
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
