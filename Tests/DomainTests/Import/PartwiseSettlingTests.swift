import Foundation
import Persistence
import Testing

@testable import Domain

@Suite("Sales that later parts of an import settle")
struct PartwiseSettlingTests {
    private let shop: TestHousehold
    private let before: [String]

    init() throws {
        shop = try TestHousehold(importPartSize: .short)
        try shop.addCustomer("Ann", emailid: "ann@example.com", [.line("Product 7", 1, "2.50")])
        before = try shop.contents()
    }

    /// Lines of sales on account, with a return to sale 2 in the middle and another at the end.
    private static var lines: String {
        let later = PartwiseSalesImportTests.lines(73...142).split(separator: "\n")
        let text =
            PartwiseSalesImportTests.lines()
            + later.dropFirst().dropLast().map { $0 + "\n" }.joined()
            + "143,1,2026-11-21,,,,2,Product 4,1,2.50\n"
        return onAccount(text)
    }

    private static func onAccount(_ text: String) -> String {
        text.split(separator: "\n").enumerated().map { index, row in
            let isReturn = row.hasPrefix("72,") || row.hasPrefix("143,")
            return "\(row),\(index == 0 ? "isOnAccount" : isReturn ? "" : "yes")\n"
        }.joined()
    }

    private static func sale(_ context: ManagedObjectContext) throws -> Sale {
        try #require(try context.fetch(FetchRequest<Sale>()).first { $0.number == 2 })
    }

    private func owed() throws -> Decimal {
        try shop.household.container.read { try Self.sale($0).owed }
    }

    /// Changes the note of sale 2.
    private static func note(in shop: TestHousehold) throws {
        try shop.household.container.write { context in
            try sale(context).note = "It was a gift"
            try shop.household.save(context)
        }
    }

    @Test(
        "Returns in later parts need not be paid, and all of it is undone",
        arguments: [1, 2])
    func settled(returns: Int) async throws {
        let text = returns == 1 ? Self.onAccount(PartwiseSalesImportTests.lines()) : Self.lines

        let record = try await shop.importing(text)

        #expect(try owed() == (returns == 1 ? 12.5 : 10))
        guard case .done(let undone) = try await shop.household.undoImport(record.id) else {
            Issue.record("It was not taken back")
            return
        }
        #expect(undone.left == [])
        #expect(try shop.contents() == before)
    }

    @Test("A change to a sale that the import settled prevents the undo too")
    func changedSince() async throws {
        let record = try await shop.importing(Self.lines)
        try Self.note(in: shop)
        let contents = try shop.contents()

        let result = try await shop.household.undoImport(record.id)

        guard case .refused(_, let obstacles) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(obstacles == ["Sale 2 was changed."])
        #expect(try shop.contents() == contents)
    }

    @Test("A change to it stays when the import is cancelled, and the rest is owed as before")
    func changedMeanwhile() async throws {
        let shop = self.shop
        let file = try ImportFile(Data(Self.lines.utf8), named: "test.csv")
        let token = try shop.household.imports.keep(file)
        let (isDone, reference) = (Flag(), ProgressReference())
        let progress = ImportProgress { state in
            guard state.phase == .importing, state.fraction >= 0.8, isDone.raise() else { return }
            do { try Self.note(in: shop) } catch { Issue.record(error) }
            reference.cancel()
        }
        reference.set(progress)

        await #expect(throws: CancellationError.self) {
            _ = try await shop.household.confirmImport(token, digest: nil, progress: progress)
        }

        let sales = try shop.contents().filter { $0.hasPrefix("S ") }
        #expect(sales.count == 2 && sales.contains { $0.hasPrefix("S 2 ") }, "\(sales)")
        let note = try await shop.household.container.read { try Self.sale($0).note }
        #expect(note == "It was a gift")
        #expect(try owed() == 15)
    }

    /// Adds a part in which sale 2 was settled, as former versions of the program wrote it.
    private func noteSettlement(of id: String) throws {
        let sale = try shop.household.container.read { context in
            try #require(try Self.sale(context).objectID.recordNumber)
        }
        let change = ChangedRecord(
            entity: "Sale", number: sale, former: ["owedCents": .integer(1_000)],
            new: ["owedCents": .integer(750)])
        try shop.note(ImportPart(made: [], changed: [change]), of: id)
    }

    @Test("Imports of former versions, whose later parts settled sales of earlier ones, are undone")
    func settledLater() async throws {
        let record = try await shop.importing(Self.lines)
        try await shop.household.container.write { context in
            try Self.sale(context).owedCents = 750
            try shop.household.save(context)
        }
        try noteSettlement(of: record.id)

        let result = try await shop.household.undoImport(record.id)

        guard case .done(let undone) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(undone.left == [])
        #expect(try shop.contents() == before)
    }
}
