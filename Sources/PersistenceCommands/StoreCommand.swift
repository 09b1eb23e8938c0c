public import ArgumentParser
import Foundation
import ObjectModel
public import Persistence
import PersistenceInspection

/// `store`: the commands for stores.
public struct StoreCommand: ParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "store", abstract: "Looks into stores in Core Data's layout.",
        subcommands: [
            InfoCommand.self, DumpCommand.self, CheckCommand.self, MigrateCommand.self,
            CopyCommand.self,
        ])

    public init() {}

    /// `store info`
    struct InfoCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "info", abstract: "Says what a store holds.")

        @Argument(help: "The store: a file, or an address such as postgresql://host/database.")
        var store: String

        @OptionGroup var model: GivenModel

        func run() throws {
            let summary = try StoreSummary(
                at: StoreLocation(argument: store), model: model.load())
            for line in summary.lines { print(line) }
        }
    }

    /// `store dump`
    struct DumpCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "dump", abstract: "Prints all records, one JSON object a line.")

        @Argument(help: "The store: a file, or an address such as postgresql://host/database.")
        var store: String

        @OptionGroup var model: GivenModel

        func run() throws {
            let dump = try StoreDump(at: StoreLocation(argument: store), model: model.load())
            try dump.forEachLine { print($0) }
            try dump.close()
        }
    }

    /// `store check`
    struct CheckCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check", abstract: "Says everything that is wrong in a store.",
            discussion:
                "Warnings, on standard error, are of what is no use and does no harm: the status stays 0."
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
            // Files lie beside files alone.
            for warning in try location.path.map({ try StoreCheck.warnings(path: $0) }) ?? [] {
                FileHandle.standardError.write(Data("Warning: \(warning)\n".utf8))
            }
            if !faults.isEmpty { throw ExitCode.failure }
        }
    }
}

/// The model of a store that need not hold it.
struct GivenModel: ParsableArguments {
    @Option(
        help:
            "The model file. Default: the model that the store holds; older stores do not hold theirs."
    )
    var model: String?

    /// The model; nil for the one that the store holds.
    func load() throws -> ManagedObjectModel? {
        try model.map { try ManagedObjectModel(contentsOf: $0) }
    }
}

extension StoreLocation {
    /// The place that an argument names.
    public init(argument: String) {
        self = argument.contains("://") ? .address(argument) : .file(argument)
    }
}
