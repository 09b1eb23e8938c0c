public import ObjectModel
public import Persistence

/// A summary of a store in a few lines for a person. The store is not changed, and the values of
/// its metadata are not shown, since they may be secrets.
public struct StoreSummary {
    private let metadata: PersistentStoreMetadata
    private let location: StoreLocation
    /// The entities in the order of their numbers, with the number of records of each, without
    /// subentities.
    public let counts: [(entity: String, count: Int)]

    /// Summarizes the store in a file.
    ///
    /// - Parameter model: the model; nil, the default, for the one in the store.
    /// - Throws: `PersistenceError.cannotOpen`, `PersistenceError.corruptStore`.
    public init(path: String, model: ManagedObjectModel? = nil) throws {
        try self.init(at: .file(path), model: model)
    }

    /// Summarizes a store.
    ///
    /// - Parameter model: the model; nil, the default, for the one in the store.
    /// - Throws: `PersistenceError.cannotOpen`, `PersistenceError.corruptStore`.
    public init(at location: StoreLocation, model: ManagedObjectModel? = nil) throws {
        self.location = location
        metadata = try PersistentStoreCoordinator.metadataForPersistentStore(at: location)
        let layout = try ModelLayout(
            try model ?? PersistentStoreCoordinator.storedModel(at: location))
        let store = try layout.openForReading(location)
        counts = try store.withReadSession { session in
            try layout.entities.map { entity in
                var request = StoreFetch(entity: entity)
                request.requiresEntityNumber = true
                request.includesSubentities = false
                return (entity.name, try session.count(request))
            }
        }
        try store.close()
    }

    /// The summary as lines of text, for a person.
    public var lines: [String] {
        let versions = metadata.versionIdentifiers.filter { !$0.isEmpty }
        return [
            "Store: \(location)",
            "Type: \(metadata.storeType?.rawValue ?? "unknown")",
            "UUID: \(metadata.identifier)",
            "Written by framework: \(metadata.frameworkVersion.map { "\($0)" } ?? "unknown")",
            "Model version: \(versions.isEmpty ? "none" : versions.joined(separator: ", "))",
            "Metadata keys of applications: \(metadata.applicationKeys.count)",
        ]
            + (metadata.hasDeferredLightweightMigration
                ? ["Migration: finished but for what was left for later"] : [])
            + ["Entities: \(counts.count)"] + counts.map { "  \($0.entity): \($0.count)" }
    }
}
