import Foundation
public import ObjectModel

/// Migrates the store at a path to another version of its model.
///
/// The store changes in one transaction, so that an interruption leaves the old store unchanged.
/// Files of large values stay where they are.
///
/// ```swift
/// var migration = StoreMigration(path: path, to: newer)
/// migration.progress = { part in print("\(Int(part * 100)) %") }
/// let isMigrated = try migration.run()
/// ```
/// A container migrates by itself when it opens a store. The time depends on the tables that change.
public struct StoreMigration: ConfigurableMigration, Sendable {
    /// The path of the store's file.
    public let path: String
    /// The newer version of the model.
    public let destination: ManagedObjectModel
    /// The version that the store was written with. Default: nil, for the one in the store; an
    /// older store contains none.
    public var source: ManagedObjectModel?
    /// The mapping. Default: nil, to infer it from the two versions.
    public var mapping: MappingModel?
    /// The policy classes by their names in the mapping, with or without a module. Default: none.
    public var policies: [String: EntityMigrationPolicy.Type] = [:]
    /// Whether the removal of unused columns and tables is deferred, if the mapping is inferred:
    /// ``PersistentStoreCoordinator/finishDeferredLightweightMigration()`` does it, or the next
    /// opening of the store without `defersLightweightMigration`. Default: false.
    public var defersCleanup = false
    /// Called with the completed fraction, from 0 to 1. Default: nil.
    public var progress: (@Sendable (Double) -> Void)?
    public var options = MigrationOptions()

    /// Prepares a migration, which `run()` starts.
    public init(path: String, to destination: ManagedObjectModel) {
        self.path = path
        self.destination = destination
    }

    /// Whether the store's version differs from the destination.
    ///
    /// - Throws: `PersistenceError.cannotOpen`.
    public func isNeeded() throws -> Bool {
        if let format = try PersistentStoreCoordinator.atomicStoreFormat(ofStoreAt: path) {
            return try AtomicStoreMigration(migration: self, format: format).isNeeded()
        }
        let access = StoreAccess(.readOnly(path: path))
        try access.requireUsable()
        do {
            return try isNeeded(access.connect(), layout: try ModelLayout(destination))
        } catch {
            throw access.openFailure(error)
        }
    }

    /// The losses of `run()`, found without changes to the store; none for a mapping that makes
    /// objects.
    ///
    /// ```swift
    /// for loss in try StoreMigration(path: path, to: newer).losses() { print(loss) }
    /// ```
    /// - Throws: `MigrationError` without a mapping, `PersistenceError`, `ModelError`.
    public func losses() throws -> [MigrationLoss] {
        guard try isNeeded() else { return [] }
        return try losses(
            at: path, from: source ?? PersistentStoreCoordinator.storedModel(at: path),
            to: ModelLayout(destination))
    }

    /// Migrates the store, if needed.
    ///
    /// - Returns: whether it was.
    /// - Throws: `MigrationError` with entity and property, `PersistenceError`, `ModelError`,
    ///   `CancellationError`; the store is unchanged then. After an error of the cleanup that
    ///   follows it is migrated, and the next opening cleans up.
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
        try access.requireUsable(withLog: false)
        // A mapping may replace the file.
        let lock =
            try mapping == nil ? StoreLock(storePath: path) : StoreLock(exclusivelyFor: path)
        defer { lock.release() }
        try access.checkLog(lock)
        while true {
            do {
                return try migrate(access, layout: layout)
            } catch is StoreVersionHasChanged {
                continue
            } catch {
                throw access.openFailure(error)
            }
        }
    }

    private func migrate(_ access: StoreAccess, layout: ModelLayout) throws -> Bool {
        let mapped = try mappedMigration(access, layout: layout)
        guard let mapped else { return try migrateInPlace(access, layout: layout) }
        try mapped.run()
        options.historyObserver?(.restarted)
        return true
    }

    /// The migration with objects, if one is needed; it comes after the copy.
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
        if options.keepsCopy { try StoreCopy(storePath: path).make(connection, of: version) }
        return MappedMigration(
            path: path, source: source, destination: layout, mapping: mapping,
            policies: policies, progress: progress, isCancelled: options.isCancelled)
    }

    private func migrateInPlace(_ access: StoreAccess, layout: ModelLayout) throws -> Bool {
        let connection = try access.connect()
        try StoreCatalog(connection).checkIsStore(path)
        guard try isNeeded(connection, layout: layout) else {
            if !defersCleanup {
                try DeferredMigration(connection: connection, schema: try .make(layout)).finish()
            }
            return false
        }
        try access.prepareWriting(connection)
        try migrate(connection, layout: layout)
        try connection.executeOnce("PRAGMA wal_checkpoint(TRUNCATE)")
        return true
    }

    /// Migrates a store of another version.
    ///
    /// - Throws: the errors of `run()`, and `StoreVersionHasChanged`.
    func migrate(_ connection: Connection, layout: ModelLayout) throws {
        let version = try StoreVersion(reading: connection)
        guard try isNeeded(connection, layout: layout) else { throw StoreVersionHasChanged() }
        let history: HistoryTransfer
        do {
            let source = try source ?? StoreModelCache.read(connection)
            if let lossObserver = options.lossObserver, let source {
                let losses = try losses(at: connection.path, from: source, to: layout)
                if !losses.isEmpty { try lossObserver(losses) }
            }
            history = try convert(connection, layout: layout, from: source, version)
        } catch {
            // If the store was replaced meanwhile, the error does not concern it.
            let now = try? StoreVersion(reading: connection)
            throw now.map { $0 == version } == false ? StoreVersionHasChanged() : error
        }
        // The store is migrated, even if the rest fails.
        options.historyObserver?(.converted(history))
        progress?(1)
        try SQLiteStoreMigrator(connection: connection, destination: layout).sweep()
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

    private func convert(
        _ connection: Connection, layout: ModelLayout, from source: ManagedObjectModel?,
        _ version: StoreVersion
    ) throws -> HistoryTransfer {
        var migrator = SQLiteStoreMigrator(connection: connection, destination: layout)
        migrator.defersCleanup = defersCleanup
        migrator.willBegin = {
            if options.keepsCopy { try StoreCopy(storePath: path).make(connection, of: version) }
        }
        migrator.willRun = { number, count in
            if options.isCancelled?() == true { throw CancellationError() }
            progress?(Double(number) / Double(count))
        }
        return try migrator.run(from: source, version, mapping: mapping)
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
        // The store does not contain its model.
        if let source { return source.hashesForComparison != destination.hashesForComparison }
        _ = try compatibility.adaptedSchema()
        return false
    }
}

