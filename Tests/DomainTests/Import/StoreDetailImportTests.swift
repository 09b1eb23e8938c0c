import Foundation
import ObjectModel
import Persistence
import Testing

@testable import Domain

@Suite("Further details of stores")
struct StoreDetailImportTests {
    /// A copy of the store of a household, as uploaded by a user.
    private static func store(of test: TestHousehold) throws -> String {
        let folder = test.directory.path + "/copy"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        return try StoreFileSet(path: test.directory.store).copy(to: folder)
    }

    // MARK: - Items

    /// All values of the items, as one text each.
    private static func items(_ test: TestHousehold) throws -> [String] {
        try test.household.container.read { context in
            try context.fetch(FetchRequest<Item>()).filter { !$0.isTrashed }.map { item in
                let place = item.location.map { "\($0.parent?.name ?? "-")/\($0.name ?? "")" }
                let bought = item.purchaseDate.map { CalendarDay($0).description }
                let fields = item.fieldValues.map {
                    "\($0.field?.name ?? "") \($0.field?.kind ?? "") \($0.text ?? "")"
                }
                let texts: [String?] = [
                    item.itemName, place, item.container?.itemName,
                    item.tagLabels.map(\.name).joined(separator: "+"), "\(item.quantity)",
                    item.manufacturer, item.modelNumber, bought,
                    item.purchasePrice.map(Money.plainText), item.seller,
                    item.replacementValue.map(Money.plainText), item.warranty?.text,
                    item.insurance, ItemNumber.text(item.itemNumber),
                ]
                return (texts.map { $0 ?? "-" } + fields.sorted()).joined(separator: "|")
            }.sorted()
        }
    }

