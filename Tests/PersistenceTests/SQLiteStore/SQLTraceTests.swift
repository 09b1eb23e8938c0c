import Synchronization
import Testing

@testable import Persistence

@Suite("SQL traces")
struct SQLTraceTests {
    @Test("The last statements are kept, up to the capacity")
    func capacity() {
        let trace = SQLTrace(capacity: 3)

        for number in 0..<100 { trace.record("SELECT \(number)") }

        #expect(trace.sql == ["SELECT 97", "SELECT 98", "SELECT 99"])
        trace.removeAll()
        #expect(trace.sql.isEmpty)
    }

    @Test("The largest capacity keeps all statements")
    func unbounded() {
        let trace = SQLTrace(capacity: .max)

        for number in 0..<3 { trace.record("SELECT \(number)") }

        #expect(trace.sql == ["SELECT 0", "SELECT 1", "SELECT 2"])
    }

    @Test("A handler receives each statement at once, even with a capacity of zero")
    func handler() {
        let heard = Mutex<[String]>([])
        let trace = SQLTrace(capacity: 0) { sql in heard.withLock { $0.append(sql) } }

        trace.record("SELECT 1")
        trace.record("SELECT 2")

        #expect(heard.withLock { $0 } == ["SELECT 1", "SELECT 2"])
        #expect(trace.sql.isEmpty)
    }
}
