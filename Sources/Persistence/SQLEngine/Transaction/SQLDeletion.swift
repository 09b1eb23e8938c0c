import ObjectModel

/// The statements that delete records of an entity and their pairs in join tables.
package struct SQLDeletion {
    private let table: String
    /// The columns of join tables that hold keys of the entity's records.
    private let pairs: [(table: String, columns: [String])]

    package init(of entity: SQLEntity) {
        table = entity.table
        pairs = entity.joins.sorted { $0.key < $1.key }.map(\.value).map { join in
            (
                join.table,
                [join.sourceColumn] + (join.isSymmetric ? [join.destinationColumn] : [])
            )
        }
    }

    /// Deletes the record with a key and, if wanted, an expected version, in SQLite.
    func record(checksVersion: Bool) -> String {
        "DELETE FROM \(table) WHERE Z_PK = ?" + (checksVersion ? " AND Z_OPT = ?" : "")
    }

    /// Deletes the pairs of a record, in SQLite.
    var pairsOfRecord: [String] {
        pairs.flatMap { pair in
            pair.columns.map { "DELETE FROM \(pair.table) WHERE \($0) = ?" }
        }
    }

    /// Deletes many records and their pairs with one statement, in PostgreSQL. The parameters are
    /// the list of keys
    /// and that of expected versions, −1 for any. Returns the keys of the deleted records.
    package var records: String {
        "WITH gone AS (DELETE FROM \(table) t0 "
            + "USING unnest(CAST($1 AS bigint[]), CAST($2 AS bigint[])) AS v (k, o) "
            + "WHERE t0.Z_PK = v.k AND (v.o < 0 OR t0.Z_OPT = v.o) RETURNING t0.Z_PK)"
            + pairs.enumerated().map { position, pair in
                let condition = pair.columns.map { "\($0) IN (SELECT Z_PK FROM gone)" }
                return ", pairs\(position) AS (DELETE FROM \(pair.table) WHERE "
                    + condition.joined(separator: " OR ") + ")"
            }.joined() + " SELECT Z_PK FROM gone"
    }
}

