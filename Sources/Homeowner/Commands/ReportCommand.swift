import ArgumentParser
import Domain
import Foundation
import Persistence
import Web

/// `homeowner report`
struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Writes the report for an insurer as a folder, and verifies such folders.",
        subcommands: [Write.self, Verify.self], defaultSubcommand: Write.self)

    /// `homeowner report FOLDER`
    struct Write: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "write",
            abstract: "Writes a folder that opens without any program.",
            discussion: """
                In it are a page (index.html), the originals of photos and documents, a table \
                (items.csv), and the SHA-256 of each file (SHA256SUMS). While the server runs, its page \
                /report has the same as a zip file.
                """)

        @OptionGroup var place: HouseholdPlace

        @Option(
            name: .customLong("as-of"),
            help: "The day at whose end the report is, as in 2026-03-01. Default: now.",
            transform: { try CalendarDay(parsing: $0) })
        var day: CalendarDay?

        @Option(help: "By what items stand together: location or type.")
        var by = ReportScope.Grouping.location

        @Option(help: "Whose things they are, for the heading.")
        var owner = ""

        @Argument(help: "The folder, which must not be there yet.", completion: .directory)
        var folder: String

        func run() throws {
            guard access(folder, F_OK) != 0 else {
                throw CommandError(
                    "There is a \(folder) already. Name a folder that is to be made.")
            }
            let household = try open()
            defer { try? household.close() }
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
            let outcome: ReportFolder.Outcome
            do {
                outcome = try ReportFolder(
                    household, ReportScope(grouping: by, day: day, owner: owner)
                ).write(to: folder)
            } catch {
                try? FileManager.default.removeItem(atPath: folder)
                throw error
            }
            let items = outcome.itemCount == 1 ? "1 item" : "\(outcome.itemCount) items"
            print("\(folder): \(items), \(outcome.paths.count) files.")
            let list = "\(folder)/\(ReportFolder.listName)"
            print("SHA-256 of \(ReportFolder.listName): \(try FileChecksum(ofFileAt: list))")
            for name in outcome.missing {
                FileHandle.standardError.write(
                    Data("A file of “\(name)” is missing in the data.\n".utf8))
            }
            if !outcome.missing.isEmpty { throw ExitCode.failure }
        }

        private func open() throws -> Household {
            let directory = place.directory
            guard try directory.hasHousehold else {
                throw CommandError("There is no household in \(place.description).")
            }
            do {
                return try Household(directory: directory)
            } catch PersistenceError.cannotOpen(_, .locked(let holder)) {
                throw CommandError(
                    "The data in \(place.description) is in use, \(holder). Stop that one first, or "
                        + "download the report from its page /report.")
            }
        }
    }

    /// `homeowner report verify FOLDER`
    struct Verify: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "verify",
            abstract: "Says whether a report's folder is as it was when it was made.")

        @Argument(help: "The folder.", completion: .directory)
        var folder: String

        func run() throws {
            let verification = try ReportVerification(of: folder)
            for fault in verification.faults { print(fault) }
            guard verification.faults.isEmpty else { throw ExitCode.failure }
            print("\(folder): \(verification.comparedCount) files, all as they were.")
        }
    }
}
