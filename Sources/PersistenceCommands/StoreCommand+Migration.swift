import ArgumentParser
import Foundation
import ObjectModel
import Persistence

extension StoreCommand {
    struct MigrateCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "migrate", abstract: "Migrates a store to another version of its model.",
            discussion: """
                With an .xcdatamodeld, the store is migrated through its versions up to the current \
                one, using the mapping models where they apply; with several mapping models and one \
                version of an .xcdatamodeld, up to that version. A copy of the store is kept next to it \
                as NAME-before-migration. An older store that does not contain its model is assumed to \
                have the most similar version of the .xcdatamodeld.
                """)

        @Argument(help: "The store, a file.")
        var store: String

        @Option(help: "The model to migrate to; for an .xcdatamodeld, its current version.")
        var model: String

        @Option(
            parsing: .upToNextOption, help: "Mapping models: .xcmappingmodel or xcmapping.xml.")
        var mapping: [String] = []

        @Flag(help: "Only list the records and values that would be lost.")
        var dryRun = false

        func validate() throws {
            guard StoreLocation(argument: store).path != nil else {
                throw ValidationError(
                    "Only files can be migrated. A server migrates its database when it starts.")
            }
            guard mapping.count > 1, !isBundle,
                ManagedObjectModel.bundle(ofVersionAt: model) == nil
            else { return }
            throw ValidationError(
                "Several mapping models need an .xcdatamodeld, or one of its versions."
            )
        }

        func run() throws {
            let mappings = try mapping.map { try MappingModel(contentsOf: $0) }
            guard !dryRun else { return try printLosses(mappings) }
            let isMigrated =
                isBundle || mappings.count > 1
                ? try migrateStepByStep(mappings) : try migrate(mappings.first)
            print(isMigrated ? "The store was migrated." : "The store already has this version.")
        }

        private var isBundle: Bool {
            URL(fileURLWithPath: model).pathExtension == "xcdatamodeld"
        }

        private func printLosses(_ mappings: [MappingModel]) throws {
            let losses =
                isBundle || mappings.count > 1
                ? try stepwise(mappings).losses() : try direct(mappings.first).losses()
            for loss in losses { print(loss) }
            if losses.isEmpty { print("Nothing would be lost.") }
        }

        private func migrate(_ mapping: MappingModel?) throws -> Bool {
            try direct(mapping).run()
        }

        private func direct(_ mapping: MappingModel?) throws -> StoreMigration {
            let model = try ManagedObjectModel(contentsOf: model)
            var migration = StoreMigration(path: store, to: model)
            migration.mapping = mapping
            migration.source = try source()
            migration.lossObserver = Self.printLosses
            return migration
        }

        @Sendable private static func printLosses(_ losses: [MigrationLoss]) {
            for loss in losses {
                FileHandle.standardError.write(Data("Gone: \(loss)\n".utf8))
            }
        }

        private func stepwise(_ mappings: [MappingModel]) throws -> ProgressiveMigration {
            var migration = try ProgressiveMigration(path: store, modelPath: model)
            migration.mappings = mappings
            return migration
        }

        /// The model version of the store, if another version of the bundle is the target; nil for
        /// the store's own.
        private func source() throws -> ManagedObjectModel? {
            guard ManagedObjectModel.bundle(ofVersionAt: model) != nil else { return nil }
            return try PersistentStoreCoordinator.storedModel(
                at: store,
                among: ProgressiveMigration(path: store, modelPath: model).versions.map(\.model))
        }

        private func migrateStepByStep(_ mappings: [MappingModel]) throws -> Bool {
            var migration = try stepwise(mappings)
            migration.lossObserver = Self.printLosses
            migration.progress = { progress in
                guard progress.fraction == 1 else { return }
                let line =
                    "Step \(progress.step) of \(progress.stepCount): \(progress.destination)\n"
                FileHandle.standardError.write(Data(line.utf8))
            }
            return try !migration.run().isEmpty
        }
    }
}
