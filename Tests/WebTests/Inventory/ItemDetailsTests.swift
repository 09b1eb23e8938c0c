import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

@Suite("Details of an item over HTTP")
struct ItemDetailsTests {
    private static let details: [(name: String, value: String)] = [
        ("quantity", "6"), ("manufacturer", "Oak & Sons"), ("modelNumber", "K-7"),
        ("purchaseDate", "2024-05-01"), ("purchasePrice", "1,450.50"), ("seller", "Fair"),
        ("replacementValue", "1800"), ("warrantyUntil", "3 years"),
        ("insurance", "Mutual, policy 12"),
    ]

    @Test("Details are stored, shown, in JSON and CSV, and cleared by empty fields")
    func life() async throws {
        try await TestSite.inventory { client in
            let path = try await client.add("Chair", Self.details + [("valueInDollars", "100")])
            let item = try await client.json(path + ".json")
            let page = try await client.get(path).text
            let form = try await client.get(path + "/edit").text
            let list = try await client.json("/items.json")

            #expect(item["quantity"] as? Int == 6)
            #expect(item["purchasePrice"] as? String == "1450.50")
            #expect(item["purchaseDate"] as? String == "2024-05-01")
            #expect(item["warrantyUntil"] as? String == "2027-05-01")
            #expect(item["itemNumber"] as? String == "A-0001")
            for text in [
                "Oak &amp; Sons, K-7", "May 1, 2024, for $1,450.50, from Fair", "$1,800.00",
                "May 1, 2027", "Mutual, policy 12", "$10,800, 6 of $1,800 each",
                "<dd dir=\"auto\">$100</dd>", "A-0001",
            ] {
                #expect(page.contains(text), "\(text)")
            }
            #expect(form.contains("<details class=\"fold\" data-remembered=\"item-details\" open>"))
            #expect(form.contains("name=\"purchaseDate\" type=\"date\" value=\"2024-05-01\""))
            #expect((list["totals"] as? [String: Any])?["valueInDollars"] as? Int == 600)

            let cleared = try await client.post(
                path, Self.details.map { ($0.name, "") } + [("itemNumber", "")])
            let bare = try await client.json(path + ".json")
            #expect(cleared.status == .seeOther)
            #expect(bare["quantity"] as? Int == 1 && bare["purchasePrice"] is NSNull)
            #expect(bare["warrantyUntil"] is NSNull && bare["manufacturer"] is NSNull)
            #expect(bare["itemNumber"] as? String == "A-0001")
            #expect(
                try await client.get(path + "/edit").text.contains(
                    "<details class=\"fold\" data-remembered=\"item-details\">"))
        }
    }

    @Test("A warranty may be for life, or end on a day")
    func warranty() async throws {
        try await TestSite.inventory { client in
            let path = try await client.add("Pan", [("warrantyUntil", "for life")])
            let item = try await client.json(path + ".json")
            let page = try await client.get(path).text
            _ = try await client.post(path, [("warrantyUntil", "2001-01-01")])
            let ended = try await client.get(path).text

            #expect(item["warrantyUntil"] as? String == "for life")
            #expect(page.contains("For life"))
            #expect(ended.contains("Ended January 1, 2001"))
        }
    }

    @Test("The form shows and reads the last day of a warranty in the region’s format")
    func warrantyByRegion() async throws {
        try await TestSite.inventory { client in
            let path = try await client.add("Pan", [("warrantyUntil", "2027-03-01")])
            let plain = try await client.get(path + "/edit").text
            _ = try await client.post("/settings", [("region", "de_DE")])
            let german = try await client.get(path + "/edit").text
            _ = try await client.post(path, [("warrantyUntil", "02.03.2027")])

            #expect(plain.contains("name=\"warrantyUntil\" value=\"2027-03-01\""))
            #expect(german.contains("name=\"warrantyUntil\" value=\"01.03.2027\""))
            let item = try await client.json(path + ".json")
            #expect(item["warrantyUntil"] as? String == "2027-03-02")
        }
    }

    private static let refused: [(field: String, value: String)] = [
        ("quantity", "0"), ("quantity", "x"), ("purchaseDate", "1 May"),
        ("purchasePrice", "1.234"), ("replacementValue", "-1"), ("warrantyUntil", "soon"),
        ("manufacturer", String(repeating: "x", count: 101)), ("itemNumber", "B-7"),
        ("container", "Nothing"), ("insurance", "4111 1111 1111 1111"), ("location", "7"),
    ]

    @Test("Invalid details are refused at their fields, in an opened group")
    func refusals() async throws {
        try await TestSite.inventory { client in
            for (field, value) in Self.refused {
                let page = try await client.post("/items", [("itemName", "Chair"), (field, value)])
                let forProgram = try await client.post(
                    "/items", [("itemName", "Chair"), (field, value)], headers: InventoryClient.json
                )

                #expect(page.status == .unprocessableContent, "\(field)")
                #expect(page.text.contains("href=\"#\(field)\""), "\(field)")
                #expect(
                    field == "location"
                        || page.text.contains(
                            "<details class=\"fold\" data-remembered=\"item-details\" open>")
                )
                #expect(try forProgram.faults.keys.contains(field), "\(field)")
                #expect(try await client.names().isEmpty, "\(field)")
            }
        }
    }

    @Test("An item is found by its number, which is unique")
    func number() async throws {
        try await TestSite.inventory { client in
            try await client.add("First")
            let path = try await client.add("Second", [("itemNumber", "A-0500")])
            let taken = try await client.post(path, [("itemNumber", "A-0001")])
            let next = try await client.json(client.add("Third") + ".json")

            #expect(try await client.names("/items.json?q=A-0500") == ["Second"])
            #expect(try await client.names("/items.json?q=a500") == ["Second"])
            #expect(try await client.json("/search.json?q=A-0001")["total"] as? Int == 1)
            #expect(taken.status == .unprocessableContent)
            #expect(taken.text.contains("“First” has A-0001"))
            #expect(next["itemNumber"] as? String == "A-0501")
        }
    }

    @Test("An item in another one has its location, and shows it")
    func container() async throws {
        try await TestSite.inventory { client in
            try await client.post("/locations", [("name", "Shed")])
            let box = try await client.add("Toolbox", [("location", "1")])
            let drill = try await client.add("Drill", [("container", "A-0001 Toolbox")])
            let item = try await client.json(drill + ".json")
            let list = try await client.json("/items.json?q=drill")
            let page = try await client.get(box).text
            let ring = try await client.post(box, [("container", "Drill")])
            let itself = try await client.post(box, [("container", "Toolbox")])

            #expect((item["location"] as? [String: Any])?["label"] as? String == "Shed")
            #expect((item["container"] as? [String: Any])?["label"] as? String == "A-0001 Toolbox")
            let records = try #require(list["records"] as? [[String: Any]])
            let container = records.first?["container"] as? [String: Any]
            #expect(container?["itemKey"] as? String == box.replacing("/items/", with: ""))
            #expect(page.contains("<li><a href=\"\(drill)\">Drill</a></li>"))
            #expect(page.contains("/items/new?container=A-0001"))
            #expect(ring.status == .unprocessableContent)
            #expect(itself.status == .unprocessableContent)
            _ = try await client.post(drill, [("location", "")])
            #expect(try await client.json(drill + ".json")["container"] is NSNull)
        }
    }

    @Test("A photo alone makes an item named after the day")
    func photoAlone() async throws {
        try await TestSite.inventory { client in
            let made = try await client.upload("/items", file: TestPicture.data())
            let nothing = try await client.post("/items", [("itemName", "")])

            #expect(made.status == .seeOther)
            #expect(try await client.names().first?.hasPrefix("Photo of ") == true)
            #expect(nothing.status == .unprocessableContent)
        }
    }
}
