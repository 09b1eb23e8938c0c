import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import Web

@Suite("Copies of an item")
struct ItemCopiesTests {
    private static let navigation: HTTPFields = {
        var headers = HTTPFields()
        headers[.secFetchMode] = "navigate"
        return headers
    }()

    /// A chair with every kind of value. Returns its address.
    private static func chair(_ client: InventoryClient) async throws -> String {
        try await client.post("/locations", [("name", "Hall")])
        try await client.post("/item-fields", [("name", "Wood"), ("kind", "text")])
        return try await client.add(
            "Chair 1",
            [
                ("serialNumber", "SN-7"), ("valueInDollars", "120"), ("location", "1"),
                ("tags", "fragile, oak"), ("notes", "From Aunt Ada"), ("quantity", "2"),
                ("purchasePrice", "99.50"), ("warrantyUntil", "for life"),
                ("itemNumber", "A-0042"), ("fields[1]", "Beech"),
            ])
    }

    private static func copies(_ answer: TestResponse) throws -> [[String: Any]] {
        try #require(try answer.json["records"] as? [[String: Any]])
    }

    @Test("The form has the values of the item, except its serial number and number")
    func form() async throws {
        try await TestSite.inventory { client in
            let path = try await Self.chair(client)

            let page = try await client.get(path).text
            let form = try await client.get(path + "/copy").text

            #expect(page.contains("href=\"\(path)/copy\">Copy</a>"))
            #expect(form.contains("action=\"\(path)/copy\""))
            for value in [
                "Chair 1", "120", "fragile, oak", "2", "99.50", "for life", "Beech", "1",
            ] {
                #expect(form.contains("value=\"\(value)\""), "\(value)")
            }
            #expect(form.contains("From Aunt Ada"))
            #expect(form.contains("<option value=\"1\" selected>"))
            #expect(!form.contains("SN-7") && !form.contains("value=\"A-0042\""))
            #expect(form.contains("With the same photos") && !form.contains("type=\"file\""))
            #expect(try await client.names() == ["Chair 1"])
            let key = UUID().uuidString
            #expect(try await client.get("/items/\(key)/copy").status == .notFound)
            #expect(try await client.post("/items/\(key)/copy").status == .notFound)
        }
    }

