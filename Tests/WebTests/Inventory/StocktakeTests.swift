import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Domain
@testable import Web

@Suite("Stocktaking over HTTP")
struct StocktakeTests {
    /// A lamp and 6 chairs in the kitchen, a saw in the garage, and an open stocktake of the kitchen.
    private static func kitchen(_ client: InventoryClient) async throws -> [String: String] {
        try await client.post("/locations", [("name", "Kitchen")])
        try await client.post("/locations", [("name", "Garage")])
        var items: [String: String] = [:]
        for (name, location, count) in [("Lamp", 1, 1), ("Chair", 1, 6), ("Saw", 2, 1)] {
            let made = try await client.post(
                "/items",
                [
                    ("itemName", name), ("location", "\(location)"), ("quantity", "\(count)"),
                    ("valueInDollars", "10"),
                ])
            items[name] = made.headers[.location]
        }
        let made = try await client.post(
            "/stocktakes", [("name", "Autumn"), ("location", "1")], headers: InventoryClient.json)
        #expect(made.status == .created)
        return items
    }

    @discardableResult
    private static func see(
        _ fields: [(name: String, value: String)], _ client: InventoryClient
    ) async throws -> String? {
        let answer = try await client.post(
            "/stocktakes/1/sightings", fields, headers: InventoryClient.json)
        let document = try JSONSerialization.jsonObject(with: Data(answer.text.utf8))
        return (document as? [String: Any])?["outcome"] as? String
    }

    private static func names(_ group: Any?) -> [String] {
        (group as? [[String: Any]] ?? []).compactMap {
            $0["name"] as? String ?? $0["code"] as? String
        }
    }

    @Test("What is scanned, tapped or typed is seen, and the page and its JSON say what is missing")
    func counting() async throws {
        try await TestSite.inventory { client in
            let items = try await Self.kitchen(client)
            let key = UUID().uuidString
            let lamp = try #require(items["Lamp"]?.split(separator: "/").last.map(String.init))

            #expect(try await Self.see([("key", lamp), ("sighting", key)], client) == "expected")
            #expect(try await Self.see([("key", lamp), ("sighting", key)], client) == "again")
            #expect(
                try await Self.see(
                    [("code", "https://elsewhere.example/a/2"), ("quantity", "2")], client)
                    == "expected")
            #expect(
                try await Self.see([("code", "http://localhost\(items["Saw"] ?? "")")], client)
                    == "misplaced")
            #expect(try await Self.see([("code", "4006381333931")], client) == "unknown")
            for link in [
                "https://elsewhere.example/x/a/1", "http://localhost/a/1/edit", "LOT\u{1D}77",
            ] {
                #expect(try await Self.see([("code", link)], client) == "unknown")
            }

