/// The writing half of a session of an engine that knows SQL.
package protocol SQLTransaction: JoinableTransaction {
    associatedtype Session: SQLSession

    var session: Session { get }

    /// The changes that history is to tell; nil if the store keeps none.
    var history: PendingHistory? { get set }

    /// Runs what writes. What the engine refuses is told in the words of the model.
    func writing<T>(_ body: () throws -> T) throws -> T

    /// Inserts records, or does what is wanted where others have their unique values.
    ///
    /// - Parameter given: the numbers of the values that the others get; nil if they stay as they are.
    func upsert(
        _ rows: [StoreInsert], into entity: EntityLayout, merging given: [Int]?
    ) throws -> StoreInsertResult

    // MARK: - Batches

    /// Runs the statement of a batch update. Default: it runs as it is.
    func updating<T>(
        _ entity: EntityLayout, _ assignments: [StoreAssignment], _ body: () throws -> T
    ) throws -> T

    /// Prepares the deletion of listed records, whose rows are still there. Default: nothing is to be done.
    func prepareDeletion(of list: SQLDeletionList) throws

    /// Runs a batch of whose records no one asks for derived values, if triggers tell them. Default: it runs
    /// as it is.
    func withoutDerivedValues<T>(_ body: () throws -> T) throws -> T

    // MARK: - Derived values and texts that no trigger keeps

    /// Records what derives from records as they are before they change or go.
    func recordDerivation(
        before change: SQLRecordChange, _ keys: [Int64], of entity: EntityLayout) throws

    /// Records what derives from records as they are after they came or changed.
    func recordDerivation(
        after change: SQLRecordChange, _ keys: [Int64], of entity: EntityLayout) throws

    /// Records changes of a many-to-many relationship for derived attributes.
    func recordDerivation(ofJoins changes: [StoreJoinChange], _ slot: PropertySlot)

    /// Whether the transaction itself brings a full-text index up to date when values of records change.
    ///
    /// - Parameter slots: the numbers of the values; nil for all of them.
    func updatesTexts(of entity: EntityLayout, slots: [Int]?) -> Bool

    /// Records that values of records have changed, for such an index.
    func recordTexts(of keys: [Int64], _ entity: EntityLayout, slots: [Int]?)
}

/// How records change.
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

    package func recordTexts(of keys: [Int64], _ entity: EntityLayout, slots: [Int]?) {}
}

extension SQLTransaction {
    package var schema: SQLSchema { session.schema }

    /// Whether there are derived values that no trigger computes.
    package var computesDerivedValues: Bool {
        !schema.dialect.keepsByTriggers && !schema.layout.derivations.isEmpty
    }

    /// Runs what changes some records of an entity, and records what derives from them.
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

    /// The records that are not as expected, as they are instead.
    package func conflicts(_ keys: [Int64], of entity: EntityLayout) throws -> [StoreConflict] {
        try keys.map { key in
            StoreConflict(key: key, persisted: try session.row(of: entity, key: key)?.snapshot())
        }
    }
}