    @Test("Ten copies have consecutive names and numbers, and otherwise equal values")
    func copies() async throws {
        try await TestSite.inventory { client in
            let path = try await Self.chair(client)
            try await client.add("Last")

            let made = try await client.post(
                path + "/copy",
                [
                    ("count", "10"), ("serialNumber", "SN-8"), ("location", "new"),
                    ("newLocation", "Cellar"), ("tags", "oak, new"),
                ], headers: InventoryClient.json)

            #expect(made.status == .created, "\(made.text)")
            let copies = try Self.copies(made)
            #expect(copies.count == 10)
            #expect(copies.map { $0["itemName"] as? String } == (2...11).map { "Chair \($0)" })
            #expect(
                copies.map { $0["serialNumber"] as? String } == (8...17).map { "SN-\($0)" })
            for copy in copies {
                #expect(copy["valueInDollars"] as? Int == 120)
                #expect(copy["quantity"] as? Int == 2)
                #expect(copy["notes"] as? String == "From Aunt Ada")
                #expect((copy["location"] as? [String: Any])?["label"] as? String == "Cellar")
                #expect((copy["fields"] as? [String: Any])?["Wood"] as? String == "Beech")
            }
            #expect(Set(copies.compactMap { $0["itemKey"] as? String }).count == 10)
            #expect(Set(copies.compactMap { $0["itemNumber"] as? String }).count == 10)
            #expect(
                try await client.names() == ["Chair 1", "Last"] + (2...11).map { "Chair \($0)" })
            #expect(try await client.json("/locations.json")["total"] as? Int == 2)
            #expect(try await client.json("/tags.json")["total"] as? Int == 3)
        }
    }

    @Test("A single copy keeps the name, and a typed name is that of the first copy")
    func names() async throws {
        try await TestSite.inventory { client in
            let path = try await client.add("iPhone 15")

            try await client.post(path + "/copy")
            try await client.post(path + "/copy", [("itemName", "Phone 7"), ("count", "2")])
            try await client.post(path + "/copy", [("itemName", "iPhone 15"), ("count", "2")])

            #expect(
                try await client.names() == [
                    "iPhone 15", "iPhone 15", "Phone 7", "Phone 8", "iPhone 16", "iPhone 17",
                ])
        }
    }

    @Test("Photos are copied if requested, with their files")
    func photos() async throws {
        try await TestSite.inventory { client in
            let path = try await client.add("Sofa")
            let photos = try (1...2).map { try TestPicture.data(seed: $0) }
            _ = try await client.upload(
                path + "/photos", files: photos.enumerated().map { ("\($0).jpg", $1) })

            let without = try await client.post(
                path + "/copy", [("photos", "no")], headers: InventoryClient.json)
            let with = try await client.post(
                path + "/copy", [("photos", "yes"), ("count", "2")], headers: InventoryClient.json)

            let bare = try #require(try Self.copies(without).first?["itemKey"] as? String)
            let bareItem = try await client.json("/items/\(bare).json")
            #expect((bareItem["photos"] as? [Any])?.count == 0)
            // The original is deleted; its copies stay.
            try await client.post(path + "/delete")
            for copy in try Self.copies(with) {
                let key = try #require(copy["itemKey"] as? String)
                let list = try await client.json("/items/\(key)/photos.json")
                let records = try #require(list["records"] as? [[String: Any]])
                var originals: [Data] = []
                for record in records {
                    let image = try await client.get(try #require(record["image"] as? String))
                    originals.append(Data(image.body.readableBytesView))
                }
                #expect(originals == photos)
            }
        }
    }

    @Test("Too many photos are refused, and no files are left")
    func tooManyPhotos() async throws {
        try await TestSite.inventory { client in
            let path = try await client.add("Sofa")
            let photo = try TestPicture.data(width: 64, height: 48)
            _ = try await client.upload(
                path + "/photos", files: (1...3).map { ("\($0).jpg", photo) })

            let fields = [("photos", "yes"), ("count", "100"), ("itemName", "Couch")]
            let page = try await client.post(path + "/copy", fields)
            let refused = try await client.post(
                path + "/copy", fields, headers: InventoryClient.json)

            #expect(page.status == .unprocessableContent)
            #expect(page.text.contains("300 photos") && page.text.contains("value=\"Couch\""))
            #expect(page.text.contains("value=\"100\""))
            #expect(try refused.faultFields == ["photos"])
            #expect(try await client.names() == ["Sofa"])
        }
    }

    @Test(
        "A refused form keeps what was typed",
        arguments: [
            ("count", "0"), ("count", "101"), ("count", "x"), ("itemName", ""),
            ("photos", "some"), ("purchasePrice", "much"), ("itemNumber", "A-0042"),
        ])
    func refusals(field: String, value: String) async throws {
        try await TestSite.inventory { client in
            let path = try await Self.chair(client)

            let fields = [(field, value), ("seller", "Oak & Sons")]
            let page = try await client.post(path + "/copy", fields)
            let refused = try await client.post(
                path + "/copy", fields, headers: InventoryClient.json)

            #expect(page.status == .unprocessableContent)
            #expect(page.text.contains("value=\"Oak &amp; Sons\""))
            #expect(page.text.contains("action=\"\(path)/copy\""))
            #expect(try refused.faultFields == [field])
            #expect(try await client.names() == ["Chair 1"])
        }
    }

    @Test("Undo moves the copies to the trash at once, except one that was changed since")
    func undo() async throws {
        try await TestSite.inventory { client in
            let path = try await Self.chair(client)
            func page(after answer: TestResponse) async throws -> String {
                var headers = Self.navigation
                headers[.cookie] = answer.sentCookie[.cookie]
                let location = try #require(answer.headers[.location])
                return try await client.get(location, headers: headers).text
            }
            let made = try await client.post(
                path + "/copy", [("count", "3")], headers: Self.navigation)
            let list = try await page(after: made)
            let undo = try #require(list.firstMatch(of: #/action="([^"]+\/undo)"/#)).1
            let records = try #require(
                try await client.json("/items.json")["records"] as? [[String: Any]])
            let key = try #require(records[2]["itemKey"] as? String)
            try await client.post("/items/\(key)", [("notes", "Mine")])

            let undone = try await client.post(String(undo), headers: Self.navigation)
            let after = try await page(after: undone)
            let again = try await client.post(String(undo))

            #expect(
                made.status == .seeOther && made.headers[.location] == "/items?sort=-dateCreated")
            #expect(list.contains("3 items were added."))
            #expect(undone.status == .seeOther)
            #expect(after.contains("Copies that were not changed since are in the trash."))
            #expect(again.status == .notFound)
            #expect(try await client.names() == ["Chair 1", "Chair 3"])
            let one = try await client.post(path + "/copy", headers: Self.navigation)
            #expect(one.headers[.location]?.hasPrefix("/items/") == true)
            #expect(try await page(after: one).contains("The item was added."))
        }
    }
}
