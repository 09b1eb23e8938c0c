public import ObjectModel

/// Migrates a store through stages to their last version, from any of their versions (Core Data's
/// `NSStagedMigrationManager`).
///
/// The stages run on a copy, which replaces the store at the end, so that an interruption or a
/// handler's error leaves the old store unchanged.
///
/// ```swift
/// let migration = StagedMigration(path: path, stages: [.lightweight([older, newer], label: "mottos")])
/// let labels = try migration.run()
/// ```
/// A container does it for `migrationStages` of its store description.
public struct StagedMigration: ConfigurableMigration, Sendable {
    /// The progress of a migration.
    public struct Progress: Sendable {
        /// The number of the step, from 1.
        public var step: Int
        /// The number of all steps.
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
    /// Called before each step. Default: nil.
    public var progress: (@Sendable (Progress) -> Void)?
    public var options = MigrationOptions()

    /// Prepares a migration, which `run()` starts.
    public init(path: String, stages: [MigrationStage]) {
        self.path = path
        self.stages = stages
    }

    /// Migrates the store, if needed.
    ///
    /// - Returns: the labels of the steps that were taken.
    /// - Throws: `MigrationError` if the store has none of the versions or a step cannot be
    ///   inferred,
    ///   `PersistenceError`, `CancellationError`, errors of handlers; the store is unchanged then.
    @discardableResult
    public func run() throws -> [String] {
        var runner = MigrationRunner(
            path: path, suffix: "migrating-stages", options: options, transformers: transformers)
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

    /// The steps from the store's version.
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

    /// All steps; the first one only names the first version.
    private var allSteps: [VersionStep] {
        var steps: [VersionStep] = []
        func add(_ model: ManagedObjectModel, _ label: String) {
            let isKnown =
                steps.last?.destination.hashesForComparison == model.hashesForComparison
            guard !isKnown else { return }
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

/// A stage on the way from an older version of a model to a newer one.
///
/// ```swift
/// let stage = MigrationStage.custom(
///     from: older, to: newer, label: "mottos",
///     didMigrate: { container in try container.write { try fillMottos($0) } })
/// ```
public struct MigrationStage: Sendable {
    /// A handler before or after a stage, which gets the store in its current version. Unsaved
    /// changes are discarded.
    public typealias Handler = @Sendable (PersistentContainer) throws -> Void

    enum Kind: Sendable {
        case lightweight([ManagedObjectModel])
        case custom(CustomStage)
    }

    struct CustomStage: Sendable {
        var source: ManagedObjectModel
        var destination: ManagedObjectModel
        /// The mapping; nil to infer it.
        var mapping: MappingModel?
        var policies: [String: EntityMigrationPolicy.Type] = [:]
        var willMigrate: Handler?
        var didMigrate: Handler?
    }

    /// A name for progress and messages.
    public let label: String
    let kind: Kind

    /// A stage of successive versions, each inferred from the one before:
    /// `.lightweight([first, second, third])`.
    public static func lightweight(
        _ models: [ManagedObjectModel], label: String = ""
    ) -> MigrationStage {
        MigrationStage(label: label, kind: .lightweight(models))
    }

    /// A stage from one version to the next with handlers, which prepare the store for the inferred
    /// mapping and complete it afterwards.
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

    /// A stage from one version to the next with a mapping model.
    ///
    /// ```swift
    /// let mapping = try MappingModel(contentsOf: "CookbookToV2.xcmappingmodel")
    /// let stage = MigrationStage.mapped(mapping, from: older, to: newer)
    /// ```
    /// - Parameters:
    ///   - mapping: the mapping from the older version to the newer one.
    ///   - policies: the policy classes by their names in the mapping, with or without a module.
    ///     Default: none.
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
