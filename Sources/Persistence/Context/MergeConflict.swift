/// An object that two parties changed.
public struct MergeConflict: Sendable {
    /// The object.
    public let objectID: ManagedObjectID
    /// The version (`Z_OPT`) that the context had read.
    public let oldVersion: Int64
    /// The version in the store; 0 if the record was deleted.
    public let newVersion: Int64
}

extension ManagedObjectContext {
    /// Lets the next save look whether somebody else changed an object's record since it was read,
    /// though this context may change nothing of it: for values that others were computed from.
    ///
    /// A difference is a conflict, about which the merge policy decides. It counts for one save.
    public func detectConflicts(for object: ManagedObject) {
        guard object.context === self, !object.isInserted else { return }
        object.fireIfNeeded()
        if !guarded.contains(where: { $0 === object }) { guarded.append(object) }
    }
}
