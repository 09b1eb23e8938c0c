import Persistence
import Testing

@testable import PersistencePostgreSQL

@Suite("Failed transactions")
struct FailedTransactionTests {
    @Test("A failed transaction is not reported as committed")
    func commit() throws {
        let yard = try TestYard()
        let context = yard.context()
        _ = try context.make("Part", ["name": "First"])
        try context.save()
        let count = yard.store.changeCount

        let error = #expect(throws: PostgreSQLError.self) { try goOn(in: yard) }

        #expect(error?.state == "25P02")
        #expect(yard.store.changeCount == count)
        #expect(try yard.look().texts("SELECT zname FROM zpart") == ["First"])
    }

    /// Writes something, fails, and continues like a caller that has caught the error.
    private func goOn(in yard: TestYard) throws {
        try yard.store.withWriteSession { session in
            try session.transaction { transaction in
                let connection = try #require(transaction as? PostgreSQLTransaction).connection
                try connection.execute("UPDATE zpart SET zname = 'Second'")
                #expect(throws: PostgreSQLError.self) { try connection.execute("SELECT 1 / 0") }
            }
        }
    }
}
