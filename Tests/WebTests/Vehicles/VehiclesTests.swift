import Domain
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Persistence
import Testing

@testable import Web

@Suite("The section of the article about adding one")
struct VehiclesTests {
    @Test("The article contains the source of this section")
    func article() throws {
        let files = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let article = try String(
            contentsOfFile: TestSite.package
                + "/Sources/Web/Documentation.docc/AddingASection.md", encoding: .utf8)
        let section = try String(
            contentsOf: files.appendingPathComponent("Vehicles.swift"), encoding: .utf8)
        let start = try #require(section.range(of: "/// The vehicles of the household."))

        #expect(article.contains(section[start.lowerBound...]))
    }

    @Test("It has a tab, a part of the first page, and an entry in the settings")
    func places() async throws {
        try await Self.test { client, _ in
            let empty = try await client.get("/").text
            try await Self.add("Bicycle", to: client)
            let first = try await client.get("/").text

            #expect(empty.contains("<a href=\"/vehicles\">Vehicles</a>"))
            #expect(empty.contains("Cars and bicycles, with their inspections."))
            #expect(empty.contains("href=\"/vehicles/new\">Add a vehicle"))
            #expect(!first.contains("Add a vehicle"))
            let hidden = try await client.post("/sections/vehicles", [("shown", "no")])
            #expect(hidden.status == .seeOther)
            #expect(!(try await client.get("/").text.contains("/vehicles\"")))
            #expect(try await client.get("/vehicles").text.contains("Bicycle"))
        }
    }

    @Test("Its form accepts valid values, and returns invalid ones")
    func form() async throws {
        try await Self.test { client, _ in
            let form = try await client.get("/vehicles/new").text
            let refused = try await client.post(
                "/vehicles", [("name", ""), ("price", "much"), ("inspection", "2027-05-01")])
            let added = try await client.post(
                "/vehicles",
                [
                    ("name", "Car"), ("plate", "M-AB 12"), ("price", "9500"),
                    ("inspection", "2027-05-01"),
                ])

            for label in ["Name", "Plate", "Price paid", "Next inspection"] {
                #expect(form.contains(label))
            }
            let card = try await client.post(
                "/vehicles", [("name", "Car"), ("plate", "4111 1111 1111 1111")])
            #expect(card.status == .unprocessableContent && !card.text.contains("4111"))
            #expect(refused.status == .unprocessableContent)
            #expect(refused.text.contains("much") && refused.text.contains("2027-05-01"))
            #expect(added.status == .seeOther && added.headers[.location] == "/vehicles/1")
            let page = try await client.get("/vehicles/1").text
            #expect(page.contains("M-AB 12") && page.contains("9,500.00"))
            let edit = try await client.get("/vehicles/1/edit").text
            #expect(edit.contains("value=\"M-AB 12\""))
            let gone = try await client.post("/vehicles/1/delete")
            #expect(gone.status == .seeOther)
            #expect(try await client.get("/vehicles/1").status == .notFound)
        }
    }

