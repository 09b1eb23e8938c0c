public import ObjectModel

extension SQLiteStore {
    /// The model that the store at a path was written with, from the store itself. The file is not
    /// changed.
    ///
    /// - Throws: `PersistenceError.cannotOpen` if there is no store, `corruptStore` if the store
    ///   holds no model that can be read.
    public static func storedModel(path: String) throws -> ManagedObjectModel {
        var options = SQLiteStoreOptions()
        options.isReadOnly = true
        let access = StoreAccess(path: path, options: options)
        _ = try access.checkFile()
        do {
            let connection = try access.connect()
            try StoreCatalog(connection).checkIsStore(path)
            guard let model = try StoreModelCache.read(connection) else {
                throw PersistenceError.corruptStore(
                    path: path, reason: "the store does not hold its model")
            }
            return model
        } catch {
            throw access.openFailure(error)
        }
    }
}

extension PersistentStoreCoordinator {
    /// The model that the store at a path was written with, from the store itself. The file is not
    /// changed.
    ///
    /// - Throws: `PersistenceError.cannotOpen` if there is no store, `corruptStore` if the store
    ///   holds no model that can be read.
    public static func storedModel(at path: String) throws -> ManagedObjectModel {
        if let format = try atomicStoreFormat(ofStoreAt: path) {
            return try AtomicStoreMetadataFile(path: path, format: format).storedModel()
        }
        return try SQLiteStore.storedModel(path: path)
    }
}

extension ModelLayout {
    /// Opens the store in a file, whatever its kind is, so that nothing is written.
    func openForReading(_ path: String) throws -> any PersistentStore {
        if let format = try PersistentStoreCoordinator.atomicStoreFormat(ofStoreAt: path) {
            var options = AtomicStoreOptions()
            options.isReadOnly = true
            return try AtomicStore(path: path, format: format, layout: self, options: options)
        }
        var options = SQLiteStoreOptions()
        options.isReadOnly = true
        return try SQLiteStore(path: path, layout: self, options: options)
    }
}
