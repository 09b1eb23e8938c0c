import Foundation
import ObjectModel
import Persistence

/// Derived attributes, computed in the database at the end of a save, or earlier on request.
extension PostgreSQLTransaction {
    /// The value of a derived attribute that has to be recomputed.
    struct DerivedValueKey: Hashable {
        /// The index of the derivation in the model.
        var derivation: Int
        /// The record's key.
        var key: Int64
    }

    func recordDerivation(
        before change: SQLRecordChange, _ keys: [Int64], of entity: EntityLayout
    ) throws {
        try recordOwners(keys, of: entity)
    }

    func recordDerivation(
        after change: SQLRecordChange, _ keys: [Int64], of entity: EntityLayout
    ) throws {
        try recordOwners(keys, of: entity)
        recordOwn(keys, of: entity, change, depth: 0)
    }

    func recordDerivation(ofJoins changes: [StoreJoinChange], _ slot: PropertySlot) {
        for (number, derivation) in schema.layout.derivations.enumerated() {
            guard let relationship = derivation.relationship else { continue }
            let own = schema.layout.entity(derivation.entityNumber).slots[relationship]
            if own.isSame(as: slot) {
                for change in changes {
                    underived.insert(DerivedValueKey(derivation: number, key: change.key))
                }
            }
            guard let inverse = slot.inverseSlot,
                own.isSame(as: schema.layout.entity(slot.destinationNumber).slots[inverse])
            else { continue }
            for key in changes.flatMap({ $0.added + $0.removed }) {
                underived.insert(DerivedValueKey(derivation: number, key: key))
            }
        }
    }

    /// Records the derived attributes of the changed records themselves.
    private func recordOwn(
        _ keys: [Int64], of entity: EntityLayout, _ change: SQLRecordChange, depth: Int
    ) {
        for (number, derivation) in schema.layout.derivations.enumerated()
        where entity.isKind(of: schema.layout.entity(derivation.entityNumber)) {
            guard derivation.concernsOwner(isNew: change == .insert, depth: depth) else {
                continue
            }
            for key in keys { underived.insert(DerivedValueKey(derivation: number, key: key)) }
        }
    }

    /// Records the derived attributes of other records that depend on the changed ones over a
    /// relationship.
    private func recordOwners(_ keys: [Int64], of entity: EntityLayout) throws {
        guard !keys.isEmpty else { return }
        for (number, derivation) in schema.layout.derivations.enumerated() {
            guard let sql = ownersQuery(derivation, entity) else { continue }
            let parameters = StatementParameters()
            parameters.append(list: keys)
            let answer = try connection.run(sql, parameters)
            for row in answer.rows {
                underived.insert(DerivedValueKey(derivation: number, key: row.integer(0)))
            }
        }
    }

    private func ownersQuery(_ derivation: Derivation, _ entity: EntityLayout) -> String? {
        guard let relationship = derivation.relationship else { return nil }
        let owner = schema.layout.entity(derivation.entityNumber)
        let slot = owner.slots[relationship]
        guard entity.isKind(of: schema.layout.entity(slot.destinationNumber)) else { return nil }
        let wanted = "= ANY(CAST($1 AS bigint[]))"
        if let join = schema[owner].joins[relationship] {
            return "SELECT \(join.sourceColumn) FROM \(join.table) "
                + "WHERE \(join.destinationColumn) \(wanted)"
        }
        if slot.isToOne {
            return schema[owner].columns[relationship].map {
                "SELECT Z_PK FROM \(schema[owner].table) WHERE \($0) \(wanted)"
            }
        }
        return slot.inverseSlot.flatMap { schema[entity].columns[$0] }.map {
            "SELECT DISTINCT \($0) FROM \(schema[entity].table) "
                + "WHERE Z_PK \(wanted) AND \($0) IS NOT NULL"
        }
    }

    // MARK: - Computing

    func takeDerivedValues() throws -> [StoreDerivedValue] {
        try derive()
        defer { derived = [:] }
        return Array(derived.values)
    }

    /// Updates all recorded values.
    func derive() throws {
        for depth in 1...Derivation.maximumDepth where !underived.isEmpty {
            let pending = underived
            underived = []
            for (number, group) in Dictionary(grouping: pending, by: \.derivation).sorted(
                by: { $0.key < $1.key })
            {
                let derivation = schema.layout.derivations[number]
                let keys = try derive(derivation, number, group.map(\.key).sorted())
                guard depth < Derivation.maximumDepth, !keys.isEmpty else { continue }
                let owner = schema.layout.entity(derivation.entityNumber)
                try recordOwners(keys, of: owner)
                recordOwn(keys, of: owner, .update, depth: depth)
            }
        }
        underived = []
    }

