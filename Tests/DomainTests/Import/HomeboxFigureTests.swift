import Persistence
import Testing

@testable import Domain

@Suite("Quantities and prices of Homebox that no item can have")
struct HomeboxFigureTests {
    @Test(
        "The nearest valid value is used and the original noted; a second import changes nothing",
        arguments: [
            // quantity, price: the values of the item, and its notes.
            ("0", "40", "1 40 worth 0", "Quantity: 0"),
            ("2.5", "40", "3 40 worth 40", "Quantity: 2.5"),
            ("0.2", "40", "1 40 worth 40", "Quantity: 0.2"),
            ("-3", "40", "1 40 worth 0", "Quantity: -3"),
            ("250000", "40", "100000 40 worth 40", "Quantity: 250000"),
            ("4.000", "40", "4 40 worth 40", ""),
            ("several", "40", "1 40 worth 40", "Quantity: several"),
            ("2", "1.234", "2 1.23 worth 1", "Purchase price: 1.234"),
            ("2", "33.3333333", "2 33.33 worth 33", "Purchase price: 33.3333333"),
            ("2", "-5", "2 - worth 0", "Purchase price: -5"),
            ("2", "1234.5", "2 1234.5 worth 1235", ""),
        ])
    func homeboxFigures(
        quantity: String, price: String, expected: String, notes: String
    ) async throws {
        let household = try TestHousehold()
        let table =
            "HB.import_ref,HB.name,HB.quantity,HB.purchase_price,HB.low_stock_threshold\n"
            + "a,Cable,\(quantity),\(price),\n"

        try await household.importing(table)
        let found = try await household.household.container.read { context in
            let item = try TestHousehold.item("Cable", context)
            let price = item.purchasePrice.map { "\($0)" } ?? "-"
            let figures = "\(item.quantity) \(price) worth \(item.valueInDollars)"
            return [figures, item.notes ?? ""]
        }

        #expect(found[0] == expected)
        #expect(
            found[1] == ["Import ref: a", notes].filter { !$0.isEmpty }.joined(separator: "\n"))
        #expect(try await household.plan(table).counts.unchanged == 1)
    }

    @Test("They are noted even if the file has no notes")
    func withoutNotes() async throws {
        let household = try TestHousehold()
        try await household.importing("HB.name,HB.quantity\nCable,2.5\nTape,2\n")
        let notes = try await household.household.container.read { context in
            try ["Cable", "Tape"].map { try TestHousehold.item($0, context).notes ?? "-" }
        }
        #expect(notes == ["Quantity: 2.5", "-"])
    }
}
