import ArgumentParser
import Domain
import Foundation
import Persistence
import Web

struct RemindCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remind", abstract: "Prints the reminders that are due.",
        discussion: """
            The server sends them, once a day. This command sends nothing; the server can keep running.
            """)

    @Flag(name: .customLong("dry-run"), help: "Print what would go out, and send nothing.")
    var isDry = false

    @OptionGroup var place: HouseholdOptions

    func validate() throws {
        guard isDry else {
            throw ValidationError("The server sends reminders. --dry-run prints what would go out.")
        }
    }

    func run() async throws {
        let directory = place.directory
        let due = try place.reading { household in
            try household.container.read {
                try DueRecords.all(
                    at: Date(), in: $0, of: directory, by: household.shopCurrency.region)
            }
        }
        let accounts = Accounts(directory: directory, makesDatabase: false)
        let all = try await reminders(of: due, accounts, in: directory)
        try accounts.close()
        guard !all.isEmpty else {
            return print("Nobody is reminded: people choose that at /reminders.")
        }
        print(all.joined(separator: "\n"))
    }
}
