public import ObjectModel

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
