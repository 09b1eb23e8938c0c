import Domain
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

@Suite("People of the household")
struct PeopleTests {
    @Test("The last person is not removed on the page, and whoever is left is told why")
    func lastPerson() async throws {
        let site = try TestSite()
        try await site.addPeople([.owner])
        try await site.test { test in
            let client = InventoryClient(client: test)
            let owner = try await client.signIn("owner")
            let people = try await client.json("/people.json", headers: owner)
            let records = try #require(people["records"] as? [[String: Any]])
            let id = try #require(records.first?["id"] as? String)

            let refused = try await client.post("/people/\(id)/delete", headers: owner)

            #expect(refused.status == .conflict)
            #expect(refused.text.contains("This is the last person"))
            #expect(try await client.get("/people", headers: owner).status == .ok)
        }
    }
}
