import Foundation
import Persistence
import Testing

@testable import Domain

@Suite("Days in table columns")
struct DayColumnTests {
    /// The days of the purchase column, as an import of the table reads them.
    private func days(_ cells: [String], _ said: String = "") throws -> [String] {
        let rows = cells.enumerated().map { "Thing \($0.offset),\"\($0.element)\"\r\n" }
        let file = try ImportFile(
            Data(("Name,Purchase Date\r\n" + rows.joined()).utf8), named: "x.csv", kind: .items,
            dayOrders: DayOrders(said))
        return try file.rows.all().map { row in
            do throws(CalendarDayFault) {
                return try ImportDate(parsing: row.cells[.purchaseDate] ?? "").day.description
            } catch {
                return error.description
            }
        }
    }

    private let both =
        "“11/12/2026” is Dec 11, 2026 with the day first, and Nov 12, 2026 with the month first"

    @Test("A single unambiguous day decides the order of its column, wherever it is")
    func decided() throws {
        #expect(
            try days(["24/10/2014", "31/12/1999", "05/06/2020"])
                == ["2014-10-24", "1999-12-31", "2020-06-05"])
        #expect(try days(["05/06/2020", "24-10-2014"]) == ["2020-06-05", "2014-10-24"])
        #expect(
            try days(["11/27/2017 0:00:00", "3/4/2018 0:00:00"]) == ["2017-11-27", "2018-03-04"])
        #expect(try days(["3/4/18", "11/27/17", ""]).prefix(2) == ["2018-03-04", "2017-11-27"])
        #expect(try days(["27-Nov-17", "Nov 27, 2017"]) == ["2017-11-27", "2017-11-27"])
    }

    @Test("An ambiguous column is refused with both readings until an order is chosen")
    func open() throws {
        #expect(try days(["11/12/2026"]) == [both])
        #expect(try days(["11/12/2026", "5/5/2020", "2020-01-02"])[0] == both)
        #expect(try days(["11/12/2026"], "day-first") == ["2026-12-11"])
        #expect(try days(["11/12/2026"], "month-first") == ["2026-11-12"])
        #expect(try days(["11/12/2026"], "purchase date = Month-First") == ["2026-11-12"])
        #expect(try days(["11/12/2026"], "day-first\nPurchase Date=month-first") == ["2026-11-12"])
        #expect(try days(["11/12/2026"], "Purchase Date=\n") == [both])
    }

    @Test("The order that a column implies overrides the chosen one")
    func columnFirst() throws {
        #expect(
            try days(["24/10/2014", "11/12/2026"], "month-first") == ["2014-10-24", "2026-12-11"])
    }

    @Test("A column with contradicting days implies no order")
    func contradiction() throws {
        let mixed = ["24/10/2014", "10/24/2014", "11/12/2026"]

        #expect(try days(mixed) == ["2014-10-24", "2014-10-24", both])
        #expect(try days(mixed, "day-first") == ["2014-10-24", "2014-10-24", "2026-12-11"])
    }

    @Test("Each column decides for itself, and ambiguous ones are named with both readings")
    func columns() throws {
        let text =
            "Name,Purchase Date,Sold Date,fields.Checked\nSofa,24/10/2014,11/12/2026,1/2/2020\n"
        let file = try ImportFile(Data(text.utf8), named: "x.csv", kind: .items)

        #expect(file.openDayColumns.map(\.name) == ["Sold Date", "fields.Checked"])
        #expect(file.openDayColumns.first?.text == "11/12/2026")
        #expect(file.openDayColumns.first?.dayFirst == "2026-12-11")
        #expect(file.openDayColumns.first?.monthFirst == "2026-11-12")
        let values = try file.values(at: 0, in: .dollar)
        #expect(values.map(\.text).contains("Oct 24, 2014"))
    }

    @Test("JSON and a waiting file are read in the same way")
    func waiting() async throws {
        let text = "{\"itemName\":\"Sofa\",\"purchaseDate\":\"11/12/2026\"}\n"
        let orders = try DayOrders("day-first")
        let file = try ImportFile(Data(text.utf8), named: "x.jsonl", dayOrders: orders)
        let household = try TestHousehold()
        let token = try household.household.imports.keep(file)
        let kept = try #require(try household.household.imports.file(for: token))

        for file in [file, kept] {
            #expect(try file.rows.row(at: 0).cells[.purchaseDate] == "2026-12-11")
            #expect(file.openDayColumns.first?.order == .dayFirst)
        }
    }

    @Test("Custom fields with days are decided by their column too")
    func ownField() async throws {
        let household = try TestHousehold()
        try await household.importing("Name,Serial,fields.Checked\nSofa,S,2020-01-01\n", .items)

        let plan = try await household.plan(
            "Name,Serial,fields.Checked\nSofa,S,5/6/2020\nLamp,L,24/6/2020\n", .items)

        guard case .changes(let changes) = try plan.rows.outcome(at: 0).verdict else {
            Issue.record("\(try plan.rows.outcome(at: 0).verdict)")
            return
        }
        #expect(changes.map(\.new) == ["Checked: 2020-06-05"])
    }

    @Test("An order for a missing column is refused with the existing columns")
    func noColumn() throws {
        let fault = ImportFault.noDayColumn(name: "Nope", names: ["Name", "Purchase Date"])
        for cells in [["11/12/2026"], ["24/10/2014"], ["2020-01-01"]] {
            #expect(throws: fault) { try days(cells, "day-first\nNope = month-first") }
        }
        #expect(fault.description.hasSuffix("The columns are “Name” and “Purchase Date”."))
        #expect(
            throws: ImportFault.noDayColumn(name: "Nope", names: ["itemName", "purchaseDate"])
        ) {
            try ImportFile(
                Data(#"{"itemName":"Sofa","purchaseDate":"2020-01-01"}"#.utf8), named: "x.jsonl",
                dayOrders: DayOrders("Nope=day-first"))
        }
    }

    @Test("A setting without an order is refused")
    func noOrder() {
        for line in ["first", "Bought=noon", "=day"] {
            #expect(throws: ImportFault.noDayOrder(line: line)) { try DayOrders(line) }
        }
    }

    @Test("An ambiguous end of a warranty is refused with both readings too")
    func warranty() async throws {
        let plan = try await TestHousehold().plan(
            "Name,Serial,Warranty\nSofa,S,11/12/2026\nLamp,L,3 years\nBed,B,soon\n", .items)

        let refusals = try plan.refusals
        #expect(refusals.count == 2)
        #expect(refusals[0].contains("Dec 11, 2026 with the day first"))
        #expect(refusals[1].contains("“soon” is not a warranty"))
    }

    @Test(
        "Adjacent lines without a number are one sale, however its day is written",
        arguments: [
            (["2025-12-11", "11.12.2025", "11/12/2025", "13/12/2025"], [3, 1]),
            (["11/12/2025", "2025-11-12", "2025-12-11", "11.12.2025", "12/31/2025"], [2, 2, 1]),
            (["12.11.2025 0:00:00", "2025-11-12", "2025-11-12T10:00:00Z"], [2, 1]),
        ])
    func sales(days: [String], counts: [Int]) async throws {
        let shop = try TestHousehold()
        let rows = days.enumerated().map {
            "\($0.element),Zoe,zoe@example.com,Mug \($0.offset),1\n"
        }

        try await shop.importing("date,customer,email,product,price\n" + rows.joined())

        let found = try await shop.household.container.read { context in
            try context.fetch(FetchRequest<Sale>(sortBy: [SortDescriptor(\.number)])).map(
                \.lines.count)
        }
        #expect(found == counts)
    }
}
