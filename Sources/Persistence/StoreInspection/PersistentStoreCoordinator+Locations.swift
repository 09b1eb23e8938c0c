import Foundation
public import ObjectModel

extension PersistentStoreCoordinator {
    /// The metadata of the store at a location. Nothing is changed.
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

    /// Sets or removes values of an application in what the store at a place says about itself. In a database
    /// others may have it open meanwhile; a file must not be open.
    ///
    /// - Parameter values: texts, numbers, dates and data by key, null to remove one, given what the store says; none
    ///   leave it as it is.
    /// - Throws: `PersistenceError.misuse` for a key of Core Data's own or another value,
    ///   `PersistenceError.cannotOpen`, `PersistenceError.corruptStore`, and what the closure throws.
    public static func setMetadata(
        forPersistentStoreAt location: StoreLocation,
        _ values: (PersistentStoreMetadata) throws -> [String: AttributeValue]
    ) throws {
        guard let path = location.path else {
            return try StoreRegistry.kind(at: location).factory.setMetadata(at: location, values)
        }
        let new = try values(metadataForPersistentStore(at: path))
        if !new.isEmpty { try setMetadata(new, forPersistentStoreAt: path) }
    }

    /// Removes the store at a place, which no one may have open, if there is one.
    ///
    /// - Throws: `PersistenceError.cannotOpen`, `PersistenceError.misuse` for a kind of store that cannot be
    ///   removed.
    public static func destroyPersistentStore(at location: StoreLocation) throws {
        guard let path = location.path else {
            return try StoreRegistry.kind(at: location).factory.destroyStore(at: location)
        }
        try destroyPersistentStore(at: path)
    }

    /// Moves the store at an address to another one of its database, in one step. What is there goes aside
    /// and is not removed.
    ///
    /// - Parameters:
    ///   - source: where the store is, which no one has open.
    ///   - target: where it goes. Who has open what is there can no longer save.
    ///   - name: what is to stand behind the name of the place that the former store goes to.
    ///   - whenMoved: runs just before the step is done, which is not done if it throws. Default: nothing.
    /// - Returns: where the former store is; nil if there was none.
    /// - Throws: `PersistenceError.misuse` for a kind of store that cannot be moved, and errors of the store;
    ///   both stay where they are then.
    public static func movePersistentStore(
        from source: StoreLocation, to target: StoreLocation, puttingAsideAs name: String,
        whenMoved: () throws -> Void = {}
    ) throws -> StoreLocation? {
        guard source.scheme != nil, source.scheme == target.scheme else {
            throw PersistenceError.misuse("The store \(source) cannot be moved to \(target)")
        }
        return try StoreRegistry.kind(at: target).factory.moveStore(
            from: source, to: target, puttingAsideAs: name, whenMoved: whenMoved)
    }

    /// Whether there is a store at a place. A file that is there counts as one.
    ///
    /// - Throws: `PersistenceError.cannotOpen` if that cannot be found out, `PersistenceError.misuse` for a
    ///   place that no kind of store is known for.
    public static func hasPersistentStore(at location: StoreLocation) throws -> Bool {
        if let path = location.path { return FileManager.default.fileExists(atPath: path) }
        do {
            _ = try metadataForPersistentStore(at: location)
            return true
        } catch PersistenceError.cannotOpen(_, .foreign) {
            return false
        }
    }
}

extension ModelLayout {
    /// Opens the store at a place, whatever its kind is, so that nothing is written.
    package func openForReading(_ location: StoreLocation) throws -> any PersistentStore {
        if let path = location.path { return try openForReading(path) }
        let (type, factory) = try StoreRegistry.kind(at: location)
        var description = StoreDescription(type: type, location: location)
        description.isReadOnly = true
        return try factory.openStore(StoreOpening(description, layout: self))
    }
}
