import Foundation
import Persistence
import Testing

@testable import Domain

@Suite("Imports of lists")
struct ListImportTests {
    /// All items, types, groceries and books as text, to compare.
    private static func contents(_ household: TestHousehold) throws -> [String] {
        try household.household.container.read { context in
            let items = try context.fetch(FetchRequest<Item>()).map { item in
                "I \(item.orderingValue) \(item.itemName ?? "") \(item.serialNumber ?? "-") "
                    + "\(item.valueInDollars) \(item.assetType?.label ?? "-") "
                    + "\(ImportDate.text(item.dateCreated))"
                    + (item.notes.map { " [\($0)]" } ?? "")
            }
            let types = try AssetType.all(in: context).map { "T \($0.label ?? "")" }
            let groceries = try context.fetch(FetchRequest<GroceryItem>()).map { item in
                "G \(item.name ?? "") \(item.quantity ?? 0) \(item.unit ?? "-") \(item.isTicked)"
            }
            let books = try context.fetch(FetchRequest<Book>()).map { book in
                "B \(book.title ?? "") \(book.price ?? 0) \(book.category?.name ?? "-")"
            }
            return (items + types + groceries + books).sorted()
        }
    }

    private static let items =
        "Name;Serial;Value;Type;Created\n"
        + "Sofa;S-1;1.200,00;Furniture;2024-05-01\n"
        + "Lamp;;19.99;Lights;\n"
        + "Lamp;;25;Lights;2024-05-02\n"

    @Test("Items with types and values are imported in order, once, and undone as a whole")
    func items() async throws {
        let household = try TestHousehold()
        try household.add(["Chair"])
        let before = try Self.contents(household)

        let plan = try await household.plan(Self.items)
        let record = try await household.importing(Self.items)
        let after = try Self.contents(household)
        let again = try await household.plan(Self.items)

        #expect(plan.counts.new == 3)
        #expect(try plan.rows.outcome(at: 1).notes.contains("the value 19.99 is rounded to 20"))
        #expect(try plan.rows.outcome(at: 1).notes.contains("adds “Lights”"))
        #expect(try household.names() == ["Chair", "Sofa", "Lamp", "Lamp"])
        #expect(after.contains("I 2.0 Sofa S-1 1200 Furniture 2024-05-01T00:00:00Z"))
        #expect(after.contains("T Lights"))
        #expect(again.counts.unchanged == 3)
        guard case .done = try await household.household.undoImport(record.id) else {
            Issue.record("It was not taken back")
            return
        }
        #expect(try Self.contents(household) == before)
    }

    @Test(
        "The preview of a new item shows the values that will be saved",
        arguments: [
            ("Value", "12,50", ["$13"]), ("Price paid", "12,50", ["$12.50", "$13"]),
            ("Price paid", "0.20", ["$0.20"]), ("Quantity", "3.00", ["3"]),
        ])
    func preview(column: String, cell: String, values: [String]) async throws {
        let household = try TestHousehold()
        let table = "Name;\(column)\nSofa;\(cell)\n"
        let file = try ImportFile(Data(table.utf8), named: "x.csv", kind: .items)

        let shown = try file.values(at: 0, in: .dollar)
        try await household.importing(table, .items)

        #expect(shown.dropFirst().map(\.text) == values)
        let saved = try await household.household.container.read { context in
            let item = try #require(try context.fetchFirst(FetchRequest<Item>()))
            let price = item.purchasePrice.map { Currency.dollar.text($0) }
            let worth = Currency.dollar.wholeText(Int64(item.valueInDollars))
            return [price, worth, "\(item.quantity)"].compactMap(\.self)
        }
        #expect(Set(values).isSubset(of: saved), "\(saved)")
    }

