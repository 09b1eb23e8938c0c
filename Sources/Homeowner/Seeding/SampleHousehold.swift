import Domain

/// Fills all sections of a household. Books are created on the first run anyway.
struct SampleHousehold {
    let household: Household
    /// Whether everything gets a drawn photo.
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
        let inventory = SampleInventory(household: household)
        if hasPhotographs {
            try await inventory.addWithPhotographs(count)
        } else {
            try inventory.add(count)
        }
        return Added(
            items: count, customers: try SampleSales(household: household).add(),
            groceries: try SampleGroceries(household: household).add(),
            photos: try await SamplePlaces(
                library: PhotoLibrary(household), hasLargePhotos: hasPhotographs
            ).add())
    }
}
