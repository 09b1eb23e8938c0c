import Foundation
public import ObjectModel

extension PersistentStoreCoordinator {
    /// The metadata of the store at a location. Nothing is changed.
    ///
    /// - Throws: `PersistenceError.cannotOpen`, `PersistenceError.corruptStore`,
    ///   `PersistenceError.misuse` for a location of an unknown kind.
    public static func metadataForPersistentStore(
        at location: StoreLocation
    ) throws -> PersistentStoreMetadata {
        guard let path = location.path else {
            return try StoreRegistry.kind(at: location).factory.metadata(at: location)
        }
        return try metadataForPersistentStore(at: path)
    }

    /// The model that the store at a location contains. Nothing is changed.
    ///
    /// - Throws: `PersistenceError.cannotOpen`, `PersistenceError.corruptStore` if the store
    ///   contains no readable model, `PersistenceError.misuse` for a location of an unknown kind.
    public static func storedModel(at location: StoreLocation) throws -> ManagedObjectModel {
        guard let path = location.path else {
            return try StoreRegistry.kind(at: location).factory.storedModel(at: location)
        }
        return try storedModel(at: path)
    }

    /// Sets or removes the application's own metadata of the store at a location. A database may be
    /// open meanwhile; a file must not be.
    ///
    /// - Parameter values: texts, numbers, dates and data by key, computed from the present
    ///   metadata; null removes a key. An empty dictionary changes nothing.
    /// - Throws: `PersistenceError.misuse` for a reserved key or another type of value,
    ///   `PersistenceError.cannotOpen`, `PersistenceError.corruptStore`, errors of the closure.
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

    /// Removes the store at a location, which must not be open. Does nothing if there is none.
    ///
    /// - Throws: `PersistenceError.cannotOpen`, `PersistenceError.misuse` for a kind of store that
    ///   cannot be removed.
    public static func destroyPersistentStore(at location: StoreLocation) throws {
        guard let path = location.path else {
            return try StoreRegistry.kind(at: location).factory.destroyStore(at: location)
        }
        try destroyPersistentStore(at: path)
    }

    /// Moves a store to another location in its database, in one step. An existing store there is
    /// renamed and not removed.
    ///
    /// - Parameters:
    ///   - source: the store, which must not be open.
    ///   - target: its new location. Programs with the former store open cannot save any longer.
    ///   - name: the suffix for the former store's new name.
    ///   - whenMoved: called just before the step is committed; an error cancels it. Default:
    ///     nothing.
    /// - Returns: the former store's new location; nil if there was none.
    /// - Throws: `PersistenceError.misuse` for a kind of store that cannot be moved, errors of the
    ///   store; then both stay.
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

    /// Whether there is a store, or any file, at a location.
    ///
    /// - Throws: `PersistenceError.cannotOpen` if that cannot be determined,
    ///   `PersistenceError.misuse` for a location of an unknown kind.
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
    /// Opens the store at a location, of any kind, read-only.
    package func openForReading(_ location: StoreLocation) throws -> any PersistentStore {
        if let path = location.path { return try openForReading(path) }
        let (type, factory) = try StoreRegistry.kind(at: location)
        var description = StoreDescription(type: type, location: location)
        description.isReadOnly = true
        return try factory.openStore(StoreOpening(description, layout: self))
    }
}
