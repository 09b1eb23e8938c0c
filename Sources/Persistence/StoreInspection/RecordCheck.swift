import ObjectModel

/// Checks the records of a store with Core Data's table layout, in SQL of every dialect.
package struct RecordCheck {
    /// Runs a statement, and returns the first columns of its rows as texts.
    package typealias Rows = (_ sql: String, _ count: Int) throws -> [[String]]

    let schema: SQLSchema
    private let rows: Rows

    /// - Parameter rows: runs statements on one state of the store.
    package init(_ schema: SQLSchema, rows: @escaping Rows) {
        self.schema = schema
        self.rows = rows
    }

    /// The messages about the records.
    ///
    /// - Parameter faultsOfAttribute: checks the values of an attribute. Default: no check.
    /// - Throws: errors of the store.
    package func faults(
        andOf faultsOfAttribute: (PropertySlot, EntityLayout) throws -> [String] = { _, _ in [] }
    ) throws -> [String] {
        let roots = schema.layout.entities.filter { $0.superNumber == 0 }
        return try roots.flatMap(recordFaults)
            + schema.layout.entities.flatMap { entity in
                try entity.slots.filter { $0.declaringEntityNumber == entity.number }
                    .flatMap { slot in
                        try missingValues(slot, entity) + memberFaults(slot, entity)
                            + (slot.relationship == nil
                                ? faultsOfAttribute(slot, entity) : faults(of: slot, entity))
                    } + sharedValues(entity)
            }
    }

    private func recordFaults(_ root: EntityLayout) throws -> [String] {
        let table = schema[root].table
        let foreign = try rows(
            "SELECT Z_PK FROM \(table) WHERE Z_ENT IS NULL "
                + "OR Z_ENT NOT BETWEEN \(schema.number(of: root)) AND \(schema.lastNumber(of: root)) "
                + "ORDER BY 1", 1
        ).map { "The row \($0[0]) of \(table) has no entity of its table in Z_ENT." }
        let keys = try rows(
            "SELECT Z_MAX, (SELECT max(Z_PK) FROM \(table)) FROM Z_PRIMARYKEY "
                + "WHERE Z_ENT = \(schema.number(of: root)) "
                + "AND COALESCE(Z_MAX, 0) < (SELECT max(Z_PK) FROM \(table))", 2
        ).map { "Z_MAX of \(root.name) is \($0[0]), and the key \($0[1]) is in use." }
        return foreign + keys
    }

    // MARK: - Values

    /// The records without a required value.
    private func missingValues(_ slot: PropertySlot, _ entity: EntityLayout) throws -> [String] {
        guard slot.hasToHaveValue, let column = schema[entity].columns[slot.number] else {
            return []
        }
        return try records(
            "FROM \(schema[entity].table) t0 WHERE \(isOf(entity)) AND \(column) IS NULL"
        ).map { Self.missing(slot, of: entity, $0.count, $0.keys) }
    }

    /// The records with too few or too many members of a to-many relationship.
    private func memberFaults(_ slot: PropertySlot, _ entity: EntityLayout) throws -> [String] {
        let bounds = slot.memberBounds
        guard !bounds.isEmpty, let members = members(of: slot, entity) else { return [] }
        let source = "FROM \(schema[entity].table) t0 WHERE \(isOf(entity)) AND "
        return try bounds.flatMap { bound in
            let condition =
                switch bound {
                case .required: "NOT EXISTS (SELECT 1 \(members))"
                case .atLeast(let least):
                    "(SELECT count(*) \(members)) BETWEEN 1 AND \(least - 1)"
                case .atMost(let most): "(SELECT count(*) \(members)) > \(most)"
                }
            return try records(source + condition).map {
                Self.broken(bound, slot, of: entity, $0.count, $0.keys)
            }
        }
    }

    /// The SQL that counts the members of a to-many relationship of the record `t0`; nil without a
    /// column or table for it.
    private func members(of slot: PropertySlot, _ entity: EntityLayout) -> String? {
        let destination = schema.layout.entity(slot.destinationNumber)
        let own =
            "d.Z_ENT BETWEEN \(schema.number(of: destination)) "
            + "AND \(schema.lastNumber(of: destination))"
        if let join = schema[entity].joins[slot.number] {
            return "FROM \(join.table) j JOIN \(schema[destination].table) d "
                + "ON d.Z_PK = j.\(join.destinationColumn) "
                + "WHERE j.\(join.sourceColumn) = t0.Z_PK AND \(own)"
        }
        return slot.inverseSlot.flatMap { schema[destination].columns[$0] }.map {
            "FROM \(schema[destination].table) d WHERE d.\($0) = t0.Z_PK AND \(own)"
        }
    }

    /// The message about records with too few or too many members.
    static func broken(
        _ bound: MemberBound, _ slot: PropertySlot, of entity: EntityLayout, _ count: Int,
        _ keys: [String]
    ) -> String {
        let records = count == 1 ? "1 record has" : "\(count) records have"
        return switch bound {
        case .required: missing(slot, of: entity, count, keys)
        case .atLeast(let least):
            "\(entity.name): \(slot.name) has to have at least \(least) members, and \(records) fewer: "
                + "\(list(keys, of: count))."
        case .atMost(let most):
            "\(entity.name): \(slot.name) may have \(most) members at most, and \(records) more: "
                + "\(list(keys, of: count))."
        }
    }

    /// The records with duplicate unique values.
    private func sharedValues(_ entity: EntityLayout) throws -> [String] {
        let (table, own) = (schema[entity].table, isOf(entity))
        return try entity.description.uniquenessConstraints.flatMap { names -> [String] in
            let columns = names.compactMap(entity.slot(named:)).compactMap {
                schema[entity].columns[$0.number]
            }
            guard columns.count == names.count else { return [] }
            let list = columns.joined(separator: ", ")
            let equal = columns.map { "d.\($0) = t0.\($0)" }.joined(separator: " AND ")
            return try records(
                "FROM \(table) t0 JOIN (SELECT \(list) FROM \(table) t0 WHERE \(own) "
                    + "GROUP BY \(list) HAVING count(*) > 1) d ON \(equal) WHERE \(own)"
            ).map {
                "\(entity.name): \(names.joined(separator: " and ")) has to be unique, and "
                    + "\($0.count) records share values: \(Self.list($0.keys, of: $0.count))."
            }
        }
    }

    private func isOf(_ entity: EntityLayout) -> String {
        "t0.Z_ENT BETWEEN \(schema.number(of: entity)) AND \(schema.lastNumber(of: entity))"
    }

    /// The number of the selected records and the first of their keys; empty if there are none.
    private func records(_ source: String) throws -> [(count: Int, keys: [String])] {
        let count = try rows("SELECT count(*) \(source)", 1).first.flatMap { Int($0[0]) } ?? 0
        guard count > 0 else { return [] }
        let keys = try rows(
            "SELECT t0.Z_PK \(source) ORDER BY 1 LIMIT \(Self.maximumKeyCount)", 1)
        return [(count, keys.map { $0[0] })]
    }

    /// The maximum number of records in a message.
    private static let maximumKeyCount = 5

    /// The message about records without a required value.
    static func missing(
        _ slot: PropertySlot, of entity: EntityLayout, _ count: Int, _ keys: [String]
    ) -> String {
        "\(entity.name): \(slot.name) is required, and \(count == 1 ? "1 record has" : "\(count) records have") "
            + "none: \(list(keys, of: count))."
    }

    private static func list(_ keys: [String], of count: Int) -> String {
        let first = keys.prefix(maximumKeyCount)
        return first.joined(separator: ", ") + (count > first.count ? " and others" : "")
    }

    // MARK: - References

    private func faults(of slot: PropertySlot, _ entity: EntityLayout) throws -> [String] {
        if let join = schema[entity].joins[slot.number] {
            return try joinFaults(join, slot, entity)
        }
        guard let column = schema[entity].columns[slot.number] else { return [] }
        let positions = slot.orderSlot.flatMap { schema[entity].columns[$0] }
        return try missing(
            "SELECT Z_PK, \(column) FROM \(schema[entity].table) t0 WHERE \(column) > 0 "
                + "AND \(leadsNowhere(column, slot)) ORDER BY 1", slot, entity)
            + oneSided(column, slot, entity)
            + (positions.map { try positionFaults(schema[entity].table, $0, owner: column) } ?? [])
            + (schema[entity].entityColumns[slot.number].map {
                try entityFaults(column, $0, slot, entity)
            } ?? [])
    }

    /// The records of one-to-one relationships that their destinations do not refer to.
    private func oneSided(
        _ column: String, _ slot: PropertySlot, _ entity: EntityLayout
    ) throws -> [String] {
        let destination = schema.layout.entity(slot.destinationNumber)
        guard let inverse = slot.inverseSlot, !slot.inverseIsToMany,
            let back = schema[destination].columns[inverse]
        else { return [] }
        return try rows(
            "SELECT t0.Z_PK, t0.\(column), d.\(back) FROM \(schema[entity].table) t0 "
                + "JOIN \(schema[destination].table) d ON d.Z_PK = t0.\(column) "
                + "WHERE t0.Z_ENT BETWEEN \(schema.number(of: entity)) "
                + "AND \(schema.lastNumber(of: entity)) "
                + "AND d.Z_ENT BETWEEN \(schema.number(of: destination)) "
                + "AND \(schema.lastNumber(of: destination)) "
                + "AND COALESCE(d.\(back), 0) <> t0.Z_PK ORDER BY 1", 3
        ).map { Self.oneSided(slot, of: entity, $0[0], $0[1], destination.slots[inverse], $0[2]) }
    }

    /// The message about a record whose destination does not refer to it.
    static func oneSided(
        _ slot: PropertySlot, of entity: EntityLayout, _ key: String, _ destination: String,
        _ inverse: PropertySlot, _ other: String
    ) -> String {
        "\(entity.name) \(key): \(slot.name) refers to the "
            + "\(slot.relationship?.destinationEntity ?? "") \(destination), whose \(inverse.name) "
            + "refers to \(other == "nothing" ? other : "the \(entity.name) \(other)")."
    }

    /// References with another entity than the record's.
    private func entityFaults(
        _ column: String, _ entityColumn: String, _ slot: PropertySlot, _ entity: EntityLayout
    ) throws -> [String] {
        let destination = schema.layout.entity(slot.destinationNumber)
        return try rows(
            "SELECT t0.Z_PK, t0.\(column) FROM \(schema[entity].table) t0 "
                + "JOIN \(schema[destination].table) d ON d.Z_PK = t0.\(column) "
                + "WHERE d.Z_ENT BETWEEN \(schema.number(of: destination)) "
                + "AND \(schema.lastNumber(of: destination)) "
                + "AND COALESCE(t0.\(entityColumn), 0) <> d.Z_ENT ORDER BY 1", 2
        ).map {
            "\(entity.name) \($0[0]): \(slot.name) names another entity than the "
                + "\(destination.name) \($0[1]) is of."
        }
    }

    private func joinFaults(
        _ join: SQLJoin, _ slot: PropertySlot, _ entity: EntityLayout
    ) throws -> [String] {
        let missing = try missing(
            "SELECT \(join.sourceColumn), \(join.destinationColumn) FROM \(join.table) t0 "
                + "WHERE \(leadsNowhere(join.destinationColumn, slot)) ORDER BY 1, 2",
            slot, entity)
        guard let positions = join.orderColumn else { return missing }
        return try missing + positionFaults(join.table, positions, owner: join.sourceColumn)
    }

    private func missing(
        _ sql: String, _ slot: PropertySlot, _ entity: EntityLayout
    ) throws -> [String] {
        try rows(sql, 2).map {
            "\(entity.name) \($0[0]): \(slot.name) refers to the "
                + "\(slot.relationship?.destinationEntity ?? "") \($0[1]), which is not there."
        }
    }

    /// Whether a column of `t0` contains a key without a record that the relationship may lead to.
    private func leadsNowhere(_ column: String, _ slot: PropertySlot) -> String {
        let entity = schema.layout.entity(slot.destinationNumber)
        return "NOT EXISTS (SELECT 1 FROM \(schema[entity].table) d WHERE d.Z_PK = t0.\(column) "
            + "AND d.Z_ENT BETWEEN \(schema.number(of: entity)) AND \(schema.lastNumber(of: entity)))"
    }

    /// Members of an ordered relationship without a position, or with another member's.
    private func positionFaults(
        _ table: String, _ positions: String, owner: String
    ) throws -> [String] {
        try rows(
            "SELECT \(owner), count(*) FROM \(table) WHERE \(owner) > 0 "
                + "GROUP BY \(owner) HAVING count(*) > count(DISTINCT \(positions)) ORDER BY 1", 2
        ).map {
            "\(positions) of \(table) is out of order: of \($0[1]) rows with \(owner) \($0[0]), "
                + "some have no place or that of another."
        }
    }
}

/// A rule for the number of members of a to-many relationship.
enum MemberBound {
    /// At least one.
    case required
    /// Zero, or at least this number.
    case atLeast(Int)
    case atMost(Int)

    /// Whether a number of members violates the rule.
    func isBroken(by count: Int) -> Bool {
        switch self {
        case .required: count == 0
        case .atLeast(let least): count > 0 && count < least
        case .atMost(let most): count > most
        }
    }
}

extension PropertySlot {
    /// The rules for the number of members; empty for other properties.
    var memberBounds: [MemberBound] {
        guard let relationship, isToMany, !isTransient else { return [] }
        let (least, most) = (relationship.minCount, relationship.maxCount)
        // Apple's stores have records without members where the model only lacks the word
        // “optional”.
        return (isOptional || least == 0 ? [] : [.required]) + (least > 1 ? [.atLeast(least)] : [])
            + (most > 0 ? [.atMost(most)] : [])
    }

    /// Whether each record must have a value or destination in its own column.
    var hasToHaveValue: Bool {
        !isOptional && !isTransient && !isToMany && attribute?.isDerived != true
    }
}
