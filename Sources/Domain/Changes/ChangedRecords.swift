public import Persistence

/// The records that a save changes, as far as they are at hand: what a context is about to save, or what another
/// server has saved, read again.
///
/// What was read again may be newer than the save. Whoever takes it over hears of the newer save afterwards, and
/// takes the same over twice.
public struct ChangedRecords {
    /// A record that was there before.
    public struct Update {
        /// The record.
        public let object: ManagedObject
        /// What others have written of it; nil if that is not known.
        fileprivate let writtenKeys: Set<String>?
        fileprivate let isSaved: Bool

        /// The names of its properties that are new; nil if that is not known. The context that saves has forgotten
        /// them afterwards.
        public var changedKeys: Set<String>? {
            isSaved ? writtenKeys : Set(object.changedValues.keys)
        }

        /// Whether one of some properties may be new.
        func mayChange(_ keys: Set<String>) -> Bool {
            changedKeys.map { !$0.isDisjoint(with: keys) } ?? true
        }
    }

    /// The records of one entity.
    public struct Records {
        /// The records that are new. They have their numbers once they are saved.
        public fileprivate(set) var inserted: [ManagedObject] = []
        /// The records that were changed.
        public fileprivate(set) var updated: [Update] = []
        /// The numbers of those that are gone.
        public fileprivate(set) var deleted: [Int64] = []

        /// The records that are there.
        public var present: [ManagedObject] { inserted + updated.map(\.object) }
    }

    private var records: [EntityName: Records] = [:]
    /// Whether a record is among them as soon as another one comes to it or goes from it by a relationship, as a context
    /// has them. What others have saved tells only of the one that has the key of the other.
    let haveBothEnds: Bool

    /// The records of an entity that change.
    public subscript(entity: EntityName) -> Records { records[entity] ?? Records() }

    /// What a context is about to save.
    init(_ context: ManagedObjectContext) {
        haveBothEnds = true
        for object in context.insertedObjects { self[of: object].inserted.append(object) }
        for object in context.updatedObjects {
            self[of: object].updated.append(
                Update(object: object, writtenKeys: nil, isSaved: false))
        }
        for object in context.deletedObjects {
            guard let number = object.objectID.recordNumber else { continue }
            self[of: object].deleted.append(number)
        }
    }

    /// What another server has saved, as a context reads it.
    ///
    /// - Parameter relationships: those whose destinations are looked at, by the entities that are of interest.
    /// - Throws: errors of the store.
    init(
        _ changes: OtherChanges, reading relationships: [EntityName: Set<String>],
        in context: ManagedObjectContext
    ) throws {
        haveBothEnds = false
        for (entity, keyPaths) in relationships {
            let records = changes[entity]
            var request = FetchRequest<ManagedObject>(entityName: entity.rawValue)
            request.predicate = .any(of: records.present)
            request.relationshipKeyPathsForPrefetching = keyPaths.sorted()
            let found = records.present.isEmpty ? [] : try context.fetch(request)
            add(found, of: records, to: entity)
        }
    }

    private mutating func add(
        _ found: [ManagedObject], of changes: OtherChanges.Records, to entity: EntityName
    ) {
        var records = Records()
        for object in found {
            if changes.inserted.contains(object.objectID) {
                records.inserted.append(object)
            } else {
                let keys = changes.updated[object.objectID] ?? nil
                records.updated.append(Update(object: object, writtenKeys: keys, isSaved: true))
            }
        }
        // What is not there any more is gone by a later save, of which is told later.
        let gone = changes.deleted.union(changes.present).subtracting(found.map(\.objectID))
        records.deleted = gone.compactMap(\.recordNumber)
        self.records[entity] = records
    }

    private subscript(of object: ManagedObject) -> Records {
        get { self[EntityName(object.objectID)] }
        _modify { yield &records[EntityName(object.objectID), default: Records()] }
    }
}

extension FetchPredicate {
    /// The condition of being one of some records.
    fileprivate static func any(of ids: Set<ManagedObjectID>) -> FetchPredicate {
        // In one order, so that the same records are the same statement.
        let sorted = ids.sorted { ($0.recordNumber ?? 0) < ($1.recordNumber ?? 0) }
        return .comparison(
            FetchComparison(
                .evaluatedObject, .in, .aggregate(sorted.map { .constant(.object($0)) })))
    }
}
