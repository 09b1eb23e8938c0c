import ArgumentParser
import Domain

/// `homeowner seed`
struct SeedCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "seed", abstract: "Fills a household with samples.",
        discussion: """
            Adds items. Customers with sales, groceries, and places with photographs come along where \
            there are none yet; books are there from the first run.
            """)

    @Option(name: .customLong("items"), help: "How many items are added.")
    var count = 60

    @Flag(
        help: "Draw a photograph for each item, and more and larger ones of places; takes a moment."
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
