import Domain
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

@Suite("Searches in shared lists")
struct SharedWordsTests {
    @Test("The words of a link match no texts that its readers cannot see")
    func ownTexts() async throws {
        let site = try TestSite()
        try await site.addPeople([.owner])
        try await site.test { test in
            let client = InventoryClient(client: test)
            let owner = try await client.signIn("owner")
            for name in ["Roswitha’s lamp", "Zither", "Sofa"] {
                try await client.post("/items", [("itemName", name)], headers: owner)
            }
            try await client.post(
                "/loans", [("item", "Zither"), ("borrower", "Roswitha")], headers: owner)
            try await client.post(
                "/tasks",
                [("item", "Sofa"), ("title", "Ask Roswitha"), ("due", "2026-12-31")],
                headers: owner)

            let own = try await client.get("/items?q=roswitha", headers: owner).text
            let path = try await SharingTests.share(
                client, owner, [("list", "/items?q=roswitha")])
            let page = try await client.get(path).text

            #expect(own.contains("Zither") && own.contains("Sofa"))
            #expect(page.contains("Roswitha’s lamp") && page.contains("1 item"))
            #expect(!page.contains("Zither") && !page.contains("Sofa"))
        }
    }
    @Test(
        "Predicates added to the address of a link are ignored",
        arguments: [
            "/items", "/items?predicate=ANY%20loans.borrower%20%3D%20%22Roswitha%22",
            "/report", "/asset-types",
        ])
    func conditions(list: String) async throws {
        let site = try TestSite()
        try await site.addPeople([.owner])
        try await site.test { test in
            let client = InventoryClient(client: test)
            let owner = try await client.signIn("owner")
            for name in ["Zither", "Sofa"] {
                try await client.post("/items", [("itemName", name)], headers: owner)
            }
            try await client.post(
                "/loans", [("item", "Zither"), ("borrower", "Roswitha")], headers: owner)
            try await client.post("/asset-types", [("label", "Zithers")], headers: owner)
            let path = try await SharingTests.share(client, owner, [("list", list)])
            let page = try await client.get(path)
            #expect(page.status == .ok && page.text.contains("Zither"))

            for query in [
                "q=nothing", "assetType=none", "minValue=90000", "hasImage=yes", "sold=yes",
                "sort=-itemName", "predicate=loans.@count%20%3D%200",
                "predicate=ANY%20loans.borrower%20%3D%20%22Nobody%22",
                "predicate=ANY%20tasks.title%20%3D%20%22Nothing%22", "predicate=%28", "page=1",
            ] {
                let other = try await client.get(path + "?" + query)
                #expect(other.status == .ok, "\(query)")
                #expect(other.text == page.text, "\(query)")
            }
        }
    }
}