/// The options that all migrations have.
public struct MigrationOptions: Sendable {
    /// Whether a copy of the old store is kept as `NAME-before-migration` beside it, replacing an
    /// earlier one. Default: true.
    public var keepsCopy = true
    /// Called before a step that loses records or values, with the losses. An error refuses the
    /// migration; ``MigrationLoss/refuse(_:)`` always throws one. Not called for a mapping that
    /// makes objects. Default: ``MigrationLoss/log(_:)``.
    public var lossObserver: (@Sendable ([MigrationLoss]) throws -> Void)? = MigrationLoss.log
    /// Called with the steps for a history that is kept elsewhere.
    var historyObserver: (@Sendable (HistoryStep) -> Void)?
    /// Whether to cancel the migration with `CancellationError`; checked before the store is
    /// locked, before and during each step, between the objects of a mapping, and before the store
    /// is replaced. Default: nil, for never.
    public var isCancelled: (@Sendable () -> Bool)?

    /// The default options.
    public init() {}
}

/// A migration; its options are its own properties too: `migration.keepsCopy`.
@dynamicMemberLookup
public protocol ConfigurableMigration {
    /// The options that all migrations have.
    var options: MigrationOptions { get set }
}

extension ConfigurableMigration {
    /// An option of the migration.
    public subscript<Option>(
        dynamicMember option: WritableKeyPath<MigrationOptions, Option>
    ) -> Option {
        get { options[keyPath: option] }
        set { options[keyPath: option] = newValue }
    }
}

/// The copy of a store from before its last migration: `NAME-before-migration.sqlite` beside
/// `NAME.sqlite`, with its external files.
struct StoreCopy {
    let storePath: String
    var suffix = "before-migration"

    var path: String {
        let store = URL(fileURLWithPath: storePath)
        let name = store.deletingPathExtension().lastPathComponent
        let ending = store.pathExtension.isEmpty ? "" : ".\(store.pathExtension)"
        return store.deletingLastPathComponent()
            .appendingPathComponent("\(name)-\(self.suffix)\(ending)").path
    }

    /// Copies a store that others may migrate at the same time, replacing an earlier copy.
    ///
    /// - Parameter version: the version that is about to be migrated.
    /// - Throws: `StoreVersionHasChanged` if the store has another version by now; an existing copy
    ///   stays.
    func make(_ connection: Connection, of version: StoreVersion) throws {
        try holdingCopyLock {
            try connection.withoutTrace {
                // Another process may have migrated while this one waited.
                try check(connection, version)
                try StoreFiles(path: path).replace { staged, external in
                    try copy(connection, version, to: staged, external)
                }
            }
        }
    }

    /// Copies a store that nothing else migrates, replacing an earlier copy.
    func make() throws {
        try holdingCopyLock { try StoreFiles(path: path).replace(with: storePath) }
    }

    /// The copy is written under one temporary name, so that threads and processes take turns.
    private func holdingCopyLock(_ body: () throws -> Void) throws {
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

/// An error of a migration, with its place in the model.
public struct MigrationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The entity's name in the newer version.
    public var entity: String
    /// The property; nil for the whole entity.
    public var property: String?
    /// The cause, as the rest of a sentence without a full stop.
    public var reason: String

    /// Makes an error with its place.
    public init(entity: String, property: String? = nil, reason: String) {
        self.entity = entity
        self.property = property
        self.reason = reason
    }

    public var description: String { detail + "." }

    /// The place and the cause, as the end of a sentence.
    var detail: String { "\(entity)\(property.map { ".\($0)" } ?? ""): \(reason)" }
}
