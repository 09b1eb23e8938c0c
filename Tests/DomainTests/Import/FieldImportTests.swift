import Foundation
import Persistence
import Testing

@testable import Domain

@Suite("Imports of custom fields")
struct FieldImportTests {
    private static func fields(_ household: TestHousehold) throws -> [String] {
        try household.household.container.read { context in
            try ItemField.all(in: context).map { "\($0.name ?? "") \($0.kind ?? "")" }.sorted()
        }
    }

    private static func values(_ household: TestHousehold, of name: String) throws -> [String] {
        try household.household.container.read { context in
            try TestHousehold.item(name, context).fieldValues.map { value in
                "\(value.field?.name ?? "")=\(value.text ?? "")"
                    + (value.number.map { " \($0)" } ?? "")
                    + (value.date.map { " \(CalendarDay($0))" } ?? "")
            }.sorted()
        }
    }

    private static let table =
        "itemName,serialNumber,fields.Watts,fields.Checked,fields.Loud,fields.Colour,fields.Code\n"
        + "Drill,1,750,2026-05-01,yes,red,007\nLamp,2,,,,,\nSaw,3,7.5,2026-06-02,no,,12\n"

    @Test("Fields are created with their values once, and the undo of the import deletes them")
    func made() async throws {
        let household = try TestHousehold()

        let plan = try await household.plan(Self.table)
        let record = try await household.importing(Self.table)
        let again = try await household.plan(Self.table)

        #expect(
            try plan.rows.outcome(at: 0).notes == [
                "adds the field “Watts”", "adds the field “Checked”", "adds the field “Loud”",
                "adds the field “Colour”", "adds the field “Code”",
            ])
        #expect(
            try Self.fields(household) == [
                "Checked date", "Code text", "Colour text", "Loud flag", "Watts number",
            ])
        #expect(
            try Self.values(household, of: "Drill") == [
                "Checked=2026-05-01 2026-05-01", "Code=007", "Colour=red", "Loud=yes",
                "Watts=750 750",
            ])
        #expect(again.counts.unchanged == 3)
        guard case .done = try await household.household.undoImport(record.id) else {
            Issue.record("It was not taken back")
            return
        }
        #expect(try Self.fields(household).isEmpty)
        #expect(try household.names().isEmpty)
    }

    @Test(
        "An existing field keeps its kind, and an invalid value refuses the row")
    func present() async throws {
        let household = try TestHousehold()
        try await household.household.container.write { context in
            let field = try ItemField.append(in: context)
            field.name = "WATTS"
            field.kind = "number"
            try household.household.save(context)
        }

        let refused = try await household.plan(
            "itemName,serialNumber,fields.Watts\nDrill,1,much\n")
        let record = try await household.importing(
            "itemName,serialNumber,fields.Watts\nDrill,1,700\n")
        let changed = try await household.plan("itemName,serialNumber,fields.Watts\nDrill,1,750\n")
        let kept = try await household.plan("itemName,serialNumber,fields.Watts\nDrill,1,\n")

        #expect(try refused.refusals == ["2 fields: “Watts”: “much” is not a number."])
        #expect(try changed.changes == ["2 fields: Watts: 700 → Watts: 750"])
        #expect(kept.counts.unchanged == 1)
        #expect(try Self.fields(household) == ["WATTS number"])
        guard case .done = try await household.household.undoImport(record.id) else {
            Issue.record("It was not taken back")
            return
        }
        #expect(try Self.fields(household) == ["WATTS number"])
    }

    @Test("A new field that was used since prevents the undo")
    func strangers() async throws {
        let household = try TestHousehold()
        let record = try await household.importing(Self.table)
        try household.add(["Fan"])
        try await household.household.container.write { context in
            let fan = try TestHousehold.item("Fan", context)
            let field = try #require(
                try ItemField.named("Watts", of: nil, in: context))
            fan.setValue(try field.fieldKind.reading("40"), of: field, in: context)
            try household.household.save(context)
        }

        guard case .refused(_, let obstacles) = try await household.household.undoImport(record.id)
        else {
            Issue.record("It was taken back")
            return
        }
        #expect(obstacles == ["Item “Fan” now has something in the field “Watts”."])
    }

    @Test(
        "Homebox’s references become keys, and its lifetime warranties and fields are imported"
    )
    func homebox() async throws {
        let household = try TestHousehold()
        let table =
            "HB.import_ref,HB.parent_import_ref,HB.name,HB.purchase_time,HB.lifetime_warranty,"
            + "HB.warranty_expires,HB.notes,HB.field.Value in dollars,HB.field.Type\n"
            + "case-1,,Case,2024-05-01,true,,,120,Tools\n"
            + "8F1B0C5E-0000-4000-8000-000000000001,case-1,Drill,,false,2027-03-01,,,\n"
            + ",gone,Lamp,,false,,,,\n"

        try await household.importing(table)
        let again = try await household.plan(table)
        let found = try await household.household.container.read { context in
            let (box, drill) = (
                try TestHousehold.item("Case", context), try TestHousehold.item("Drill", context)
            )
            return [
                drill.container?.itemName ?? "", drill.key.uuidString, box.warranty?.text ?? "",
                drill.warranty?.text ?? "", "\(box.valueInDollars)", box.assetType?.label ?? "",
                box.purchaseDate.map { "\(CalendarDay($0))" } ?? "", box.notes ?? "",
            ]
        }

        #expect(
            found == [
                "Case", "8F1B0C5E-0000-4000-8000-000000000001", "for life", "2027-03-01", "120",
                "Tools", "2024-05-01", "Import ref: case-1",
            ])
        #expect(again.counts.unchanged == 3)
    }

    @Test("Snipe-IT’s custom fields become fields, and its own columns do not")
    func snipeIT() async throws {
        let household = try TestHousehold()

        try await household.importing(
            "Asset Name,Asset Tag,Serial,Status,Checked Out To,MAC Address,RAM\n"
                + "Laptop,T-1,PF-1,Ready,Ann,00:1A:2B,16\n")

        #expect(try Self.fields(household) == ["MAC Address text", "RAM number"])
        #expect(
            try Self.values(household, of: "Laptop") == ["MAC Address=00:1A:2B", "RAM=16 16"])
    }

    @Test("A field with the security codes of cards refuses the file of any program")
    func securityCodes() {
        for header in ["itemName,serialNumber,fields.CVV", "HB.name,HB.field.Card CVC"] {
            let text = header + "\n" + (header.hasPrefix("HB") ? "Card,123\n" : "Card,1,123\n")
            #expect(throws: ImportFault.self) {
                try ImportFile(Data(text.utf8), named: "x.csv")
            }
        }
    }

    @Test("A long table is imported in parts, and creates each field once")
    func parts() async throws {
        let household = try TestHousehold(importPartSize: .short)
        let rows = (1...120).map { "Thing \($0),S-\($0),\($0 == 1 ? "" : "\($0)")\n" }.joined()

        let record = try await household.importing("itemName,serialNumber,fields.Number\n" + rows)
        let count = try await household.household.container.read { context in
            try context.count(for: FetchRequest<ItemFieldValue>())
        }

        #expect(count == 119)
        #expect(try Self.fields(household) == ["Number number"])
        guard case .done = try await household.household.undoImport(record.id) else {
            Issue.record("It was not taken back")
            return
        }
        #expect(try Self.fields(household).isEmpty)
    }

    @Test("Loans and maintenance are imported, and items on loan stay so")
    func lendingAndCare() async throws {
        let household = try TestHousehold()
        let care = """
            [{"title":"Oil it","due":"2027-01-05","interval":"6 months",\
            "done":[{"date":"2026-07-05","cost":"12.50"}]}]
            """
        let table =
            "itemName,serialNumber,lentTo,lentSince,lentUntil,care\n"
            + "Drill,1,Bob,2026-05-01,2026-06-01,\""
            + care.replacingOccurrences(of: "\"", with: "\"\"") + "\"\n"

        try await household.importing(table)
        let again = try await household.plan(table)
        let other = try await household.plan(table.replacingOccurrences(of: "Bob", with: "Eve"))
        let later = try await household.plan(
            table.replacingOccurrences(of: "2026-06-01", with: "2026-07-01"))
        let broken = try await household.plan(
            "itemName,serialNumber,care\nSaw,2,nonsense\n")
        let found = try await household.household.container.read { context in
            let drill = try TestHousehold.item("Drill", context)
            let task = try #require(drill.careTasks.first)
            return [
                drill.openLoan()?.borrower ?? "",
                drill.openLoan()?.due.map { "\(CalendarDay($0))" } ?? "",
                try CareEntry.text(CareEntry.all(of: drill)), task.interval ?? "",
            ]
        }

        #expect(found[0...1] == ["Bob", "2026-06-01"])
        #expect(try CareEntry.list(found[2]) == CareEntry.list(care))
        #expect(again.counts.unchanged == 1)
        #expect(try other.rows.outcome(at: 0).notes == ["it is lent to Bob and stays so"])
        #expect(try later.rows.outcome(at: 0).notes == ["its loan to Bob stays as it is"])
        #expect(try broken.refusals == ["2 care: it is not in the format of an export."])
    }

    @Test("A row says which of its values do not change an existing item")
    func leftAsItIs() async throws {
        let household = try TestHousehold()
        let header = "itemName,serialNumber,itemNumber,lastSeen\n"
        try await household.importing(header + "Saw,1,A-0001,\nDrill,2,A-0002,\n")

        let plan = try await household.plan(header + "Saw,1,A-0002,2026-05-01\n")

        #expect(plan.counts.unchanged == 1)
        #expect(
            try plan.rows.outcome(at: 0).notes == [
                "A-0002 is taken; it keeps A-0001",
                "lastSeen is left as it is: it follows the stocktakes",
            ])
    }

    @Test(
        "A loan that a form would refuse is refused in a table",
        arguments: [
            ("Bob,2026-05-01,2026-04-01", "lentUntil: 2026-04-01 is before 2026-05-01."),
            ("Bob,9000-01-01,", "lentSince: 9000-01-01 is in the future."),
        ])
    func loanFaults(cells: String, fault: String) async throws {
        let household = try TestHousehold()

        let refused = try await household.plan(
            "itemName,serialNumber,lentTo,lentSince,lentUntil\nSaw,1,\(cells)\n")
        let nobody = try await household.plan(
            "itemName,serialNumber,lentTo,lentSince,lentUntil\nSaw,1,,2026-05-01,\n")

        #expect(try refused.refusals == ["2 " + fault])
        #expect(
            try nobody.rows.outcome(at: 0).notes == [
                "2026-05-01 is left out: it does not say who has the item"
            ])
    }

    @Test(
        "Maintenance of an item that cannot be read is refused with its name",
        arguments: [
            (
                #""interval":"fortnight","due":"2027-01-05""#,
                "“fortnight” is not an interval, such as 2 weeks, 6 months or 1 year"
            ),
            (#""interval":"6 months""#, "enter when it is due first"),
            (#""due":"soon""#, "“soon” is not a day; write year, month and day as in 2026-11-21"),
            (#""done":[{"date":"9000-01-01"}]"#, "9000-01-01 is in the future"),
            (#""done":[{"date":"2026-02-30"}]"#, "there is no day “2026-02-30” in the calendar"),
        ])
    func careFaults(members: String, fault: String) async throws {
        let household = try TestHousehold()
        let cell = "[{\"title\":\"Oil\",\(members)}]".replacing("\"", with: "\"\"")

        let plan = try await household.plan("itemName,serialNumber,care\nSaw,1,\"\(cell)\"\n")

        #expect(try plan.refusals == ["2 care: “Oil”: \(fault)."])
    }

    @Test(
        "Maintenance with a negative amount or a title of two lines is refused", arguments: [0, 1])
    func careTexts(which: Int) async throws {
        let household = try TestHousehold()
        let text = which == 0 ? #"[{"title":"Oil","cost":"-5"}]"# : #"[{"title":"Oil\nit"}]"#
        let cell = text.replacing("\"", with: "\"\"")

        let plan = try await household.plan("itemName,serialNumber,care\nSaw,1,\"\(cell)\"\n")

        let refusal = try #require(try plan.refusals.first)
        #expect(refusal.hasPrefix("2 care: “Oil"))
        #expect(!refusal.contains("day"))
        #expect(which == 0 || refusal.hasSuffix("a title is one line."))
    }
}
