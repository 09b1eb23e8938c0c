public import ObjectModel

/// Brings the store at a path to another version of its model.
///
/// The store changes in one transaction: if it is interrupted at any point, the old store is whole.
/// Files that hold large values stay where they are.
public struct StoreMigration: Sendable {
    /// The path of the store's file.
    public let path: String
    /// The newer version of the model.
    public let destination: ManagedObjectModel
    /// The version that the store was written with. Default: nil, for the one that it holds itself.
    public var source: ManagedObjectModel?
    /// The mapping. Default: nil, for the one that the two versions tell.
    public var mapping: MappingModel?
    /// Whether a copy of the store is kept as `NAME-before-migration` beside it, in the place of the
    /// one before. Default: true.
    public var keepsCopy = true
    /// Hears of the part that is done, from 0 to 1. Default: nil.
    public var progress: (@Sendable (Double) -> Void)?

    public init(path: String, to destination: ManagedObjectModel) {
        self.path = path
        self.destination = destination
    }

    /// Whether the store was written with another version than the destination.
    ///
    /// - Throws: `PersistenceError.cannotOpen`.
    public func isNeeded() throws -> Bool {
        var options = SQLiteStoreOptions()
        options.isReadOnly = true
        let access = StoreAccess(path: path, options: options)
        _ = try access.checkFile()
        do {
            return try isNeeded(access.connect(), layout: try ModelLayout(destination))
        } catch {
            throw access.openFailure(error)
        }
    }

    /// Carries the store over, if it needs to be.
    ///
    /// - Returns: whether it did.
    /// - Throws: `MigrationError` that names entity and property, `PersistenceError`, `ModelError`;
    ///   the store is as before then.
    @discardableResult
    public func run() throws -> Bool {
        try destination.validate()
        let layout = try ModelLayout(destination)
        var options = SQLiteStoreOptions()
        options.createsFile = false
        let access = StoreAccess(path: path, options: options)
        _ = try access.checkFile()
        let lock = try StoreLock(storePath: path)
        defer { lock.release() }
        do {
            let connection = try access.connect()
            try StoreCatalog(connection).checkIsStore(path)
            guard try isNeeded(connection, layout: layout) else { return false }
            try access.prepareWriting(connection)
            try run(connection, layout: layout)
            try connection.executeOnce("PRAGMA wal_checkpoint(TRUNCATE)")
            return true
        } catch {
            throw access.openFailure(error)
        }
    }

    func run(_ connection: Connection, layout: ModelLayout) throws {
        if mapping == nil {
            // What cannot be inferred is told before anything is copied.
            let source = try source ?? StoreModelCache.read(connection)
            if let source { _ = try MappingModel.inferred(from: source, to: destination) }
        }
        if keepsCopy { try StoreCopy(storePath: path).make(connection) }
        var migrator = StoreMigrator(connection: connection, destination: layout)
        let progress = progress
        migrator.willRun = { number, count in progress?(Double(number) / Double(count)) }
        try migrator.run(from: source, mapping: mapping)
        progress?(1)
    }

    private func isNeeded(_ connection: Connection, layout: ModelLayout) throws -> Bool {
        let catalog = try StoreCatalog(connection)
        try catalog.checkIsStore(path)
        return try !StoreCompatibility(
            schema: try .make(layout), metadata: try StoreMetadata(reading: connection),
            catalog: catalog, connection: connection
        ).differingEntities().isEmpty
    }
}