            let document = try await client.json("/stocktakes/1.json")
            #expect(Self.names(document["expected"]) == ["Chair", "Lamp"])
            #expect(Self.names(document["missing"]) == ["Chair"])
            #expect(Self.names(document["seen"]) == ["Chair", "Lamp"])
            #expect(Self.names(document["misplaced"]) == ["Saw"])
            #expect(Self.names(document["unknown"]).last == "4006381333931")
            #expect(Self.names(document["unknown"]).first == "LOT␝77")
            #expect((document["totals"] as? [String: Int])?["unknown"] == 4)
            // Things, of which one can have several sightings.
            #expect((document["totals"] as? [String: Int])?["seen"] == 1)
            #expect((document["totals"] as? [String: Int])?["surplus"] == 0)
            #expect(document["closedAt"] is NSNull)
            let page = try await client.get("/stocktakes/1").text
            #expect(page.contains("1 of 2 seen") && page.contains("2 of 6, Kitchen"))
            #expect(page.contains("Fewer than expected") && page.contains("belongs in Garage"))
            #expect(page.contains("action=\"/stocktakes/1/sightings/3/move\""))
            let list = try await client.json("/stocktakes.json")
            #expect((list["records"] as? [[String: Any]])?.first?["sightings"] as? Int == 7)
            let sightings = try await client.get("/stocktakes/1/sightings.csv").text
            #expect(sightings.contains("unknown,,,,4006381333931,1,"))
            let all = try await client.get("/stocktakes/1/sightings").text
            #expect(
                all.contains("Saw")
                    && all.contains("<a href=\"/stocktakes/1\" dir=\"auto\">Autumn</a>"))
        }
    }

    @Test("What was seen and is in the trash now leads there, and what is gone leads nowhere")
    func trashed() async throws {
        try await TestSite.inventory { client in
            let items = try await Self.kitchen(client)
            let lamp = try #require(items["Lamp"])
            try await Self.see([("code", "Lamp")], client)
            try await client.post(lamp + "/delete")
            for path in ["/stocktakes/1", "/stocktakes/1/sightings"] {
                let page = try await client.get(path).text
                #expect(page.contains("href=\"/trash/1\"") && !page.contains(lamp), "\(path)")
            }
            #expect(try await client.get("/stocktakes/1").text.contains("in the trash"))
            try await client.post("/trash/1/delete")
            for path in ["/stocktakes/1", "/stocktakes/1/sightings"] {
                let page = try await client.get(path).text
                #expect(page.contains("Lamp") && !page.contains("/trash/1"), "\(path)")
            }
        }
    }

    @Test("Products are no part of a stocktake of items, and their page says fewer, more and none")
    func products() async throws {
        try await TestSite.inventory { client in
            _ = try await Self.kitchen(client)
            for (name, count) in [("Vase", "7"), ("Bowl", "3"), ("Cup", "2")] {
                let made = try await client.post(
                    "/products", [("name", name), ("price", "20"), ("category", "Glass")])
                let stock = try #require(made.headers[.location]) + "/stock"
                try await client.post(stock, [("kind", "delivered"), ("quantity", count)])
            }
            let seen = try await client.post(
                "/stocktakes/1/sightings", [("product", "1")],
                headers: [.secFetchMode: "navigate"])
            let answer = try await client.get("/stocktakes/1", headers: seen.sentCookie).text
            #expect(answer.contains("It is not part of this stocktake."))
            #expect(answer.contains("id=\"others\"") && !answer.contains("id=\"misplaced\""))
            #expect(!answer.contains("also sets the stock of each product"))

            try await client.post("/stocktakes", [("name", "Glass"), ("productCategory", "1")])
            for (name, count) in [("vase", "3"), ("Bowl", "5"), ("Cup", "0")] {
                try await client.post(
                    "/stocktakes/2/sightings", [("code", name), ("quantity", count)])
            }
            let page = try await client.get("/stocktakes/2").text
            for text in ["3 of 7", "5 of 3", "0 of 2", "More than expected", "0 missing"] {
                #expect(page.contains(text), "\(text)")
            }
            #expect(page.contains("also sets the stock of each product"))
            let refused = try await client.post("/stocktakes/2/close", [("countMissing", "true")])
            #expect(refused.status == .unprocessableContent)
            try await client.post("/stocktakes/2/close")
            let table = try await client.get("/products.csv").text
            for stock in ["Vase", "Bowl", "Cup"] { #expect(table.contains(stock)) }
            let changes = try await client.get("/stocktakes/2.csv").text
            #expect(changes.contains(",Vase,,,7,3,-4,") && changes.contains(",Cup,,,2,0,-2,"))
        }
    }

    @Test("A closed stocktake says what it was of, and the question before a deletion what stays")
    func closedScope() async throws {
        try await TestSite.inventory { client in
            _ = try await Self.kitchen(client)
            try await client.post("/tags", [("name", "old")])
            try await client.post("/stocktakes", [("name", "Tagged"), ("tag", "1")])
            #expect(try await client.get("/stocktakes/1/delete").text.contains("it was not closed"))
            for number in 1...2 { try await client.post("/stocktakes/\(number)/close") }
            try await client.post("/locations/1", [("name", "Pantry")])
            try await client.post("/tags/1/delete")
            #expect(try await client.get("/stocktakes/1").text.contains("Kitchen · Closed"))
            #expect(try await client.get("/stocktakes/2").text.contains("old · Closed"))
            let list = try await client.get("/stocktakes").text
            #expect(list.contains("Kitchen") && !list.contains("Deleted"))
            let question = try await client.get("/stocktakes/1/delete").text
            #expect(question.contains("Open it again first"))
        }
    }

    @Test("Closing is one change in the activity, and opening again another one")
    func activity() async throws {
        try await TestSite.signedIn(.owner, .member) { client, owner, _ in
            for name in ["Lamp", "Chair"] {
                try await client.post("/items", [("itemName", name)], headers: owner)
            }
            try await client.post("/stocktakes", [("name", "Autumn")], headers: owner)
            for name in ["Lamp", "Chair"] {
                try await client.post(
                    "/stocktakes/1/sightings", [("code", name)], headers: owner)
            }
            for action in ["close", "reopen"] {
                try await client.post("/stocktakes/1/\(action)", headers: owner)
                let list = try await client.json("/activity.json?perPage=1", headers: owner)
                let save = try #require((list["records"] as? [[String: Any]])?.first)
                let changes = try #require(save["changes"] as? [[String: Any]])
                #expect(changes.map { $0["label"] as? String } == ["Autumn"])
                #expect(
                    changes.first?["properties"] as? String
                        == (action == "close" ? "closed" : "opened again"))
                #expect(save["total"] as? Int == 1)
            }
            try await client.post("/stocktakes/1/sightings/1/delete", headers: owner)
            func lastChange() async throws -> [String: Any]? {
                let list = try await client.json("/activity.json?perPage=1", headers: owner)
                let save = (list["records"] as? [[String: Any]])?.first
                return (save?["changes"] as? [[String: Any]])?.first
            }
            let deletion = try await lastChange()
            #expect(deletion?["what"] as? String == "sighting")
            #expect(deletion?["label"] as? String == "Lamp")
            try await client.post("/locations", [("name", "Attic")], headers: owner)
            try await client.post("/stocktakes/1", [("location", "1")], headers: owner)
            // The number of a location says nothing to people.
            let move = try await lastChange()
            #expect(move?["properties"] as? String == "location")
            #expect((move?["values"] as? [Any])?.isEmpty == true)
        }
    }

    @Test("What belongs elsewhere is moved here with one tap, and a sighting is taken back")
    func moving() async throws {
        try await TestSite.inventory { client in
            let items = try await Self.kitchen(client)
            try await Self.see([("code", "Saw")], client)
            let moved = try await client.post("/stocktakes/1/sightings/1/move")
            #expect(moved.headers[.location] == "/stocktakes/1")
            let saw = try await client.json((items["Saw"] ?? "") + ".json")
            #expect((saw["location"] as? [String: Any])?["label"] as? String == "Kitchen")
            let document = try await client.json("/stocktakes/1.json")
            #expect(Self.names(document["missing"]) == ["Chair", "Lamp"])

            try await client.post("/stocktakes/1/sightings/1/delete")
            let after = try await client.json("/stocktakes/1.json")
            #expect(Self.names(after["missing"]) == ["Chair", "Lamp", "Saw"])
            #expect(try await client.post("/stocktakes/1/sightings/1/delete").status == .notFound)
        }
    }

    @Test("A closed stocktake keeps when items were last seen, is exported, and opened again")
    func closing() async throws {
        try await TestSite.inventory { client in
            let items = try await Self.kitchen(client)
            try await Self.see([("code", "Lamp")], client)
            let closed = try await client.post(
                "/stocktakes/1/close")
            #expect(closed.headers[.location] == "/stocktakes/1")
            let lamp = try #require(items["Lamp"])
            #expect(try await client.json(lamp + ".json")["lastSeen"] is String)
            #expect(try await client.get(lamp).text.contains("Last seen"))
            #expect(try await client.get("/report").text.contains("Last seen"))
            let today = CalendarDay.today().description
            let seen = try await client.json("/items.json?seenSince=\(today)&sort=-lastSeen")
            #expect(seen["total"] as? Int == 1)
            let unseen = try await client.json("/items.json?notSeenSince=\(today)")
            #expect(unseen["total"] as? Int == 2)
            let table = try await client.get("/stocktakes/1.csv").text
            #expect(table.contains("missing,") && table.contains(",Chair,,Kitchen,6,0,"))

            let late = try await client.post(
                "/stocktakes/1/sightings", [("code", "Chair")], headers: InventoryClient.json)
            #expect(
                try late.faults["code"] == "the stocktake is closed; open it again first")
            let moved = try await client.post(
                "/stocktakes/1", [("location", "2")], headers: InventoryClient.json)
            #expect(try moved.faults["location"] == "it is closed; open it again first")
            try await client.post("/stocktakes", [("name", "Winter")])
            try await client.post("/stocktakes/2/sightings", [("code", "Lamp")])
            try await client.post("/stocktakes/2/close")
            let refused = try await client.post(
                "/stocktakes/1/reopen", headers: InventoryClient.json)
            #expect(
                try refused.faults["stocktake"]
                    == "“Winter” counted some of the same later; open that again first")
            try await client.post("/stocktakes/2/reopen")
            try await client.post("/stocktakes/1/reopen")
            #expect(try await client.json(lamp + ".json")["lastSeen"] is NSNull)
            #expect(try await Self.see([("code", "Chair")], client) == "expected")
        }
    }

    @Test("A stocktake counts one thing, and refuses what it cannot read")
    func refusals() async throws {
        try await TestSite.inventory { client in
            _ = try await Self.kitchen(client)
            try await client.post("/tags", [("name", "old")])
            let two = try await client.post(
                "/stocktakes", [("location", "1"), ("tag", "1")], headers: InventoryClient.json)
            #expect(
                try two.faults["tag"] == "choose one of location, tag, type and product category")
            let none = try await client.post(
                "/stocktakes", [("location", "9")], headers: InventoryClient.json)
            #expect(try none.faults["location"] == "there is no location with the number 9")
            for (field, text, message) in [
                ("location", "-1", "there is no location with the number -1"),
                ("location", "0", "there is no location with the number 0"),
                (
                    "productCategory", "Home",
                    "“Home” is not a number; enter the number of the category"
                ),
            ] {
                let answer = try await client.post(
                    "/stocktakes", [(field, text)], headers: InventoryClient.json)
                #expect(try answer.faults[field] == message)
            }
            func faults(_ fields: [(name: String, value: String)]) async throws -> [String] {
                let answer = try await client.post(
                    "/stocktakes/1/sightings", fields, headers: InventoryClient.json)
                #expect(answer.status == .unprocessableContent)
                return try answer.faults.keys.sorted()
            }
            #expect(try await faults([]) == ["code"])
            #expect(try await faults([("key", "x")]) == ["key"])
            #expect(try await faults([("code", "Lamp"), ("sighting", "x")]) == ["sighting"])
            #expect(try await faults([("code", "Lamp"), ("location", "9")]) == ["location"])
            #expect(try await faults([("code", "Chair"), ("quantity", "1.5")]) == ["quantity"])
            let page = try await client.post("/stocktakes/1/sightings", [("code", "")])
            #expect(page.status == .unprocessableContent && page.text.contains("id=\"code\""))
        }
    }

    @Test("A tag that is deleted has nothing to be counted, and comes back with what it counts")
    func deletedTag() async throws {
        try await TestSite.inventory { client in
            try await client.post("/tags", [("name", "old")])
            try await client.post("/items", [("itemName", "Clock"), ("tags", "old")])
            try await client.post("/stocktakes", [("name", "Old things"), ("tag", "1")])
            #expect(
                Self.names(try await client.json("/stocktakes/1.json")["expected"]) == ["Clock"])
            try await client.post("/tags/1/delete")
            let document = try await client.json("/stocktakes/1.json")
            #expect(Self.names(document["expected"]).isEmpty && document["tag"] is NSNull)
            #expect(try await client.get("/stocktakes").text.contains("Deleted"))
            // The form has no choice for it, and a new name does not count everything.
            try await client.post("/stocktakes/1", [("name", "Older"), ("tag", "")])
            let renamed = try await client.json("/stocktakes/1.json")
            #expect(renamed["name"] as? String == "Older")
            #expect(Self.names(renamed["expected"]).isEmpty)
        }
    }

    @Test("A sighting that was sent before changes nothing, whatever became of what it names")
    func sentAgain() async throws {
        try await TestSite.inventory { client in
            let items = try await Self.kitchen(client)
            let lamp = try #require(items["Lamp"])
            let key = UUID().uuidString
            let sighting = [("key", String(lamp.dropFirst(7))), ("sighting", key)]
            #expect(try await Self.see(sighting, client) == "expected")
            try await client.post(lamp + "/delete")
            #expect(try await Self.see(sighting, client) == "again")
            try await client.post("/stocktakes/1/close")
            #expect(try await Self.see(sighting, client) == "again")

            try await client.post("/stocktakes", [("name", "Winter")])
            let other = try await client.post(
                "/stocktakes/2/sightings", sighting, headers: InventoryClient.json)
            #expect(try other.faults["sighting"] == "it belongs to another stocktake")
        }
    }

    @Test("The UUID of a sighting for another thing is refused, and nothing is noted")
    func usedKey() async throws {
        try await TestSite.inventory { client in
            let items = try await Self.kitchen(client)
            let key = ("sighting", UUID().uuidString)
            let chair = ("key", String((items["Chair"] ?? "").dropFirst(7)))
            #expect(try await Self.see([("code", "A-0001"), key], client) == "expected")
            for same in ["A-0001", "lamp", "1"] {
                #expect(try await Self.see([("code", same), key], client) == "again")
            }
            for other in [("code", "A-0002"), chair, ("code", "4711"), ("product", "1")] {
                let answer = try await client.post(
                    "/stocktakes/1/sightings", [other, key], headers: InventoryClient.json)
                #expect(
                    try answer.faults["sighting"]
                        == "“Lamp” was sent with the same UUID; each needs its own")
            }
            let photo = try await ScanTests.post(
                client, ScanTests.photo(ofLabels: ["A-0002", "LOT-77"]),
                to: "/stocktakes/1/sightings", fields: [key], headers: InventoryClient.json)
            #expect(try photo.faults.keys.sorted() == ["sighting"])
            let document = try await client.json("/stocktakes/1.json")
            #expect(document["sightings"] as? Int == 1)
        }
    }

    @Test("More of an item than expected are shown, and the last number is undone there")
    func surplus() async throws {
        try await TestSite.inventory { client in
            _ = try await Self.kitchen(client)
            try await Self.see([("code", "Chair")], client)
            try await Self.see([("code", "Chair"), ("quantity", "2")], client)
            let page = try await client.get("/stocktakes/1").text
            #expect(page.contains("id=\"surplus\"") && page.contains("8 of 6, Kitchen"))
            let surplus = page.split(separator: "id=\"surplus\"").last?.split(separator: "</dl>")
            #expect(surplus?.first?.contains("/stocktakes/1/sightings/2/delete") == true)
            try await client.post("/stocktakes/1/close")
            let document = try await client.json("/stocktakes/1.json")
            #expect(Self.names(document["surplus"]) == ["Chair"])
            #expect(try await client.get("/stocktakes/1").text.contains("8 of 6, Kitchen"))
        }
    }

    @Test("A tap without a number counts an item once, and the place has a name")
    func tapped() async throws {
        try await TestSite.inventory { client in
            let items = try await Self.kitchen(client)
            let page = try await client.get("/stocktakes/1").text
            #expect(page.contains("name=\"quantity\" value=\"\" placeholder=\"6\""))
            let chair = ("key", String((items["Chair"] ?? "").dropFirst(7)))
            let tap = [chair, ("quantity", ""), ("location", "1")]
            #expect(try await Self.see(tap, client) == "expected")
            #expect(try await Self.see(tap, client) == "again")
            let list = try await client.json("/stocktakes/1/sightings.json")
            let sighting = try #require((list["records"] as? [[String: Any]])?.first)
            #expect((sighting["location"] as? [String: Any])?["label"] as? String == "Kitchen")
            #expect(sighting["quantity"] as? Int == 6 && sighting["id"] as? Int == 1)
        }
    }

    @Test("A sighting that waited has the time of the tap, and is noted in its own session alone")
    func waited() async throws {
        let clock = TestClock()
        let site = try TestSite { $0.now = { clock.now } }
        try await site.test { test in
            let client = InventoryClient(client: test)
            _ = try await Self.kitchen(client)
            let session = try #require(
                try await client.json("/session.json")["session"] as? String)
            clock.advance(hours: 1)
            func see(
                _ code: String, waited: Int, in session: String
            ) async throws -> TestResponse {
                try await client.post(
                    "/stocktakes/1/sightings",
                    [("code", code), ("waited", "\(waited)"), ("session", session)],
                    headers: InventoryClient.json)
            }

            let lamp = try await see("Lamp", waited: 1_800_000, in: session)
            let saw = try await see("Saw", waited: 86_400_000, in: session)
            let other = try await see("Chair", waited: 0, in: UUID().uuidString)
            let early = try await see("Chair", waited: -1, in: session)

            #expect(try lamp.json["seenAt"] as? String == "2023-11-14T22:43:20Z")
            #expect(try lamp.json["addedAt"] as? String == "2023-11-14T23:13:20Z")
            // Not before the stocktake was started.
            #expect(try saw.json["seenAt"] as? String == "2023-11-14T22:13:20Z")
            #expect(other.status == .forbidden)
            #expect(try early.faults["waited"] != nil)
            let document = try await client.json("/stocktakes/1.json")
            #expect(Self.names(document["seen"]) == ["Lamp"])
        }
    }

    @Test("The names and numbers of what is counted are a small document")
    func smallNames() async throws {
        try await TestSite.inventory { client in
            _ = try await Self.kitchen(client)
            let document = try await client.json("/stocktakes/1/names.json")
            #expect(
                document["records"] as? [[String: String]] == [
                    ["number": "A-0002", "name": "Chair"], ["number": "A-0001", "name": "Lamp"],
                ])
            let page = try await client.get("/stocktakes/1").text
            #expect(page.contains("data-names=\"/stocktakes/1/names.json\""))
            #expect(!page.contains("data-closed"))
            try await client.post("/stocktakes/1/close")
            #expect(try await client.get("/stocktakes/1").text.contains("data-closed"))
        }
    }

    @Test("A scanned code leads to the stocktake, which has it filled in")
    func scanning() async throws {
        try await TestSite.inventory { client in
            _ = try await Self.kitchen(client)
            for code in ["A-0001", "4006381333931"] {
                let scanned = try await client.post("/scan", [("for", "1"), ("code", code)])
                #expect(scanned.headers[.location] == "/stocktakes/1?code=\(code)")
                let page = try await client.get("/stocktakes/1?code=\(code)").text
                #expect(page.contains("id=\"code\" name=\"code\" value=\"\(code)\""))
            }
            let page = try await client.post(
                "/scan", [("for", "1"), ("code", "A-0001"), ("code", "A-9999")])
            #expect(page.text.contains("href=\"/stocktakes/1?code=A-0001\""))
            #expect(page.text.contains("href=\"/stocktakes/1?code=A-9999\">Note it"))
            let other = try await client.post("/scan", [("for", "0"), ("code", "A-0001")])
            #expect(other.status == .unprocessableContent)
            try await client.post("/stocktakes/1/close")
            for (number, message) in [
                ("1", "the stocktake is closed; open it again first"),
                ("9", "there is no stocktake with the number 9"),
            ] {
                let refused = try await client.post(
                    "/scan", [("for", number), ("code", "A-0001")], headers: InventoryClient.json)
                #expect(try refused.faults["for"] == message)
                let page = try await client.get("/scan?for=\(number)")
                #expect(page.status == .unprocessableContent && page.text.contains(message))
            }
        }
    }

    @Test("Who may not add to a stocktake is told so before scanning")
    func scanningAsViewer() async throws {
        try await TestSite.signedIn(.owner, .viewer) { client, owner, viewer in
            try await client.post("/stocktakes", [("name", "Autumn")], headers: owner)
            let scanned = try await client.post(
                "/scan", [("for", "1"), ("code", "A-0001")], headers: viewer)
            #expect(scanned.status == .forbidden)
            #expect(try await client.get("/scan?for=1", headers: viewer).status == .forbidden)
            #expect(try await client.get("/scan?for=1", headers: owner).status == .ok)
        }
    }

    @Test("All codes of a photo are noted, and the same photo again changes nothing")
    func photo() async throws {
        try await TestSite.inventory { client in
            let items = try await Self.kitchen(client)
            let photo = try ScanTests.photo(ofLabels: ["A-0001", "A-0003", "LOT-77"])
            let key = UUID().uuidString
            func outcomes() async throws -> [String] {
                let answer = try await ScanTests.post(
                    client, photo, to: "/stocktakes/1/sightings", fields: [("sighting", key)],
                    headers: InventoryClient.json)
                let records = try answer.json["records"] as? [[String: Any]] ?? []
                return records.compactMap { $0["outcome"] as? String }.sorted()
            }
            #expect(try await outcomes() == ["expected", "misplaced", "unknown"])
            #expect(try await outcomes() == ["again", "again", "again"])
            let document = try await client.json("/stocktakes/1.json")
            #expect(Self.names(document["seen"]) == ["Lamp"])
            #expect(Self.names(document["misplaced"]) == ["Saw"])
            #expect(Self.names(document["unknown"]) == ["LOT-77"])

            // Nothing of a photo is noted if one of its codes is refused.
            let refused = try await ScanTests.post(
                client, ScanTests.photo(ofLabels: ["LOT-78", "A-0002"]),
                to: "/stocktakes/1/sightings", fields: [("quantity", "1.5")],
                headers: InventoryClient.json)
            #expect(try refused.faults.keys.sorted() == ["quantity"])
            // Two codes of one thing are one.
            try await client.post(items["Chair"] ?? "", [("serialNumber", "SN-1")])
            let label = try await ScanTests.post(
                client, ScanTests.photo(ofLabels: ["A-0002", "SN-1"]),
                to: "/stocktakes/1/sightings", fields: [("quantity", "2")],
                headers: InventoryClient.json)
            #expect((try label.json["records"] as? [Any])?.count == 1)
            let after = try await client.json("/stocktakes/1.json")
            #expect(Self.names(after["unknown"]) == ["LOT-77"])
            #expect(Self.names(after["seen"]) == ["Chair", "Lamp"])

            let blank = try ScanTests.photo(ofLabels: [])
            let page = try await ScanTests.post(client, blank, to: "/stocktakes/1/sightings")
            #expect(page.status == .unprocessableContent && page.text.contains("href=\"#photo\""))
        }
    }

    @Test("Only who may edit sales changes the stock, and only who may read them sees products")
    func rights() async throws {
        let site = try TestSite()
        try await site.addPeople([.owner])
        try await site.test { test in
            let client = InventoryClient(client: test)
            let owner = try await client.signIn("owner")
            func token(_ access: String, _ sections: [String]) async throws -> HTTPFields {
                TokenPagesTests.bearer(
                    try await TokenPagesTests.token(
                        client, owner,
                        [("access", access)] + sections.map { ("section", $0) }))
            }
            for fields in [
                (
                    "/products",
                    [
                        ("name", "Vase"), ("price", "20"), ("cost", "5"), ("category", "Glass"),
                        ("barcode", "4006381333931"),
                    ]
                ), ("/products/1/stock", [("kind", "delivered"), ("quantity", "10")]),
                ("/stocktakes", [("name", "Glass"), ("productCategory", "1")]),
                ("/stocktakes", [("name", "All")]),
                ("/stocktakes/1/sightings", [("product", "1"), ("quantity", "7")]),
            ] {
                let answer = try await client.post(fields.0, fields.1, headers: owner)
                #expect(answer.status == .seeOther, "\(fields.0)")
            }
            let inventory = try await token("write", ["inventory"])
            func post(
                _ path: String, _ fields: [(name: String, value: String)] = []
            ) async throws -> HTTPResponse.Status {
                try await client.post("/stocktakes/" + path, fields, headers: inventory).status
            }
            #expect(try await post("1/close") == .forbidden)
            #expect(try await post("2/close") == .seeOther)
            #expect(try await post("2/reopen") == .seeOther)
            #expect(try await post("2/sightings", [("product", "1")]) == .unprocessableContent)
            try await client.post("/stocktakes/1/close", headers: owner)
            #expect(try await post("1/reopen") == .forbidden)
            for (headers, isReader) in [(owner, true), (inventory, false)] {
                let document = try await client.json("/stocktakes/1.json", headers: headers)
                let thing = (document["expected"] as? [[String: Any]])?.first
                #expect(thing?["change"] as? Int == (isReader ? -3 : nil))
                #expect(thing?["changeValue"] as? String == (isReader ? "-15.00" : nil))
                #expect(Self.names(document["seen"]) == (isReader ? ["Vase"] : []))
                let page = try await client.get("/stocktakes/1", headers: headers).text
                #expect(page.contains("Difference in the stock: −3, worth") == isReader)
                let path = "/stocktakes/1/sightings"
                for address in ["/stocktakes/1", "/stocktakes/1.csv", path, path + ".csv"] {
                    let text = try await client.get(address, headers: headers).text
                    #expect(text.contains("Vase") == isReader, "\(address)")
                }
                let table = try await client.get("/stocktakes/1.csv", headers: headers).text
                #expect(table.contains(",-3,-15.00,") == isReader)
            }
        }
    }
}
