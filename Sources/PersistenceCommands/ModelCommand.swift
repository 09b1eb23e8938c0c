public import ArgumentParser
import Foundation
import ObjectModel
import Persistence

/// The commands for model files.
public struct ModelCommand: ParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "model", abstract: "Checks, reads and writes model files.",
        discussion: """
            FILE is an .xcdatamodeld (its current version), an .xcdatamodel or a contents file.
            """,
        subcommands: [
            CheckCommand.self, SchemaCommand.self, GenerateCommand.self, WriteCommand.self,
        ])

    public init() {}

    struct CheckCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check", abstract: "Checks a model for errors.")

        @Argument(help: "The model file.")
        var file: String

        func run() throws {
            let reading = try ModelReading(contentsOf: file)
            let faults = reading.faults + reading.model.predicateFaults()
            for fault in faults { print(fault) }
            if faults.contains(where: { $0.severity == .error }) { throw ExitCode.failure }
        }
    }

    struct SchemaCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "schema", abstract: "Prints the SQL that creates the store of a model.")

        @Argument(help: "The model file.")
        var file: String

        func run() throws {
            let model = try ManagedObjectModel(contentsOf: file)
            for statement in try StoreSQL.allSQL(for: model) { print(statement + ";") }
        }
    }

    struct WriteCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "write", abstract: "Rewrites a model file in Xcode’s format.",
            discussion: "Unknown elements of the file are kept.")

        @Argument(help: "The model file.")
        var file: String

        @Argument(help: "The .xcdatamodel or XML file to write.")
        var output: String

        func run() throws {
            try ManagedObjectModel(contentsOf: file).write(to: output)
        }
    }

    struct GenerateCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "generate",
            abstract: "Generates Swift source for the properties of a model.")

        @Argument(help: "The model file.")
        var file: String

        @Argument(help: "The folder for the source.")
        var folder: String

        func run() throws {
            let model = try ManagedObjectModel(contentsOf: file)
            let generator = try SwiftGenerator(model, modelName: modelName)
            let folder = URL(fileURLWithPath: folder, isDirectory: true)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            for source in generator.files() {
                let url = folder.appendingPathComponent(source.name)
                try source.text.write(to: url, atomically: true, encoding: .utf8)
                print(url.path)
            }
        }

        /// The name of the bundle, or of the version outside of a bundle.
        private var modelName: String {
            let parts = URL(fileURLWithPath: file).standardizedFileURL.pathComponents
            let name =
                parts.last { $0.hasSuffix(".xcdatamodeld") }
                ?? parts.last { $0.hasSuffix(".xcdatamodel") } ?? parts.last ?? "Model"
            return (name as NSString).deletingPathExtension
        }
    }
}
