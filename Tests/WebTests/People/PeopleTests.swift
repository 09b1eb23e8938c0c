import Domain
import Foundation
import HTTPTypes
import Hummingbird
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

    @Test("Who was let in because there was nobody adds no second person, and sees no first")
    func firstPersonMeanwhile() async throws {
        let site = try TestSite()
        let household = try Household.open(site.configuration)
        let parts = try site.site(household)
        let people = People(site: parts)
        // Everybody is let in as long as there is nobody; the first person is added right after that.
        try await people.accounts.add("Anna", password: TestSite.password, role: .owner)
        let router = makeRouter(
            site.configuration, [PeopleController(people: people)], errors: ErrorPages(parts),
            signIn: SignInCheck(accounts: nil))
        let application = try makeApplication(
            site.configuration, router, services: [], logger: makeLogger(site.configuration)
        ) { _ in }
        try await application.serve { test in
            let client = InventoryClient(client: test)
            let fields = [("name", "Ben"), ("password", TestSite.password), ("role", "owner")]

            let refused = try await client.post("/people", fields)
            let page = try await client.get("/people")

            #expect(refused.status == .unprocessableContent)
            #expect(refused.text.contains("somebody was added meanwhile"))
            #expect(refused.headers[.setCookie] == nil)
            #expect(!refused.text.contains("Anna") && !page.text.contains("Anna"))
        }
        #expect(try await people.accounts.all().map(\.name) == ["Anna"])
        try people.accounts.close()
        try household.close()
    }
}
