import ObjectModel

/// A migration from one version of a model to the next.
struct VersionStep {
    /// The name of the stage, or of the newer version.
    var label: String
    /// The older version, for a store that does not contain it.
    var source: ManagedObjectModel?
    var destination: ManagedObjectModel
    /// The mapping; nil to infer it.
    var mapping: MappingModel?
    var policies: [String: EntityMigrationPolicy.Type] = [:]
    /// Called with the store in its older version.
    var willMigrate: MigrationStage.Handler?
    /// Called with the store in its newer version.
    var didMigrate: MigrationStage.Handler?
}

/// Migrates a store through several versions.
///
/// The steps run on a copy, which replaces the store at the end, so that an interruption leaves the
/// old store unchanged.
struct MigrationRunner {
    let path: String
    /// The suffix of the copy's name.
    let suffix: String
    var options: MigrationOptions
    /// Whether a single step runs in place.
    var takesOneInPlace = false
    /// The value transformers that handlers need.
    var transformers: [String: any AttributeTransformer] = [:]
    /// Called before each step, with its number, from 1, and the number of steps.
    var willTake: ((VersionStep, Int, Int) -> Void)?
    /// Called with a step's completed fraction, from 0 to 1, and the same numbers.
    var progress: (@Sendable (String, Int, Int, Double) -> Void)?

    /// - Parameter find: finds the steps from the store's version; called again once the store is
    ///   locked.
    func run(_ find: () throws -> [VersionStep]) throws {
        let known = try find()
        guard known.count > (takesOneInPlace ? 1 : 0) else {
            return try take(known, at: path, keepsCopy: options.keepsCopy)
        }
        try checkCancellation()
        let lock = try StoreLock(exclusivelyFor: path)
        defer { lock.release() }
        // Another process may have migrated the store before the lock.
        let steps = try find()
        guard !steps.isEmpty else { return }
        try withCopy {
            try take(steps, at: $0.path)
            try checkCancellation()
            if options.keepsCopy { try StoreCopy(storePath: path).make() }
            try StoreFiles(path: path).replace(with: $0.path)
        }
    }

    /// Runs the steps on a temporary copy of the store.
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
            // The first step writes its model into the store.
            if index == 0, try PersistentStoreCoordinator.heldModel(at: path) == nil {
                migration.source = step.source
            }
            migration.mapping = step.mapping
            migration.policies = step.policies
            migration.options = options
            migration.keepsCopy = keepsCopy
            if let progress {
                let (label, count) = (step.label, steps.count)
                migration.progress = { progress(label, index + 1, count, $0) }
            }
            try migration.run()
            try handle(step.didMigrate, step.destination, path)
        }
    }

    private func checkCancellation() throws {
        if options.isCancelled?() == true { throw CancellationError() }
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
        let before = container.coordinator.changeCount
        let outcome = Result { try handler(container) }
        if container.coordinator.changeCount != before { options.historyObserver?(.saved) }
        try container.close()
        try outcome.get()
    }
}
