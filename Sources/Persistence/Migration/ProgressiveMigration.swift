import Foundation
public import ObjectModel
import Synchronization

/// Migrates a store through successive versions of a model.
///
/// The chain is the shortest one: a step uses a given mapping model, or is inferred from two
/// versions, however far apart they are. But no inferred step skips a version with a mapping model,
/// whose rules would be lost.
///
/// Several steps run on a copy, which replaces the store at the end, so that an interruption leaves
/// the old store unchanged.
///
/// ```swift
/// let migration = try ProgressiveMigration(path: path, modelPath: "Cookbook.xcdatamodeld")
/// let steps = try migration.run()
/// ```
public struct ProgressiveMigration: ConfigurableMigration, Sendable {
    /// A version of the model.
    public struct Version: Sendable {
        /// The name in the bundle: `Inventory 2`.
        public var name: String
        /// The version's model.
        public var model: ManagedObjectModel

        /// Makes a version for the chain.
        public init(name: String, model: ManagedObjectModel) {
            self.name = name
            self.model = model
        }
    }

    /// A migration from one version to another.
    public struct Step: Sendable {
        /// The version before; empty if it is none of the given ones.
        public var source: String
        /// The version afterwards.
        public var destination: String
        /// The mapping model; nil if the mapping is inferred.
        public var mapping: MappingModel?
    }

    /// The progress of a migration.
    public struct Progress: Sendable {
        /// The number of the step, from 1.
        public var step: Int
        /// The number of all steps.
        public var stepCount: Int
        /// The step's destination.
        public var destination: String
        /// The completed fraction of the step, from 0 to 1.
        public var fraction: Double
    }

    /// The path of the store's file.
    public let path: String
    /// The versions, oldest first.
    public let versions: [Version]
    /// The name of the final version.
    public let destination: String
    /// Mapping models with the names of their versions. Default: none.
    public var mappings: [MappingModel] = []
    /// The policy classes by their names in the mappings. Default: none.
    public var policies: [String: EntityMigrationPolicy.Type] = [:]
    /// Called with the progress. Default: nil.
    public var progress: (@Sendable (Progress) -> Void)?
    public var options = MigrationOptions()

    /// Prepares a migration, which `run()` starts.
    public init(path: String, versions: [Version], destination: String) {
        self.path = path
        self.versions = versions
        self.destination = destination
    }

    /// Prepares a migration to a version of a bundle.
    ///
    /// - Parameters:
    ///   - modelPath: the bundle, `NAME.xcdatamodeld`, or a version in one.
    ///   - destination: the name of a version. Default: nil, for the one at the path or the bundle's
    ///     current one.
    /// - Throws: `ModelError` with the faults of a version.
    public init(path: String, modelPath: String, destination: String? = nil) throws {
        let given = ManagedObjectModel.bundle(ofVersionAt: modelPath)
        let bundle = given?.path ?? modelPath
        let versions = try ManagedObjectModel.versions(of: bundle).map {
            Version(name: $0, model: try ManagedObjectModel(contentsOf: bundle, version: $0))
        }
        self.init(
            path: path, versions: versions,
            destination: try destination ?? given?.version
                ?? ManagedObjectModel.currentVersion(of: bundle))
    }

    /// A migration of an older store by the mapping models beside a model's `.xcdatamodeld`; nil if
    /// none of them leads from the store's version to the model.
    ///
    /// - Throws: `MappingModelError`, `ModelError`, `PersistenceError.cannotOpen`.
    init?(ofStoreAt path: String, byMappingModelsBeside model: ManagedObjectModel) throws {
        guard let bundle = model.source.flatMap(ManagedObjectModel.bundle(ofVersionAt:)) else {
            return nil
        }
        let folder = URL(fileURLWithPath: bundle.path).deletingLastPathComponent()
        // A model may be used where its folder cannot be listed; then everything is inferred.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        let files = names.filter { $0.hasSuffix(".xcmappingmodel") }.sorted()
        guard !files.isEmpty, let stored = try PersistentStoreCoordinator.heldModel(at: path),
            stored.hashesForComparison != model.hashesForComparison
        else { return nil }
        try self.init(path: path, modelPath: bundle.path, destination: bundle.version)
        mappings = try files.map {
            try MappingModel(contentsOf: folder.appendingPathComponent($0).path)
        }
        // Code may have changed the model after it was read.
        let isOfVersions = versions.contains {
            $0.name == destination
                && $0.model.hashesForComparison == model.hashesForComparison
        }
        do {
            guard isOfVersions, try steps().contains(where: { $0.mapping != nil }) else {
                return nil
            }
        } catch is MigrationError {
            // No chain of versions leads to the model: the inferred migration reports why.
            return nil
        }
    }

    /// The steps that `run` would take; none if the store has the wanted version.
    ///
    /// ```swift
    /// for step in try migration.steps() { print(step.source, "to", step.destination) }
    /// ```
    /// - Throws: `MigrationError` if there is no chain, `PersistenceError.cannotOpen`.
    public func steps() throws -> [Step] {
        try MigrationChain(
            versions: versions, mappings: mappings, destination: destination
        ).steps(
            from: try PersistentStoreCoordinator.storedModel(
                at: path, among: versions.map(\.model)))
    }

