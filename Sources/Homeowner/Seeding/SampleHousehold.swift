import Domain
import Persistence

/// Fills all sections of a household. Books are created on the first run anyway.
struct SampleHousehold {
    let household: Household
    /// Whether everything gets a large drawn photo.
    let hasPhotographs: Bool

    /// The numbers of added records, in words.
    struct Added {
        var items = 0
        var customers = 0
        var groceries = 0
        var photos = 0

        var text: String {
            [(items, "item"), (customers, "customer"), (groceries, "grocery"), (photos, "photo")]
                .filter { $0.0 > 0 }
                .map { "\($0.0) \($0.0 == 1 ? $0.1 : Self.plural($0.1))" }
                .joined(separator: ", ")
        }

        private static func plural(_ word: String) -> String {
            word == "grocery" ? "groceries" : word + "s"
        }
    }

    /// Adds items, and fills the other sections that are empty.
    ///
    /// - Throws: errors of the store, of the file system, and of drawing.
    func add(items count: Int) async throws -> Added {
        try await SampleInventory(household: household).add(count, photographed: hasPhotographs)
        return Added(
            items: count, customers: try SampleSales(household: household).add(),
            groceries: try SampleGroceries(household: household).add(),
            photos: try await SamplePlaces(
                library: PhotoLibrary(household), hasLargePhotos: hasPhotographs
            ).add())
    }

    /// Fills every section that is empty, and leaves the others as they are.
    ///
    /// - Parameters:
    ///   - count: the number of items.
    ///   - clock: the clock of the household.
    /// - Throws: errors of the store, of the file system, and of drawing.
    func fill(items count: Int, _ clock: SampleClock) async throws -> Added {
        var added = Added()
        if try isUnused(Item.self, Location.self) {
            try await addInventory(count, clock)
            added.items = count
        }
        if try isUnused(Customer.self, Product.self) {
            try SampleShop(household: household).add()
            added.customers = try SampleSales(household: household).add()
            try SamplePapers(household: household).add()
        }
        added.groceries = try SampleGroceries(household: household).add()
        added.photos = try await SamplePlaces(
            library: PhotoLibrary(household), hasLargePhotos: hasPhotographs
        ).add()
        return added
    }

    /// Adds the items as of a year ago, and values them twice since then, for a history of values.
    private func addInventory(_ count: Int, _ clock: SampleClock) async throws {
        defer { clock.stand(daysAgo: 0) }
        clock.stand(daysAgo: 400)
        try await SampleInventory(household: household, hasLargePhotos: hasPhotographs)
            .add(count, photographed: true)
        try SampleHouse(household: household).add()
        for days in [250, 90] {
            clock.stand(daysAgo: days)
            try SampleCare(household: household).changeValues()
        }
        clock.stand(daysAgo: 0)
        try SampleCare(household: household).add()
        try SampleCare(household: household).takeStock()
        try await SampleEvidence(household: household).add()
    }

    private func isUnused<First: ManagedObject, Second: ManagedObject>(
        _: First.Type, _: Second.Type
    ) throws -> Bool {
        try household.container.read { context in
            try context.count(for: FetchRequest<First>()) == 0
                && context.count(for: FetchRequest<Second>()) == 0
        }
    }
}
