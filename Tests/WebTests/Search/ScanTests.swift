import Domain
import Foundation
import HTTPTypes
import HummingbirdTesting
import Imaging
import NIOCore
import Persistence
import TestPictures
import Testing

@testable import Web

@Suite("Scanning codes")
struct ScanTests {
    /// A photo of the label of an item, as the labels page draws it.
    static func photo(ofLabels texts: [String]) throws -> Data {
        let labels = texts.enumerated().map { index, text in
            DrawnCodes.Label(
                bars: Barcode(text).modules, module: 3, height: 120,
                at: (400, 180 + 280 * Double(index)), turnedBy: 8)
        }
        return try DrawnCodes(width: 800, height: 80 + 280 * texts.count, labels).encoded()
    }

    static func post(
        _ client: InventoryClient, _ photo: Data, for purpose: String? = nil,
        to uri: String = "/scan", fields: [(name: String, value: String)] = [],
        headers: HTTPFields = [:]
    ) async throws -> TestResponse {
        var body = ByteBuffer()
        for field in fields + (purpose.map { [("for", $0)] } ?? []) {
            body.writeString("--XYZ\r\nContent-Disposition: form-data; name=\"\(field.name)\"")
            body.writeString("\r\n\r\n\(field.value)\r\n")
        }
        body.writeString("--XYZ\r\nContent-Disposition: form-data; name=\"photo\"; ")
        body.writeString("filename=\"a.jpg\"\r\n\r\n")
        body.writeBytes(photo)
        body.writeString("\r\n--XYZ--\r\n")
        var headers = headers
        headers[.contentType] = "multipart/form-data; boundary=XYZ"
        return try await client.client.execute(
            uri: uri, method: .post, headers: headers, body: body)
    }

    private static func person(_ role: Role) -> Viewer {
        .person(Account(id: UUID(), name: "x", role: role), nil)
    }

    private static func codes(_ answer: TestResponse) throws -> [[String: String]] {
        #expect(answer.status == .ok)
        let codes = try #require(try answer.json["codes"] as? [[String: Any]])
        return codes.map { $0.compactMapValues { $0 as? String } }
    }

