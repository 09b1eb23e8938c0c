import ObjectModel
import Persistence

/// Deletes many records as the delete rules say, by statements over a list of what goes.
///
/// The list is a temporary table: root entity, key, entity and the round in which a record came.
struct BatchDeletion {
    private static let list = "pg_temp.z_batch_deletion"
    private static let greatestRoundCount = 1_000

    private let transaction: PostgreSQLTransaction
    private let wantsReferences: Bool

    init(_ transaction: PostgreSQLTransaction, wantsReferences: Bool) {
        self.transaction = transaction
        self.wantsReferences = wantsReferences
    }

    private var session: PostgreSQLSession { transaction.session }
    private var connection: ServerConnection { transaction.connection }
    private var schema: SQLSchema { transaction.schema }
    private var layout: ModelLayout { schema.layout }

    func run(_ fetch: StoreFetch) throws -> StoreBatchResult {
        try connection.execute(
            "CREATE TEMP TABLE IF NOT EXISTS z_batch_deletion "
                + "(root integer, key bigint, entity integer, round integer, "
                + "PRIMARY KEY (root, key)); TRUNCATE \(Self.list)")
        try listRecords(of: fetch)
        try followCascades()
        try checkDenials()
        var result = StoreBatchResult()
        try derivingDeletions {
            try nullify(into: &result)
            try deletePairs()
            try deleteRecords(into: &result)
        }
        return result
    }

    // MARK: - What goes

    private func listRecords(of fetch: StoreFetch) throws {
        let root = fetch.entity.rootNumber
        let insertion: SQLFragment =
            "INSERT INTO \(raw: Self.list) SELECT \(raw: root), t0.Z_PK, t0.Z_ENT, 0 FROM \(raw: schema[fetch.entity].table) t0"
        if let condition = try session.queryBuilder.condition(fetch) {
            _ = try session.run(SQLFragment.joined([insertion, condition], "").query)
            return
        }
        let parameters = StatementParameters()
        parameters.append(list: try session.keys(of: fetch))
        try connection.run(
            insertion.sql + " WHERE t0.Z_PK = ANY(CAST($1 AS bigint[]))", parameters)
    }

    private func followCascades() throws {
        let statements = layout.entities.flatMap(cascades)
        guard !statements.isEmpty else { return }
        for round in 0..<Self.greatestRoundCount {
            let parameters = StatementParameters()
            parameters.append(Int32(round))
            let counts = try statements.map { try connection.run($0, parameters).changedCount }
            if counts.allSatisfy({ $0 == 0 }) { return }
        }
        throw PersistenceError.misuse(
            "The rule cascade goes on for more than \(Self.greatestRoundCount) records in a row")
    }

    /// The statements that list the destinations of an entity's relationships with that rule.
    private func cascades(of entity: EntityLayout) -> [String] {
        entity.slots.filter {
            $0.declaringEntityNumber == entity.number && $0.relationship?.deleteRule == .cascade
        }.compactMap { slot in
            destinations(of: slot, entity).map {
                "INSERT INTO \(Self.list) "
                    + "SELECT \(layout.entity(slot.destinationNumber).rootNumber), d.Z_PK, d.Z_ENT, "
                    + "b.round + 1 \($0) AND b.round = $1 ON CONFLICT DO NOTHING"
            }
        }
    }

    /// The destinations `d` of a relationship of the listed records `b`, as the end of a query.
    private func destinations(of slot: PropertySlot, _ entity: EntityLayout) -> String? {
        guard !slot.isTransient else { return nil }
        let (own, other) = (schema[entity], schema[layout.entity(slot.destinationNumber)])
        let listed =
            "b.root = \(entity.rootNumber) "
            + "AND b.entity BETWEEN \(entity.number) AND \(entity.lastNumber)"
        if let join = own.joins[slot.number] {
            return "FROM \(Self.list) b JOIN \(join.table) j ON j.\(join.sourceColumn) = b.key "
                + "JOIN \(other.table) d ON d.Z_PK = j.\(join.destinationColumn) WHERE \(listed)"
        }
        if slot.isToMany {
            guard let column = slot.inverseSlot.flatMap({ other.columns[$0] }) else { return nil }
            return "FROM \(Self.list) b JOIN \(other.table) d ON d.\(column) = b.key "
                + "WHERE \(listed)"
        }
        guard let column = own.columns[slot.number] else { return nil }
        return "FROM \(Self.list) b JOIN \(own.table) s ON s.Z_PK = b.key "
            + "JOIN \(other.table) d ON d.Z_PK = s.\(column) WHERE \(listed)"
    }

    // MARK: - What forbids it

