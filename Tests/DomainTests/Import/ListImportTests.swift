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

    @Test("Items come in with types and values in order, once, and go back as a whole")
    func items() async throws {
        let household = try TestHousehold()
        try household.add(["Chair"])
        let before = try Self.contents(household)

        let plan = try await household.plan(Self.items)
        let record = try await household.importing(Self.items)
        let after = try Self.contents(household)
        let again = try await household.plan(Self.items)

        #expect(plan.counts.new == 3)
        #expect(plan.rows[1].notes.contains("valueInDollars 19.99 is kept as 20"))
        #expect(plan.rows[1].notes.contains("adds “Lights”"))
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

    @Test("A row changes what it says otherwise, and refused rows keep all others out")
    func changesAndRefusals() async throws {
        let household = try TestHousehold()
        try await household.importing(Self.items)

        let plan = try await household.plan(
            "itemName,serialNumber,valueInDollars,assetType\nSofa,S-1,900,\n")
        let refused = try await household.plan(
            "itemKey,itemName,serialNumber,valueInDollars,orderingValue\n"
                + "nonsense,Bed,,1,1\n,,X,1,1\n,Bed,,9999999999,1\n,Bed,,1,first\n,Bed,,-1,1\n")

        #expect(
            plan.changes == [
                "2 valueInDollars: 1200 → 900", "2 assetType: Furniture → ",
            ])
        #expect(refused.counts.refused == 5)
        #expect(!refused.isApplicable)
        #expect(refused.refusals.contains { $0.contains("nonsense") })
        #expect(refused.refusals.contains("3 itemName: is needed."))
    }

    @Test("An import with a change since is not taken back, and says what was changed")
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
        #expect(obstacles.contains("Item “Candle” is of Type “Lights” since."))
    }

    @Test("Homebox’s and Snipe-IT’s files are understood as they come")
    func otherPrograms() async throws {
        let household = try TestHousehold()
        let homebox =
            "HB.import_ref,HB.location,HB.labels,HB.asset_id,HB.archived,HB.name,HB.quantity,"
            + "HB.description,HB.insured,HB.notes,HB.purchase_price,HB.manufacturer,"
            + "HB.model_number,HB.serial_number\n"
            + ",Garage,Tools,000-001,false,Drill,1,,false,,89.5,Makita,D-1,4-711\n"
        let snipe =
            "Company,Asset Name,Asset Tag,Model,Category,Manufacturer,Serial,Purchased,"
            + "Purchase Cost,Status,Location\n"
            + "Home,Laptop,T-1,X1,Computers,Lenovo,PF-1,2024-01-02,999,Ready,Study\n"

        let first = try ImportFile(Data(homebox.utf8), named: "homebox.csv")
        let second = try ImportFile(Data(snipe.utf8), named: "snipe.csv")
        try await household.importing(homebox)
        try await household.importing(snipe)
        let contents = try Self.contents(household)

        #expect(first.kind == .items && second.kind == .items)
        #expect(first.ignoredColumns.contains("HB.location"))
        #expect(second.ignoredColumns.contains("Location"))
        #expect(contents.contains { $0.hasPrefix("I 1.0 Drill 4-711 90 -") })
        #expect(contents.contains { $0.hasPrefix("I 2.0 Laptop PF-1 999 Computers") })
        #expect(try await household.plan(homebox).counts.unchanged == 1)
        #expect(try await household.plan(snipe).counts.unchanged == 1)
    }

    @Test(
        "Types, groceries and books come in, change nothing the second time, and go back",
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

    @Test("JSON comes as lines, as an array and as the twin of a list")
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

    @Test("A person says what other names mean; what says nothing is refused")
    func renaming() throws {
        let text = "Ding;Nummer;Wert\nSofa;S-1;900\n"
        let renaming = try ColumnRenaming(
            "Ding = itemName\n\nNummer=serialNumber\r\n wert = valueInDollars")

        let file = try ImportFile(Data(text.utf8), named: "dinge.csv", renaming: renaming)

        #expect(file.kind == .items && file.ignoredColumns == [])
        #expect(file.rows[0].cells[.itemName] == "Sofa")
        for line in ["Ding", "Ding = colour", "= itemName", "a=b=c", "Bild = thumbnail"] {
            #expect(throws: ImportFault.noRenaming(line: line)) { try ColumnRenaming(line) }
        }
    }
}
