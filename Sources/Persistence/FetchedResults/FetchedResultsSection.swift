/// A section of fetched results.
public struct FetchedResultsSection<Result: ManagedObject> {
    /// The name, by which the results are divided; empty for results without sections and for
    /// objects without a name.
    public let name: String
    /// The objects, in their order.
    public let objects: [Result]

    /// The number of objects.
    public var numberOfObjects: Int { objects.count }
}

/// The object IDs of fetched results at one time, for other tasks.
public struct FetchedResultsSnapshot: Sendable, Hashable {
    /// The names of the sections.
    public let sectionNames: [String]
    /// The IDs of each section's objects.
    public let objectIDs: [[ManagedObjectID]]

    /// The IDs of all objects, in their order.
    public var allObjectIDs: [ManagedObjectID] { objectIDs.flatMap(\.self) }
}
