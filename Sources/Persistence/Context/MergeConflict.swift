/// An object that two parties changed.
public struct MergeConflict: Sendable {
    /// The object.
    public let objectID: ManagedObjectID
    /// The version (`Z_OPT`) that the context had read.
    public let oldVersion: Int64
    /// The version in the store; 0 if the record was deleted.
    public let newVersion: Int64
}
