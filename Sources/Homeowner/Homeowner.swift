import ArgumentParser
import Domain
import Foundation
import Imaging
import PersistenceCommands
import PersistencePostgreSQL
import Web

/// The program: `homeowner serve`, and commands for models, stores and backups.
@main
struct Homeowner: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "homeowner",
        abstract: "Keeps the records of a household and a small shop.",
        version: ProgramVersion.current,
        subcommands: [
            ServeCommand.self, BackupCommand.self, RestoreCommand.self, CheckCommand.self,
            SeedCommand.self, ImportCommand.self, UserCommand.self, ModelCommand.self,
            HomeownerStoreCommand.self, ReportCommand.self, RemindCommand.self,
            DocumentPageCommand.self, ReadCodesCommand.self,
        ],
        defaultSubcommand: ServeCommand.self)

    /// Runs a command. The status is 0 for success, 1 for a failure or found faults, 2 for wrong
    /// arguments.
    static func main() async {
        PostgreSQLStoreFactory.register()
        SeparateProcess.useThisProgram()
        do {
            var command = try parseAsRoot()
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch let error as CocoaError {
            finish(with: error.fileError ?? error)
        } catch {
            finish(with: error)
        }
    }
}

/// The reason why a command failed, as a sentence.
struct CommandError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
