import ObjectModel

extension MigrationPlan {
    /// The join tables, each once, from the end of its first column.
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

    /// The statements that create and fill the join tables.
    var joinSteps: [MigrationStep] {
        joins.filter { !$0.isInPlace }.flatMap { transfer in
            let pairs = pairSources(for: transfer.slot, of: transfer.entity)
                .compactMap(self.pairs)
            return [MigrationStep(transfer.table.createStatement)]
                + pairs.map { insert($0, transfer) }
                + (pairs.count > 1 ? renumber(transfer.join) : [])
        }
    }

    /// Assigns new positions where several lists become one.
    private func renumber(_ join: SQLJoin) -> [MigrationStep] {
        let (source, destination) = (join.sourceColumn, join.destinationColumn)
        return [
            join.orderColumn.map { ($0, source, destination) },
            join.inverseOrderColumn.map { ($0, destination, source) },
        ].compactMap(\.self).map { position, owner, member in
            MigrationStep(
                "UPDATE \(join.table) SET \(position) = places.place FROM "
                    + "(SELECT rowid AS record, "
                    + "\(Self.positions(of: "\(position), \(member)", in: owner)) AS place "
                    + "FROM \(join.table)) AS places WHERE places.record = \(join.table).rowid")
        }
    }

    private func insert(_ pairs: RelationshipPairs, _ transfer: JoinTransfer) -> MigrationStep {
        let join = transfer.join
        var columns = [join.sourceColumn, join.destinationColumn]
        var values = ["a", "b"]
        if let column = join.orderColumn {
            columns.append(column)
            values.append(pairs.hasPositions ? "f" : Self.positions(of: "b", in: "a"))
        }
        if let column = join.inverseOrderColumn {
            columns.append(column)
            values.append(pairs.hasInversePositions ? "r" : Self.positions(of: "a", in: "b"))
        }
        let target = destination.layout.entity(transfer.slot.destinationNumber)
        return MigrationStep(
            "INSERT OR IGNORE INTO \(join.table) (\(columns.joined(separator: ", "))) "
                + "SELECT \(values.joined(separator: ", ")) FROM (\(pairs.sql)) "
                + "WHERE a IN (\(keys(of: transfer.entity))) AND b IN (\(keys(of: target)))")
    }

    func keys(of entity: EntityLayout) -> String {
        "SELECT Z_PK FROM \(destination[entity].table) "
            + "WHERE Z_ENT BETWEEN \(entity.number) AND \(entity.lastNumber)"
    }

    /// Positions for a list that had none: 2048, 3072, …, by key.
    static func positions(of member: String, in owner: String) -> String {
        "1024 + 1024 * row_number() OVER (PARTITION BY \(owner) ORDER BY \(member))"
    }
}

/// A query for the keys at both ends of a relationship of the older version.
struct RelationshipPairs {
    /// Selects `a` and `b`, the keys of this end and the other, `f`, the position of b among the
    /// destinations of a, and `r`, the position of a among those of b.
    let sql: String
    let hasPositions: Bool
    let hasInversePositions: Bool

    var reversed: RelationshipPairs {
        RelationshipPairs(
            sql: "SELECT b AS a, a AS b, r AS f, f AS r FROM (\(sql))",
            hasPositions: hasInversePositions, hasInversePositions: hasPositions)
    }

    fileprivate func restricted(_ end: String, to keys: String) -> RelationshipPairs {
        RelationshipPairs(
            sql: "SELECT a, b, f, r FROM (\(sql)) WHERE \(end) IN (\(keys))",
            hasPositions: hasPositions, hasInversePositions: hasInversePositions)
    }
}

extension MigrationPlan {
    /// The pairs that a relationship takes from another.
    func pairs(_ origin: PairSource) -> RelationshipPairs? {
        guard let found = pairs(of: origin.slot, in: origin.owner) else { return nil }
        let pairs = origin.isOfInverse ? found.reversed : found
        guard !origin.isComplete, let table = origin.successors.first.map({ destination[$0].table })
        else { return pairs }
        let numbers = origin.successors.map { "\($0.number)" }.joined(separator: ", ")
        return pairs.restricted(
            origin.isOfInverse ? "b" : "a",
            to: "SELECT Z_PK FROM \(table) WHERE Z_ENT IN (\(numbers))")
    }