    private func checkDenials() throws {
        for entity in layout.entities {
            for slot in entity.slots
            where slot.declaringEntityNumber == entity.number
                && slot.relationship?.deleteRule == .deny
            {
                guard let destinations = destinations(of: slot, entity) else { continue }
                let root = layout.entity(slot.destinationNumber).rootNumber
                let sql =
                    "SELECT b.entity, b.key \(destinations) AND \(isNotListed("d.Z_PK", root)) LIMIT 1"
                if let id = try record(sql) {
                    throw PersistenceError.deletionDenied(by: slot, of: id)
                }
            }
        }
    }

    private func isNotListed(_ key: String, _ root: Int) -> String {
        "NOT EXISTS (SELECT 1 FROM \(Self.list) l WHERE l.root = \(root) AND l.key = \(key))"
    }

    /// The record that a query finds first, by entity and key.
    private func record(_ sql: String) throws -> ManagedObjectID? {
        let answer = try connection.run(sql)
        guard answer.rowCount > 0 else { return nil }
        return session.contents.homes.objectID(
            entityNumber: Int(answer[0].integer(0)), key: answer[0].integer(1))
    }

    // MARK: - What it leaves behind

    /// Takes the references away that lead to records which go.
    private func nullify(into result: inout StoreBatchResult) throws {
        for reference in SQLDeletionRules(schema: schema).references where reference.rule != nil {
            guard reference.rule != .noAction, try isListed(reference.destination) else { continue }
            try nullify(reference, into: &result)
        }
    }

    private func isListed(_ entity: EntityLayout) throws -> Bool {
        try connection.run(
            "SELECT 1 FROM \(Self.list) WHERE root = \(entity.rootNumber) "
                + "AND entity BETWEEN \(entity.number) AND \(entity.lastNumber) LIMIT 1"
        ).rowCount > 0
    }

    private func nullify(
        _ reference: SQLDeletionRules.Reference, into result: inout StoreBatchResult
    ) throws {
        let sql = schema[reference.entity]
        guard let column = sql.columns[reference.slot.number] else { return }
        let condition =
            "\(column) IN (SELECT key FROM \(Self.list) WHERE root = "
            + "\(reference.destination.rootNumber)) "
            + "AND \(isNotListed("\(sql.table).Z_PK", reference.entity.rootNumber))"
        if !reference.slot.isOptional {
            let first = try record(
                "SELECT Z_ENT, Z_PK FROM \(sql.table) WHERE \(condition) LIMIT 1")
            if let first {
                throw PersistenceError.destinationRequired(at: reference.slot, of: first)
            }
            return
        }
        let place = reference.slot.orderValueNumber.flatMap { sql.columns[$0] }
        let columns = [column, sql.entityColumns[reference.slot.number], place].compactMap(\.self)
        let assignments = columns.map { ", \($0) = NULL" }.joined()
        let statement: SQLFragment =
            "UPDATE \(raw: sql.table) SET Z_OPT = Z_OPT + 1\(raw: assignments) WHERE \(raw: condition)"
        let isDeriving = !layout.derivations.isEmpty
        let change = try transaction.change(
            statement.query, reference.entity, wantsReferences: wantsReferences || isDeriving)
        if wantsReferences { result.updated += change.references }
        if isDeriving {
            try transaction.noteDerivation(
                after: .update, change.references.map(\.key), of: reference.entity)
        }
    }

    private func deletePairs() throws {
        for entity in layout.entities {
            for join in schema[entity].joins.sorted(by: { $0.key < $1.key }).map(\.value) {
                let columns =
                    [join.sourceColumn] + (join.isSymmetric ? [join.destinationColumn] : [])
                for column in columns {
                    try connection.run(
                        "DELETE FROM \(join.table) WHERE \(column) IN (SELECT key FROM \(Self.list) "
                            + "WHERE root = \(entity.rootNumber) AND entity = \(entity.number))")
                }
            }
        }
    }

    private func deleteRecords(into result: inout StoreBatchResult) throws {
        for root in layout.entities where root.superNumber == 0 {
            let statement: SQLFragment =
                "DELETE FROM \(raw: schema[root].table) WHERE Z_PK IN (SELECT key FROM \(raw: Self.list) WHERE root = \(raw: root.number))"
            let change = try transaction.change(
                statement.query, root, wantsReferences: wantsReferences)
            result.count += change.count
            result.deleted += change.references
        }
    }

    // MARK: - Derived attributes

    private func derivingDeletions(_ body: () throws -> Void) throws {
        guard !layout.derivations.isEmpty else { return try body() }
        for entity in layout.entities {
            let answer = try connection.run(
                "SELECT key FROM \(Self.list) WHERE root = \(entity.rootNumber) "
                    + "AND entity = \(entity.number)")
            let keys = (0..<answer.rowCount).map { answer[$0].integer(0) }
            try transaction.noteDerivation(before: .delete, keys, of: entity)
        }
        try body()
    }
}
