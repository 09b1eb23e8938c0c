/// How a save treats records that someone else changed since they were read.
///
/// ```swift
/// context.mergePolicy = .mergeByPropertyObjectTrump
/// ```
public enum MergePolicy: Sendable {
    /// The save fails with `PersistenceError.mergeConflicts`. The default.
    case error
    /// Property by property: where both changed a value, the store's stays.
    case mergeByPropertyStoreTrump
    /// Property by property: where both changed a value, the context's stays.
    case mergeByPropertyObjectTrump
    /// The context's values replace all of the store's.
    case overwrite
    /// The context's changes are dropped.
    case rollback
    /// The closure says which values the record gets, by property; those that it leaves out stay
    /// the store's. What it throws fails the save. It is asked too where an object doubles unique
    /// values of a record. Deletions of what someone else changed, and changes of what someone else
    /// deleted, are errors.
    case custom(@Sendable (MergeCandidate) throws -> [String: AttributeValue])
}

/// An object that two parties changed.
public struct MergeConflict: Sendable {
    /// The object.
    public let objectID: ManagedObjectID
    /// The version (`Z_OPT`) that the context had read.
    public let oldVersion: Int64
    /// The version in the store; 0 if the record was deleted.
    public let newVersion: Int64
    /// The properties that differ, by name; empty if the record was deleted. Relationships to many and
    /// transient properties are not among them.
    public let differences: [String: Difference]

    /// One property of the two versions.
    public struct Difference: Sendable, Hashable {
        /// The value as the context had read it.
        public let original: AttributeValue
        /// The value that the context would save.
        public let unsaved: AttributeValue
        /// The value in the store.
        public let stored: AttributeValue
    }

    /// - Parameter stored: the record as it is now; nil if it was deleted.
    init(_ object: ManagedObject, stored: RowSnapshot?) {
        let original = object.committedRow ?? object.row
        objectID = object.objectID
        oldVersion = original?.version ?? 0
        newVersion = stored?.version ?? 0
        guard let original, let unsaved = object.row, let stored else {
            differences = [:]
            return
        }
        var differences: [String: Difference] = [:]
        for slot in object.layout.slots where !slot.isToMany && !slot.isTransient {
            let difference = Difference(
                original: original[slot.number], unsaved: unsaved[slot.number],
                stored: stored[slot.number])
            // A value that was not read was not changed.
            if case .deferred = difference.unsaved { continue }
            if difference.unsaved != difference.stored { differences[slot.name] = difference }
        }
        self.differences = differences
    }
}

extension MergeConflict: CustomStringConvertible {
    /// The record and the names of the properties that differ, without their values.
    public var description: String {
        if newVersion == 0 { return "\(objectID) (deleted)" }
        return differences.isEmpty
            ? "\(objectID)" : "\(objectID) (\(differences.keys.sorted().joined(separator: ", ")))"
    }
}

extension ManagedObjectContext {
    /// Lets the next save look whether others changed an object's record since it was read,
    /// though this context may change nothing of it: for values that others were computed from.
    ///
    /// A difference is a conflict, about which the merge policy decides. It counts for one save.
    public func detectConflicts(for object: ManagedObject) {
        guard object.context === self, !object.isInserted else { return }
        object.fireIfNeeded()
        if !guarded.contains(where: { $0 === object }) { guarded.append(object) }
    }
}

/// A record that a context and someone else changed, or that has the unique values of another object,
/// for a merge policy of the application's own.
public struct MergeCandidate: Sendable {
    /// The object.
    public let objectID: ManagedObjectID
    /// The values as the context had read them, by property.
    public let original: [String: AttributeValue]
    /// The values as the context wants to save them, by property.
    public let unsaved: [String: AttributeValue]
    /// The values as the store has them now, by property.
    public let persisted: [String: AttributeValue]
    /// The properties whose values have to be unique and are those of an object that the context
    /// wants to save; `unsaved` is that object then, which is merged into the record and goes. Empty
    /// where others changed the record.
    public let uniqueProperties: [String]
}

extension EntityLayout {
    /// The values of a record by property, to-many relationships left out.
    func valuesByName(_ row: RowSnapshot) -> [String: AttributeValue] {
        var values: [String: AttributeValue] = [:]
        for slot in slots where !slot.isToMany { values[slot.name] = row[slot.number] }
        return values
    }
}