    private func pairs(of slot: PropertySlot, in entity: EntityLayout) -> RelationshipPairs? {
        let other = source.layout.entity(slot.destinationNumber)
        let offsets = (offset(of: entity), offset(of: other))
        if let join = source[entity].joins[slot.number] {
            return RelationshipPairs(
                sql: "SELECT \(join.sourceColumn) + \(offsets.0) AS a, "
                    + "\(join.destinationColumn) + \(offsets.1) AS b, "
                    + "\(join.orderColumn ?? "NULL") AS f, "
                    + "\(join.inverseOrderColumn ?? "NULL") AS r FROM \(present(join.table))",
                hasPositions: join.orderColumn != nil,
                hasInversePositions: join.inverseOrderColumn != nil
            )
        }
        if slot.isToMany {
            return slot.inverseSlot.flatMap { pairs(of: other.slots[$0], in: other)?.reversed }
        }
        guard let column = source[entity].columns[slot.number] else { return nil }
        let order = slot.orderSlot.flatMap { source[entity].columns[$0] }
        return RelationshipPairs(
            sql: "SELECT Z_PK + \(offsets.0) AS a, \(column) + \(offsets.1) AS b, NULL AS f, "
                + "\(order ?? "NULL") AS r FROM \(present(source[entity].table)) "
                + "WHERE \(column) IS NOT NULL",
            hasPositions: false, hasInversePositions: order != nil)
    }
}

/// An older relationship that a newer one takes pairs from.
struct PairSource {
    /// The older entity that declares the relationship.
    let owner: EntityLayout
    let slot: PropertySlot
    /// Whether the mapping names it for the inverse of the newer relationship.
    let isOfInverse: Bool
    /// The newer entities for which the mapping names it; those at the other end if it is named for
    /// the inverse.
    var successors: [EntityLayout]
    /// Whether all records at that end are of these entities.
    var isComplete = false

    fileprivate func isInverse(of other: PairSource, in layout: ModelLayout) -> Bool {
        guard let number = slot.inverseSlot else { return false }
        let inverse = layout.entity(slot.destinationNumber).slots[number]
        return inverse.name == other.slot.name
            && inverse.declaringEntityNumber == other.slot.declaringEntityNumber
    }
}

extension VersionMapping {
    /// The relationships that a newer one takes its pairs from. The mapping may name them at either
    /// end and differently for each subentity; of two inverses, only one is listed.
    ///
    /// - Parameter members: the entities whose records are at this end.
    func pairSources(for slot: PropertySlot, of members: [EntityLayout]) -> [PairSource] {
        let target = destination.entity(slot.destinationNumber)
        let others = Array(destination.family(of: target))
        let own = namedSources(for: slot, of: members, leadingTo: others, isOfInverse: false)
        guard let number = slot.inverseSlot else { return own }
        let inverse = namedSources(
            for: target.slots[number], of: others, leadingTo: members, isOfInverse: true)
        // Of two with the same pairs, the one that may lack some is dropped.
        return own.filter { source in
            source.isComplete
                || !inverse.contains { $0.isComplete && $0.isInverse(of: source, in: self.source) }
        }
            + inverse.filter { source in
                !own.contains { $0.isComplete && $0.isInverse(of: source, in: self.source) }
            }
    }

    private func namedSources(
        for slot: PropertySlot, of members: [EntityLayout], leadingTo others: [EntityLayout],
        isOfInverse: Bool
    ) -> [PairSource] {
        let owners = members.filter(hasRecords)
        var sources: [PairSource] = []
        for member in owners {
            guard let (_, old) = sourceSlot(for: slot, of: member),
                reaches(source.entity(old.destinationNumber), others)
            else { continue }
            let known = sources.firstIndex {
                $0.owner.number == old.declaringEntityNumber && $0.slot.number == old.number
            }
            if let known {
                sources[known].successors.append(member)
            } else {
                let owner = source.entity(old.declaringEntityNumber)
                sources.append(
                    PairSource(
                        owner: owner, slot: owner.slots[old.number], isOfInverse: isOfInverse,
                        successors: [member]))
            }
        }
        for index in sources.indices {
            sources[index].isComplete = sources[index].successors.count == owners.count
        }
        return sources
    }
}
