public import ObjectModel

/// Brings a store through stages to the last version that they name, from whichever of their
/// versions it has (Core Data's `NSStagedMigrationManager`).
///
/// The stages run on a copy, which takes the place of the store at the end: if they are interrupted at
/// any point, or a handler throws, the old store is whole.
public struct StagedMigration: Sendable {
    /// How far the migration is.
    public struct Progress: Sendable {
        /// The number of the step from one version to the next, from 1.
        public var step: Int
        /// The number of all stages to come.
        public var stepCount: Int
        /// The label of the step's stage.
        public var label: String
    }

    /// The path of the store's file.
    public let path: String
    /// The stages, oldest first.
    public let stages: [MigrationStage]
    /// The value transformers that handlers need. Default: none.
    public var transformers: [String: any AttributeTransformer] = [:]
    /// Whether a copy of the store is kept as `NAME-before-migration` beside it. Default: true.
    public var keepsCopy = true
    /// Hears of the records and values that a step does not carry over, before the step is
    /// taken; not called without such. A migration that it throws from is refused:
    /// ``MigrationLoss/refuse(_:)`` always does. Default: nil.
    public var lossObserver: (@Sendable ([MigrationLoss]) throws -> Void)?
    /// Hears of each step before it begins. Default: nil.
    public var progress: (@Sendable (Progress) -> Void)?
    /// Says whether the migration is to be broken off, with `CancellationError`; asked before the
    /// store is locked, before each step and within it, and before the store is replaced. Default:
    /// nil, for never.
    public var isCancelled: (@Sendable () -> Bool)?

    /// Prepares a migration; nothing is done yet.
    public init(path: String, stages: [MigrationStage]) {
        self.path = path
        self.stages = stages
    }

    /// Carries the store over, if it needs to be.
    ///
    /// - Returns: the labels of the steps that were taken.
    /// - Throws: `MigrationError` if the store has none of the versions or a step cannot be inferred,
    ///   `PersistenceError`, `CancellationError`, what handlers throw; the store is as before then.
    @discardableResult
    public func run() throws -> [String] {
        var runner = MigrationRunner(path: path, suffix: "migrating-stages")
        runner.transformers = transformers
        runner.keepsCopy = keepsCopy
        runner.lossObserver = lossObserver
        runner.isCancelled = isCancelled
        runner.willTake = { step, number, count in
            progress?(Progress(step: number, stepCount: count, label: step.label))
        }
        var steps: [VersionStep] = []
        try runner.run {
            steps = try self.steps()
            return steps
        }
        return steps.map(\.label)
    }

    /// The steps from the version that the store has.
    private func steps() throws -> [VersionStep] {
        let all = allSteps
        let stored = try PersistentStoreCoordinator.storedModel(
            at: path, among: all.map(\.destination)
        ).hashesForComparison
        let versions = all.map(\.destination.hashesForComparison)
        guard let index = versions.lastIndex(of: stored) else {
            throw MigrationError(
                entity: "The store", reason: "it was written with none of the stages’ versions")
        }
        return Array(all[(index + 1)...])
    }

    /// All steps; the first one only says which version is the first.
    private var allSteps: [VersionStep] {
        var steps: [VersionStep] = []
        func add(_ model: ManagedObjectModel, _ label: String) {
            let isThere =
                steps.last?.destination.hashesForComparison == model.hashesForComparison
            guard !isThere else { return }
            steps.append(
                VersionStep(label: label, source: steps.last?.destination, destination: model))
        }
        for stage in stages {
            switch stage.kind {
            case .lightweight(let models):
                for model in models { add(model, stage.label) }
            case .custom(let custom):
                add(custom.source, stage.label)
                steps.append(
                    VersionStep(
                        label: stage.label, source: custom.source,
                        destination: custom.destination, mapping: custom.mapping,
                        policies: custom.policies, willMigrate: custom.willMigrate,
                        didMigrate: custom.didMigrate))
            }
        }
        return steps
    }
}

/// A part of the way from an older version of a model to a newer one.
public struct MigrationStage: Sendable {
    /// What is done before or after a stage, in the store as it is then. What the closure does not
    /// save is dropped.
    public typealias Handler = @Sendable (PersistentContainer) throws -> Void

    enum Kind: Sendable {
        case lightweight([ManagedObjectModel])
        case custom(CustomStage)
    }

    struct CustomStage: Sendable {
        var source: ManagedObjectModel
        var destination: ManagedObjectModel
        /// How the records become those of the newer version; nil where that is inferred.
        var mapping: MappingModel?
        var policies: [String: EntityMigrationPolicy.Type] = [:]
        var willMigrate: Handler?
        var didMigrate: Handler?
    }

    /// A name for progress and messages.
    public let label: String
    let kind: Kind

    /// Versions one after the other, each of which can be inferred from the one before it.
    public static func lightweight(
        _ models: [ManagedObjectModel], label: String = ""
    ) -> MigrationStage {
        MigrationStage(label: label, kind: .lightweight(models))
    }

    /// From one version to the next one, which can be inferred once what does not fit has been put
    /// right before, and is completed afterwards.
    ///
    /// - Parameters:
    ///   - willMigrate: gets the store in its older version. Default: nil.
    ///   - didMigrate: gets the store in its newer version. Default: nil.
    public static func custom(
        from source: ManagedObjectModel, to destination: ManagedObjectModel, label: String = "",
        willMigrate: Handler? = nil, didMigrate: Handler? = nil
    ) -> MigrationStage {
        MigrationStage(
            label: label,
            kind: .custom(
                CustomStage(
                    source: source, destination: destination, willMigrate: willMigrate,
                    didMigrate: didMigrate)))
    }

    /// From one version to the next one by a mapping model, which says what their names do not tell.
    ///
    /// - Parameters:
    ///   - mapping: how the records of the older version become those of the newer one.
    ///   - policies: the classes that the mapping names as policies, by these names, with or without a
    ///     module. Default: none.
    public static func mapped(
        _ mapping: MappingModel, from source: ManagedObjectModel,
        to destination: ManagedObjectModel,
        policies: [String: EntityMigrationPolicy.Type] = [:], label: String = ""
    ) -> MigrationStage {
        MigrationStage(
            label: label,
            kind: .custom(
                CustomStage(
                    source: source, destination: destination, mapping: mapping,
                    policies: policies)))
    }
}
