import Testing

@testable import Persistence

@Suite("The record of statements")
struct SQLTraceTests {
    @Test("The last statements are kept, and no more than was asked for")
    func capacity() {
        let trace = SQLTrace(capacity: 3)

        for number in 0..<100 { trace.record("SELECT \(number)") }

        #expect(trace.sql == ["SELECT 97", "SELECT 98", "SELECT 99"])
        trace.removeAll()
        #expect(trace.sql.isEmpty)
    }
}
