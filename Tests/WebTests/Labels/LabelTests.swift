import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Web

@Suite("Labels")
struct LabelTests {
    /// Three items, of which two are in the hall of the house.
    private static func site(
        _ body: @Sendable (InventoryClient, [String]) async throws -> Void
    ) async throws {
        try await TestSite.inventory { client in
            for (name, parent) in [("House", ""), ("Hall", "1")] {
                try await client.post("/locations", [("name", name), ("parent", parent)])
            }
            var keys: [String] = []
            for (name, location) in [("Lamp", "2"), ("Drill", ""), ("Chair", "2")] {
                let path = try await client.add(name, [("location", location)])
                keys.append(path.replacing("/items/", with: ""))
            }
            try await body(client, keys)
        }
    }

    /// The numbers of the labels on a page, in order.
    private static func numbers(_ page: String) -> [String] {
        page.matches(of: #/label__number">([^<]*)</#).map { String($0.1) }
    }

    @Test(
        "A label has code, number, name and location, on a free position of the sheet"
    )
    func oneLabel() async throws {
        try await Self.site { client, keys in
            let page = try await client.get("/labels?key=\(keys[2])&sheet=L7651&skip=3").text
            let item = try await client.get("/items/\(keys[2])").text

            #expect(item.contains("href=\"/labels?key=\(keys[2])\""))
            #expect(page.contains("1 label on 1 sheet"))
            #expect(page.components(separatedBy: "label--used").count - 1 == 3)
            #expect(Self.numbers(page) == ["A-0003"])
            #expect(page.contains(">Chair</span>"))
            #expect(page.contains(">House › Hall</span>"))
            #expect(page.contains("/a/3\" shape-rendering"))
            #expect(page.contains("href=\"/label-sheet.css?sheet=L7651\""))
            #expect(page.contains("name=\"key\" value=\"\(keys[2])\""))
        }
    }

    @Test("The code leads to the item by its number while the item exists")
    func shortAddress() async throws {
        try await Self.site { client, keys in
            let answer = try await client.get("/a/3")
            #expect(answer.status == .seeOther)
            #expect(answer.headers[.location] == "/items/\(keys[2])")
            #expect(try await client.get("/a/A-0003").headers[.location] == "/items/\(keys[2])")

            try await client.post("/items/\(keys[2])/delete")
            #expect(try await client.get("/a/3").status == .notFound)
            #expect(try await client.get("/a/9").status == .notFound)
            #expect(try await client.get("/a/x").status == .notFound)
        }
    }

    @Test("Labels are made of keys, numbers, views of the list in order, and locations")
    func subjects() async throws {
        try await Self.site { client, keys in
            func numbers(_ query: String) async throws -> [String] {
                let answer = try await client.get("/labels?\(query)")
                #expect(answer.status == .ok, "\(query)")
                return Self.numbers(answer.text)
            }
            #expect(try await numbers("") == ["A-0001", "A-0002", "A-0003"])
            #expect(try await numbers("sort=itemName") == ["A-0003", "A-0002", "A-0001"])
            #expect(try await numbers("location=1&q=lamp") == ["A-0001"])
            #expect(try await numbers("key=\(keys[1])&key=\(keys[0])") == ["A-0002", "A-0001"])
            #expect(try await numbers("numbers=3,1-2&copies=2").count == 6)
            #expect(try await numbers("numbers=3,1") == ["A-0003", "A-0001"])

            let locations = try await client.get("/labels?at=2&at=1").text
            #expect(locations.contains("/locations/2\" shape-rendering"))
            #expect(
                locations.contains(">Hall</span> <span class=\"label__place\" dir=\"auto\">House<"))
            #expect(locations.contains("2 labels on 1 sheet"))
            #expect(try await client.get("/locations/2").text.contains("/labels?at=2"))
            #expect(
                try await client.get("/items?location=2").text
                    .contains("href=\"/labels?location=2\""))
        }
    }

    @Test("Labels fill several sheets, and on a roll each label is a page")
    func sheets() async throws {
        try await Self.site { client, _ in
            let sheet = try await client.get("/labels?copies=7&skip=14&sheet=L7160").text
            let roll = try await client.get("/labels?sheet=99012&skip=5").text

            // Seven positions are free on the first sheet, and fourteen labels are left for the second.
            #expect(sheet.components(separatedBy: "labels__paper\"").count - 1 == 2)
            #expect(sheet.contains("21 labels on 2 sheets"))
            #expect(roll.components(separatedBy: "labels__paper\"").count - 1 == 3)
            #expect(!roll.contains("label--used"))
            #expect(roll.contains("3 labels of a roll"))
        }
    }

    @Test("The style sheet of a format has its dimensions in millimeters")
    func styles() async throws {
        try await TestSite.inventory { client in
            let answer = try await client.get("/label-sheet.css?sheet=L7160")

            #expect(answer.headers[.contentType] == "text/css; charset=utf-8")
            for text in [
                "@page labels { size: 210mm 297mm; margin: 0;",
                "grid-template: repeat(7, 38.1mm) / repeat(3, 63.5mm);",
                "padding: 15.15mm 0 0 7.25mm;", "gap: 0mm 2.5mm;",
            ] {
                #expect(answer.text.contains(text), "\(text)")
            }
            let unknown = try await client.get("/label-sheet.css?sheet=L1")
            #expect(unknown.status == .unprocessableContent)
        }
    }

    private static let refused: [String] = [
        "sheet=L1", "skip=-1", "skip=x", "copies=0", "copies=1001", "key=x", "numbers=5-1",
        "numbers=a", "at=x", "color=red", "location=x", "address=https://elsewhere.example",
    ]

    @Test("Invalid parameters are a 422 with the form")
    func refusals() async throws {
        try await Self.site { client, _ in
            for query in Self.refused {
                let answer = try await client.get("/labels?\(query)")

                #expect(answer.status == .unprocessableContent, "\(query)")
                #expect(answer.text.contains("Please fix one thing"), "\(query)")
            }
        }
    }

    @Test("Labels of missing records are a 404, and a range of numbers skips unused ones")
    func unknown() async throws {
        try await Self.site { client, keys in
            let stranger = UUID().uuidString
            for query in [
                "key=\(stranger)", "key=\(keys[0])&key=\(stranger)", "numbers=7-9", "at=7",
                "at=1&at=7", "location=77", "tag=77", "assetType=77", "location=77&q=sofa",
            ] {
                #expect(try await client.get("/labels?\(query)").status == .notFound, "\(query)")
            }
            #expect(try await client.get("/products/labels?id=7").status == .notFound)
            #expect(try await client.get("/labels?tag=none&location=none").status == .ok)
            let twice = try await client.get("/labels?key=\(keys[0])&key=\(keys[0])").text
            #expect(Self.numbers(twice) == ["A-0001"])

            try await client.post("/items/\(keys[1])/delete")
            #expect(try await client.get("/labels?key=\(keys[1])").status == .notFound)
            let rest = try await client.get("/labels?numbers=1-9").text
            #expect(Self.numbers(rest) == ["A-0001", "A-0003"])
        }
    }

    @Test("A custom sheet is stored, offered first, and must fit its paper")
    func ownSheets() async throws {
        try await Self.site { client, _ in
            let fields = [
                ("name", "Jars"), ("pageWidth", "210"), ("pageHeight", "297"),
                ("labelWidth", "40,5 mm"), ("labelHeight", "20"), ("columns", "4"), ("rows", "13"),
                ("marginLeft", "20"), ("marginTop", "15.5"), ("gapAcross", "2"), ("gapDown", "0"),
            ].map { (name: $0.0, value: $0.1) }
            let added = try await client.post("/label-sheets", fields)
            #expect(added.headers[.location] == "/label-sheets/1")

            let sheet = try await client.json("/label-sheets/1.json")
            #expect(sheet["labelWidth"] as? Double == 40.5)
            let own = try await client.get("/label-sheets/1").text
            #expect(own.contains("<dt>Label</dt><dd dir=\"auto\">40.5 × 20 mm</dd>"))
            #expect(own.contains("href=\"/labels?sheet=1\">Labels on it</a>"))
            let page = try await client.get("/labels").text
            #expect(page.contains("value=\"1\" selected>Jars: 40.5 × 20 mm, 52 on a sheet"))
            let styles = try await client.get("/label-sheet.css?sheet=1").text
            #expect(styles.contains("padding: 15.5mm 0 0 20mm;"))

            let wide = try await client.post(
                "/label-sheets/1", [("columns", "5")], headers: InventoryClient.json)
            #expect(wide.status == .unprocessableContent)
            #expect(
                try wide.faults["columns"] == "they take 230.5 mm, and the paper has 210")
            let long = try await client.post(
                "/label-sheets/1", [("labelWidth", "x")], headers: InventoryClient.json)
            #expect(try long.faults["labelWidth"] == "“x” is not a length in millimeters")
        }
    }

    @Test("A product has a barcode with its price")
    func products() async throws {
        try await TestSite.inventory { client in
            for fields in [
                [("name", "Soap"), ("price", "4.50"), ("barcode", "5901234123457")],
                [("name", "Brush"), ("price", "2"), ("sku", "BR-7")],
            ] {
                try await client.post("/products", fields.map { (name: $0.0, value: $0.1) })
            }
            let page = try await client.get("/products/labels?id=1&id=2&copies=2").text

            #expect(page.contains("aria-label=\"5901234123457\""))
            #expect(page.contains("aria-label=\"BR-7\""))
            #expect(Self.numbers(page) == ["$4.50", "$4.50", "$2.00", "$2.00"])
            #expect(try await client.get("/products/1").text.contains("/products/labels?id=1"))
            let refused = try await client.get("/products/labels?key=1")
            #expect(refused.status == .unprocessableContent)
        }
    }

    @Test("Selected items lead to their labels, and to a sale with a line for each")
    func marked() async throws {
        try await Self.site { client, keys in
            func lead(_ action: String) async throws -> String {
                let answer = try await client.post(
                    "/items/selection",
                    [("key", keys[0]), ("key", keys[1]), ("key", keys[2]), ("action", action)])
                #expect(answer.status == .seeOther)
                return try #require(answer.headers[.location])
            }
            #expect(try await lead("print") == "/labels?numbers=1-3")

            let path = try await lead("sell")
            let buyers = try await client.get(path).text
            let form = try await client.get(
                path.replacing("/sales/new?", with: "/sales/new/walk-in?")
            ).text
            #expect(buyers.contains("href=\"/sales/new/walk-in?lines%5B0%5D%5BitemKey%5D"))
            #expect(
                form.contains("name=\"lines[2][itemKey]\" type=\"hidden\" value=\"\(keys[2])\""))
            let sale = try await client.post(
                "/sales",
                keys.enumerated().flatMap { index, key in
                    [("lines[\(index)][itemKey]", key), ("lines[\(index)][unitPrice]", "5")]
                }, headers: InventoryClient.json)
            #expect(sale.status == .created)
            #expect(try await client.names("/items.json?sold=yes").count == 3)
            let again = try await client.post(
                "/items/selection", [("key", keys[0]), ("action", "sell")])
            #expect(again.status == .unprocessableContent)
        }
    }
}
