/// The writing half of a session, within a transaction.
public protocol StoreTransaction: AnyObject {
    /// Records who writes, for the store's history.
    func setOrigin(_ origin: StoreTransactionOrigin)

    /// Records that something is written which is no record: the transaction stands in the store's
    /// history, if need be without a change.
    func recordOtherChange()

    /// Takes over what the history of another store tells, with the numbers and times that it has there, into a
    /// store that is being made of the other's records, and tells nothing of them besides.
    ///
    /// - Parameters:
    ///   - transactions: the transactions with their changes, in their order.
    ///   - last: the number of the other store's last transaction, forgotten ones included.
    func insertHistory(_ transactions: [PersistentHistoryTransaction], through last: Int64) throws

    /// Reserves keys for new records of a root entity, and returns the first of them.
    func allocateKeys(rootNumber: Int, count: Int) throws -> Int64

    /// Adds records, all of one entity.
    func insert(_ rows: [StoreInsert], into entity: EntityLayout) throws

    /// Changes records. Returns those that were changed or deleted by someone else since the
    /// version that is expected; none of these is changed.
    func update(_ rows: [StoreUpdate], of entity: EntityLayout) throws -> [StoreConflict]

    /// Deletes records, and their rows in join tables. Returns those that were changed by someone
    /// else since the version that is expected; none of these is deleted.
    func delete(_ rows: [StoreDelete], of entity: EntityLayout) throws -> [StoreConflict]

    /// Changes the destinations of many-to-many relationships.
    func updateJoins(
        _ changes: [StoreJoinChange], of slot: PropertySlot, in entity: EntityLayout)
        throws

    /// Adds records, all of one entity, and returns the keys of those that were added or changed.
    ///
    /// - Parameters:
    ///   - given: the numbers of the values that are not defaults.
    ///   - conflict: what happens to a record that would double a unique value.
    func insert(
        _ rows: [StoreInsert], into entity: EntityLayout, given: [Int],
        onConflict conflict: StoreInsertConflict
    ) throws -> StoreInsertResult

    /// The values that derived attributes got since the transaction began or this was last called.
    func takeDerivedValues() throws -> [StoreDerivedValue]
}

/// A value that the store gave to a derived attribute of a record.
public struct StoreDerivedValue: Sendable, Hashable {
    /// The number of the record's concrete entity.
    public var entityNumber: Int
    /// The record's key.
    public var key: Int64
    /// The attribute's slot.
    public var slot: Int
    /// The new value.
    public var value: AttributeValue

    /// Makes a value that a derived attribute of a record got.
    public init(entityNumber: Int, key: Int64, slot: Int, value: AttributeValue) {
        self.entityNumber = entityNumber
        self.key = key
        self.slot = slot
        self.value = value
    }
}

extension StoreDerivedValue {
    /// The record's ID.
    func objectID(in storeEntities: [StoreEntity]) -> ManagedObjectID {
        ManagedObjectID(storeEntity: storeEntities[entityNumber - 1], key: key)
    }
}

extension StoreTransaction {
    /// None: the store has no derived attributes.
    public func takeDerivedValues() throws -> [StoreDerivedValue] { [] }
}

/// A record to be added. The row's version is written as it is.
public struct StoreInsert {
    /// The record’s key.
    public var key: Int64
    /// The values.
    public var row: RowSnapshot
}

/// A record to be changed.
public struct StoreUpdate {
    /// The record’s key.
    public var key: Int64
    /// The version that the record must have in the store; nil where it does not matter.
    public var expectedVersion: Int64?
    /// The record's new values; its version is the new version.
    public var row: RowSnapshot
    /// The numbers of the values to be written, in rising order.
    public var changed: [Int]
}

/// A record to be deleted.
public struct StoreDelete {
    /// The record’s key.
    public var key: Int64
    /// The version that the record must have in the store; nil where it does not matter.
    public var expectedVersion: Int64?
}

/// A record that is not as a save expected it.
public struct StoreConflict {
    /// The record’s key.
    public var key: Int64
    /// The record as it is in the store, or nil if it is no longer there.
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
    /// The destinations that go.
    public var removed: [Int64]
    /// The new destinations. Where this end of the relationship is ordered, places are written by
    /// `order`.
    public var added: [Int64]
    /// For an ordered relationship, all destinations in their order; else nil.
    public var order: [Int64]?
}

/// The treatment of a new record that would double a unique value.
public enum StoreInsertConflict: Sendable, Hashable {
    /// The transaction fails with `PersistenceError.constraintConflict`.
    case fail
    /// The record that is there stays as it is.
    case keep
    /// The given values go into the record that is there.
    case update
}

/// The records that an insertion wrote, by their keys.
public struct StoreInsertResult: Sendable {
    /// The records that are new.
    public var inserted: [Int64] = []
    /// The records that were there and took values over.
    public var updated: [Int64] = []

    /// Makes a result.
    public init(inserted: [Int64] = [], updated: [Int64] = []) {
        self.inserted = inserted
        self.updated = updated
    }
}

extension StoreTransaction {
    /// Adds the records. A store that knows no other way fails with a doubled value.
    public func insert(
        _ rows: [StoreInsert], into entity: EntityLayout, given: [Int],
        onConflict conflict: StoreInsertConflict
    ) throws -> StoreInsertResult {
        try insert(rows, into: entity)
        return StoreInsertResult(inserted: rows.map(\.key))
    }
}

/// A transaction that those within it take part in.
package protocol JoinableTransaction: StoreTransaction {
    /// The first error of a transaction within this one: what it has written cannot be told apart, so that
    /// the whole ends with it.
    var failure: (any Error)? { get set }
}

extension JoinableTransaction {
    /// Runs the body of a transaction within this one.
    package func join<T>(_ body: (any StoreTransaction) throws -> T) throws -> T {
        do {
            return try body(self)
        } catch {
            failure = failure ?? error
            throw error
        }
    }
}

/// A change of many records at once, its names resolved.
public enum StoreBatch {
    /// The records get new values, by slot. The expressions are over the record before.
    case update(StoreFetch, [StoreAssignment])
    /// The records are deleted, as the delete rules of the model say.
    case delete(StoreFetch)

    /// Which records it is about.
    package var selection: StoreFetch {
        switch self {
        case .update(let fetch, _), .delete(let fetch): fetch
        }
    }

    /// The name of a relationship whose new destination is one of those that are asked for.
    func relationshipName(whereDestination matches: (ManagedObjectID) -> Bool) -> String? {
        guard case .update(_, let assignments) = self else { return nil }
        return assignments.first { assignment in
            guard case .constant(.object(let id)) = assignment.value else { return false }
            return matches(id)
        }?.slot.name
    }
}

/// A new value for a slot.
public struct StoreAssignment {
    /// The attribute or to-one relationship.
    public var slot: PropertySlot
    /// The value, a constant of the attribute's type or an expression over the record.
    public var value: FetchExpression
}

/// The result of a change of many records.
public struct StoreBatchResult {
    /// The number of records that were updated or deleted, those apart that only lost a reference.
    public var count = 0
    /// The records that were changed; empty if no one asked.
    public var updated: [StoreReference] = []
    /// The records that are gone; empty if no one asked.
    public var deleted: [StoreReference] = []

    /// Makes a result.
    public init(
        count: Int = 0, updated: [StoreReference] = [], deleted: [StoreReference] = []
    ) {
        self.count = count
        self.updated = updated
        self.deleted = deleted
    }
}
