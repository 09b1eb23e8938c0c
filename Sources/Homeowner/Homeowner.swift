import ArgumentParser
import Domain
import Foundation
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
            StoreCommand.self, ReportCommand.self, DocumentPageCommand.self,
        ],
        defaultSubcommand: ServeCommand.self)

    /// Runs a command: status 0 for success, 1 for a fault in what it found, 2 for wrong arguments.
    static func main() async {
        PostgreSQLStoreFactory.register()
        DocumentPageCommand.useForDocuments()
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

    /// Help goes to standard output, everything else to standard error.
    private static func finish(with error: any Error) -> Never {
        let code = exitCode(for: error)
        let text =
            code == .validationFailure || code == .success
            ? fullMessage(for: error) : message(for: error)
        let output = code == .success ? FileHandle.standardOutput : FileHandle.standardError
        if !text.isEmpty { output.write(Data((text + "\n").utf8)) }
        Foundation.exit(ProgramStatus(code).rawValue)
    }
}
