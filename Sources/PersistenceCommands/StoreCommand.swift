public import ArgumentParser
import Foundation
import ObjectModel
public import Persistence
import PersistenceInspection

/// The commands for stores.
public struct StoreCommand: ParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "store", abstract: "Inspects, migrates and copies Core Data stores.",
        subcommands: [
            InfoCommand.self, DumpCommand.self, CheckCommand.self, MigrateCommand.self,
            CopyCommand.self,
        ])

    public init() {}

    struct InfoCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "info", abstract: "Shows what a store contains.")

        @Argument(help: "The store: a file, or an address such as postgresql://host/database.")
        var store: String

        @OptionGroup var model: GivenModel

        func run() throws {
            let summary = try StoreSummary(
                at: StoreLocation(argument: store), model: model.load())
            for line in summary.lines { print(line) }
        }
    }

    struct DumpCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "dump", abstract: "Prints all records, one JSON object per line.")

        @Argument(help: "The store: a file, or an address such as postgresql://host/database.")
        var store: String

        @OptionGroup var model: GivenModel

        func run() throws {
            let dump = try StoreDump(at: StoreLocation(argument: store), model: model.load())
            try dump.forEachLine { print($0) }
            try dump.close()
        }
    }

    struct CheckCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check", abstract: "Checks a store for errors.",
            discussion:
                "Harmless findings are warnings on standard error. They do not change the exit status."
        )

        @Argument(help: "The store: a file, or an address such as postgresql://host/database.")
        var store: String

        @OptionGroup var model: GivenModel

        func run() throws {
            let location = StoreLocation(argument: store)
            let model = try model.load()
            let faults =
                try location.path.map { try StoreCheck.faults(path: $0, model: model) }
                ?? StoreCheck.faults(at: location, model: model)
            for fault in faults { print(fault) }
            // Only a store in a file has files beside it.
            for warning in try location.path.map({ try StoreCheck.warnings(path: $0) }) ?? [] {
                FileHandle.standardError.write(Data("Warning: \(warning)\n".utf8))
            }
            if !faults.isEmpty { throw ExitCode.failure }
        }
    }
}

/// The model option for a store that may not contain its model.
struct GivenModel: ParsableArguments {
    @Option(
        help:
            "The model file. Default: the model in the store, which older stores lack."
    )
    var model: String?

    /// The model; nil for the one in the store.
    func load() throws -> ManagedObjectModel? {
        try model.map { try ManagedObjectModel(contentsOf: $0) }
    }
}

extension StoreLocation {
    /// The location that an argument names.
    public init(argument: String) {
        self = argument.contains("://") ? .address(argument) : .file(argument)
    }
}
