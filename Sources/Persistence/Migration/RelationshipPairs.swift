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
}

extension MigrationPlan {
    /// The pairs that a relationship of the newer version takes, found by itself or by its
    /// inverse; nil if it is new.
    func pairs(for slot: PropertySlot, of entity: EntityLayout) -> RelationshipPairs? {
        if let (owner, old) = sourceSlot(for: slot, of: entity) { return pairs(of: old, in: owner) }
        guard let number = slot.inverseSlot else { return nil }
        let other = destination.layout.entity(slot.destinationNumber)
        return sourceSlot(for: other.slots[number], of: other).flatMap { owner, old in
            pairs(of: old, in: owner)?.reversed
        }
    }

    /// The older relationship or attribute whose values a property takes.
    func sourceSlot(
        for slot: PropertySlot, of entity: EntityLayout
    ) -> (EntityLayout, PropertySlot)? {
        guard let mapping = mapping.mapping(to: entity.name),
            let owner = mapping.sourceEntityName.flatMap(source.layout.entity(named:)),
            let name = slot.relationship == nil
                ? mapping.attributes[slot.name] : mapping.relationships[slot.name],
            let old = owner.slot(named: name)
        else { return nil }
        return (owner, old)
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
