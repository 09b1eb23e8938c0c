import Foundation
import ObjectModel

/// Opens the file of an atomic store, or creates it.
struct AtomicStoreOpener {
    let description: StoreDescription
    let format: any AtomicStoreFormat
    let layout: ModelLayout

    private var path: String { description.path }

    struct Opened {
        var file: AtomicStoreFile
        var metadata: PersistentStoreMetadata
        var state: MemoryState
        var storeEntities: StoreEntities
        var lock: StoreLock?
    }

    func open(_ storeIndex: Int) throws -> Opened {
        let exists = try StoreAccess(description).requireUsable()
        let isLocked = !description.isReadOnly && description.locksFile
        let lock = isLocked ? try StoreLock(exclusivelyFor: path) : nil
        do {
            let file = AtomicStoreFile(path: path)
            if isLocked { file.removeLeftovers() }
            return try exists
                ? load(file, lock, storeIndex) : create(file, lock, storeIndex)
        } catch {
            lock?.release()
            throw error
        }
    }

    private func create(
        _ file: AtomicStoreFile, _ lock: StoreLock?, _ storeIndex: Int
    ) throws -> Opened {
        let metadata = try PersistentStoreMetadata(newStoreOf: format.type, for: layout.model)
        let state = MemoryState(layout: layout, numbering: format.numbering)
        try file.write(format.save(state.document(metadata), layout: layout))
        return Opened(
            file: file, metadata: metadata, state: state,
            storeEntities: storeEntities(metadata, storeIndex), lock: lock)
    }

    private func load(
        _ file: AtomicStoreFile, _ lock: StoreLock?, _ storeIndex: Int
    ) throws -> Opened {
        var data = try file.read()
        var metadata = try reading { try format.metadata(in: data) }
        if try migrate(metadata) {
            data = try file.read()
            metadata = try reading { try format.metadata(in: data) }
        }
        try check(metadata)
        let storeEntities = storeEntities(metadata, storeIndex)
        let state = try reading {
            do {
                return try AtomicStoreLoader.state(
                    of: try format.load(data, layout: layout), layout: layout,
                    storeEntities: storeEntities,
                    numbering: format.numbering)
            } catch let error as MigrationError {
                throw PersistenceError.cannotOpen(path: path, reason: .other(error.detail))
            }
        }
        return Opened(
            file: file, metadata: metadata, state: state, storeEntities: storeEntities, lock: lock)
    }

    private func storeEntities(
        _ metadata: PersistentStoreMetadata, _ storeIndex: Int
    ) -> StoreEntities {
        StoreEntities(layout: layout, storeIdentifier: metadata.identifier, storeIndex: storeIndex)
    }

    /// - Throws: `PersistenceError.corruptStore` for errors of the format.
    private func reading<T>(_ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch let error as PersistenceError {
            throw error
        } catch {
            throw PersistenceError.corruptStore(path: path, reason: "\(error)")
        }
    }

    private func migrate(_ metadata: PersistentStoreMetadata) throws -> Bool {
        guard description.shouldMigrateStoreAutomatically, !description.isReadOnly,
            try !metadata.differingEntities(from: layout.model).isEmpty,
            try metadata.storedModel() != nil
        else { return false }
        guard description.shouldInferMappingModelAutomatically else {
            throw incompatible("there is no mapping to this one, and none is inferred")
        }
        do {
            var migration = StoreMigration(path: path, to: layout.model)
            migration.options = description.migrationOptions
            try AtomicStoreMigration(migration: migration, format: format).run()
            return true
        } catch let error as MigrationError {
            throw incompatible(error.detail)
        }
    }

    private func check(_ metadata: PersistentStoreMetadata) throws {
        let names = try metadata.differingEntities(from: layout.model)
        guard names.isEmpty else {
            throw incompatible("these entities differ: \(names.joined(separator: ", "))")
        }
    }

    private func incompatible(_ reason: String) -> PersistenceError {
        .cannotOpen(path: path, reason: .incompatibleModel(reason))
    }
}

extension PersistentStoreMetadata {
    /// The metadata of a new atomic store. It contains the model, so that the store can be
    /// inspected and migrated without the application.
    init(newStoreOf type: StoreType, for model: ManagedObjectModel) throws {
        var metadata = StoreMetadata(newStoreFor: model)
        metadata.members[StoreMetadata.Key.storeType] = .string(type.rawValue)
        metadata.members[StoreMetadata.Key.vacuumLevel] = nil
        self.init(metadata)
        try setModel(model)
    }

    /// Records the model that the store is written with.
    mutating func setModel(_ model: ManagedObjectModel) throws {
        contents.setModel(model)
        contents.members[StoreMetadata.Key.modelCache] = .data(try StoreModelCache.encode(model))
    }

    /// The model that the store was written with; nil if the store does not contain it.
    func storedModel() throws -> ManagedObjectModel? {
        guard let cache = contents.members[StoreMetadata.Key.modelCache]?.data else { return nil }
        do {
            return try StoreModelCache.decode(cache)
        } catch {
            throw AtomicStoreFault("the model in its metadata cannot be read: \(error)")
        }
    }

    /// The names of the entities that differ in the store's model, sorted.
    ///
    /// An XML store of Apple's contains no model, only names of entities. Its records then show
    /// whether they fit.
    func differingEntities(from model: ManagedObjectModel) throws -> [String] {
        guard !versionHashes.isEmpty, !isCompatible(with: model) else { return [] }
        let wanted = model.hashesForComparison
        guard let stored = try storedModel()?.hashesForComparison else {
            return Set(versionHashes.keys).symmetricDifference(wanted.keys).sorted()
        }
        return Set(stored.keys).union(wanted.keys).filter { stored[$0] != wanted[$0] }.sorted()
    }
}
