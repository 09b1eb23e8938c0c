import ArgumentParser
import Backup
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
                (items.csv), and the SHA-256 of each file (SHA256SUMS). It may be made while the server \
                runs, of what is there at that moment; the page /report has the same as a zip file.
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

        @Option(
            name: .customLong("shop-currency"),
            help: ArgumentHelp(
                "The currency of what things have cost, in three letters, if the server is started with "
                    + "one: EUR. Default: as the page of the shop says."),
            transform: { (code: String) throws -> Currency in
                guard let currency = Currency(code) else {
                    throw ValidationError("“\(code)” is not a currency code, such as EUR.")
                }
                return currency
            })
        var currency: Currency?

        @Argument(help: "The folder, which must not be there yet.", completion: .directory)
        var folder: String

        func validate() throws {
            if let fault = day.flatMap(ReportScope.fault(ofDay:)) {
                throw ValidationError("--as-of: \(fault).")
            }
        }

        func run() throws {
            guard access(folder, F_OK) != 0 else {
                throw CommandError(
                    "There is a \(folder) already. Name a folder that is to be made.")
            }
            let outcome = try reading { household in
                if let currency { household.shopCurrency.given = currency }
                try FileManager.default.createDirectory(
                    atPath: folder, withIntermediateDirectories: true)
                do {
                    return try ReportFolder(
                        household, ReportScope(grouping: by, day: day, owner: owner)
                    ).write(to: folder)
                } catch {
                    try? FileManager.default.removeItem(atPath: folder)
                    throw error
                }
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

        /// Reads the household; while a server has it open, a copy of what is there now.
        private func reading(
            _ body: (Household) throws -> ReportFolder.Outcome
        ) throws -> ReportFolder.Outcome {
            let directory = place.directory
            guard try directory.hasHousehold else {
                throw CommandError("There is no household in \(place.description).")
            }
            let household: Household
            do {
                household = try Household(directory: directory)
            } catch PersistenceError.cannotOpen(_, .locked) {
                return try HouseholdCopy.read(directory, body)
            }
            defer { try? household.close() }
            return try body(household)
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