    /// Computes values. Returns the keys of the records whose value has changed.
    private func derive(
        _ derivation: Derivation, _ number: Int, _ keys: [Int64]
    ) throws -> [Int64] {
        let owner = schema.layout.entity(derivation.entityNumber)
        let slot = owner.slots[derivation.slot]
        guard let attribute = slot.attribute, let column = schema[owner].columns[slot.number] else {
            return []
        }
        let values = try sources(derivation, owner, keys)
        let parameters = StatementParameters()
        parameters.append(list: keys)
        let answer = try connection.run(
            "SELECT Z_PK, Z_ENT, \(column) FROM \(schema[owner].table) "
                + "WHERE Z_PK = ANY(CAST($1 AS bigint[]))", parameters)
        var changed: [Int64] = []
        try writing {
            try session.pipelined { pipeline in
                for row in answer.rows {
                    let (key, entity) = (row.integer(0), Int(row.integer(1)))
                    guard (owner.number...owner.lastNumber).contains(entity) else { continue }
                    let old = row.value(2, as: ExpressionType(attribute), contents.storeEntities)
                    let new = try derivation.value(
                        of: values[key] ?? [], in: attribute, now: Self.now)
                    guard old != new else { continue }
                    let id = contents.storeEntities.objectID(entityNumber: entity, key: key)
                    if let error = PersistenceError.outOfRange(new, at: slot, of: id) {
                        throw error
                    }
                    self.parameters.reset()
                    try self.parameters.append(new, as: RowPlan.Kind(attribute))
                    self.parameters.append(key)
                    try pipeline.send(
                        "UPDATE \(schema[owner].table) SET \(column) = $1 WHERE Z_PK = $2",
                        self.parameters)
                    changed.append(key)
                    derived[DerivedValueKey(derivation: number, key: key)] = StoreDerivedValue(
                        entityNumber: entity, key: key, slot: slot.number, value: new)
                }
            }
        }
        recordTexts(of: changed, owner, slots: [slot.number])
        return changed
    }

    /// The time as PostgreSQL stores it.
    private static var now: Date {
        BinaryFormat.microseconds(of: .now).flatMap(BinaryFormat.date) ?? .now
    }

    /// The values to derive from, by the key of the record.
    private func sources(
        _ derivation: Derivation, _ owner: EntityLayout, _ keys: [Int64]
    ) throws -> [Int64: [AttributeValue]] {
        guard let (sql, type) = sourcesQuery(derivation, owner) else { return [:] }
        let parameters = StatementParameters()
        parameters.append(list: keys)
        let answer = try connection.run(
            sql + " WHERE o.Z_PK = ANY(CAST($1 AS bigint[]))", parameters)
        return answer.rows.reduce(into: [:]) { sources, row in
            sources[row.integer(0), default: []].append(
                row.value(1, as: type, contents.storeEntities))
        }
    }

    private func sourcesQuery(
        _ derivation: Derivation, _ owner: EntityLayout
    ) -> (String, ExpressionType)? {
        let own = schema[owner]
        switch derivation.source {
        case .now: return nil
        case .value(_, nil, let attribute):
            return selection(attribute, of: owner).map {
                ("SELECT o.Z_PK, o.\($0.column) FROM \(own.table) o", $0.type)
            }
        case .value(_, .some(let relationship), let attribute):
            let destination = schema.layout.entity(owner.slots[relationship].destinationNumber)
            guard let column = own.columns[relationship],
                let value = selection(attribute, of: destination)
            else { return nil }
            return (
                "SELECT o.Z_PK, d.\(value.column) FROM \(own.table) o "
                    + "JOIN \(schema[destination].table) d ON d.Z_PK = o.\(column)", value.type
            )
        case .collection(_, let relationship, let attribute):
            let slot = owner.slots[relationship]
            let destination = schema.layout.entity(slot.destinationNumber)
            let value = attribute.flatMap { selection($0, of: destination) }
            let selected = "SELECT o.Z_PK, d.\(value?.column ?? "Z_PK") FROM \(own.table) o "
            let type = value?.type ?? ExpressionType(kind: .integer)
            let table = schema[destination].table
            if let join = own.joins[relationship] {
                return (
                    selected + "JOIN \(join.table) j ON j.\(join.sourceColumn) = o.Z_PK "
                        + "JOIN \(table) d ON d.Z_PK = j.\(join.destinationColumn)", type
                )
            }
            guard let inverse = slot.inverseSlot.flatMap({ schema[destination].columns[$0] })
            else { return nil }
            return (selected + "JOIN \(table) d ON d.\(inverse) = o.Z_PK", type)
        }
    }

    private func selection(
        _ number: Int, of entity: EntityLayout
    ) -> (column: String, type: ExpressionType)? {
        guard let column = schema[entity].columns[number],
            let attribute = entity.slots[number].attribute
        else { return nil }
        return (column, ExpressionType(attribute))
    }
}
