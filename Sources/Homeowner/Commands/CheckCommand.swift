import ArgumentParser
import Backup
import Domain
import Foundation
import Persistence

struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Checks the records and pictures for problems.",
        discussion: """
            Checks the store, the references between records, the SHA-256 of every picture, files \
            without a record, and the free disk space. The server can keep running, but stop it for a \
            repair unless the records are in a database.
            """)

    @OptionGroup var place: HouseholdOptions

    @Flag(
        help: """
            Rebuild thumbnails and the figures of sales, move files without a record into the folder \
            “orphans”, and record the SHA-256 of pictures that lack one. Nothing is deleted.
            """)
    var repair = false

    func run() async throws {
        let check = HouseholdCheck(place.directory)
        var findings = try check.run()
        if repair, findings.unknownCount > 0 || findings.faults.contains(where: \.canBeRepaired) {
            for line in try await repaired(findings) { tell(line) }
            findings = try check.run()
        }
        for fault in findings.faults { print(fault) }
        if findings.unknownCount > 0 {
            tell(
                "Of \(findings.comparedCount) pictures, \(findings.unknownCount) have no SHA-256 "
                    + "to compare with: --repair adds it.")
        }
        guard findings.faults.isEmpty else { throw ExitCode.failure }
        tell("Nothing is wrong. Pictures compared: \(findings.comparedCount).")
    }

    private func repaired(_ findings: HouseholdCheck.Findings) async throws -> [String] {
        let household: Household
        do {
            household = try Household(directory: place.directory)
        } catch PersistenceError.cannotOpen(_, .locked(let holder)) {
            throw CommandError(
                "Nothing was repaired: the data in \(place.description) is in use, \(holder). "
                    + "Stop that program first.")
        }
        let lines = try await Author.$name.withValue("homeowner check") {
            try await HouseholdRepair(household).run(findings)
        }
        try household.close()
        return lines
    }

    /// Messages other than faults go to standard error.
    private func tell(_ line: String) {
        FileHandle.standardError.write(Data((line + "\n").utf8))
    }
}