/// A list of the records to delete, and the SQL that applies the delete rules to it.
///
/// The list is a temporary table of root entity, key, entity and the round in which a record was
/// added.
package struct SQLDeletionList {
    private static let maximumRoundCount: Int64 = 1_000

    private let rules: SQLDeletionRules

    private var schema: SQLSchema { rules.schema }
    private var layout: ModelLayout { schema.layout }

    init(_ rules: SQLDeletionRules) {
        self.rules = rules
    }

    // MARK: - The list

    private static let table = "Z_BATCH_DELETION"

    private var name: String { "\(schema.dialect.temporarySchema).\(Self.table)" }

    /// Creates the table, which stays with the connection.
    var creation: String {
        let dialect = schema.dialect
        return "CREATE TEMP TABLE IF NOT EXISTS \(Self.table) (root \(dialect.entityType), "
            + "key \(dialect.keyType), entity \(dialect.entityType), round \(dialect.entityType), "
            + "PRIMARY KEY (root, key))\(dialect == .sqlite ? " WITHOUT ROWID" : "")"
    }

    /// Empties the list with TRUNCATE in PostgreSQL, where rows deleted in a transaction stay in
    /// the file.
    var clearing: String {
        schema.dialect == .sqlite ? "DELETE FROM \(name)" : "TRUNCATE \(name)"
    }

    /// Selects the listed records, by entity and key.
    var records: String { "SELECT entity, key FROM \(name) ORDER BY round, root, key" }

    /// Selects the keys of the listed records of a root entity and its subentities.
    func keys(below rootNumber: Int) -> String {
        "SELECT key FROM \(name) WHERE root = \(rootNumber)"
    }

    // MARK: - Records to delete

    /// Lists records of an entity, `t0`, in the first round; a condition may be appended.
    func insertion(of entity: EntityLayout) -> SQLFragment {
        "INSERT INTO \(raw: name) SELECT \(raw: entity.rootNumber), t0.Z_PK, t0.Z_ENT, 0 FROM \(raw: schema[entity].table) t0"
    }

    /// Lists the records that the rule cascade deletes too, round by round.
    ///
    /// - Parameter run: runs a statement, and returns the number of listed records.
    /// - Throws: `PersistenceError.misuse` after too many rounds; errors of the closure.
    func followCascades(_ run: (SQLQuery) throws -> Int) throws {
        let cascades = layout.entities.flatMap(cascades)
        guard !cascades.isEmpty else { return }
        for round in 0..<Self.maximumRoundCount {
            var count = 0
            for cascade in cascades {
                let ofRound = SQLFragment(parameter: .integer(round))
                let statement: SQLFragment =
                    "\(raw: cascade) AND b.round = \(ofRound) ON CONFLICT DO NOTHING"
                count += try run(statement.query)
            }
            if count == 0 { return }
        }
        throw PersistenceError.misuse(
            "The rule cascade goes on for more than \(Self.maximumRoundCount) records in a row")
    }

    /// Lists the destinations of an entity's relationships with the rule cascade.
    private func cascades(of entity: EntityLayout) -> [String] {
        slots(of: entity, with: .cascade).compactMap { slot in
            destinations(of: slot, entity).map {
                "INSERT INTO \(name) "
                    + "SELECT \(layout.entity(slot.destinationNumber).rootNumber), d.Z_PK, d.Z_ENT, "
                    + "b.round + 1 \($0)"
            }
        }
    }

    private func slots(of entity: EntityLayout, with rule: DeleteRule) -> [PropertySlot] {
        entity.slots.filter {
            $0.declaringEntityNumber == entity.number && $0.relationship?.deleteRule == rule
        }
    }

    /// The end of a query for the destinations `d` of the listed records `b`.
    private func destinations(of slot: PropertySlot, _ entity: EntityLayout) -> String? {
        guard !slot.isTransient else { return nil }
        let (own, other) = (schema[entity], schema[layout.entity(slot.destinationNumber)])
        let listed = listed(entity, "b.")
        if let join = own.joins[slot.number] {
            return "FROM \(name) b JOIN \(join.table) j ON j.\(join.sourceColumn) = b.key "
                + "JOIN \(other.table) d ON d.Z_PK = j.\(join.destinationColumn) WHERE \(listed)"
        }
        if slot.isToMany {
            guard let column = slot.inverseSlot.flatMap({ other.columns[$0] }) else { return nil }
            return "FROM \(name) b JOIN \(other.table) d ON d.\(column) = b.key WHERE \(listed)"
        }
        guard let column = own.columns[slot.number] else { return nil }
        return "FROM \(name) b JOIN \(own.table) s ON s.Z_PK = b.key "
            + "JOIN \(other.table) d ON d.Z_PK = s.\(column) WHERE \(listed)"
    }

    private func listed(_ entity: EntityLayout, _ prefix: String = "") -> String {
        "\(prefix)root = \(entity.rootNumber) AND \(prefix)entity BETWEEN "
            + "\(schema.number(of: entity)) AND \(schema.lastNumber(of: entity))"
    }

    private func isNotListed(_ key: String, _ root: Int) -> String {
        "NOT EXISTS (SELECT 1 FROM \(name) l WHERE l.root = \(root) AND l.key = \(key))"
    }

    func record(of entity: EntityLayout) -> String {
        "SELECT entity, key FROM \(name) WHERE \(listed(entity)) LIMIT 1"
    }

    // MARK: - Denials

    /// Checks that the rule deny forbids no deletion.
    ///
    /// - Parameters:
    ///   - first: the first record of a query, by entity and key.
    ///   - count: the number that a query counts.
    /// - Throws: `PersistenceError.deletionDenied`; errors of the closures.
    func checkDenials(
        _ first: (String) throws -> ManagedObjectID?, count: (String) throws -> Int
    ) throws {
        for entity in layout.entities {
            for slot in slots(of: entity, with: .deny) {
                guard let destinations = destinations(of: slot, entity) else { continue }
                let root = layout.entity(slot.destinationNumber).rootNumber
                let staying = "\(destinations) AND \(isNotListed("d.Z_PK", root))"
                guard let id = try first("SELECT b.entity, b.key \(staying) LIMIT 1") else {
                    continue
                }
                throw PersistenceError.deletionDenied(
                    by: slot, of: id,
                    staying: try count("SELECT COUNT(*) \(staying) AND b.key = \(id.key)"))
            }
        }
    }

    // MARK: - References

    /// Clears the references to the records that are deleted.
    ///
    /// - Parameters:
    ///   - first: the first record of a query, by entity and key.
    ///   - change: runs a statement that clears references.
    /// - Throws: `PersistenceError.valueRequired`; errors of the closures.
    func nullify(
        _ first: (String) throws -> ManagedObjectID?,
        _ change: (SQLFragment, SQLDeletionRules.Reference) throws -> Void
    ) throws {
        for reference in rules.references where reference.rule != nil {
            guard reference.rule != .noAction,
                let column = schema[reference.entity].columns[reference.slot.number],
                try first(record(of: reference.destination)) != nil
            else { continue }
            let condition =
                "\(column) IN (\(keys(below: reference.destination.rootNumber))) AND "
                + isNotListed("\(schema[reference.entity].table).Z_PK", reference.entity.rootNumber)
            try nullify(reference, column, condition, first, change)
        }
    }

    private func nullify(
        _ reference: SQLDeletionRules.Reference, _ column: String, _ condition: String,
        _ first: (String) throws -> ManagedObjectID?,
        _ change: (SQLFragment, SQLDeletionRules.Reference) throws -> Void
    ) throws {
        let sql = schema[reference.entity]
        guard reference.slot.isOptional else {
            let holder = try first(
                "SELECT Z_ENT, Z_PK FROM \(sql.table) WHERE \(condition) LIMIT 1")
            if let holder {
                throw PersistenceError.valueRequired(at: reference.slot, of: holder)
            }
            return
        }
        let position = reference.slot.orderSlot.flatMap { sql.columns[$0] }
        let columns = [column, sql.entityColumns[reference.slot.number], position].compactMap(
            \.self)
        let assignments = columns.map { ", \($0) = NULL" }.joined()
        try change(
            "UPDATE \(raw: sql.table) SET Z_OPT = Z_OPT + 1\(raw: assignments) WHERE \(raw: condition)",
            reference)
    }

    /// Deletes the pairs of listed records in join tables.
    var deletionsOfPairs: [String] {
        layout.entities.flatMap { entity in
            schema[entity].joins.sorted { $0.key < $1.key }.map(\.value).flatMap { join in
                ([join.sourceColumn] + (join.isSymmetric ? [join.destinationColumn] : [])).map {
                    "DELETE FROM \(join.table) WHERE \($0) IN (\(keys(of: entity)))"
                }
            }
        }
    }

    /// Selects the keys of the listed records of an entity, without those of its subentities.
    func keys(of entity: EntityLayout) -> String {
        "SELECT key FROM \(name) WHERE root = \(entity.rootNumber) "
            + "AND entity = \(schema.number(of: entity))"
    }

    /// The root entities, each with the statement that deletes its listed records.
    var deletions: [(root: EntityLayout, statement: SQLFragment)] {
        layout.entities.filter { $0.superNumber == 0 }.map { root in
            (
                root,
                "DELETE FROM \(raw: schema[root].table) WHERE Z_PK IN (\(raw: keys(below: root.number)))"
            )
        }
    }
}

