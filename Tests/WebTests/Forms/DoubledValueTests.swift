import Domain
import HTTPTypes
import HummingbirdTesting
import ObjectModel
import Persistence
import Testing

@testable import Web

@Suite("Values that the store wants to be unique")
struct DoubledValueTests {
    /// A site whose store was opened by a program with one more constraint.
    private func site() throws -> TestSite {
        let site = try TestSite()
        let directory = DataDirectory(path: site.configuration.dataDirectory)
        try Household(directory: directory).container.close()
        var model = try PersistentStoreCoordinator.storedModel(at: directory.store)
        let index = try #require(model.entities.firstIndex { $0.name == "Product" })
        model.entities[index].uniquenessConstraints = [["price"]]
        try PersistentContainer(model: model, classes: [], store: .sqlite(path: directory.store))
            .close()
        return site
    }

    @Test("A value that another record has is a fault at its field")
    func doubledValue() async throws {
        let site = try site()
        try await site.test { client in
            let client = InventoryClient(client: client)
            let lamp = try await client.post("/products", [("name", "Lamp"), ("price", "1")])
            let chair = try await client.post("/products", [("name", "Chair"), ("price", "2")])
            let path = try #require(chair.headers[.location])

            let another = try await client.post("/products", [("name", "Table"), ("price", "1")])
            let changed = try await client.post(path, [("price", "1")])
            let forPrograms = try await client.post(
                path, [("price", "1")], headers: InventoryClient.json)

            #expect(lamp.status == .seeOther)
            let message = "there is a record with the same price already"
            for page in [another, changed] {
                #expect(page.status == .unprocessableContent)
                #expect(page.text.contains("href=\"#price\""))
                #expect(page.text.contains(message))
            }
            #expect(another.text.contains("value=\"Table\""))
            #expect(forPrograms.status == .unprocessableContent)
            #expect(try forPrograms.faults == ["price": message])
            #expect(try await client.json(path + ".json")["price"] as? String == "2.00")
        }
    }
}
