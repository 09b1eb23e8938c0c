import Foundation
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
    /// The version that the store was written with. Default: nil, for the one that it holds itself; an
    /// older store holds none.
    public var source: ManagedObjectModel?
    /// The mapping. Default: nil, for the one that the two versions tell.
    public var mapping: MappingModel?
    /// The classes that the mapping names as policies, by these names, with or without a module.
    /// Default: none.
    public var policies: [String: EntityMigrationPolicy.Type] = [:]
    /// Whether a copy of the store is kept as `NAME-before-migration` beside it, in the place of the
    /// one before. Default: true.
    public var keepsCopy = true
    /// Whether columns and tables that nothing needs any more are left for later, where the mapping
    /// is inferred: ``PersistentStoreCoordinator/finishDeferredLightweightMigration()`` deals with
    /// them, or the next opening of the store without `defersLightweightMigration`. Default: false.
    public var defersCleanup = false
    /// Hears of the records and values that the migration does not carry over, before anything is
    /// changed; not called without such. A migration that it throws from is refused:
    /// ``MigrationLoss/refuse(_:)`` always does. A mapping that makes
    /// objects says itself what goes. Default: nil.
    public var lossObserver: (@Sendable ([MigrationLoss]) throws -> Void)?
    /// Hears of the part that is done, from 0 to 1. Default: nil.
    public var progress: (@Sendable (Double) -> Void)?

    /// Says whether the migration is to be broken off, with `CancellationError`; asked between its
    /// steps, and between the objects of a mapping. Default: nil, for never.
    public var isCancelled: (@Sendable () -> Bool)?

    /// Prepares a migration; nothing is done yet.
    public init(path: String, to destination: ManagedObjectModel) {
        self.path = path
        self.destination = destination
    }

    /// Whether the store was written with another version than the destination.
    ///
    /// - Throws: `PersistenceError.cannotOpen`.
    public func isNeeded() throws -> Bool {
        if let format = try PersistentStoreCoordinator.atomicStoreFormat(ofStoreAt: path) {
            return try AtomicStoreMigration(migration: self, format: format).isNeeded()
        }
        let access = StoreAccess(.readOnly(path: path))
        _ = try access.checkFile()
        do {
            return try isNeeded(access.connect(), layout: try ModelLayout(destination))
        } catch {
            throw access.openFailure(error)
        }
    }

    /// The records and values that `run()` would not carry over; none for a mapping that makes objects.
    /// Nothing is changed.
    ///
    /// - Throws: `MigrationError` without a mapping, `PersistenceError`, `ModelError`.
    public func losses() throws -> [MigrationLoss] {
        guard try isNeeded() else { return [] }
        return try losses(
            at: path, from: source ?? PersistentStoreCoordinator.storedModel(at: path),
            to: ModelLayout(destination))
    }

    /// Carries the store over, if it needs to be.
    ///
    /// - Returns: whether it did.
    /// - Throws: `MigrationError` that names entity and property, `PersistenceError`, `ModelError`,
    ///   `CancellationError`; the store is as before then.
    @discardableResult
    public func run() throws -> Bool {
        try destination.validate()
        if let format = try PersistentStoreCoordinator.atomicStoreFormat(ofStoreAt: path) {
            let lock = try StoreLock(exclusivelyFor: path)
            defer { lock.release() }
            return try AtomicStoreMigration(migration: self, format: format).run()
        }
        let layout = try ModelLayout(destination)
        let access = StoreAccess(.existing(path: path))
        _ = try access.checkFile(withLog: false)
        // A mapping may put another file in the place of this one.
        let lock =
            try mapping == nil ? StoreLock(storePath: path) : StoreLock(exclusivelyFor: path)
        defer { lock.release() }
        try access.checkLog(lock)
        while true {
            do {
                return try run(access, layout: layout)
            } catch is StoreVersionHasChanged {
                continue
            } catch {
                throw access.openFailure(error)
            }
        }
    }

    private func run(_ access: StoreAccess, layout: ModelLayout) throws -> Bool {
        let mapped = try mappedMigration(access, layout: layout)
        guard let mapped else { return try runInPlace(access, layout: layout) }
        try mapped.run()
        return true
    }

    /// The migration over objects, if one is needed; the copy has been made then.
    private func mappedMigration(
        _ access: StoreAccess, layout: ModelLayout
    ) throws -> MappedMigration? {
        guard let mapping else { return nil }
        let connection = try access.connect()
        try StoreCatalog(connection).checkIsStore(path)
        let version = try StoreVersion(reading: connection)
        guard try isNeeded(connection, layout: layout),
            let source = try source ?? StoreModelCache.read(connection),
            mapping.needsObjects(from: source, to: destination)
        else { return nil }
        if keepsCopy { try StoreCopy(storePath: path).make(connection, of: version) }
        return MappedMigration(
            path: path, source: source, destination: layout, mapping: mapping,
            policies: policies, progress: progress, isCancelled: isCancelled)
    }

    private func runInPlace(_ access: StoreAccess, layout: ModelLayout) throws -> Bool {
        let connection = try access.connect()
        try StoreCatalog(connection).checkIsStore(path)
        guard try isNeeded(connection, layout: layout) else {
            if !defersCleanup {
                try DeferredMigration(connection: connection, schema: try .make(layout)).finish()
            }
            return false
        }
        try access.prepareWriting(connection)
        try run(connection, layout: layout)
        try connection.executeOnce("PRAGMA wal_checkpoint(TRUNCATE)")
        return true
    }

    /// Carries over a store that was found to be of another version.
    ///
    /// - Throws: what `run()` does, and `StoreVersionHasChanged`.
    func run(_ connection: Connection, layout: ModelLayout) throws {
        let version = try StoreVersion(reading: connection)
        guard try isNeeded(connection, layout: layout) else { throw StoreVersionHasChanged() }
        do {
            if let lossObserver {
                let losses = try losses(connection, layout: layout)
                if !losses.isEmpty { try lossObserver(losses) }
            }
            try run(connection, layout: layout, from: version)
        } catch {
            // What fails because the store is another one by now says nothing of this one.
            let now = try? StoreVersion(reading: connection)
            throw now.map { $0 == version } == false ? StoreVersionHasChanged() : error
        }
    }

    private func losses(
        _ connection: Connection, layout: ModelLayout
    ) throws -> [MigrationLoss] {
        guard let source = try source ?? StoreModelCache.read(connection) else { return [] }
        return try losses(at: connection.path, from: source, to: layout)
    }

    func losses(
        at path: String, from source: ManagedObjectModel, to layout: ModelLayout
    ) throws -> [MigrationLoss] {
        let mapping = try mapping ?? .inferred(from: source, to: destination)
        guard !mapping.needsObjects(from: source, to: destination) || self.mapping == nil else {
            return []
        }
        return try MigrationLossFinder(mapping, from: ModelLayout(source), to: layout)
            .losses(at: path)
    }

    private func run(
        _ connection: Connection, layout: ModelLayout, from version: StoreVersion
    ) throws {
        var migrator = SQLiteStoreMigrator(connection: connection, destination: layout)
        migrator.defersCleanup = defersCleanup
        migrator.willBegin = {
            if keepsCopy { try StoreCopy(storePath: path).make(connection, of: version) }
        }
        migrator.willRun = { number, count in
            if isCancelled?() == true { throw CancellationError() }
            progress?(Double(number) / Double(count))
        }
        try migrator.run(from: source, version, mapping: mapping)
        progress?(1)
    }

    private func isNeeded(_ connection: Connection, layout: ModelLayout) throws -> Bool {
        let catalog = try StoreCatalog(connection)
        try catalog.checkIsStore(path)
        let metadata = try StoreMetadata(reading: connection)
        let compatibility = StoreCompatibility(
            schema: try .make(layout), metadata: metadata, catalog: catalog, connection: connection)
        guard metadata.hashes != layout.versionHashes,
            try StoreModelCache.readable(connection) == nil
        else { return try !compatibility.differingEntities().isEmpty }
        // The store does not say what it is.
        if let source { return source.hashesForComparison != destination.hashesForComparison }
        _ = try compatibility.adaptedSchema()
        return false
    }
}

