import ObjectModel

/// Deletes many records as the delete rules say, by statements over a list of what goes.
///
/// The list is a temporary table: root entity, key, entity and the round in which a record came.
struct SQLBatchDeletion {
    static let list = "temp.Z_BATCH_DELETION"
    private static let greatestRoundCount: Int64 = 1_000

    let transaction: SQLiteTransaction
    let rules: SQLDeletionRules
    let wantsReferences: Bool

    private var session: SQLiteSession { transaction.session }
    private var connection: Connection { transaction.connection }
    private var schema: SQLSchema { transaction.schema }
    private var layout: ModelLayout { schema.layout }

    func run(_ fetch: StoreFetch) throws -> StoreBatchResult {
        try connection.execute(
            "CREATE TABLE IF NOT EXISTS \(Self.list) "
                + "(root INTEGER, key INTEGER, entity INTEGER, round INTEGER, "
                + "PRIMARY KEY (root, key)) WITHOUT ROWID")
        try connection.execute("DELETE FROM \(Self.list)")
        try listRecords(of: fetch)
        try followCascades()
        try checkDenials()
        var result = StoreBatchResult()
        try nullify(into: &result)
        try giveUpFiles()
        try noteDeletions()
        try deletePairs()
        try deleteRecords(into: &result)
        try connection.execute("DELETE FROM \(Self.list)")
        return result
    }

    // MARK: - What goes

    private func listRecords(of fetch: StoreFetch) throws {
        let root = fetch.entity.rootNumber
        let insertion: SQLFragment =
            "INSERT INTO \(raw: Self.list) SELECT \(raw: root), t0.Z_PK, t0.Z_ENT, 0 FROM \(raw: schema[fetch.entity].table) t0"
        func run(_ condition: SQLFragment) throws {
            try session.withStatement(SQLFragment.joined([insertion, condition], "").query) {
                try $0.run()
            }
        }
        if let condition = try session.queryBuilder.condition(fetch) {
            try run(condition)
        } else {
            for keys in try session.keys(of: fetch) {
                try run(session.queryBuilder.condition(keys: keys))
            }
        }
    }

    private func followCascades() throws {
        let statements = layout.entities.flatMap(cascades)
        guard !statements.isEmpty else { return }
        for round in 0..<Self.greatestRoundCount {
            var isDone = true
            for statement in statements {
                try connection.withStatement(statement) {
                    try $0.bind(round, at: 1)
                    try $0.run()
                }
                if connection.changes > 0 { isDone = false }
            }
            if isDone { return }
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
                "INSERT OR IGNORE INTO \(Self.list) "
                    + "SELECT \(layout.entity(slot.destinationNumber).rootNumber), d.Z_PK, d.Z_ENT, "
                    + "b.round + 1 \($0) AND b.round = ?"
            }
        }
    }

    /// The destinations `d` of a relationship of the listed records `b`, as the end of a query.
    private func destinations(of slot: PropertySlot, _ entity: EntityLayout) -> String? {
        guard !slot.isTransient else { return nil }
        let destination = layout.entity(slot.destinationNumber)
        let (own, other) = (schema[entity], schema[destination])
        let listed =
            "b.root = \(entity.rootNumber) "
            + "AND b.entity BETWEEN \(schema.number(of: entity)) "
            + "AND \(schema.lastNumber(of: entity))"
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
        try connection.withStatement(sql) { statement in
            guard try statement.step() else { return nil }
            return session.store.homes.objectID(
                entityNumber: schema.numbers.own(Int(statement.integer(0))),
                key: statement.integer(1))
        }
    }

    // MARK: - What it leaves behind

    /// Takes the references away that lead to records which go.
    private func nullify(into result: inout StoreBatchResult) throws {
        for reference in rules.references where reference.rule != nil {
            guard reference.rule != .noAction, try isListed(reference.destination) else { continue }
            try nullify(reference, into: &result)
        }
    }

    private func isListed(_ entity: EntityLayout) throws -> Bool {
        try connection.integer(
            "SELECT 1 FROM \(Self.list) WHERE root = \(entity.rootNumber) "
                + "AND entity BETWEEN \(schema.number(of: entity)) "
                + "AND \(schema.lastNumber(of: entity)) LIMIT 1") != nil
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
        let change = try session.change(
            "UPDATE \(raw: sql.table) SET Z_OPT = Z_OPT + 1\(raw: assignments) WHERE \(raw: condition)",
            reference.entity, wantsReferences: wantsReferences)
        result.updated += change.references
        session.note(change.references, slots: [reference.slot.number])
    }

    private func giveUpFiles() throws {
        for entity in layout.entities where try isListed(entity) {
            for slot in entity.slots
            where slot.isStoredExternally && slot.declaringEntityNumber == entity.number {
                guard let column = schema[entity].columns[slot.number] else { continue }
                let sql =
                    "SELECT substr(\(column), 1, 64) FROM \(schema[entity].table) "
                    + "WHERE substr(\(column), 1, 1) = x'02' AND Z_PK IN "
                    + "(SELECT key FROM \(Self.list) WHERE root = \(entity.rootNumber))"
                transaction.giveUp(
                    try connection.withStatement(sql) { statement in
                        var markers: [ExternalMarker] = []
                        while try statement.step() {
                            markers.append(ExternalMarker(SQLValue(statement.handle, 0).data))
                        }
                        return markers
                    })
            }
        }
    }

    /// History tells of each record, with the values that it preserves.
    private func noteDeletions() throws {
        guard let history = transaction.history else { return }
        let records = try connection.withStatement("SELECT entity, key FROM \(Self.list)") {
            statement in
            var records: [StoreReference] = []
            while try statement.step() {
                records.append(
                    StoreReference(
                        entityNumber: schema.numbers.own(Int(statement.integer(0))),
                        key: statement.integer(1)))
            }
            return records
        }
        for record in records {
            history.noteDeletion(of: record, tombstone: try history.tombstone(of: record))
        }
    }

    private func deletePairs() throws {
        for entity in layout.entities {
            for join in schema[entity].joins.sorted(by: { $0.key < $1.key }).map(\.value) {
                let columns =
                    [join.sourceColumn] + (join.isSymmetric ? [join.destinationColumn] : [])
                for column in columns {
                    try connection.execute(
                        "DELETE FROM \(join.table) WHERE \(column) IN (SELECT key FROM \(Self.list) "
                            + "WHERE root = \(entity.rootNumber) AND entity = \(schema.number(of: entity)))"
                    )
                }
            }
        }
    }

    private func deleteRecords(into result: inout StoreBatchResult) throws {
        for root in layout.entities where root.superNumber == 0 {
            let change = try session.change(
                "DELETE FROM \(raw: schema[root].table) WHERE Z_PK IN (SELECT key FROM \(raw: Self.list) WHERE root = \(raw: root.number))",
                root, wantsReferences: wantsReferences)
            result.count += change.count
            result.deleted += change.references
        }
    }
}
