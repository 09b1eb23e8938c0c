import ArgumentParser
import Domain

struct SeedCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "seed", abstract: "Adds sample data to a household.",
        discussion: """
            Adds items, and, if there are none yet, customers with sales, groceries, and albums with \
            photographs.
            """)

    @Option(name: .customLong("items"), help: "The number of items to add.")
    var count = 60

    @Flag(
        help:
            "Draw a photograph for each item, and more and larger photographs for albums. Takes a while."
    )
    var photographs = false

    @OptionGroup var place: HouseholdPlace

    func validate() throws {
        guard (1...5_000_000).contains(count) else {
            throw ValidationError("--items is from 1 to 5000000.")
        }
    }

    func run() async throws {
        let household = try Household(directory: place.directory)
        let added = try await Author.$name.withValue("homeowner seed") {
            try await SampleHousehold(household: household, hasPhotographs: photographs)
                .add(items: count)
        }
        try household.close()
        print("Added \(added.text) to \(place.description).")
    }
}
