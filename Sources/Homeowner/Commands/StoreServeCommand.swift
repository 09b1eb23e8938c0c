import ArgumentParser
import Foundation
import Logging
import Persistence
import PersistenceCommands
import Web

/// The library's commands for stores, and one that shows a store in the browser.
struct HomeownerStoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "store", abstract: StoreCommand.configuration.abstract,
        discussion:
            "“serve” shows a store in the browser, with its model, its records and a search.",
        subcommands: [StoreServeCommand.self] + StoreCommand.configuration.subcommands)
}

struct StoreServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Shows any Core Data store in the browser, read-only.",
        discussion: """
            Shows the model with its diagram and all records with links to related records, with search, \
            predicates, JSON and CSV. Nothing is written to the store: a file with a write-ahead log is \
            copied to a temporary folder first. A database is read in place.
            """)

    @Argument(
        help:
            "The store: a SQLite, binary or XML file, or the address of a PostgreSQL database.")
    var store: String

    @Option(help: "The address to listen on.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen on; 0 for any free port.")
    var port = 8080

    @Option(help: "The model file. Default: the model in the store.")
    var model: String?

    @Flag(help: "Let other machines connect. There are no accounts: they can read everything.")
    var allowRemote = false

    @Option(help: "The format of log lines.")
    var logFormat = LogFormat.text

    @OptionGroup var folders: ProgramFolderOptions

    func validate() throws {
        do {
            try configuration(views: "", publicFolder: "").validate()
        } catch {
            throw ValidationError(error.description)
        }
    }

    func run() async throws {
        LoggingSystem.bootstrap { [logFormat] _ in
            LineLogHandler(lines: .standardError, format: logFormat)
        }
        defer { LogLines.standardError.flush() }
        try await serveStore(
            at: StoreLocation(argument: store), model: model,
            configuration(
                views: folders.viewsDirectory,
                publicFolder: folders.publicDirectory))
    }

    private func configuration(views: String, publicFolder: String) -> AppConfiguration {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("homeowner-store-\(UUID().uuidString)").path
        var configuration = AppConfiguration(
            dataDirectory: folder, viewsDirectory: views, publicDirectory: publicFolder)
        configuration.host = host
        configuration.port = port
        configuration.allowRemote = allowRemote
        // A store that is only shown has no accounts.
        configuration.hasNoAccounts = true
        return configuration
    }
}
