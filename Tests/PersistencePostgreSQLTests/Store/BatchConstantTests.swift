import Foundation
import Persistence
import Testing

@testable import PersistencePostgreSQL

@Suite("Constants in batch requests")
struct BatchConstantTests {
    private func yard() throws -> TestYard {
        let yard = try TestYard()
        let context = yard.context()
        _ = try context.make(
            "Tool", ["name": "Axe", "price": Decimal(3), "made": Date.distantPast])
        try context.save()
        return yard
    }

    private func update(_ key: String, _ value: AttributeValue, in yard: TestYard) throws {
        var request = BatchUpdateRequest(entityName: "Tool")
        request.propertiesToUpdate = [key: .constant(value)]
        _ = try yard.context().execute(request)
    }

    @Test("NaN is refused as a decimal, and equals no value")
    func noNumber() throws {
        let yard = try yard()

        #expect(throws: PersistenceError.self) { try update("price", .decimal(.nan), in: yard) }

        let context = yard.context()
        for number in ["3520", "5", "0"] {
            _ = try context.make("Tool", ["name": number, "price": Decimal(string: number)])
        }
        try context.save()
        var request = FetchRequest<ManagedObject>(entityName: "Tool")
        request.predicate = try FetchPredicate(format: "price == %@", Decimal.nan)
        #expect(try yard.context().count(for: request) == 0)
    }

    @Test("A computed number out of range is reported with its value and the limit")
    func beyondRange() throws {
        let yard = try yard()
        try update("short", .integer(30_000), in: yard)
        var request = BatchUpdateRequest(entityName: "Tool")
        request.propertiesToUpdate = ["whole": try FetchExpression(format: "short * short")]
        _ = try yard.context().execute(request)
        #expect(try yard.look().numbers("SELECT zwhole FROM ztool") == [900_000_000])
        request.propertiesToUpdate = ["short": try FetchExpression(format: "short * short")]

        #expect {
            try yard.context().execute(request)
        } throws: { error in
            "\(error)" == "Tool: short is too large: at most 32767, not 900000000."
        }
    }

    @Test("A date out of range is refused as a value, and allowed in a comparison")
    func farDates() throws {
        let yard = try yard()
        let far = Date(timeIntervalSinceReferenceDate: 1e15)

        for date in [far, Date(timeIntervalSinceReferenceDate: -1e15)] {
            let error = #expect(throws: PersistenceError.self) {
                try update("made", .date(date), in: yard)
            }
            guard case .misuse = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }

        let tool = try #require(try yard.context().named("Tool").first)
        #expect(try tool.value(forKey: "made") as? Date == .distantPast)
        var request = FetchRequest<ManagedObject>(entityName: "Tool")
        request.predicate = try FetchPredicate(format: "made < %@", far)
        #expect(try yard.context().count(for: request) == 1)
    }
}
