import ArgumentParser
import Backup
import Domain
import Foundation
import Persistence

struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Restores a backup.",
        discussion: """
            The backup is unpacked and verified completely before anything is replaced. An existing \
            household is moved aside, not deleted. Backups do not include accounts: those of the existing \
            household stay.

            With --store, the records go into the database and everything else into the folder of \
            --images. Stop all servers first: a server that keeps running can no longer save.
            """)

    @Argument(help: "The backup file.", completion: .file())
    var archive: String

    @OptionGroup var place: HouseholdOptions

    @Flag(help: "Move the content of a folder that is not empty aside.")
    var force = false

    @Flag(help: "Only check that the backup can be restored.")
    var dryRun = false

    func run() async throws {
        let line = ProgressLine()
        defer { line.clear() }
        if dryRun {
            var verifier = BackupVerifier(archive)
            verifier.progress = { line.show($0) }
            let description = try verifier.run()
            line.clear()
            print("\(archive) can be restored: \(text(description)).")
        } else {
            var restorer = BackupRestorer(archive, to: place.directory)
            restorer.replaces = force
            restorer.progress = { line.show($0) }
            let outcome = try restorer.run()
            line.clear()
            print("Restored to \(place.description): \(text(outcome.description)).")
            if let count = outcome.description.leftOutFiles {
                print(
                    "\(count) photographs are not in the backup: they were removed while it was made. Its "
                        + "left-out.json names them.")
            }
            for former in Self.formerPlaces(outcome) {
                print("The former contents are in \(former).")
            }
            let directory = place.directory
            let hasAccounts =
                directory.isShared
                ? try await Self.hasAccounts(directory) : outcome.hasAccounts
            print(
                hasAccounts
                    ? "People are unchanged: they are not part of a backup."
                    : "No accounts yet: people are not part of a backup. Add them with “homeowner user add NAME”."
            )
        }
    }

    private static func formerPlaces(_ outcome: BackupRestorer.Outcome) -> [String] {
        let records = outcome.formerRecords.map { location in
            StoreSchema.name(at: location).map { "the schema \($0) of the database" }
                ?? "\(location)"
        }
        return [outcome.former, records].compactMap(\.self)
    }

    private static func hasAccounts(_ directory: DataDirectory) async throws -> Bool {
        let accounts = Accounts(directory: directory)
        let isEmpty = try await accounts.isEmpty
        try accounts.close()
        return !isEmpty
    }

    private func text(_ description: BackupDescription) -> String {
        "\(description.files) files, \(ByteText.text(description.bytes)), of "
            + "\(description.made.formatted(.iso8601)), by Homeowner \(description.program)"
    }
}
