public import ObjectModel

extension SQLiteStore {
    /// The model in the store at a path, read without changes.
    ///
    /// - Throws: `PersistenceError.cannotOpen` if there is no store, or if it contains no model,
    ///   `corruptStore` if its model is malformed.
    public static func storedModel(path: String) throws -> ManagedObjectModel {
        guard let model = try heldModel(path: path) else {
            throw PersistenceError.holdsNoModel(path)
        }
        return model
    }

    /// The model in the store at a path; nil if it contains none.
    fileprivate static func heldModel(path: String) throws -> ManagedObjectModel? {
        let access = StoreAccess(.readOnly(path: path))
        try access.requireUsable()
        do {
            let connection = try access.connect()
            try StoreCatalog(connection).checkIsStore(path)
            return try StoreModelCache.read(connection)
        } catch {
            throw access.openFailure(error)
        }
    }
}

extension PersistentStoreCoordinator {
    /// The model in the store at a path, read without changes.
    ///
    /// - Throws: `PersistenceError.cannotOpen` if there is no store, or if it contains no model, as
    ///   older stores do not, `corruptStore` if its model is malformed.
    public static func storedModel(at path: String) throws -> ManagedObjectModel {
        guard let model = try heldModel(at: path) else { throw PersistenceError.holdsNoModel(path) }
        return model
    }

    /// The model in the store at a path; nil if it contains none.
    static func heldModel(at path: String) throws -> ManagedObjectModel? {
        if let format = try atomicStoreFormat(ofStoreAt: path) {
            return try AtomicStoreMetadataFile(path: path, format: format).heldModel()
        }
        return try SQLiteStore.heldModel(path: path)
    }
}

extension PersistenceError {
    /// The error for a store without a model.
    static func holdsNoModel(_ path: String) -> PersistenceError {
        .cannotOpen(
            path: path,
            reason: .other(
                "it does not hold the model that it was written with, as older stores do not: that "
                    + "model has to be given with it (--model)"))
    }
}

extension ModelLayout {
    /// Opens a store of any kind read-only.
    func openForReading(_ path: String) throws -> any PersistentStore {
        if let format = try PersistentStoreCoordinator.atomicStoreFormat(ofStoreAt: path) {
            return try AtomicStore(.readOnly(path: path), format: format, layout: self)
        }
        return try SQLiteStore(.readOnly(path: path), layout: self)
    }
}
