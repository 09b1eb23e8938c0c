public import ObjectModel

extension PersistentStoreCoordinator {
    /// What the store at a place says about itself. Nothing is changed.
    ///
    /// - Throws: `PersistenceError.cannotOpen`, `PersistenceError.corruptStore`,
    ///   `PersistenceError.misuse` for a place that no kind of store is known for.
    public static func metadataForPersistentStore(
        at location: StoreLocation
    ) throws -> PersistentStoreMetadata {
        guard let path = location.path else {
            return try StoreRegistry.kind(at: location).factory.metadata(at: location)
        }
        return try metadataForPersistentStore(at: path)
    }

    /// The model that the store at a place was written with, from the store itself. Nothing is changed.
    ///
    /// - Throws: `PersistenceError.cannotOpen`, `PersistenceError.corruptStore` if the store holds no
    ///   model that can be read, `PersistenceError.misuse` for a place that no kind of store is known
    ///   for.
    public static func storedModel(at location: StoreLocation) throws -> ManagedObjectModel {
        guard let path = location.path else {
            return try StoreRegistry.kind(at: location).factory.storedModel(at: location)
        }
        return try storedModel(at: path)
    }
}

extension ModelLayout {
    /// Opens the store at a place, whatever its kind is, so that nothing is written.
    func openForReading(_ location: StoreLocation) throws -> any PersistentStore {
        if let path = location.path { return try openForReading(path) }
        let (type, factory) = try StoreRegistry.kind(at: location)
        var description = StoreDescription(type: type, location: location)
        description.isReadOnly = true
        return try factory.openStore(StoreOpening(description, layout: self))
    }
}