/// The effects of a deletion on other records, by relationship.
struct SQLDeletionRules {
    /// A foreign key to records that may be deleted.
    struct Reference {
        /// The entity that declares the to-one relationship.
        var entity: EntityLayout
        var slot: PropertySlot
        /// The entity of the destinations.
        var destination: EntityLayout
        /// The rule of the inverse; nil if there is none.
        var rule: DeleteRule?
        var inverse: PropertySlot?
    }

    let schema: SQLSchema
    let references: [Reference]

    init(schema: SQLSchema) {
        self.schema = schema
        let layout = schema.layout
        references = layout.entities.flatMap { entity in
            entity.slots.filter {
                $0.declaringEntityNumber == entity.number && $0.isToOne && !$0.isTransient
            }.map { slot in
                let destination = layout.entity(slot.destinationNumber)
                let inverse = slot.inverseSlot.map { destination.slots[$0] }
                return Reference(
                    entity: entity, slot: slot, destination: destination,
                    rule: inverse?.relationship?.deleteRule, inverse: inverse)
            }
        }
    }

    /// Whether the deletion of records of some entities affects more than their rows.
    func concern(_ entities: ArraySlice<EntityLayout>) -> Bool {
        entities.contains { entity in
            !schema[entity].joins.isEmpty || entity.slots.contains(where: \.isStoredExternally)
                || entity.slots.contains { slot in
                    guard let relationship = slot.relationship, !slot.isTransient else {
                        return false
                    }
                    return relationship.deleteRule != .noAction && slot.inverseSlot != nil
                        || relationship.deleteRule == .cascade || relationship.deleteRule == .deny
                }
        }
    }
}
