public import ArgumentParser
import Domain
import Foundation
public import Web

struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Writes the insurance report as a folder, and verifies one.",
        subcommands: [Write.self, Verify.self], defaultSubcommand: Write.self)

    struct Write: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "write",
            abstract: "Writes the report as a folder that any browser opens.",
            discussion: """
                The folder has a page (index.html), the original photos and documents, a table (items.csv), \
                and checksums (SHA256SUMS). The server can keep running. The page /report offers the same \
                as a zip file.
                """)

        @OptionGroup var place: HouseholdOptions

        @Option(
            name: .customLong("as-of"),
            help: "Report as of the end of this day, such as 2026-03-01. Default: now.",
            transform: { try CalendarDay(parsing: $0) })
        var day: CalendarDay?

        @Option(help: "How items are grouped: location or type.")
        var by = ReportScope.Grouping.location

        @Option(help: "The owner, for the heading.")
        var owner = ""

        @Option(
            name: .customLong("shop-currency"),
            help: ArgumentHelp(
                "The currency, three letters such as EUR, if the server is started with one. Default: as set "
                    + "in the settings."),
            transform: { (code: String) throws -> Currency in
                guard let currency = Currency(code) else {
                    throw ValidationError("“\(code)” is not a currency code, such as EUR.")
                }
                return currency
            })
        var currency: Currency?

        @Argument(help: "The folder to write. It must not exist yet.", completion: .directory)
        var folder: String

        func validate() throws {
            if let fault = day.flatMap(ReportScope.fault(ofDay:)) {
                throw ValidationError("--as-of: \(fault).")
            }
        }

        func run() throws {
            guard access(folder, F_OK) != 0 else {
                throw CommandError(
                    "\(folder) already exists. Name a folder that does not exist yet.")
            }
            let outcome = try place.reading { household -> ReportFolder.Outcome in
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
                    Data("A file of “\(name)” is missing.\n".utf8))
            }
            if !outcome.missing.isEmpty { throw ExitCode.failure }
        }
    }

    struct Verify: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "verify",
            abstract: "Checks that a report has not changed since it was made.")

        @Argument(help: "The folder of the report.", completion: .directory)
        var folder: String

        func run() throws {
            let verification = try ReportVerification(of: folder)
            for fault in verification.faults { print(fault) }
            guard verification.faults.isEmpty else { throw ExitCode.failure }
            print("\(folder): \(verification.comparedCount) files, none changed.")
        }
    }
}

extension ReportScope.Grouping: ExpressibleByArgument {}