    @Test("A photo of one code leads to its record")
    func oneCode() async throws {
        try await TestSite.sales { client in
            let item = try await client.inventory.add("Camera", [("serialNumber", "SN-4711")])
            let photo = try Self.photo(ofLabels: ["SN-4711"])

            let answer = try await Self.post(client.inventory, photo)
            let document = try await Self.post(
                client.inventory, photo, headers: InventoryClient.json)

            #expect(answer.status == .seeOther && answer.headers[.location] == item)
            #expect(
                try Self.codes(document) == [
                    [
                        "text": "SN-4711", "format": "code_128", "entity": "Item",
                        "label": "Camera", "path": item,
                    ]
                ])
        }
    }

    @Test("Several codes are offered as choices, and an unknown one as a new record")
    func severalCodes() async throws {
        try await TestSite.sales { client in
            try await client.post(
                "/products", [("name", "Beaker"), ("price", "5"), ("barcode", "4006381333931")])
            let photo = try Self.photo(ofLabels: ["4006381333931", "LOT-77"])

            let page = try await Self.post(client.inventory, photo)
            let document = try await Self.post(
                client.inventory, photo, headers: InventoryClient.json)

            #expect(page.status == .ok)
            #expect(page.text.contains("2 codes were read") && page.text.contains(">Beaker<"))
            #expect(page.text.contains("href=\"/items/new?serialNumber=LOT-77\""))
            #expect(page.text.contains("href=\"/products/new?barcode=LOT-77\""))
            let codes = try Self.codes(document)
            #expect(Set(codes.compactMap { $0["text"] }) == ["4006381333931", "LOT-77"])
            #expect(codes.first { $0["text"] == "LOT-77" }?.keys.contains("path") == false)
            let form = try await client.inventory.get("/items/new?serialNumber=LOT-77")
            #expect(form.text.contains("value=\"LOT-77\""))
        }
    }

    @Test("Scanned codes lead to items, locations, products, books and papers")
    func typedCodes() async throws {
        try await TestSite.sales { client in
            let inventory = client.inventory
            let item = try await inventory.add("Sofa")
            func add(
                _ list: String, _ fields: [(name: String, value: String)]
            ) async throws -> String {
                try #require(try await client.post(list, fields).headers[.location])
            }
            let attic = try await add("/locations", [("name", "Attic")])
            let mug = try await add(
                "/products", [("name", "Cup"), ("price", "5"), ("barcode", "036000291452")])
            let category = try await add("/book-categories", [("name", "Stories")])
            let book = try await add(
                "/books",
                [
                    ("title", "Emma"), ("isbn", "316148410X"), ("price", "9"),
                    ("category", String(category.split(separator: "/").last ?? "")),
                ])
            let key = item.split(separator: "/").last ?? ""
            let expected = [
                "A-0001": item, "a1": item, "\(key)": item,
                "http://old.local:8080/a/1": item, "https://192.168.0.2/items/\(key)": item,
                "HTTP://home.local\(attic)?x=1": attic,
                "0036000291452": mug, "]E00036000291452": mug,
                "https://id.gs1.org/01/00036000291452": mug,
                "9783161484100": book,
            ]
            for (code, path) in expected {
                let answer = try await client.post("/scan", [("code", code)])
                #expect(answer.headers[.location] == path, "\(code)")
            }
        }
    }

    @Test("A link that leads to no record is shown as text")
    func links() async throws {
        try await TestSite.inventory { client in
            for link in [
                "https://example.com/", "https://example.com/items/new", "http://[bad",
                "https://example.com/customers/99", "https://example.com/a/x",
            ] {
                let page = try await client.post("/scan", [("code", link)])

                #expect(page.status == .ok, "\(link)")
                #expect(page.text.contains("No record has this code"))
                #expect(!page.text.contains("href=\"http"))
                #expect(!page.text.contains("New item"))
            }
            // The number of a label printed in advance.
            let ahead = try await client.post("/scan", [("code", "https://example.com/a/42")])
            #expect(ahead.text.contains("href=\"/items/new?itemNumber=A-0042\""))
        }
    }

    @Test("A sale and the shopping list begin with the scanned product")
    func purposes() async throws {
        try await TestSite.sales { client in
            let product = try await client.post(
                "/products", [("name", "Mug & saucer"), ("price", "5"), ("barcode", "40063812")])
            func place(_ purpose: String) async throws -> String? {
                try await client.post("/scan", [("code", "40063812"), ("for", purpose)])
                    .headers[.location]
            }

            let sale = try #require(try await place("sale"))
            let groceries = try #require(try await place("groceries"))

            #expect(try await place("items") == product.headers[.location])
            #expect(sale.hasPrefix("/sales/new/walk-in?"))
            #expect(
                try await client.inventory.get(sale).text.contains("value=\"Mug &amp; saucer\""))
            #expect(groceries.hasPrefix("/groceries/new?name="))
            #expect(
                try await client.inventory.get(groceries).text.contains(
                    "value=\"Mug &amp; saucer\""))
            let unknown = try await client.post("/scan", [("code", "1"), ("for", "nowhere")])
            #expect(unknown.status == .unprocessableContent)
            #expect(
                try await client.inventory.get("/scan?for=groceries").text.contains(
                    "value=\"groceries\""))
            #expect(try await client.inventory.get("/scan?for=x").status == .unprocessableContent)
        }
    }

    @Test("The shopping list takes products, items and unknown codes, and nothing else")
    func groceries() async throws {
        try await TestSite.inventory { client in
            try await client.add("Camera", [("serialNumber", "SN-1")])
            let attic = try #require(
                try await client.post("/locations", [("name", "Attic")]).headers[.location])
            func scan(_ code: String) async throws -> TestResponse {
                try await client.post(
                    "/scan", [("for", "groceries"), ("code", code)],
                    headers: [.secFetchMode: "navigate"])
            }
            #expect(try await scan("SN-1").headers[.location] == "/groceries/new?name=Camera")
            let unknown = try await scan("4006381333931")
            #expect(unknown.text.contains("/groceries/new?name=4006381333931\">New grocery"))
            let other = try await scan("http://localhost" + attic)
            #expect(other.headers[.location] == attic)
            let page = try await client.get(attic, headers: other.sentCookie).text
            #expect(page.contains("Nothing was added: this is what the code belongs to."))
        }
    }

    @Test("A picture without a code, a missing, large or other file is refused")
    func refusals() async throws {
        try await TestSite.inventory { client in
            let empty = try await Self.post(client, try TestPicture.data())
            let text = try await Self.post(
                client, Data("A-0042".utf8), headers: InventoryClient.json)
            let cut = try await Self.post(client, try TestPicture.data().dropLast(9_000))
            let none = try await client.post("/scan", headers: InventoryClient.json)
            let large = try await Self.post(client, Data(count: 25_000_001))

            #expect(empty.status == .unprocessableContent)
            #expect(empty.text.contains("No code can be read in it"))
            #expect(text.status == .unsupportedMediaType)
            #expect(try text.json["type_found"] as? String == "text/plain")
            #expect(cut.status == .unprocessableContent)
            #expect(none.status == .unprocessableContent)
            #expect(try none.faults["photo"] == "choose a photo")
            #expect(large.status == .contentTooLarge)
        }
    }

    @Test("People see the records of their sections, and choices that they may use")
    func roles() async throws {
        let site = try TestSite()
        let household = try Household.open(site.configuration)
        defer { try? household.close() }
        let whole = try site.site(household)
        try await household.write { records in
            let item = try Item.append(in: records)
            item.itemName = "Safe"
            item.serialNumber = "S-1"
            try household.save(records)
        }
        try await household.container.read { records in
            func scanned(_ text: String, _ role: Role) throws -> ScannedRecords {
                try ScannedRecords(
                    ReadCode(text: text, format: nil), whole, for: Self.person(role), in: records)
            }
            #expect(try scanned("S-1", .viewer).only?.hit.label == "Safe")
            #expect(try scanned("S-1", .shop).records.isEmpty)
            let choices = try [Role.owner, .shop, .viewer].map { role in
                try scanned("S-2", role).choices(
                    for: .items, whole.links, for: Self.person(role)
                ).map(\.label)
            }
            #expect(
                choices == [
                    ["New item", "New product", "Search for it"],
                    ["New product", "Search for it"], ["Search for it"],
                ])
        }
    }
}