    /// Migrates the store.
    ///
    /// - Returns: the steps that were taken.
    /// - Throws: `MigrationError`, `PersistenceError`, `CancellationError`; the store is unchanged
    ///   then.
    @discardableResult
    public func run() throws -> [Step] {
        var runner = runner("migrating", options)
        runner.takesOneInPlace = true
        var steps: [Step] = []
        try runner.run {
            steps = try self.steps()
            return steps.compactMap(versionStep)
        }
        return steps
    }

    /// The losses of `run()`, without those of mapping models, found on a temporary copy of the
    /// store.
    ///
    /// - Throws: the errors of `run()`.
    public func losses() throws -> [MigrationLoss] {
        let found = Mutex<[MigrationLoss]>([])
        var options = options
        options.lossObserver = { losses in found.withLock { $0 += losses } }
        options.historyObserver = nil
        try runner("dry-run", options).rehearse { try steps().compactMap(versionStep) }
        return found.withLock { $0 }
    }

    private func runner(_ suffix: String, _ options: MigrationOptions) -> MigrationRunner {
        var runner = MigrationRunner(path: path, suffix: suffix, options: options)
        if let progress {
            runner.progress = { label, number, count, fraction in
                progress(
                    Progress(
                        step: number, stepCount: count, destination: label, fraction: fraction))
            }
        }
        return runner
    }

    private func versionStep(_ step: Step) -> VersionStep? {
        func model(_ name: String) -> ManagedObjectModel? {
            versions.first { $0.name == name }?.model
        }
        return model(step.destination).map {
            VersionStep(
                label: step.destination, source: model(step.source), destination: $0,
                mapping: step.mapping, policies: policies)
        }
    }
}

/// Finds the shortest chain of steps to a version.
struct MigrationChain {
    let versions: [ProgressiveMigration.Version]
    let mappings: [MappingModel]
    let destination: String

    private typealias Step = ProgressiveMigration.Step

    /// - Throws: `MigrationError` if there is none.
    func steps(from stored: ManagedObjectModel) throws -> [ProgressiveMigration.Step] {
        guard let goal = index(of: destination) else {
            throw MigrationError(
                entity: "The model", reason: "it has no version “\(destination)”")
        }
        // Of equal versions, the newest needs the fewest steps.
        guard
            let start = versions.indices.last(where: {
                versions[$0].model.hashesForComparison == stored.hashesForComparison
            })
        else {
            throw MigrationError(
                entity: "The store",
                reason: "it was written with none of the versions "
                    + versions.map { "“\($0.name)”" }.joined(separator: ", "))
        }
        if versions[goal].model.hashesForComparison == stored.hashesForComparison { return [] }
        do {
            return try chain(from: start, to: goal, dependsOnRecords: false)
        } catch is MigrationError {
            return try chain(from: start, to: goal, dependsOnRecords: true)
        }
    }

    private func index(of name: String) -> Int? { versions.firstIndex { $0.name == name } }

    /// Breadth-first search, which finds the shortest chain first. Mapping models are preferred to
    /// inference.
    ///
    /// - Parameter dependsOnRecords: whether to allow steps that fail if records lack a value.
    private func chain(from start: Int, to goal: Int, dependsOnRecords: Bool) throws -> [Step] {
        var ways: [Int: [Step]] = [start: []]
        var queue = [start]
        var obstacle: MigrationError?
        while !queue.isEmpty {
            let version = queue.removeFirst()
            guard let way = ways[version] else { continue }
            if version == goal { return way }
            for next in nextVersions(after: version, towards: goal) where ways[next] == nil {
                do {
                    ways[next] = way + [try step(from: version, to: next, dependsOnRecords)]
                    queue.append(next)
                } catch let error as MigrationError {
                    obstacle = obstacle ?? error
                }
            }
        }
        throw obstacle
            ?? MigrationError(
                entity: "The model",
                reason: "no steps lead from “\(versions[start].name)” to "
                    + "“\(versions[goal].name)”")
    }

    /// The farthest version first, so that of equally short chains the one with the longest steps
    /// is chosen.
    private func nextVersions(after version: Int, towards goal: Int) -> [Int] {
        guard goal > version else { return [goal] }
        return (version + 1...goal).reversed()
    }

    private func step(from version: Int, to next: Int, _ dependsOnRecords: Bool) throws -> Step {
        let (source, target) = (versions[version], versions[next])
        let mapping = mappings.first {
            $0.sourceVersion == source.name && $0.destinationVersion == target.name
        }
        if mapping == nil {
            if let passed = mappings.first(where: { passes(over: $0, from: version, to: next) }) {
                throw MigrationError(
                    entity: "The model",
                    reason: "the mapping from “\(passed.sourceVersion ?? "")” to "
                        + "“\(passed.destinationVersion ?? "")” would be passed over")
            }
            let inferred = try MappingModel.inferred(from: source.model, to: target.model)
            if !dependsOnRecords { try checkValues(inferred, from: source, to: target) }
        }
        return Step(source: source.name, destination: target.name, mapping: mapping)
    }

    private func checkValues(
        _ mapping: MappingModel, from source: ProgressiveMigration.Version,
        to target: ProgressiveMigration.Version
    ) throws {
        let mapping = VersionMapping(
            mapping, from: try ModelLayout(source.model), to: try ModelLayout(target.model))
        if let required = mapping.requiredProperties.first { throw required.failure(1) }
    }

    private func passes(over mapping: MappingModel, from version: Int, to next: Int) -> Bool {
        guard let first = mapping.sourceVersion.flatMap(index),
            let last = mapping.destinationVersion.flatMap(index)
        else { return false }
        return first >= min(version, next) && last <= max(version, next)
    }
}
