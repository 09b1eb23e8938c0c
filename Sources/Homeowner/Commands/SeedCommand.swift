import ArgumentParser
import Domain

/// `homeowner seed`
struct SeedCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "seed", abstract: "Fills the inventory with sample items.")

    @Option(name: .customLong("items"), help: "How many items are added.")
    var count = 60

    @Flag(help: "Give each item a photograph, which is drawn; takes a moment.")
    var photographs = false

    @Option(name: .customLong("data"), help: "The folder that keeps the records and pictures.")
    var dataDirectory = "./data"

    func validate() throws {
        guard (1...5_000_000).contains(count) else {
            throw ValidationError("--items is from 1 to 5000000.")
        }
    }

    func run() async throws {
        let household = try Household(directory: DataDirectory(path: dataDirectory))
        let inventory = SampleInventory(household: household)
        if photographs {
            try await inventory.addWithPhotographs(count)
        } else {
            try inventory.add(count)
        }
        try household.close()
        print("Added \(count) \(count == 1 ? "item" : "items") to \(dataDirectory).")
    }
}
