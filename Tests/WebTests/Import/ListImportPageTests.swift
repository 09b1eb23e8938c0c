import Foundation
import HTTPTypes
import HummingbirdTesting
import Imaging
import ObjectModel
import Persistence
import Testing

@testable import Web

@Suite("The page that imports everything")
struct ListImportPageTests {
    private static let browser: HTTPFields = [.accept: "text/html", .secFetchMode: "navigate"]

    private static func importing(
        _ body: @Sendable (ImportClient) async throws -> Void
    ) async throws {
        try await TestSite.importing { imports, _ in
            try await body(ImportClient(site: imports.site, address: "/import"))
        }
    }

    @Test("A person uploads a file of items, confirms, and undoes the import")
    func browser() async throws {
        try await Self.importing { imports in
            let form = try await imports.text("/import")
            #expect(form.contains("value=\"items\"") && form.contains("value=\"lines\""))
            let posted = try await imports.upload(
                "Name,Serial,Value\nSofa,S-1,900\n", headers: Self.browser)
            let address = try #require(posted.headers[.location])
            #expect(address.hasPrefix("/imports/"))
            let plan = try await imports.text(address)
            #expect(plan.contains("Import 1 row"))
            let digest = try #require(plan.firstMatch(of: /name="plan" value="([0-9a-f]+)"/)?.1)

            let done = try await imports.site.post(
                address, [("plan", String(digest))], headers: Self.browser)
            let page = try #require(done.headers[.location])
            #expect(try await imports.text(page).contains("It added 1 item."))
            #expect(try await imports.site.names() == ["Sofa"])
            #expect(try await imports.text("/import").contains(page))

            try await imports.site.post("\(page)/undo", headers: Self.browser)
            #expect(try await imports.site.names() == [])
            #expect(
                try await imports.site.get("/imports/0123456789abcdef0123456789abcdef").status
                    == .notFound)
        }
    }

    @Test("Types, locations and tags are counted among the added records")
    func everythingAdded() async throws {
        try await Self.importing { imports in
            let done = try await imports.confirm(
                imports.upload(
                    "itemName,assetType,location,tags\nSofa,Seat,House › Hall,\"old, red\"\n"))
            let page = try #require(try done.json["undo"] as? String).replacing("/undo", with: "")

            #expect(
                try await imports.text(page).contains(
                    "It added 1 item, 1 asset type, 2 locations and 2 tags."))
        }
    }

    @Test("The page shows the values of new rows, and the changes of existing ones")
    func values() async throws {
        try await Self.importing { imports in
            _ = try await imports.confirm(imports.upload("Name,Serial,Value\nLamp,L-1,5\n"))

            let posted = try await imports.upload(
                "itemKey,Name,Serial,Value,Type,Created,fields.Colour\n"
                    + "9D5B2E4B-2A5F-4D0A-9C37-8D6D3F1B7E11,Sofa,S-1,900,Seat,2014-07-16T03:34:45Z,red\n"
                    + ",Lamp,L-1,7,,,\n", headers: Self.browser)
            let plan = try await imports.text(try #require(posted.headers[.location]))

            #expect(
                plan.contains(
                    "Serial number: S-1 · What you say it is worth: $900 · Type: Seat · Added on: Jul 16, 2014 · Colour: red"
                ))
            #expect(plan.contains("What you say it is worth: “5” becomes “7”."))
            #expect(!plan.contains("Serial number: L-1"))
            // Once, as an example of the column's values.
            #expect(plan.components(separatedBy: "9D5B2E4B").count == 2)
        }
    }

    @Test("The form for the columns is made without reading the uploaded file again")
    func mappingAtOnce() async throws {
        try await TestSite.importing { imports, site in
            let imports = ImportClient(site: imports.site, address: "/import")
            let posted = try await imports.upload(
                "Name,Serial,Colour\nSofa,1,red\nLamp,2,blue\n", headers: Self.browser)
            let address = try #require(posted.headers[.location])
            let token = try #require(address.split(separator: "/").last)
            let source = "\(site.configuration.dataDirectory)/imports/\(token).source"
            #expect(try Data(contentsOf: URL(fileURLWithPath: source)).count == 42)
            try Data().write(to: URL(fileURLWithPath: source))

            // The first one shows what the upload has found.
            for _ in 0..<2 {
                let plan = try await imports.text(address)
                #expect(plan.contains("value=\"Name=itemName\" selected"))
                #expect(plan.contains("red · blue"))
            }
        }
    }

    @Test("A person maps the columns on the page, and the dry run keeps the mapping")
    func mapping() async throws {
        try await Self.importing { imports in
            let unclear = try await imports.upload(
                "Ding,Wert,Ort\nSofa,900,Flur\n", headers: Self.browser)
            #expect(unclear.status == .unprocessableContent)
            #expect(unclear.text.contains("The kind of the rows is unclear"))
            #expect(unclear.text.contains("value=\"Ding=itemName\""))
            #expect(unclear.text.contains("Flur"))
            let path = try #require(
                unclear.text.firstMatch(of: #/action="(/imports/[0-9a-f]+/mapping)"/#)?.1)

            let mapped = try await imports.site.post(
                String(path),
                [
                    ("kind", "items"), ("map", "Ding=itemName"), ("map", "Wert=valueInDollars"),
                    ("map", "Ort="),
                ], headers: Self.browser)
            let address = try #require(mapped.headers[.location])
            let plan = try await imports.text(address)
            #expect(plan.contains("value=\"Ding=itemName\" selected"))
            #expect(plan.contains("Not imported: Ort"))
            let again = try await imports.site.post(
                String(path),
                [("kind", "items"), ("map", "Ding=itemName"), ("map", "Ort=notes")],
                headers: InventoryClient.json)
            #expect(try again.verdicts == ["new"])
            _ = try await imports.confirm(again)

            let item = try await imports.site.get("/items.csv").text
            #expect(item.contains("Sofa") && item.contains("Ort: Flur"))
            #expect(try await imports.text(address).contains("was imported"))
            // The imported file is no longer stored.
            let gone = try await imports.site.post(String(path), [("map", "a=itemName")])
            #expect(gone.status == .seeOther && gone.headers[.location] == address)
        }
    }

    @Test("A script maps the columns with form fields, and gets the available ones")
    func mappingByScript() async throws {
        try await Self.importing { imports in
            let unclear = try await imports.upload("Ding,Wert\nSofa,900\n")
            #expect(unclear.status == .unprocessableContent)
            let json = try unclear.json
            #expect(json["columns"] as? [String] == ["Ding", "Wert"])
            let path = try #require(json["mapping"] as? String)
            let wrong = try await imports.site.post(
                path, [("map", "Ding=colour")], headers: InventoryClient.json)
            #expect(wrong.status == .unprocessableContent)
            #expect(try wrong.faults["map"]?.contains("Ding=colour") == true)
            let unknown = try await imports.site.post(
                path, [("kind", "items"), ("map", "Ding=itemName\nNope=notes")],
                headers: InventoryClient.json)
            #expect(unknown.status == .unprocessableContent)
            #expect(try unknown.faults["map"]?.contains("no column “Nope”") == true)
            #expect(try unknown.json["mapping"] as? String == path)
            let plan = try await imports.site.post(
                path, [("kind", "items"), ("map", "Ding=itemName\nWert=valueInDollars")],
                headers: InventoryClient.json)
            _ = try await imports.confirm(plan)
            #expect(try await imports.site.names() == ["Sofa"])
        }
    }

    @Test("A file with a card number is not stored for another reading")
    func cardNumber() async throws {
        try await TestSite.importing { imports, site in
            let client = ImportClient(site: imports.site, address: "/import")
            let refused = try await client.upload("Ding,Karte\nSofa,4111111111111111\n")
            #expect(refused.status == .unprocessableContent)
            #expect(try refused.json["mapping"] is NSNull)
            #expect(try site.dataBytes().range(of: Data("4111111111111111".utf8)) == nil)
        }
    }

    @Test("Importing every export as CSV and JSON changes nothing")
    func roundTrip() async throws {
        try await Self.importing { imports in
            try await imports.importing(
                "itemName,serialNumber,valueInDollars,assetType\n"
                    + "\"'=Sofa, red\",00012,900,Furniture\nLamp,,20,Lights\nLamp,,20,Lights\n")
            try await imports.importing(
                "name,quantity,unit,isTicked\nmilk,1.5,l,no\nmilk,2,,yes\n'-eggs,1,,no\n")
            try await imports.importing("title,price,category\nEmma,9.50,Novels\n")
            try await imports.site.post("/items", [("itemName", "Chair")])
            let vase = try await imports.site.upload(
                "/items", [("itemName", "Vase")], file: TestPicture.data(.png))
            #expect(vase.status == .seeOther)
            let items = try await imports.site.get("/items.csv").text
            #expect(items.contains("/thumbnail?v="))

            for (list, kind) in [
                ("/items", "items"), ("/asset-types", "assetTypes"), ("/groceries", "groceries"),
                ("/books", "books"),
            ] {
                for twin in [".csv", ".json"] {
                    let export = try await imports.site.get(list + twin).text
                    let plan = try await imports.upload(export, kind: kind)
                    let verdicts = try plan.verdicts
                    #expect(!verdicts.isEmpty, "\(list)\(twin)")
                    #expect(
                        verdicts.allSatisfy { $0 == "unchanged" }, "\(list)\(twin): \(plan.text)")
                }
            }
            // A changed row leaves all others as they are, with their pictures; it shows
            // its former value.
            let dearer = items.replacing(",900,", with: ",901,")
            try await imports.importing(dearer)
            let after = try await imports.site.get("/items.csv").text
            let former = after.matches(of: #/"\[\{""until"".*?\}\]"/#).map { String($0.0) }
            #expect(former.count == 1)
            #expect(former.first?.contains("\"\"valueInDollars\"\":900}") == true, "\(former)")
            #expect(former.reduce(after) { $0.replacing($1, with: "") } == dearer)
        }
    }

    @Test("Importing an export elsewhere restores the list in its order")
    func elsewhere() async throws {
        let export = try await TestSite.inventory { client in
            for name in ["Sofa", "Lamp", "Bed"] { try await client.add(name) }
            let path = try await client.add("Chair")
            try await client.post("\(path)/position", [("move", "first")])
            return (try await client.names(), try await client.get("/items.csv").text)
        }
        try await Self.importing { imports in
            let plan = try await imports.upload(
                "itemName,serialNumber,valueInDollars,thumbnail\nVase,1,5,/items/1/thumbnail\n")
            let warnings = try #require(try plan.json["warnings"] as? [String])
            #expect(warnings.count == 1 && warnings[0].contains("have pictures"))
            try await imports.importing(export.1)
            #expect(try await imports.site.names() == export.0)
            #expect(
                try await imports.site.get("/items.csv").text.split(whereSeparator: \.isNewline)
                    .count == 5)
        }
    }

    @Test("A store without an inventory is refused with its entities")
    func strangersStore() async throws {
        let site = try TestSite()
        let folder = site.configuration.dataDirectory + "-stranger"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var mood = EntityDescription("Mood")
        mood.attributes = [AttributeDescription("date", .date, isOptional: false)]
        let path = folder + "/Moody.sqlite"
        try PersistentContainer(
            model: ManagedObjectModel(entities: [mood]), classes: [], store: .sqlite(path: path)
        ).close()
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        try await Self.importing { imports in
            let refused = try await imports.upload(data, named: "Moody.sqlite")
            #expect(refused.status == .unprocessableContent)
            #expect(refused.text.contains("Mood"))
            let zip = Data([0x50, 0x4B, 3, 4]) + Data("no zip".utf8)
            for (bytes, name) in [(data.prefix(2_000), "Moody.sqlite"), (zip, "Moody.zip")] {
                let damaged = try await imports.upload(bytes, named: name)
                #expect(damaged.status == .unprocessableContent)
                let message = try #require(try damaged.faults["file"])
                #expect(message.contains(name) && !message.contains("/"), "\(message)")
            }
        }
    }
}
