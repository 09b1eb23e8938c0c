/// The keys at both ends of a relationship of the older version, as a query.
struct RelationshipPairs {
    /// A query with the columns `a` and `b`, keys of this end and of the other one, `f`, the place
    /// of b among the destinations of a, and `r`, the place of a among those of b.
    let sql: String
    let hasPlaces: Bool
    let hasInversePlaces: Bool

    /// The same from the other end.
    var reversed: RelationshipPairs {
        RelationshipPairs(
            sql: "SELECT b AS a, a AS b, r AS f, f AS r FROM (\(sql))",
            hasPlaces: hasInversePlaces, hasInversePlaces: hasPlaces)
    }

    fileprivate func restricted(_ end: String, to keys: String) -> RelationshipPairs {
        RelationshipPairs(
            sql: "SELECT a, b, f, r FROM (\(sql)) WHERE \(end) IN (\(keys))",
            hasPlaces: hasPlaces, hasInversePlaces: hasInversePlaces)
    }
}

extension MigrationPlan {
    /// The pairs that a relationship takes from another one.
    func pairs(_ origin: PairSource) -> RelationshipPairs? {
        guard let found = pairs(of: origin.slot, in: origin.owner) else { return nil }
        let pairs = origin.isOfInverse ? found.reversed : found
        guard !origin.isComplete, let table = origin.heirs.first.map({ destination[$0].table })
        else { return pairs }
        let numbers = origin.heirs.map { "\($0.number)" }.joined(separator: ", ")
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
                hasPlaces: join.orderColumn != nil, hasInversePlaces: join.inverseOrderColumn != nil
            )
        }
        if slot.isToMany {
            return slot.inverseSlot.flatMap { pairs(of: other.slots[$0], in: other)?.reversed }
        }
        guard let column = source[entity].columns[slot.number] else { return nil }
        let order = slot.orderValueNumber.flatMap { source[entity].columns[$0] }
        return RelationshipPairs(
            sql: "SELECT Z_PK + \(offsets.0) AS a, \(column) + \(offsets.1) AS b, NULL AS f, "
                + "\(order ?? "NULL") AS r FROM \(present(source[entity].table)) "
                + "WHERE \(column) IS NOT NULL",
            hasPlaces: false, hasInversePlaces: order != nil)
    }
}