/// The copy of a store that is kept from before its last migration: `NAME-before-migration.sqlite`
/// beside `NAME.sqlite`, with its external files.
struct StoreCopy {
    let storePath: String
    var suffix = "before-migration"

    /// The path of the copy.
    var path: String {
        let store = URL(fileURLWithPath: storePath)
        let name = store.deletingPathExtension().lastPathComponent
        let ending = store.pathExtension.isEmpty ? "" : ".\(store.pathExtension)"
        return store.deletingLastPathComponent()
            .appendingPathComponent("\(name)-\(self.suffix)\(ending)").path
    }

    /// Makes the copy of a store that others may migrate meanwhile, in the place of the one before.
    ///
    /// - Parameter version: the version that is about to be migrated.
    /// - Throws: `StoreVersionHasChanged` if the store is not of it any more: the copy that somebody
    ///   else has made of it stays.
    func make(_ connection: Connection, of version: StoreVersion) throws {
        try whileNobodyElseCopies {
            try connection.withoutTrace {
                // Somebody else may have been waited for.
                try check(connection, version)
                try StoreFiles(path: path).replace { staged, external in
                    try copy(connection, version, to: staged, external)
                }
            }
        }
    }

    /// Makes the copy of a store that nobody migrates meanwhile, in the place of the one before.
    func make() throws {
        try whileNobodyElseCopies { try StoreFiles(path: path).replace(with: storePath) }
    }

    /// The copy is made beside its place, under a name that is the same for all: one after the other
    /// makes it, of all threads and processes.
    private func whileNobodyElseCopies(_ body: () throws -> Void) throws {
        let lock = try LockFile(path + "-new-lock", storePath: storePath, waits: true)
        defer { lock.release() }
        try body()
    }

    private func copy(
        _ connection: Connection, _ version: StoreVersion, to staged: String,
        _ external: ExternalData
    ) throws -> Set<String> {
        let statement = try Statement("VACUUM INTO ?", on: connection)
        try statement.bind(staged, at: 1)
        try statement.run()
        try check(connection, version)
        let names = try ExternalData(storePath: storePath, threshold: 0).link(to: external)
        let referred = try ExternalRenaming(path: staged, names: names).run()
        try DurableFile.sync(staged)
        return referred
    }

    private func check(_ connection: Connection, _ version: StoreVersion) throws {
        guard try StoreVersion(reading: connection) == version else {
            throw StoreVersionHasChanged()
        }
    }
}

/// Why a store cannot be brought to another version of its model, with the place in the model.
public struct MigrationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The entity, as the newer version names it.
    public var entity: String
    /// The property, or nil where the whole entity is meant.
    public var property: String?
    /// The cause, as the rest of a sentence without a full stop.
    public var reason: String

    /// Makes an error that names its place.
    public init(entity: String, property: String? = nil, reason: String) {
        self.entity = entity
        self.property = property
        self.reason = reason
    }

    public var description: String { detail + "." }

    /// The place and the cause, as the end of a sentence.
    var detail: String { "\(entity)\(property.map { ".\($0)" } ?? ""): \(reason)" }
}