    @Test("A household’s items are imported with locations, purchases and fields")
    func ownItems() async throws {
        let old = try TestHousehold()
        try await old.importing(
            """
            itemName,location,container,tags,quantity,manufacturer,modelNumber,purchaseDate,\
            purchasePrice,seller,replacementValue,warrantyUntil,insurance,fields.Bought by
            Shelf,House › Hall,,,1,,,,,,,,,
            Drill,,Shelf,"loud, tool",2,Bosch,PSB 500,2024-03-01,89.90,\
            Corner shop,120,2027-03-01,Acme,Ann
            Hammer,Shed,,tool,1,,,,,,,for life,,
            Broken cup,,,,1,,,,,,,,,

            """)
        try await old.household.container.write { context in
            try TestHousehold.item("Broken cup", context).trashedDate = Date()
            try old.household.save(context)
        }
        let new = try TestHousehold()

        let file = try ImportFile(storeAt: Self.store(of: old), named: "old")
        let plan = try await new.importing(file).plan

        #expect(try Self.items(new) == Self.items(old))
        #expect(
            try Self.items(new).contains { $0.hasPrefix("Drill|House/Hall|Shelf|loud+tool|2|") })
        #expect(plan.counts.new == 3 && plan.counts.unchanged == 1)
        let cup = try plan.rows.all().first { $0.label == "Broken cup" }
        #expect(cup?.notes == ["it is in the trash, and is not imported"])
        #expect(try await new.household.plan(file).counts.unchanged == 4)
        #expect(!file.ignoredColumns.contains("location"))
        #expect(file.ignoredColumns.contains("documents"))
    }

    @Test("Attributes and relationships of another program are recognized by name and type")
    func foreignItems() async throws {
        let store = try ForeignStore.things()
        let test = try TestHousehold()
        var reading = ImportReading()
        reading.mapping = try ColumnMapping("colour = fields\nmood = fields")

        let file = try ImportFile(storeAt: store.path, named: "things", reading: reading)
        let outline = try ImportOutline(storeAt: store.path, reading: reading)
        try await test.importing(file)

        #expect(
            try Self.items(test) == [
                "Lamp|House/Hall|-|bright+old|3|Acme|-|2024-03-01|19.99|-|-|-|-|A-0001|"
                    + "colour text red|mood text good"
            ])
        let columns = outline.readColumns
        #expect(columns["room"] == .location && columns["labels"] == .tags)
        #expect(columns["brand"] == .manufacturer && columns["count"] == .quantity)
        #expect(columns["estimate"] == .valueInDollars)
        #expect(try await test.household.plan(file).counts.unchanged == 1)
    }

    // MARK: - Sales

    /// All values of the sales in a table of lines, as one text each.
    private static func sales(_ test: TestHousehold) throws -> [String] {
        try test.household.container.read { context in
            try context.fetch(FetchRequest<Sale>()).sorted { $0.number < $1.number }.map { sale in
                // A returned line includes its share of the sale's discount.
                let lines = sale.lines.map { line in
                    "\(line.quantity ?? 0) \(line.product?.name ?? "") "
                        + "\(sale.isReturn ? 0 : line.amount) "
                        + "\(line.unitCost.map(Money.plainText) ?? "-") "
                        + "\(line.taxRate?.title ?? "-")"
                }
                return "\(sale.number) \(sale.customer?.name ?? "-") \(sale.total) "
                    + "\(sale.time?.description ?? "-") \(sale.note ?? "-") \(sale.isWalkIn) "
                    + "\(sale.isOnAccount) \(sale.owed) \(lines)"
            }
        }
    }

    @Test("A household’s sales have the same totals, with discounts, taxes and returns")
    func ownSales() async throws {
        let (old, new) = (try TestHousehold(), try TestHousehold())
        for test in [old, new] { _ = try test.addTaxRate("VAT", "19") }
        try await old.importing(
            """
            number,date,customer,email,product,quantity,price,discount,saleDiscount,taxRate,\
            time,note,isOnAccount,cost
            1,2026-11-20,Ann,ann@example.com,Mug,3,2.00,10 %,0.50,VAT 19 %,14:05,A present,yes,1.00
            1,2026-11-20,Ann,ann@example.com,Pan,1,9.00,1.00,0.50,,14:05,A present,yes,
            2,2026-11-20,,,Pan,2,9.00,,,,,,,

            """)
        let first = try await old.household.container.read { context in
            try context.fetch(FetchRequest<Sale>()).first { $0.number == 1 }?.objectID.recordNumber
        }
        try old.addReturn(of: try #require(first), [.line("Mug", 1, nil)])
        var reading = ImportReading()
        reading.kind = .lines

        let file = try ImportFile(storeAt: Self.store(of: old), named: "old", reading: reading)
        try await new.importing(file)

        #expect(try Self.sales(new) == Self.sales(old))
        #expect(try Self.sales(new).count == 3)
        #expect(try await new.household.plan(file).counts.unchanged == file.rows.count)
    }

    @Test("Paid sales, and the purchases of a removed person, are not owed")
    func settledSales() async throws {
        let (old, new) = (try TestHousehold(), try TestHousehold())
        try await old.importing(
            """
            number,date,customer,email,product,quantity,price,isOnAccount
            1,2026-11-20,Ann,ann@example.com,Mug,1,2.00,yes
            2,2026-11-20,Bob,bob@example.com,Mug,1,3.00,yes
            3,2026-11-20,Cid,cid@example.com,Mug,1,4.00,yes

            """)
        try await old.household.container.write { context in
            for sale in try context.fetch(FetchRequest<Sale>()) {
                switch sale.number {
                case 1:
                    try sale.pay(
                        [PaymentDraft(kind: 1, amount: 2)], on: #require(sale.day), in: context)
                case 2: try sale.customer?.anonymize(in: context)
                default: break
                }
            }
            try old.household.save(context)
        }
        var reading = ImportReading()
        reading.kind = .lines

        let file = try ImportFile(storeAt: Self.store(of: old), named: "old", reading: reading)
        try await new.importing(file)

        let owed = try await new.household.container.read { context in
            Dictionary(
                uniqueKeysWithValues: try context.fetch(FetchRequest<Sale>()).map {
                    ($0.number, $0.owed)
                })
        }
        #expect(owed == [1: 0, 2: 0, 3: 4])
    }
}
