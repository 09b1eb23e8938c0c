import Foundation
import PostgreSQLServer
import Synchronization
import TestSupport
import Testing

@testable import PersistencePostgreSQL

@Suite("Change listener", .blocking)
struct ChangeListenerTests {
    /// The events of a listener, and a way to wait for the next one.
    private final class Heard: Sendable {
        private let events = Mutex<[ChangeListener.Event]>([])
        private let arrivals = DispatchSemaphore(value: 0)

        func add(_ event: ChangeListener.Event) {
            events.withLock { $0.append(event) }
            arrivals.signal()
        }

        func next() throws -> ChangeListener.Event {
            try #require(arrivals.wait(timeout: .now() + 600) == .success)
            return events.withLock { $0.removeFirst() }
        }
    }

    @Test("A listener receives its channel's notifications, and a gap after a lost connection")
    func listening() throws {
        let address = try ServerAddress(TestServer.shared().address)
        let heard = Heard()
        let listener = try ChangeListener(address, channel: "listening_test") { heard.add($0) }
        defer { listener.stop() }
        let other = try ServerConnection(address)
        try other.execute("NOTIFY another_test, 'no'")
        try other.execute("NOTIFY listening_test, 'first'")
        #expect(try heard.next() == .notification("first"))
        try other.execute(
            """
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE query = 'LISTEN listening_test'
            """)
        #expect(try heard.next() == .loss)
        #expect(try heard.next() == .gap)
        try other.execute("NOTIFY listening_test, 'second'")
        #expect(try heard.next() == .notification("second"))
    }

    @Test("A notification that arrives during a poll is delivered")
    func arrivalsDuringLooks() throws {
        let address = try ServerAddress(TestServer.shared().address)
        let heard = Heard()
        let looks = Atomic<Int>(0)
        let poll = ChangeListener.Poll(interval: .milliseconds(10)) { connection in
            // The notification arrives before the answer of the poll, and together with it.
            guard looks.add(1, ordering: .relaxed).oldValue == 0 else { return false }
            try ServerConnection(address).execute("NOTIFY look_test, 'meanwhile'")
            try connection.run("SELECT pg_sleep(0.05)")
            return false
        }
        let listener = try ChangeListener(address, channel: "look_test", poll: poll) {
            heard.add($0)
        }
        defer { listener.stop() }
        #expect(try heard.next() == .notification("meanwhile"))
    }
}
