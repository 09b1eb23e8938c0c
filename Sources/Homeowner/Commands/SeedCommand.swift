import ArgumentParser
import Domain

struct SeedCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "seed", abstract: "Adds sample data to a household.",
        discussion: """
            Adds items, and, if there are none yet, customers with sales, groceries, and albums with \
            photographs. With --all, fills every section that has no records yet with all that it can \
            have: a house with its rooms, photos and documents, loans, maintenance, quotes, invoices, a closed \
            day, and three accounts, whose passwords it prints. Nothing is added a second time.
            """)

    @Option(name: .customLong("items"), help: "The number of items to add.")
    var count = 60

    @Flag(
        help:
            "Draw a photograph for each item, and more and larger photographs for albums. Takes a while."
    )
    var photographs = false

    @Flag(
        name: .customLong("all"),
        help:
            "Fill every section that is empty, and add accounts for a demo. Leaves the others alone."
    )
    var fillsAll = false

    @OptionGroup var place: HouseholdOptions

    func validate() throws {
        guard (1...5_000_000).contains(count) else {
            throw ValidationError("--items must be from 1 to 5000000.")
        }
    }

    func run() async throws {
        let clock = SampleClock()
        let household = try Household(directory: place.directory, now: { clock.now })
        let added = try await Author.$name.withValue("homeowner seed") {
            let sample = SampleHousehold(household: household, hasPhotographs: photographs)
            return fillsAll
                ? try await sample.fill(items: count, clock) : try await sample.add(items: count)
        }
        try household.close()
        print("Added \(added.text.isEmpty ? "nothing" : added.text) to \(place.description).")
        guard fillsAll else { return }
        for line in try await SampleAccounts(directory: place.directory).add() { print(line) }
    }
}
