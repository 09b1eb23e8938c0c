import Foundation
import Persistence
import Testing

@testable import Domain

@Suite("Deleted records that are created again")
struct DeletedRecordsTests {
    private let test: TestHousehold

    init() throws {
        test = try TestHousehold()
    }

    private func change<T: Sendable>(
        _ body: @Sendable (ManagedObjectContext) throws -> T
    ) throws -> T {
        try test.household.container.write { context in
            let result = try body(context)
            try test.household.save(context)
            return result
        }
    }

    /// Deletes an item with a task that was edited and done once.
    private func deletion() throws -> DeletedRecords {
        try test.add(["Drill"])
        try change { context in
            let task = CareTask(context: context)
            task.title = "Oil it"
            task.item = try TestHousehold.item("Drill", context)
            let day = try #require(CalendarDay(year: 2026, month: 5, day: 1))
            task.complete(on: day)
        }
        try change { try Self.task($0).title = "Oil it well" }
        return try change { context in
            let task = try Self.task(context)
            let deleted = try #require(try DeletedRecords(task))
            context.delete(task)
            return deleted
        }
    }

    private static func task(_ context: ManagedObjectContext) throws -> CareTask {
        try #require(try context.existingObject(CareTask.self, recordNumber: 1))
    }

    private func versions() throws -> [Int64] {
        try test.household.container.read { context in
            let task = try Self.task(context)
            return [task.rowVersion] + task.records.map(\.rowVersion)
        }
    }

    @Test("Restored records get later versions, so that earlier forms are out of date")
    func versionsRise() throws {
        let deleted = try deletion()

        _ = try change { try deleted.make(in: $0)?.objectID }

        #expect(try versions() == [3, 2])
        // Once more, with the restored records.
        let again = try change { context in
            let task = try Self.task(context)
            let deleted = try #require(try DeletedRecords(task))
            context.delete(task)
            return deleted
        }
        _ = try change { try again.make(in: $0)?.objectID }
        #expect(try versions() == [4, 3])
    }

    @Test("A file without versions is valid, and the versions start at one again")
    func formerFiles() throws {
        let data = try JSONEncoder().encode(try deletion())
        let text = try #require(String(bytes: data, encoding: .utf8))
        let former = text.replacing(/"version":[0-9]+,?/, with: "").replacing(",}", with: "}")
        #expect(former != text)
        let deleted = try JSONDecoder().decode(DeletedRecords.self, from: Data(former.utf8))

        _ = try change { try deleted.make(in: $0)?.objectID }

        #expect(try versions() == [1, 1])
    }
}
