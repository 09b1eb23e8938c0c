/// A transaction of a write session.
public protocol StoreTransaction: AnyObject {
    /// Sets the author and context for the store's history.
    func setOrigin(_ origin: StoreTransactionOrigin)

    /// Records a write besides records, so that the history gets a transaction, even if it has no
    /// change.
    func recordOtherChange()

    /// Copies the history of another store, with its numbers and times, into a store that is made
    /// from the other's records, and records no other history.
    ///
    /// - Parameters:
    ///   - transactions: the transactions with their changes, in order.
    ///   - last: the number of the other store's last transaction, including deleted ones.
    func insertHistory(_ transactions: [PersistentHistoryTransaction], through last: Int64) throws

    /// Reserves keys for new records of a root entity, and returns the first one.
    func allocateKeys(rootNumber: Int, count: Int) throws -> Int64

    /// Inserts records of one entity.
    func insert(_ rows: [StoreInsert], into entity: EntityLayout) throws

    /// Updates records. Returns those that others changed or deleted since the expected version;
    /// none of these is updated.
    func update(_ rows: [StoreUpdate], of entity: EntityLayout) throws -> [StoreConflict]

    /// Deletes records and their rows in join tables. Returns those that others changed since the
    /// expected version; none of these is deleted.
    func delete(_ rows: [StoreDelete], of entity: EntityLayout) throws -> [StoreConflict]

    /// Changes the destinations of many-to-many relationships.
    func updateJoins(
        _ changes: [StoreJoinChange], of slot: PropertySlot, in entity: EntityLayout)
        throws

    /// Inserts records of one entity, and returns the keys of those that were inserted or updated.
    ///
    /// - Parameters:
    ///   - given: the numbers of the values that are not defaults.
    ///   - conflict: the treatment of a record that duplicates a unique value.
    func insert(
        _ rows: [StoreInsert], into entity: EntityLayout, given: [Int],
        onConflict conflict: StoreInsertConflict
    ) throws -> StoreInsertResult

    /// The new values of derived attributes since the beginning or the last call.
    func takeDerivedValues() throws -> [StoreDerivedValue]
}

/// A record's new value of a derived attribute.
public struct StoreDerivedValue: Sendable, Hashable {
    /// The number of the record's concrete entity.
    public var entityNumber: Int
    /// The record's key.
    public var key: Int64
    /// The attribute's slot.
    public var slot: Int
    /// The new value.
    public var value: AttributeValue

    /// Makes a record's new value of a derived attribute.
    public init(entityNumber: Int, key: Int64, slot: Int, value: AttributeValue) {
        self.entityNumber = entityNumber
        self.key = key
        self.slot = slot
        self.value = value
    }
}

extension StoreDerivedValue {
    func objectID(in storeEntities: [StoreEntity]) -> ManagedObjectID {
        ManagedObjectID(storeEntity: storeEntities[entityNumber - 1], key: key)
    }
}

extension StoreTransaction {
    /// None: the store has no derived attributes.
    public func takeDerivedValues() throws -> [StoreDerivedValue] { [] }
}

/// A record to insert. The row's version is written as it is.
public struct StoreInsert {
    /// The record’s key.
    public var key: Int64
    /// The values.
    public var row: RowSnapshot
}

/// A record to update.
public struct StoreUpdate {
    /// The record’s key.
    public var key: Int64
    /// The version that the stored record must have; nil for any.
    public var expectedVersion: Int64?
    /// The record's new values and its new version.
    public var row: RowSnapshot
    /// The numbers of the values to write, in ascending order.
    public var changed: [Int]
}

/// A record to delete.
public struct StoreDelete {
    /// The record’s key.
    public var key: Int64
    /// The version that the stored record must have; nil for any.
    public var expectedVersion: Int64?
}

/// A record that does not have the version that a save expects.
public struct StoreConflict {
    /// The record’s key.
    public var key: Int64
    /// The stored record; nil if it was deleted.
    public var persisted: RowSnapshot?

