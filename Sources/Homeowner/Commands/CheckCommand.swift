import ArgumentParser
import Backup
import Domain
import Foundation
import Persistence

/// `homeowner check`
struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Says what is wrong with the records and pictures.",
        discussion: """
            It looks at the store, at what its records refer to, at every picture against the \
            SHA-256 that it had when it came, at files that belong to nothing, and at the room on \
            the disk. The server may run meanwhile, but not for a repair; servers on a database may \
            run for that too.
            """)

    @OptionGroup var place: HouseholdPlace

    @Flag(
        help: """
            Make thumbnails again, count sales again, put files that belong to nothing into the \
            folder orphans, and note the SHA-256 of pictures that have none. Nothing is deleted.
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
                    + "to compare with: --repair notes it.")
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
                    + "Stop that one first.")
        }
        let lines = try await Author.$name.withValue("homeowner check") {
            try await HouseholdRepair(household).run(findings)
        }
        try household.close()
        return lines
    }

    /// What is no fault is not among the answer.
    private func tell(_ line: String) {
        FileHandle.standardError.write(Data((line + "\n").utf8))
    }
}