    @Test("A row changes the values that differ, and refused rows prevent the import")
    func changesAndRefusals() async throws {
        let household = try TestHousehold()
        try await household.importing(Self.items)

        let plan = try await household.plan(
            "itemName,serialNumber,valueInDollars,assetType\nSofa,S-1,900,\n")
        let refused = try await household.plan(
            "itemKey,itemName,serialNumber,valueInDollars,orderingValue\n"
                + "nonsense,Bed,,1,1\n,,X,1,1\n,Bed,,9999999999,1\n,Bed,,1,first\n,Bed,,-1,1\n")

        #expect(
            try plan.changes == [
                "2 valueInDollars: 1200 → 900", "2 assetType: Furniture → ",
            ])
        #expect(refused.counts.refused == 5)
        #expect(!refused.isApplicable)
        #expect(try refused.refusals.contains { $0.contains("nonsense") })
        #expect(try refused.refusals.contains("3 itemName: a value is missing."))
    }

    @Test("A whole amount with two readings is asked about as in the form")
    func unclearValue() async throws {
        let plan = try await TestHousehold().plan("itemName,valueInDollars\nSofa,1.000\n")

        #expect(
            try plan.refusals == [
                "2 valueInDollars: is “1.000” $1,000? Write 1000, without cents."
            ])
    }

    @Test("All faults of a row are reported at once")
    func allErrors() async throws {
        let household = try TestHousehold()

        let plan = try await household.plan(
            "Name;Value;Quantity;Bought on;Replacement value;Warranty\n"
                + ";x;many;soon;1,2,3;never\nSofa;;2;2024-05-01;1.299,00;2 years\n")

        #expect(
            Set(try plan.refusals.map { $0.prefix { $0 != ":" } }) == [
                "2 itemName", "2 valueInDollars", "2 quantity", "2 purchaseDate",
                "2 replacementValue", "2 warrantyUntil",
            ])
    }

    @Test(
        "Two equal rows of groceries or books are pointed out too",
        arguments: [
            "name,quantity,unit\nMilk,1,l\nMilk,2,l\nMilk,1,l\n",
            "title,author,category\nDune,Herbert,Novels\nDune,Other,Novels\nDune,Herbert,Novels\n",
        ])
    func sameRowsOfLists(table: String) async throws {
        let plan = try await TestHousehold().plan(table)

        let pointedOut = try plan.rows.all().filter { outcome in
            outcome.notes.contains { $0.hasSuffix("says the same; both are added") }
        }
        #expect(plan.counts.new == 3)
        #expect(pointedOut.map(\.line) == [4])
    }

    @Test("Equal rows that are refused are not said to be added")
    func sameRefusedRows() async throws {
        let table = "title,author,price,category\nDune,Herbert,,Novels\nDune,Herbert,,Novels\n"
        let plan = try await TestHousehold().plan(table)

        #expect(plan.counts.refused == 2)
        #expect(try plan.rows.all().allSatisfy { !$0.notes.joined().contains("the same") })
    }

    @Test("Two equal rows are pointed out, and both can be imported")
    func sameRows() async throws {
        let household = try TestHousehold()
        let table = "Name;Replacement value;Bought on\nSofa;12,50;\nLamp;1;\nSofa;12,50;\n"

        let plan = try await household.plan(table)
        try await household.importing(table)

        #expect(try plan.rows.outcome(at: 0).notes == [])
        #expect(try plan.rows.outcome(at: 2).notes == ["line 2 says the same; both are added"])
        #expect(try household.names() == ["Sofa", "Lamp", "Sofa"])
    }

    @Test("A later change prevents the undo, and is named")
    func obstacles() async throws {
        let household = try TestHousehold()
        let record = try await household.importing(Self.items)
        try await household.household.container.write { context in
            var request = FetchRequest<AssetType>()
            request.predicate = try FetchPredicate(format: "label == %@", "Lights")
            let item = try Item.append(in: context)
            item.itemName = "Candle"
            item.assetType = try context.fetchFirst(request)
            try household.household.save(context)
        }

        let result = try await household.household.undoImport(record.id)

        guard case .refused(_, let obstacles) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(obstacles.contains("Item “Candle” now belongs to Type “Lights”."))
    }

    private static let homebox =
        "HB.import_ref,HB.parent_import_ref,HB.location,HB.tags,HB.asset_id,HB.archived,HB.url,"
        + "HB.name,HB.quantity,HB.description,HB.insured,HB.notes,HB.purchase_price,"
        + "HB.purchase_from,HB.purchase_date,HB.manufacturer,HB.model_number,HB.serial_number,"
        + "HB.lifetime_warranty,HB.warranty_expires,HB.warranty_details,HB.sold_to,HB.sold_price,"
        + "HB.sold_date,HB.sold_notes,HB.field.Wheel size\n"
        + ",,,,,false,http://box/location/1,Garage,1,,false,,0,,,,,,false,,,,0,,,\n"
        + ",,Garage,Tools;Loud,000-001,false,http://box/item/2,Drill,2,Two speeds,true,"
        + "\"Lent to Bob\nonce\",89.5,Hardware & Co,2024-05-01,Makita,D-1,4-711,false,0001-01-01,,,"
        + "0,0001-01-01,,28\n"
        + ",,,,000-002,false,http://box/item/3,Ladder,1,,false,,40,,,,,,false,,,Ann,35,2024-06-01,,\n"

    @Test("Locations and their parents are created, items are put into items, and all is undone")
    func places() async throws {
        let household = try TestHousehold()
        let table =
            "itemName,location,container,quantity,purchasePrice,warrantyUntil,itemNumber\n"
            + "Drill,,A-0042,2,19.99,for life,\nCase,House › Shed,,,,2027-03-01,A-0042\n"
            + "Lamp,House,,,,3 lunes,\n"

        let refused = try await household.plan(table)
        let plan = try await household.plan(table.replacing("3 lunes", with: ""))
        let record = try await household.importing(table.replacing("3 lunes", with: ""))
        let again = try await household.plan(table.replacing("3 lunes", with: ""))
        let found = try await household.household.container.read { context in
            let drill = try TestHousehold.item("Drill", context)
            let tree = try LocationTree(in: context)
            return [
                drill.location?.name ?? "", drill.container?.itemName ?? "",
                "\(drill.quantity) \(drill.itemNumber) \(drill.warranty?.text ?? "")",
                tree.nodes.map { tree.pathText(to: $0.number) }.joined(separator: ", "),
            ]
        }

        #expect(try refused.refusals.contains { $0.contains("warrantyUntil") })
        #expect(
            try plan.rows.outcome(at: 1).notes == [
                "adds the location “House”", "adds the location “Shed”",
            ])
        #expect(try plan.rows.outcome(at: 2).notes.isEmpty)
        #expect(found == ["Shed", "Case", "2 43 for life", "House, House › Shed"])
        #expect(again.counts.unchanged == 3)
        try household.add(["Later"])
        guard case .done = try await household.household.undoImport(record.id) else {
            Issue.record("It was not taken back")
            return
        }
        #expect(try household.names() == ["Later"])
        let rest = try await household.household.container.read {
            try LocationTree(in: $0).nodes.count
        }
        #expect(rest == 0)
    }

    @Test("An item in another item has its location, whatever its row says, the second time too")
    func placeOfContents() async throws {
        let household = try TestHousehold()
        let table =
            "itemName,location,container\n"
            + "Bit,Attic,Drill\nDrill,Shed,Case\nSaw,Attic,Case\nCase,House › Shed,\n"
        let key = UUID().uuidString

        let plan = try await household.plan(table)
        try await household.importing(table)
        let again = try await household.plan(table)
        let unknown = try await household.plan("itemName,location,container\nBed,Attic,\(key)\n")
        // A second import keeps items in their containers.
        try await household.importing(
            "itemName,location,container,valueInDollars\n"
                + "Bit,Attic,Drill,5\nDrill,Shed,Case,5\nSaw,Attic,Case,5\nCase,House › Shed,,5\n")
        let found = try await household.household.container.read { context in
            try ["Bit", "Drill", "Saw", "Case"].map { name in
                let item = try TestHousehold.item(name, context)
                return "\(item.container?.itemName ?? "-") \(item.location?.name ?? "-")"
            }
        }

        let note = "location is left out: the item is where “Case” is"
        let other = "location is left out: the item is where “Drill” is"
        #expect(
            try plan.rows.all().map(\.notes)
                == again.rows.all().map { row in
                    row.label == "Case"
                        ? ["adds the location “House”", "adds the location “Shed”"] : row.notes
                })
        #expect(try again.rows.all().map(\.notes) == [[other], [], [note], []])
        #expect(again.counts.unchanged == 4)
        #expect(found == ["Drill Shed", "Case Shed", "Case Shed", "- Shed"])
        #expect(
            try unknown.rows.outcome(at: 0).notes == [
                "the item that contains it is not in the inventory", "adds the location “Attic”",
            ])
    }

    @Test("Items that contain themselves, and endless paths, are refused in the dry run")
    func rings() async throws {
        let household = try TestHousehold()

        let ring = try await household.plan("itemName,container\nBox,Bag\nBag,Box\nSaw,Box\n")
        let itself = try await household.plan("itemName,container\nBox,Box\n")
        let path = (1...33).map { "Room \($0)" }.joined(separator: " / ")
        let deep = try await household.plan("itemName,location\nBox,\(path)\n")

        #expect(
            try ring.refusals == [
                "2 container: “Box” would contain itself.",
                "3 container: “Bag” would contain itself.",
            ])
        #expect(try itself.refusals == ["2 container: “Box” would contain itself."])
        #expect(try deep.refusals == ["2 location: a location is in at most 31 others."])
    }

    @Test("Homebox’s file is read unmodified, and nothing in it is lost")
    func homebox() async throws {
        let household = try TestHousehold()

        let file = try ImportFile(Data(Self.homebox.utf8), named: "homebox.csv")
        let plan = try await household.plan(Self.homebox)
        try await household.importing(Self.homebox)
        let contents = try Self.contents(household)

        #expect(file.kind == .items && file.ignoredColumns == [])
        #expect(plan.counts.new == 2 && plan.counts.unchanged == 1)
        #expect(
            try plan.rows.outcome(at: 0).notes == ["a location, which is made with what is there"])
        #expect(try household.names() == ["Drill", "Ladder"])
        let drill = try #require(contents.first { $0.contains(" Drill ") })
        #expect(drill.hasPrefix("I 1.0 Drill 4-711 90 -"))
        let notes = """
            [Lent to Bob
            once
            Url: http://box/item/2
            Description: Two speeds
            Insured: true]
            """
        let details = try await household.household.container.read { context in
            let drill = try TestHousehold.item("Drill", context)
            let fields = drill.fieldValues.map { "\($0.field?.name ?? "") \($0.number ?? 0)" }
            let texts: [String?] = [
                drill.location?.name, drill.itemNumber.description, drill.quantity.description,
                drill.seller, drill.purchaseDate.map { CalendarDay($0).description },
                drill.purchasePrice?.description, drill.manufacturer, drill.modelNumber,
                (drill.warranty == nil).description,
                drill.tagLabels.map(\.name).joined(separator: "+"),
                fields.joined(separator: "+"),
            ]
            return texts
        }
        #expect(
            details == [
                "Garage", "1", "2", "Hardware & Co", "2024-05-01", "89.5", "Makita", "D-1", "true",
                "Loud+Tools", "Wheel size 28",
            ])
        #expect(drill.hasSuffix(notes), "\(drill)")
        #expect(contents.contains { $0.contains("Ladder") && $0.contains("Sold to: Ann") })
        #expect(try await household.plan(Self.homebox).counts.unchanged == 3)
    }

    @Test("Snipe-IT’s file is read unmodified, with names for nameless items")
    func snipeIT() async throws {
        let household = try TestHousehold()
        let snipe =
            "Company,Asset Name,Asset Tag,Model,Model No.,Category,Manufacturer,Serial,"
            + "Purchase Date,Purchase Cost,Status,Checked Out To,Location,Notes,Created At,Supplier\n"
            + "Home,Laptop,T-1,X1,20U9,Computers,Lenovo,PF-1,2024-01-02,999.00,Ready,Ann,Study,"
            + "Scratched,\"Tue Jan 02, 2024 10:30AM\",Shop Ltd\n"
            + "Home,,T-2,Thinkvision,,Screens,Lenovo,PF-2,,\"1,250.40\",Ready,,,,,\n"

        let file = try ImportFile(Data(snipe.utf8), named: "snipe.csv")
        try await household.importing(snipe)
        let contents = try Self.contents(household)

        #expect(file.kind == .items && file.ignoredColumns == [])
        let laptop = try #require(
            contents.first { $0.hasPrefix("I 1.0 Laptop PF-1 999 Computers") })
        #expect(laptop.contains("[Scratched\nCompany: Home\nAsset Tag: T-1\nModel: X1\n"))
        #expect(laptop.contains("Checked Out To: Ann\nCreated At: Tue Jan 02, 2024 10:30AM]"))
        let place = try await household.household.container.read { context in
            let laptop = try TestHousehold.item("Laptop", context)
            return [
                laptop.location?.name, laptop.manufacturer, laptop.modelNumber, laptop.seller,
            ]
        }
        #expect(place == ["Study", "Lenovo", "20U9", "Shop Ltd"])
        #expect(contents.contains { $0.hasPrefix("I 2.0 Thinkvision PF-2 1250 Screens") })
        #expect(try await household.plan(snipe).counts.unchanged == 2)
    }

    @Test("Notes keep their lines; a card number in them is refused, a serial number is not")
    func notes() async throws {
        let household = try TestHousehold()
        let text = "itemName,serialNumber,notes\r\nSofa,1,\"'=a,\r\n b  \r\n\"\r\n"

        try await household.importing(text)
        let cleared = try await household.plan("itemName,serialNumber,notes\nSofa,1,\n")
        let kept = try await household.plan("itemName,serialNumber,valueInDollars\nSofa,1,0\n")
        let refused = try await household.plan(
            "itemName,serialNumber,notes\nBed,1,paid with 4111 1111 1111 1111\n"
                + "Phone,2,IMEI 490154203237518\n")

        #expect(try Self.contents(household).contains { $0.hasSuffix("[=a,\n b]") })
        #expect(try await household.plan(text).counts.unchanged == 1)
        #expect(try cleared.changes == ["2 notes: =a,\n b → "])
        #expect(kept.counts.unchanged == 1)
        #expect(try refused.refusals.count == 1 && refused.counts.new == 1)
        #expect(throws: ImportFault.securityCode(name: "CVV")) {
            try ImportFile(Data("Asset Tag,Serial,CVV\n1,2,3\n".utf8), named: "x")
        }
    }

    @Test(
        "Types, groceries and books are imported, unchanged the second time, and undone",
        arguments: [
            ("label\nFurniture\nTools\n", 1, "T Tools"),
            ("name,quantity,unit,isTicked\nmilk,1.5,l,no\neggs,,,yes\n", 2, "G milk 1.5 l false"),
            (
                "title,price,category\nEmma,9.50,Novels\nDubliners,7,Novels\n", 2,
                "B Emma 9.5 Novels"
            ),
        ])
    func lists(text: String, newCount: Int, line: String) async throws {
        let household = try TestHousehold()
        let before = try Self.contents(household)

        let plan = try await household.plan(text)
        let record = try await household.importing(text)
        let after = try Self.contents(household)
        let again = try await household.plan(text)

        #expect(plan.counts.new == newCount)
        #expect(after.contains(line), "\(after)")
        #expect(again.counts.unchanged == again.rows.count)
        guard case .done = try await household.household.undoImport(record.id) else {
            Issue.record("It was not taken back")
            return
        }
        #expect(try Self.contents(household) == before)
    }

    @Test("JSON is read as lines, as an array and as the JSON of a list")
    func json() async throws {
        let rows = [
            #"{"itemName":"Sofa","valueInDollars":1200,"assetType":{"id":1,"label":"Furniture"},"#
                + #""serialNumber":null}"#,
            #"{"itemName":"'Lamp","valueInDollars":"19","serialNumber":"=1+1"}"#,
        ]
        let texts = [
            rows.joined(separator: "\n") + "\n\n", "[" + rows.joined(separator: ",\n") + "]",
            #"{"records":["# + rows.joined(separator: ",") + #"],"page":1,"total":2}"#,
        ]
        for text in texts {
            let household = try TestHousehold()
            let file = try ImportFile(Data(text.utf8), named: "items.json")
            try await household.importing(text)
            let contents = try Self.contents(household)

            #expect(file.kind == .items && file.format == .json)
            #expect(contents.contains { $0.hasPrefix("I 1.0 Sofa - 1200 Furniture") })
            #expect(contents.contains { $0.hasPrefix("I 2.0 'Lamp =1+1 19 -") })
        }
        #expect(throws: ImportFault.noJSON(line: 2)) {
            try ImportFile(Data((rows[0] + "\n{nonsense}\n").utf8), named: "x.json")
        }
        #expect(throws: (any Error).self) {
            try ImportFile(Data("[]".utf8), named: "x.json", kind: .items)
        }
    }

    @Test(
        "A JSON array, and the JSON of a list, are read element by element",
        arguments: [false, true])
    func longArray(isTwin: Bool) throws {
        let objects = (1...4_000).map { number in
            #"{ "itemName": "Thing [\#(number)] \"{,", "notes": "Ä\\","# + "\n"
                + #""assetType": {"id": 1, "label": "A ]"}, "tags": ["a", "b"], "quantity": 2 }"#
        }
        let array = "[" + objects.joined(separator: isTwin ? "," : " ,\r\n ") + "\n]"
        let text =
            isTwin
            ? "{\n\"page\": 1, \"self\": {\"a\": [1]}, \"records\":\(array), \"total\": 4000}\n"
            : "\n  " + array

        let file = try ImportFile(Data(text.utf8), named: "x.json")

        #expect(file.rows.count == 4_000 && file.kind == .items)
        let last = try file.rows.row(at: 3_999)
        #expect(last.line == 4_000 && last.cells[.itemName] == #"Thing [4000] "{,"#)
        #expect(last.cells[.notes] == #"Ä\"# && last.cells[.assetType] == "A ]")
        #expect(last.cells[.tags] == "a, b" && last.cells[.quantity] == "2")
    }

    @Test(
        "Invalid JSON is reported by its line",
        arguments: [
            ("[\n{\"itemName\":\"A\"},\n{\"itemName\":}\n]", 3), ("[{\"itemName\":\"A\"} {}]", 1),
            ("[{\"itemName\":\"A\"},]", 1), ("[\n1]", 2), ("[{\"itemName\":\"A\"}", 1),
            ("[{\"itemName\":\"A\"}]\n\nmore", 3), ("{\"records\":[{\"itemName\":\"A\"}]", 1),
            ("{\"records\":[{\"itemName\":\"A\"}]} x", 1), ("{\"itemName\":\n\"A", 2),
            ("{nonsense}", 1),
        ])
    func noJSON(text: String, line: Int) {
        #expect(throws: ImportFault.noJSON(line: line)) {
            try ImportFile(Data(text.utf8), named: "x.json", kind: .items)
        }
    }

    @Test("An object may span several lines, and one that never ends is too long")
    func oneObject() throws {
        let file = try ImportFile(
            Data("{\n\"itemName\": \"Sofa\",\n\"valueInDollars\": 12\n}\n".utf8), named: "x.json")
        #expect(file.rows.count == 1)
        #expect(try file.rows.row(at: 0).cells[.itemName] == "Sofa")
        var limits = ImportLimits()
        (limits.columns, limits.cellBytes) = (10, 100)
        let long = "[{\"itemName\":\"" + String(repeating: "x", count: 3_000) + "\"}]"
        #expect(throws: CSVFault.longCell(line: 1, limit: 2_000)) {
            try ImportFile(Data(long.utf8), named: "x.json", limits: limits)
        }
    }

    @Test("Many lines of JSON are read in chunks, and counted with the blank ones")
    func jsonLines() throws {
        let lines = (1...4_000).map { number in
            #"{"itemName":"Thing \#(number)","notes":"Ä"\#(number == 3_999 ? #","seller":"x""# : "")}"#
        }
        let text = "\n" + lines.joined(separator: "\r\n\n")

        let file = try ImportFile(Data(text.utf8), named: "x.jsonl", kind: .items)

        #expect(file.rows.count == 4_000)
        #expect(Set(file.columns) == [.itemName, .notes, .seller])
        let last = try file.rows.row(at: 3_999)
        #expect(last.line == 8_000 && last.cells[.itemName] == "Thing 4000")
        #expect(try file.rows.row(at: 3_998).cells[.seller] == "x")
    }

    @Test("A person maps the columns, and an empty mapping is refused")
    func mapping() async throws {
        let text = "Ding;Nummer;Wert;Farbe;Ort;Name\nSofa;S-1;900;rot;Flur;x\n"
        var reading = ImportReading()
        reading.mapping = try ColumnMapping(
            "Ding = itemName\n\nNummer=serialNumber\r\n wert = valueInDollars\nOrt=notes\nName =")
        let path = NSTemporaryDirectory() + "\(UUID()).csv"
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }

        let file = try ImportFile(
            contentsOf: path, named: "dinge.csv", reading: reading)
        let outline = try ImportOutline(contentsOf: path, reading: reading)

        #expect(file.kind == .items && file.ignoredColumns == ["Farbe", "Name"])
        #expect(try file.rows.row(at: 0).cells[.itemName] == "Sofa")
        #expect(try file.rows.row(at: 0).cells[.notes] == "Ort: Flur")
        #expect(
            outline.columns.map(\.column) == [
                .itemName, .serialNumber, .valueInDollars, nil, .notes, nil,
            ])
        #expect(outline.columns[3].samples == ["rot"])
        let household = try TestHousehold()
        var digests: Set<String> = []
        for lines in ["Ort=notes\nFarbe=", "Farbe=notes\nOrt="] {
            let mapping = try ColumnMapping("Ding=itemName\nName=\n" + lines)
            let file = try ImportFile(
                Data(text.utf8), named: "x", kind: .items, mapping: mapping)
            digests.insert(try await household.household.plan(file).digest)
        }
        #expect(digests.count == 2)
        #expect(ImportKind.all.kind(ofHeader: ["itemName", "valueInDollars"]) == .items)
        for line in ["Ding", "Ding = colour", "= itemName", "a=b=c"] {
            #expect(throws: ImportFault.noMapping(line: line)) { try ColumnMapping(line) }
        }
        #expect(throws: ImportFault.noMapping(line: "Ding = price")) {
            try ImportFile(
                Data(text.utf8), named: "x", kind: .items, mapping: ColumnMapping("Ding = price"))
        }
        // A form has the names as they read in the former encoding.
        var former = try ColumnMapping("Gr÷ße=notes\nDing=itemName")
        former.forgetEncodedNames()
        #expect(former.lines == ["Ding=itemName"])
        let names = ["Ding", "Nummer", "Wert", "Farbe", "Ort", "Name"]
        #expect(throws: ImportFault.noMappedColumn(name: "Nope", names: names)) {
            try ImportFile(
                Data(text.utf8), named: "x", kind: .items,
                mapping: ColumnMapping("Ding=itemName\nNope=notes"))
        }
    }
}
