import ArgumentParser
import PersistenceCommands

/// The library's program, `persistence`: works on model files and stores, independent of the
/// application.
@main
struct PersistenceTool: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "persistence", abstract: "Works on Core Data's model files and stores.",
        subcommands: [ModelCommand.self, StoreCommand.self])

    static func main() {
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch {
            finish(with: error)
        }
    }
}
