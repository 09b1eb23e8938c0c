/// The transaction of a session with an SQL engine.
package protocol SQLTransaction: JoinableTransaction {
    associatedtype Session: SQLSession

    var session: Session { get }

    /// The changes for history; nil if the store keeps none.
    var history: PendingHistory? { get set }

    /// Runs a write, and converts the engine's errors to terms of the model.
    func writing<T>(_ body: () throws -> T) throws -> T

    /// Writes new records.
    func insertRows(_ rows: [StoreInsert], into entity: EntityLayout) throws

    /// Updates records. Returns the keys of those that were not as expected.
    func updateRows(_ rows: [StoreUpdate], of entity: EntityLayout) throws -> [Int64]

    /// Deletes records. Returns the keys of those that were not as expected.
    func deleteRows(_ rows: [StoreDelete], of entity: EntityLayout) throws -> [Int64]

    /// Inserts records, and updates or ignores those whose unique values exist.
    ///
    /// - Parameter given: the numbers of the values that existing records get; nil to leave them
    ///   unchanged.
    func upsert(
        _ rows: [StoreInsert], into entity: EntityLayout, merging given: [Int]?
    ) throws -> StoreInsertResult

    // MARK: - Batches

    /// Runs the statement of a batch update. Default: unchanged.
    func updating<T>(
        _ entity: EntityLayout, _ assignments: [StoreAssignment], _ body: () throws -> T
    ) throws -> T

    /// Prepares the deletion of listed records, whose rows still exist. Default: does nothing.
    func prepareDeletion(of list: SQLDeletionList) throws

    /// Runs a batch whose derived values are not reported to the context, if triggers report them.
    /// Default: runs it unchanged.
    func withoutDerivedValues<T>(_ body: () throws -> T) throws -> T

    // MARK: - Derived values and texts that no trigger keeps

    /// Records the values that derive from records, before these change or are deleted.
    func recordDerivation(
        before change: SQLRecordChange, _ keys: [Int64], of entity: EntityLayout) throws

    /// Records the values that derive from records, after these were inserted or changed.
    func recordDerivation(
        after change: SQLRecordChange, _ keys: [Int64], of entity: EntityLayout) throws

    /// Records changes of a many-to-many relationship for derived attributes.
    func recordDerivation(ofJoins changes: [StoreJoinChange], _ slot: PropertySlot)

    /// Whether the transaction itself updates a full-text index when values of records change.
    ///
    /// - Parameter slots: the numbers of the values; nil for all of them.
    func updatesTexts(of entity: EntityLayout, slots: [Int]?) -> Bool

    /// Records changed values for such an index.
    func recordTexts(
        of keys: @autoclosure () -> [Int64], _ entity: EntityLayout, slots: [Int]?)
}

package enum SQLRecordChange {
    case insert, update, delete
}

extension SQLTransaction {
    package func updating<T>(
        _ entity: EntityLayout, _ assignments: [StoreAssignment], _ body: () throws -> T
    ) throws -> T { try body() }

    package func prepareDeletion(of list: SQLDeletionList) throws {}

    package func withoutDerivedValues<T>(_ body: () throws -> T) throws -> T { try body() }

    package func recordDerivation(
        before change: SQLRecordChange, _ keys: [Int64], of entity: EntityLayout
    ) throws {}

    package func recordDerivation(
        after change: SQLRecordChange, _ keys: [Int64], of entity: EntityLayout
    ) throws {}

    package func recordDerivation(ofJoins changes: [StoreJoinChange], _ slot: PropertySlot) {}

    package func updatesTexts(of entity: EntityLayout, slots: [Int]?) -> Bool { false }

    package func recordTexts(
        of keys: @autoclosure () -> [Int64], _ entity: EntityLayout, slots: [Int]?
    ) {}
}

extension SQLTransaction {
    package var schema: SQLSchema { session.schema }

    /// Whether there are derived values that no trigger computes.
    package var computesDerivedValues: Bool {
        !schema.dialect.keepsByTriggers && !schema.layout.derivations.isEmpty
    }

    /// Runs a change of some records, and records the values that derive from them.
    package func deriving<T>(
        _ keys: @autoclosure () -> [Int64], of entity: EntityLayout, _ change: SQLRecordChange,
        _ body: () throws -> T
    ) throws -> T {
        guard computesDerivedValues else { return try body() }
        let keys = keys()
        if change != .insert { try recordDerivation(before: change, keys, of: entity) }
        let result = try body()
        if change != .delete { try recordDerivation(after: change, keys, of: entity) }
        return result
    }

    package func insert(_ rows: [StoreInsert], into entity: EntityLayout) throws {
        try deriving(rows.map(\.key), of: entity, .insert) {
            try insertRows(rows, into: entity)
        }
        recordInsertion(of: rows.lazy.map(\.key), entity)
        recordTexts(of: rows.map(\.key), entity, slots: nil)
    }

    package func update(_ rows: [StoreUpdate], of entity: EntityLayout) throws -> [StoreConflict] {
        let lost = try deriving(rows.map(\.key), of: entity, .update) {
            try updateRows(rows, of: entity)
        }
        let lostKeys = Set(lost)
        for row in rows where !lostKeys.contains(row.key) {
            recordUpdate(of: row.key, entity, slots: row.changed)
            recordTexts(of: [row.key], entity, slots: row.changed)
        }
        return try conflicts(lost, of: entity)
    }

    package func delete(_ rows: [StoreDelete], of entity: EntityLayout) throws -> [StoreConflict] {
        guard !rows.isEmpty else { return [] }
        let keys = rows.map(\.key)
        let tombstones = try tombstones(of: references(keys, entity))
        let lost = try deriving(keys, of: entity, .delete) { try deleteRows(rows, of: entity) }
        let lostKeys = Set(lost)
        recordDeletion(
            of: references(keys.filter { !lostKeys.contains($0) }, entity), tombstones)
        return try conflicts(lost, of: entity)
    }

    package func insert(
        _ rows: [StoreInsert], into entity: EntityLayout, given: [Int],
        onConflict conflict: StoreInsertConflict
    ) throws -> StoreInsertResult {
        guard conflict != .fail else {
            try insert(rows, into: entity)
            return StoreInsertResult(inserted: rows.map(\.key))
        }
        let result = try upsert(
            rows, into: entity, merging: conflict == .update ? given : nil)
        recordInsertion(of: result.inserted, entity)
        recordUpdate(of: references(result.updated, entity), slots: given)
        recordTexts(of: result.inserted, entity, slots: nil)
        recordTexts(of: result.updated, entity, slots: given)
        try recordDerivation(after: .insert, result.inserted, of: entity)
        try recordDerivation(after: .update, result.updated, of: entity)
        return result
    }

    package func references(_ keys: [Int64], _ entity: EntityLayout) -> [StoreReference] {
        keys.map { StoreReference(entityNumber: entity.number, key: $0) }
    }

    /// The current versions of the records that are not as expected.
    package func conflicts(_ keys: [Int64], of entity: EntityLayout) throws -> [StoreConflict] {
        try keys.map { key in
            StoreConflict(key: key, persisted: try session.row(of: entity, key: key)?.snapshot())
        }
    }
}
