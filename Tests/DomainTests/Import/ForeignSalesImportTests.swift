import Foundation
import ObjectModel
import Persistence
import Testing

@testable import Domain

@Suite("Sales from stores of other programs")
struct ForeignSalesImportTests {
    private static let purchases: [ForeignStore.Purchase] = [
        .init(buyer: "Ann", article: "Mug", quantity: 2, price: "1.5", day: "2026-11-20"),
        .init(buyer: "Ann", article: "Pan", quantity: 1, price: "9", day: "2026-11-20"),
        .init(buyer: "Bob", article: "Mug", quantity: 4, price: "1.25", day: "2026-11-21"),
    ]

    /// The sales of a household that has imported a store.
    private static func sales(_ store: ForeignStore) async throws -> [String] {
        let test = try TestHousehold()
        try await test.importing(ImportFile(storeAt: store.path, named: "shop"))
        return try test.contents().filter { $0.hasPrefix("S ") }
    }

    @Test("Purchases of another program become lines once, related by names")
    func foreignSales() async throws {
        let store = try ForeignStore.purchases(Self.purchases)
        let test = try TestHousehold()

        let file = try ImportFile(storeAt: store.path, named: "shop")
        let outline = try ImportOutline(storeAt: store.path, reading: ImportReading())
        try await test.importing(file)
        var reading = ImportReading()
        reading.mapping = try ColumnMapping("price =\nbuyer.fullName = note")
        let other = try ImportFile(storeAt: store.path, named: "shop", reading: reading)

        #expect(file.kind == .lines)
        #expect(
            try test.contents().filter { !$0.hasPrefix("P ") } == [
                "C Ann ann@example.com - 1", "C Bob - - 1",
                "S 1 2026-11-20 Ann [\"2xMug@1.5\", \"1xPan@9\"] - 0",
                "S 2 2026-11-21 Bob [\"4xMug@1.25\"] - 0",
            ])
        #expect(try await test.household.plan(file).counts.unchanged == 3)
        #expect(file.ignoredColumns == ["buyer.birthday"])
        let columns = outline.readColumns
        #expect(
            columns["buyer.fullName"] == .customerName && columns["article.title"] == .productName)
        #expect(!other.columns.contains(.unitPrice) && !other.columns.contains(.customerName))
        #expect(other.columns.contains(.note))
    }

    @Test(
        "Quantities are counted, whatever type another program uses",
        arguments: [AttributeType.integer16, .double, .decimal])
    func quantities(type: AttributeType) async throws {
        let store = try ForeignStore.purchases(Self.purchases, type)

        #expect(
            try await Self.sales(store) == [
                "S 1 2026-11-20 Ann [\"2xMug@1.5\", \"1xPan@9\"] - 0",
                "S 2 2026-11-21 Bob [\"4xMug@1.25\"] - 0",
            ])
    }

    @Test("Half a piece is refused with its name", arguments: [AttributeType.double, .decimal])
    func halfPieces(type: AttributeType) async throws {
        let half = try #require(Decimal(string: "2.5"))
        let store = try ForeignStore.purchases(
            [.init(buyer: "Bob", article: "Mug", quantity: half, price: "1", day: "2026-11-21")],
            type)
        let file = try ImportFile(storeAt: store.path, named: "shop")
        let test = try TestHousehold()

        let plan = try await test.household.plan(file)

        #expect(
            try plan.refusals == [
                "1 quantity: 2.5 is not a whole number, and “Mug” is without a unit such as m or kg."
            ])
    }

    @Test("Lines of a day without times become one sale per customer, in any order")
    func mixedLines() async throws {
        let store = try ForeignStore.purchases([
            .init(buyer: "Bob", article: "Mug", quantity: 4, price: "1.25", day: "2026-11-20"),
            .init(buyer: "Ann", article: "Mug", quantity: 2, price: "1.5", day: "2026-11-20"),
            .init(buyer: "Bob", article: "Pan", quantity: 1, price: "9", day: "2026-11-20"),
            .init(buyer: "Ann", article: "Pan", quantity: 3, price: "9", day: "2026-11-20"),
        ])

        #expect(
            try await Self.sales(store) == [
                "S 1 2026-11-20 Ann [\"2xMug@1.5\", \"3xPan@9\"] - 0",
                "S 2 2026-11-20 Bob [\"4xMug@1.25\", \"1xPan@9\"] - 0",
            ])
    }
}