    @Test("Its list is searched, sorted and filtered, in a page, JSON and CSV")
    func list() async throws {
        try await Self.test { client, _ in
            for (name, price) in [("Car", "9500"), ("Bicycle", "400"), ("Lorry", "20000")] {
                try await Self.add(name, [("price", price)], to: client)
            }

            let page = try await client.get("/vehicles?q=bicy").text
            let dear = try await client.json(
                "/vehicles.json?predicate=price%20%3E%20500&sort=-price")
            let csv = try await client.get("/vehicles.csv?sort=price").text
            let wrong = try await client.get("/vehicles?sort=wheels")

            #expect(page.contains("Bicycle") && !page.contains("Lorry"))
            let records = try #require(dear["records"] as? [[String: Any]])
            #expect(records.compactMap { $0["name"] as? String } == ["Lorry", "Car"])
            #expect(records.first?["price"] as? String == "20000.00")
            let lines = csv.split(whereSeparator: \.isNewline)
            #expect(lines.first?.hasSuffix("id,name,plate,price,inspection") == true)
            #expect(
                lines.dropFirst().map { $0.split(separator: ",")[1] } == [
                    "Bicycle", "Car", "Lorry",
                ])
            #expect(wrong.status == .unprocessableContent)
        }
    }

    @Test("The notice after a deletion undoes it, under the same address")
    func undo() async throws {
        try await Self.test { client, _ in
            let browser: HTTPFields = [.secFetchMode: "navigate"]
            try await Self.add("Bicycle", [("price", "400")], to: client)
            let before = try await client.get("/vehicles.csv").text

            let deleted = try await client.post("/vehicles/1/delete", headers: browser)
            let list = try await client.get("/vehicles", headers: deleted.sentCookie).text
            let undo = try #require(list.firstMatch(of: #/action="(/vehicles/deletions/[^"]+)"/#))
            let restored = try await client.post(String(undo.1), headers: browser)

            #expect(list.contains("The vehicle was deleted."))
            #expect(restored.status == .seeOther && restored.headers[.location] == "/vehicles/1")
            #expect(try await client.get("/vehicles.csv").text == before)
        }
    }

    @Test("The global search finds it, and the activity names it")
    func searchAndActivity() async throws {
        try await Self.test(people: [.owner]) { client, _ in
            let owner = try await client.signIn("owner")
            try await Self.add("Bicycle", [("plate", "B-17")], to: client, owner)

            let found = try await client.json("/search.json?q=bicycle", headers: owner)
            let told = try await client.get("/activity?section=vehicles", headers: owner)

            let group = try #require((found["groups"] as? [[String: Any]])?.first)
            #expect(group["section"] as? String == "vehicles")
            #expect(group["entity"] as? String == "Vehicle")
            let hit = try #require((group["records"] as? [[String: Any]])?.first)
            #expect(hit["label"] as? String == "Bicycle" && hit["path"] as? String == "/vehicles/1")
            #expect(
                told.text.contains("Added vehicle <a href=\"/vehicles/1\" dir=\"auto\">Bicycle</a>")
            )
        }
    }

    @Test("A table is recognized, tried, imported and undone, and exports change nothing")
    func imports() async throws {
        try await Self.test { client, _ in
            let imports = ImportClient(site: client, address: "/import")
            try await Self.add(
                "Car",
                [("plate", "M-AB 12"), ("price", "9500"), ("inspection", "2027-05-01")], to: client)
            let before = try await client.get("/vehicles.csv").text

            for export in [before, try await client.get("/vehicles.json").text] {
                let plan = try await imports.upload(export)
                #expect(try plan.json["kind"] as? String == "vehicles")
                #expect(try plan.verdicts == ["unchanged"])
            }
            let plan = try await imports.upload(
                "Name;Plate;Price paid;Next inspection\nCar;M-AB 13;9500,50;31.5.2028\n"
                    + "Bicycle;;;\n")
            #expect(try plan.verdicts == ["changed", "new"])
            #expect(try await client.get("/vehicles.csv").text == before)
            let done = try await imports.confirm(plan)
            #expect(done.status == .created)
            let after = try await client.get("/vehicles.csv").text
            #expect(after.contains("Car,M-AB 13,9500.50,2028-05-31"))
            #expect(after.contains("Bicycle,,,"))

            let undo = try #require(try done.json["undo"] as? String)
            let page = try await client.get(String(undo.dropLast("/undo".count))).text
            #expect(page.contains("It added 1 vehicle."))
            #expect(page.contains("<a class=\"button\" href=\"/vehicles\">Vehicles</a>"))
            let undone = try await client.post(undo, headers: InventoryClient.json)
            #expect(undone.status == .ok)
            #expect(try await client.get("/vehicles.csv").text == before)
        }
    }

    @Test("The page of imports describes it, and a refused row says why")
    func importFaults() async throws {
        try await Self.test { client, _ in
            let imports = ImportClient(site: client, address: "/import")
            let plan = try await imports.upload(
                "name,plate,price\n,B-17,much\n", kind: "vehicles")
            let page = try await client.get("/import").text

            #expect(try plan.verdicts == ["refused"])
            #expect(plan.text.contains("\"column\":\"name\",\"message\":\"a value is missing\""))
            #expect(plan.text.contains("“much” is not an amount of money"))
            #expect(page.contains("value=\"vehicles\""))
            #expect(page.contains("Adds and changes vehicles, matched by name."))
            #expect(page.contains("href=\"/vehicles.csv\""))
            let sales = ImportClient(site: client, address: "/sales/import")
            let refused = try await sales.upload("name,plate\nCar,B-17\n", kind: "vehicles")
            #expect(refused.status == .unprocessableContent)
            #expect(refused.text.contains("vehicles are not imported here"))
        }
    }

    @Test("A later change prevents the undo of an import, and is named")
    func importObstacle() async throws {
        try await Self.test { client, _ in
            let imports = ImportClient(site: client, address: "/import")
            let done = try await imports.importing("name,plate\nCar,B-17\n")
            let edited = try await client.post("/vehicles/1", [("plate", "B-18")])
            #expect(edited.status == .seeOther)

            let undo = try #require(done["undo"] as? String)
            let refused = try await client.post(undo, headers: InventoryClient.json)
            #expect(refused.status == .conflict)
            #expect(refused.text.contains("Vehicle “Car” was changed."))
        }
    }

    @Test("Its list can be shared by a link, and roles and tokens include the section")
    func people() async throws {
        try await Self.test(people: [.owner, .shop]) { client, _ in
            let owner = try await client.signIn("owner")
            let shop = try await client.signIn("shop")
            try await Self.add("Bicycle", to: client, owner)

            let sharing = try await client.get("/vehicles", headers: owner).text
            let refused = try await client.get("/vehicles", headers: shop)
            let tokens = try await client.get("/account/tokens", headers: owner).text

            #expect(sharing.contains("/sharing?list="))
            #expect(refused.status == .forbidden)
            #expect(tokens.contains("value=\"vehicles\""))
        }
    }

    @Test("Open windows receive events of added records")
    func liveRows() async throws {
        try await Self.opened { site, household in
            let vehicles = Vehicles(site: site)
            let list = try await household.container.read { context in
                try #require(vehicles.sharedRequest("/vehicles", page: nil))
            }
            let window = try await site.live.open(
                LiveView(key: "/vehicles") { try vehicles.liveState(of: list, in: $0) },
                lastEventID: nil, isEditing: false)
            async let following: Void = site.live.follow()
            var buffers = window.buffers.makeAsyncIterator()
            _ = try #require(await buffers.next())

            try await household.container.write { context in
                try Vehicle(context: context).setValue("Bicycle", forKey: "name")
                try household.save(context)
            }

            let added = String(buffer: try #require(await buffers.next()))
            site.live.close()
            await following
            #expect(added.contains("event: insert\ndata: {\"id\":1,\"index\":0}\n\n"))
        }
    }

    // MARK: - The site

    private static func add(
        _ name: String, _ fields: [(name: String, value: String)] = [], to client: InventoryClient,
        _ headers: HTTPFields = [:]
    ) async throws {
        let answer = try await client.post(
            "/vehicles", [("name", name)] + fields, headers: headers)
        #expect(answer.status == .seeOther)
    }

    /// A site with the section, and its model in a folder of the test.
    private static func site() throws -> (site: TestSite, folder: String) {
        let folder = NSTemporaryDirectory() + "vehicles-\(UUID()).xcdatamodeld"
        let version = folder + "/Vehicles.xcdatamodel"
        try FileManager.default.createDirectory(
            atPath: version, withIntermediateDirectories: true)
        try Data(Vehicle.model.utf8).write(to: URL(fileURLWithPath: version + "/contents"))
        let site = try TestSite {
            $0.furtherSections = [
                SectionDescription(
                    of: Vehicles.self,
                    model: SectionModel("Vehicles", at: folder, Vehicle.modelClasses))
            ]
        }
        return (site, folder)
    }

    private static func test(
        people: [Role] = [],
        _ body: @escaping @Sendable (InventoryClient, TestSite) async throws -> Void
    ) async throws {
        let (site, folder) = try site()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        if !people.isEmpty { try await site.addPeople(people) }
        try await site.test { try await body(InventoryClient(client: $0), site) }
    }

    private static func opened(
        _ body: (Site, Household) async throws -> Void
    ) async throws {
        let (test, folder) = try site()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let household = try Household.open(test.configuration)
        defer { try? household.close() }
        try await body(test.site(household), household)
    }
}