    /// Makes a conflict over a record.
    public init(key: Int64, persisted: RowSnapshot?) {
        self.key = key
        self.persisted = persisted
    }
}

/// A change of the destinations of one record in a many-to-many relationship.
public struct StoreJoinChange {
    /// The record’s key.
    public var key: Int64
    /// The removed destinations.
    public var removed: [Int64]
    /// The added destinations. If this end of the relationship is ordered, `order` sets the
    /// positions.
    public var added: [Int64]
    /// For an ordered relationship, all destinations in order; otherwise nil.
    public var order: [Int64]?
}

/// The treatment of a new record that duplicates a unique value.
public enum StoreInsertConflict: Sendable, Hashable {
    /// The transaction fails with `PersistenceError.constraintConflict`.
    case fail
    /// The existing record stays unchanged.
    case keep
    /// The given values update the existing record.
    case update
}

/// The keys of the records that an insertion wrote.
public struct StoreInsertResult: Sendable {
    /// The new records.
    public var inserted: [Int64] = []
    /// The updated records.
    public var updated: [Int64] = []

    /// Makes a result.
    public init(inserted: [Int64] = [], updated: [Int64] = []) {
        self.inserted = inserted
        self.updated = updated
    }

    /// Records the key of the record that a row was written to: its own, if that is new.
    package mutating func record(_ key: Int64, for row: StoreInsert) {
        if key == row.key { inserted.append(key) } else { updated.append(key) }
    }
}

extension StoreTransaction {
    /// Inserts the records; a duplicate value fails, because the store supports no other treatment.
    public func insert(
        _ rows: [StoreInsert], into entity: EntityLayout, given: [Int],
        onConflict conflict: StoreInsertConflict
    ) throws -> StoreInsertResult {
        try insert(rows, into: entity)
        return StoreInsertResult(inserted: rows.map(\.key))
    }
}

/// A transaction that nested ones join.
package protocol JoinableTransaction: StoreTransaction {
    /// The first error of a nested transaction, whose writes cannot be undone alone, so that the
    /// whole fails.
    var failure: (any Error)? { get set }
}

extension JoinableTransaction {
    /// Runs the body of a nested transaction.
    package func join<T>(_ body: (any StoreTransaction) throws -> T) throws -> T {
        do {
            return try body(self)
        } catch {
            failure = failure ?? error
            throw error
        }
    }
}

/// A batch change of records, with resolved names.
public enum StoreBatch {
    /// Sets values by slot. The expressions refer to the record before the change.
    case update(StoreFetch, [StoreAssignment])
    /// Deletes the records, following the model's delete rules.
    case delete(StoreFetch)

    package var selection: StoreFetch {
        switch self {
        case .update(let fetch, _), .delete(let fetch): fetch
        }
    }

    /// The name of a relationship that gets a matching destination.
    func relationshipName(whereDestination matches: (ManagedObjectID) -> Bool) -> String? {
        guard case .update(_, let assignments) = self else { return nil }
        return assignments.first { assignment in
            guard case .constant(.object(let id)) = assignment.value else { return false }
            return matches(id)
        }?.slot.name
    }
}

/// A new value of a slot.
public struct StoreAssignment {
    /// The attribute or to-one relationship.
    public var slot: PropertySlot
    /// A constant of the attribute's type, or an expression over the record.
    public var value: FetchExpression
}

/// The result of a batch change.
public struct StoreBatchResult {
    /// The number of updated or deleted records, without those that only lost a reference.
    public var count = 0
    /// The updated records; empty if not requested.
    public var updated: [StoreReference] = []
    /// The deleted records; empty if not requested.
    public var deleted: [StoreReference] = []

    /// Makes a result.
    public init(count: Int = 0, updated: [StoreReference] = [], deleted: [StoreReference] = []) {
        self.count = count
        self.updated = updated
        self.deleted = deleted
    }
}
