import ArgumentParser
import Backup
import Domain
import Foundation

/// `homeowner restore`
struct RestoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Brings back what a backup holds.",
        discussion: """
            All of the backup is unpacked and compared with its manifest, and its store is opened, \
            before anything is replaced. A household that is there goes aside and is not deleted. \
            People who sign in are in no backup: those of the household that is there stay.
            """)

    @Argument(help: "The archive.", completion: .file())
    var archive: String

    @Option(
        name: .customLong("data"), help: "The folder that keeps the records and pictures.",
        completion: .directory)
    var dataDirectory = "./data"

    @Flag(help: "Put what is in the folder aside, if it is not empty.")
    var force = false

    @Flag(help: "Only prove that the backup can be restored.")
    var dryRun = false

    func run() throws {
        let line = ProgressLine()
        defer { line.clear() }
        if dryRun {
            var verifier = BackupVerifier(archive)
            verifier.progress = { line.show($0) }
            let description = try verifier.run()
            line.clear()
            print("\(archive) can be restored: \(text(description)).")
        } else {
            var restorer = BackupRestorer(archive, to: DataDirectory(path: dataDirectory))
            restorer.replaces = force
            restorer.progress = { line.show($0) }
            let outcome = try restorer.run()
            line.clear()
            print("Restored to \(dataDirectory): \(text(outcome.description)).")
            if let former = outcome.former { print("What was there is in \(former).") }
            print(
                outcome.hasAccounts
                    ? "Who signs in stays as it was: people are in no backup."
                    : "Nobody signs in yet: people are in no backup. “homeowner user add NAME” adds them."
            )
        }
    }

    private func text(_ description: BackupDescription) -> String {
        "\(description.files) files, \(ByteText.text(description.bytes)), of "
            + "\(description.made.formatted(.iso8601)), by Homeowner \(description.program)"
    }
}
