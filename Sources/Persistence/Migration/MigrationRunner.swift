import ObjectModel

/// From one version of a model to another one.
struct VersionStep {
    /// The name of the stage, or of the newer version.
    var label: String
    /// The older version, for a store that does not hold it.
    var source: ManagedObjectModel?
    var destination: ManagedObjectModel
    /// The mapping; nil if it is inferred.
    var mapping: MappingModel?
    var policies: [String: EntityMigrationPolicy.Type] = [:]
    /// Gets the store in its older version.
    var willMigrate: MigrationStage.Handler?
    /// Gets the store in its newer version.
    var didMigrate: MigrationStage.Handler?
}

/// Brings a store from version to version.
///
/// The steps are taken by a copy, which takes the place of the store at the end: if they are interrupted at any
/// point, the old store is whole.
struct MigrationRunner {
    /// The path of the store's file.
    let path: String
    /// The end of the copy's name.
    let suffix: String
    /// Whether a step that is the only one is taken in place.
    var takesOneInPlace = false
    /// The value transformers that handlers need.
    var transformers: [String: any AttributeTransformer] = [:]
    /// Whether a copy of the store is kept as `NAME-before-migration` beside it.
    var keepsCopy = true
    var lossObserver: (@Sendable ([MigrationLoss]) throws -> Void)?
    /// Hears of each step before it begins, by its number, from 1, and the number of all steps.
    var willTake: ((VersionStep, Int, Int) -> Void)?
    /// Hears of the part of a step that is done, from 0 to 1, by the same numbers.
    var progress: (@Sendable (String, Int, Int, Double) -> Void)?
    /// Asked before the store is locked, before each step and within it, and before the store is replaced.
    var isCancelled: (@Sendable () -> Bool)?

    /// - Parameter find: finds the steps from the version that the store has; asked again once it is locked.
    func run(_ find: () throws -> [VersionStep]) throws {
        let known = try find()
        guard known.count > (takesOneInPlace ? 1 : 0) else {
            return try take(known, at: path, keepsCopy: keepsCopy)
        }
        try checkCancellation()
        let lock = try StoreLock(exclusivelyFor: path)
        defer { lock.release() }
        // Before the lock was there, somebody else may have taken steps.
        let steps = try find()
        guard !steps.isEmpty else { return }
        try withCopy {
            try take(steps, at: $0.path)
            try checkCancellation()
            if keepsCopy { try StoreCopy(storePath: path).make() }
            try StoreFiles(path: path).replace(with: $0.path)
        }
    }

    /// Lets a copy of the store, which is removed, take the steps.
    func rehearse(_ find: () throws -> [VersionStep]) throws {
        let lock = try StoreLock(exclusivelyFor: path)
        defer { lock.release() }
        let steps = try find()
        guard !steps.isEmpty else { return }
        try withCopy { try take(steps, at: $0.path) }
    }

    private func withCopy(_ body: (StoreFiles) throws -> Void) throws {
        let staged = StoreFiles(path: StoreCopy(storePath: path, suffix: suffix).path)
        try staged.destroy()
        let outcome = Result {
            try staged.replace(with: path)
            try body(staged)
        }
        try staged.destroy()
        try outcome.get()
    }

    private func take(_ steps: [VersionStep], at path: String, keepsCopy: Bool = false) throws {
        for (index, step) in steps.enumerated() {
            try checkCancellation()
            willTake?(step, index + 1, steps.count)
            try handle(step.willMigrate, step.source, path)
            var migration = StoreMigration(path: path, to: step.destination)
            if try PersistentStoreCoordinator.heldModel(at: path) == nil {
                migration.source = step.source
            }
            migration.mapping = step.mapping
            migration.policies = step.policies
            migration.keepsCopy = keepsCopy
            migration.lossObserver = lossObserver
            migration.isCancelled = isCancelled
            if let progress {
                let (label, count) = (step.label, steps.count)
                migration.progress = { progress(label, index + 1, count, $0) }
            }
            try migration.run()
            try handle(step.didMigrate, step.destination, path)
        }
    }

    private func checkCancellation() throws {
        if isCancelled?() == true { throw CancellationError() }
    }

    private func handle(
        _ handler: MigrationStage.Handler?, _ model: ManagedObjectModel?, _ path: String
    ) throws {
        guard let handler, let model else { return }
        let format = try PersistentStoreCoordinator.atomicStoreFormat(ofStoreAt: path)
        var store = StoreDescription(type: format?.type ?? .sqlite, path: path)
        store.shouldMigrateStoreAutomatically = false
        let container = try PersistentContainer(
            model: model, classes: [], store: store, transformers: transformers)
        let outcome = Result { try handler(container) }
        try container.close()
        try outcome.get()
    }
}
