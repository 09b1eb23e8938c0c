import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

@Suite("Tags over HTTP")
struct TagTests {
    @Test("Tags are entered as words separated by commas; new ones are created")
    func words() async throws {
        try await TestSite.inventory { client in
            let path = try await client.add("Vase", [("tags", " fragile, Inherited ,, FRAGILE")])
            try await client.add("Chair", [("tags", "inherited")])
            let item = try await client.json(path + ".json")
            let tags = try await client.json("/tags.json")
            let form = try await client.get(path + "/edit").text
            let page = try await client.get(path).text

            func labels(_ value: Any?, _ key: String) -> [String] {
                (value as? [[String: Any]] ?? []).compactMap { $0[key] as? String }
            }
            #expect(labels(item["tags"], "label") == ["fragile", "Inherited"])
            #expect(labels(tags["records"], "name") == ["fragile", "Inherited"])
            #expect((tags["records"] as? [[String: Any]])?.last?["items"] as? Int == 2)
            #expect(form.contains("name=\"tags\" value=\"fragile, Inherited\""))
            #expect(page.contains("data-color=\"gray\" dir=\"auto\">fragile</a>"))
            #expect(try await client.get("/items.csv").text.contains(",\"fragile, Inherited\","))
            _ = try await client.post(path, [("itemName", "Old vase")])
            #expect(labels(try await client.json(path + ".json")["tags"], "label").count == 2)
            _ = try await client.post(path, [("tags", "")])
            #expect(labels(try await client.json(path + ".json")["tags"], "label").isEmpty)
        }
    }

    @Test("A tag has a color and a page with its items, which outlive it")
    func life() async throws {
        try await TestSite.inventory { client in
            let made = try await client.post("/tags", [("name", "Fragile"), ("color", "red")])
            let path = try #require(made.headers[.location])
            let vase = try await client.add("Vase", [("tags", "fragile")])
            let gone = try await client.add("Cup", [("tags", "fragile")])
            _ = try await client.post(gone + "/delete")
            let page = try await client.get(path).text
            let list = try await client.get("/tags").text
            let hits = try await client.json("/search.json?q=fragile")
            let question = try await client.get(path + "/delete").text
            _ = try await client.post(path + "/delete")

            #expect(page.contains("<span class=\"tag\" data-color=\"red\">Fragile</span>"))
            #expect(page.contains(">Vase</a>") && !page.contains(">Cup</a>"))
            #expect(list.contains("1 item") && list.contains("href=\"/items?tag=1\""))
            // The tag, and its item.
            #expect(hits["total"] as? Int == 2)
            #expect(question.contains("1 item stays, without it."))
            #expect((try await client.json(vase + ".json")["tags"] as? [Any])?.isEmpty == true)
        }
    }

    @Test(
        "An invalid name of a tag is refused",
        arguments: [
            ("name", ""), ("name", "a, b"), ("name", "FRAGILE"), ("color", "beige"),
        ])
    func refusals(field: String, value: String) async throws {
        try await TestSite.inventory { client in
            _ = try await client.post("/tags", [("name", "Fragile")])
            let fields = ["name": "Other", "color": "red"].merging([field: value]) { $1 }
            let answer = try await client.post(
                "/tags", fields.map { (name: $0.key, value: $0.value) },
                headers: InventoryClient.json)

            #expect(answer.status == .unprocessableContent)
            #expect(try answer.faults.keys.contains(field))
        }
    }

    private static let filters: [(query: String, names: String)] = [
        ("tag=1", "A,B"), ("tag=none", "C"), ("tag=9", ""), ("warranty=valid", "A,C"),
        ("warranty=ended", "B"), ("warranty=none", ""), ("hasSerial=yes", "B"),
        ("hasSerial=no&tag=1", "A"), ("from=2024-02-01", "B,C"),
        ("from=2024-02-01&to=2024-02-28", "B"), ("tag=1&minValue=15", "B"),
        ("tag=1&sort=-valueInDollars", "B,A"), ("tag=1&q=a", "A"),
        ("tag=1&assetType=1", "A"),
        ("predicate=ANY+tags.name+%3D%3D+%22one%22+AND+warrantyUntil+%3C+now()", "B"),
    ]

    @Test("Lists are filtered by tag, warranty, serial number and day, combined with all others")
    func filtered() async throws {
        try await TestSite.inventory { client in
            let items: [[(name: String, value: String)]] = [
                [
                    ("itemName", "A"), ("tags", "one"), ("valueInDollars", "10"),
                    ("assetType", "1"), ("warrantyUntil", "for life"),
                    ("purchaseDate", "2024-01-01"),
                ],
                [
                    ("itemName", "B"), ("tags", "one, two"), ("valueInDollars", "20"),
                    ("serialNumber", "S-1"), ("warrantyUntil", "2024-03-01"),
                    ("purchaseDate", "2024-02-01"),
                ],
                [
                    ("itemName", "C"), ("warrantyUntil", "2999-01-01"),
                    ("purchaseDate", "2024-03-01"),
                ],
            ]
            for item in items { _ = try await client.post("/items", item) }

            for (query, expected) in Self.filters {
                let names = try await client.names("/items.json?\(query)")
                let page = try await client.get("/items?\(query)")
                let again = try await client.get("/items?\(query)&perPage=3")
                let table = try await client.get("/items.csv?\(query)").text

                #expect(names.joined(separator: ",") == expected, "\(query)")
                #expect(page.status == .ok && again.status == .ok, "\(query)")
                #expect(page.text.contains("\(names.count) of 3 items"), "\(query)")
                #expect(table.split(separator: "\r\n").count == names.count + 1, "\(query)")
            }
        }
    }

    @Test("A filter reflects saved changes, and names invalid values")
    func following() async throws {
        try await TestSite.inventory { client in
            let path = try await client.add("A", [("tags", "one"), ("valueInDollars", "10")])
            try await client.add("B")
            #expect(try await client.get("/items?tag=1").text.contains("1 of 2 items, worth $10"))
            _ = try await client.post(path, [("tags", ""), ("valueInDollars", "20")])
            #expect(try await client.get("/items?tag=1").text.contains("0 of 2 items"))
            _ = try await client.post(path, [("tags", "one")])
            #expect(try await client.get("/items?tag=1").text.contains("1 of 2 items, worth $20"))
            for query in ["tag=x", "warranty=maybe", "from=1+May", "from=2024-02-02&to=2024-02-01"]
            {
                #expect(try await client.get("/items?\(query)").status == .unprocessableContent)
            }
        }
    }
}
