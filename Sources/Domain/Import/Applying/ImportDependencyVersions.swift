import Persistence
import Synchronization

/// Counts the saves that change records on which imports depend.
final class ImportDependencyVersions: Sendable {
    private let counts = Mutex<[EntityName: Int]>([:])
    /// The attributes by which imports find records, and those that they compare; nil for all.
    private let keys: [EntityName: Set<String>?]

    init(_ kinds: [ImportKind]) {
        keys = kinds.reduce(into: [:]) { keys, kind in
            keys.merge(kind.reads) { first, second in
                first.flatMap { first in second.map(first.union) }
            }
        }
    }

    /// The version of the records of some entities. Every save that changes a record on which imports
    /// depend increases it.
    func version(of entities: Set<EntityName>) -> Int {
        counts.withLock { counts in entities.reduce(0) { $0 + (counts[$1] ?? 0) } }
    }

    /// Counts a save of this process, before it is made.
    func raise(_ save: PendingSave) { raise(save.context.changedRecords(by: keys)) }

    /// Counts a save of another process.
    func raise(others saved: SavedChanges) {
        let known = Set(keys.keys)
        raise(saved.isPartial ? known : known.intersection(saved.entities))
    }

    private func raise(_ entities: Set<EntityName>) {
        counts.withLock { counts in for entity in entities { counts[entity, default: 0] += 1 } }
    }
}

extension ManagedObjectContext {
    /// The entities of records on which imports depend and that the next save changes: customers, products,
    /// earlier sales, and attributes by which records of lists are found. New sales of known customers and
    /// products change none.
    ///
    /// - Parameter keys: the attributes by which imports find and compare records; nil for all.
    fileprivate func changedRecords(by keys: [EntityName: Set<String>?]) -> Set<EntityName> {
        let deleted = deletedObjects.filter { !($0 is Item) }
        let inserted = insertedObjects.filter { ($0 as? Sale)?.isReturn ?? !($0 is SaleLine) }
        let updated = updatedObjects.filter { object in
            guard let keys = keys[EntityName(object.objectID)] else {
                return false
            }
            let changed = object.changedValues
            return keys.map { $0.contains { changed[$0] != nil } } ?? !changed.isEmpty
        }
        return Set((deleted + inserted + updated).map { EntityName($0.objectID) }).intersection(
            keys.keys)
    }
}
