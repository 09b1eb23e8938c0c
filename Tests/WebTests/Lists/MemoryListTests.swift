import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

@Suite("Lists in memory, over HTTP")
struct MemoryListTests {
    /// A list with three records: its address, and a text of one of them.
    private static func fill(_ client: InventoryClient) async throws -> [(list: String, q: String)]
    {
        let item = try await client.add("Sofa")
        let files = try ["front.jpg", "side.jpg", "back.jpg"].enumerated().map {
            (name: $1, data: try TestPicture.data(seed: $0, width: 64, height: 48))
        }
        for list in ["/photos", "/documents"] {
            let added = try await client.upload(item + list, files: files)
            #expect(added.status == .seeOther)
        }
        try await client.post("/item-photos/1", [("caption", "The plate")])
        _ = try await InboxTests.upload(client, count: 3)
        try await client.post("/products", [("name", "Lamp"), ("price", "3")])
        try await client.post("/products", [("name", "Rug"), ("price", "3")])
        for name in ["Lamp", "Lamp", "Rug"] {
            let parked = try await client.post(
                "/sales",
                [
                    ("lines[0][productName]", name), ("lines[0][quantity]", "1"),
                    ("park", "yes"),
                ])
            #expect(parked.status == .seeOther, "\(parked.text)")
        }
        return [
            (item + "/photos", "plate"), (item + "/documents", "side"), ("/inbox", "2."),
            ("/sales/parked", "rug"),
        ]
    }

    @Test("They follow the rules of every list: words, order, pages, predicates, CSV")
    func rules() async throws {
        try await TestSite.inventory { client in
            for (list, q) in try await Self.fill(client) {
                func ids(_ query: String) async throws -> [Int] {
                    let records = try await client.json("\(list).json?\(query)")["records"]
                    return try #require(records as? [[String: Any]]).map { $0["id"] as? Int ?? 0 }
                }
                let whole = try await client.json(list + ".json")
                #expect(Set(whole.keys) == ["records", "page", "perPage", "total"], "\(list)")
                #expect(whole["total"] as? Int == 3 && whole["perPage"] as? Int == 50, "\(list)")
                let order = try await ids("")
                #expect(order.count == 3)
                #expect(try await ids("sort=-id") == order.sorted(by: >), "\(list)")
                #expect(try await ids("page=2&perPage=2") == [order[2]], "\(list)")
                #expect(try await ids("page=7") == [], "\(list)")
                #expect(try await ids("q=" + q.uppercased()).count == 1, "\(list)")
                let greatest = order.max() ?? 0
                #expect(
                    try await ids(QueryText.encode([("predicate", "id == \(greatest)")]))
                        == [greatest], "\(list)")
                let csv = try await client.get("\(list).csv?sort=-id&perPage=1")
                #expect(csv.headers[.contentType]?.hasPrefix("text/csv") == true, "\(list)")
                #expect(csv.text.hasPrefix("id,"), "\(list)")
                #expect(csv.text.split(separator: "\r\n").count == 4, "\(list)")
                for query in ["sort=x", "page=0", "perPage=no", "x=1", "predicate=id+%3D%3D"] {
                    for form in [".json", ".csv"] {
                        let refused = try await client.get("\(list)\(form)?\(query)")
                        #expect(refused.status == .unprocessableContent, "\(list)\(form)?\(query)")
                    }
                }
            }
        }
    }
}
