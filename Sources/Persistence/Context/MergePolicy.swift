/// The way in which a save handles records that others changed since they were read.
///
/// ```swift
/// context.mergePolicy = .mergeByPropertyObjectTrump
/// ```
public enum MergePolicy: Sendable {
    /// The save fails with `PersistenceError.mergeConflicts`. The default.
    case error
    /// Merges by property; where both changed a value, the store's is kept.
    case mergeByPropertyStoreTrump
    /// Merges by property; where both changed a value, the context's is kept.
    case mergeByPropertyObjectTrump
    /// The context's values replace all of the store's.
    case overwrite
    /// The context's changes are discarded.
    case rollback
    /// The closure returns the record's new values by property; others stay as stored. An error
    /// fails the save. It is also called if an object duplicates unique values of a record.
    /// Deletions of records that others changed, and changes of records that others deleted, are
    /// errors.
    case custom(@Sendable (MergeCandidate) throws -> [String: AttributeValue])
}

/// A conflict over an object.
///
/// ```swift
/// catch PersistenceError.mergeConflicts(let conflicts) {
///     for (key, difference) in conflicts.first?.differences ?? [:] {
///         print(key, difference.unsaved, difference.stored)
///     }
/// }
/// ```
public struct MergeConflict: Sendable {
    /// The object.
    public let objectID: ManagedObjectID
    /// The version (`Z_OPT`) that the context had read.
    public let oldVersion: Int64
    /// The version in the store; 0 if the record was deleted.
    public let newVersion: Int64
    /// The differing properties by name, without to-many relationships and transient properties;
    /// empty if the record was deleted.
    public let differences: [String: Difference]

    /// One property of the two versions.
    public struct Difference: Sendable, Hashable {
        /// The value that the context had read.
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
            // A value that was not read is unchanged.
            if case .deferred = difference.unsaved { continue }
            if difference.unsaved != difference.stored { differences[slot.name] = difference }
        }
        self.differences = differences
    }
}

extension MergeConflict: CustomStringConvertible {
    /// The record and the names of the differing properties, without their values.
    public var description: String {
        if newVersion == 0 { return "\(objectID) (deleted)" }
        return differences.isEmpty
            ? "\(objectID)" : "\(objectID) (\(differences.keys.sorted().joined(separator: ", ")))"
    }
}

extension ManagedObjectContext {
    /// Makes the next save check whether others changed an object's record since it was read, even
    /// if this context does not change it, such as for values that others were computed from.
    ///
    /// A difference is a conflict for the merge policy. Valid for one save.
    ///
    /// ```swift
    /// recipe.minutes = other.minutes * 2
    /// context.detectConflicts(for: other)
    /// try context.save()
    /// ```
    public func detectConflicts(for object: ManagedObject) {
        guard object.context === self, !object.isInserted else { return }
        object.fireIfNeeded()
        if !guarded.contains(where: { $0 === object }) { guarded.append(object) }
    }
}

/// A record in conflict, or one with the unique values of another object, for a custom merge
/// policy.
///
/// ```swift
/// context.mergePolicy = .custom { candidate in
///     candidate.unsaved.merging(candidate.persisted) { unsaved, _ in unsaved }
/// }
/// ```
public struct MergeCandidate: Sendable {
    /// The object.
    public let objectID: ManagedObjectID
    /// The values that the context had read, by property.
    public let original: [String: AttributeValue]
    /// The values that the context wants to save, by property.
    public let unsaved: [String: AttributeValue]
    /// The values that are stored now, by property.
    public let persisted: [String: AttributeValue]
    /// The properties whose unique values an object in the context duplicates; `unsaved` is that
    /// object, which is merged into the record and deleted. Empty if others changed the record.
    public let uniqueProperties: [String]
}

extension EntityLayout {
    /// The values of a record by property, without to-many relationships.
    func valuesByName(_ row: RowSnapshot) -> [String: AttributeValue] {
        var values: [String: AttributeValue] = [:]
        for slot in slots where !slot.isToMany { values[slot.name] = row[slot.number] }
        return values
    }
}
