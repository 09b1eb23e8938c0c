import Foundation
import Persistence
import PersistenceInspection
import PostgreSQLServer
import Synchronization
import TestSupport
import Testing

@testable import PersistencePostgreSQL

@Suite("Reading from a replica", .blocking, .timeLimit(.minutes(30)))
struct ReplicaTests {
    private let server: TestServer
    private let address: String

    init() throws {
        server = try TestServer.shared()
        address = try server.newAddress()
    }

    private static func history() -> StoreDescription {
        var options = StoreDescription.postgreSQL("")
        options.tracksHistory = true
        return options
    }

    private func yard(
        readFrom replica: String, patience: Double = 600,
        observer: (@Sendable (ReplicaState) -> Void)? = nil
    ) throws -> TestYard {
        var options = Self.history()
        options.postgreSQL.replicaTimeout = patience
        options.replica = .address(replica)
        options.replicaObserver = observer
        return try TestYard(address, options: options)
    }

    private func names(_ yard: TestYard, having number: Int64? = nil) async throws -> [String] {
        try await ReplicaReading.$minimumTransaction.withValue(number) {
            try await yard.container.read { try $0.names("Tool") }
        }
    }

    private func save(_ name: String, to yard: TestYard) throws {
        let context = yard.context()
        _ = try context.make("Tool", ["name": name])
        try context.save()
    }

    @Test("A replica can be checked, compared and dumped")
    func alone() async throws {
        let yard = try TestYard(address)
        try save("Rake", to: yard)
        let standby = try server.replica()
        let replica = standby.address(like: address, of: server)
        try standby.catchUp(with: server)

        let dump = try StoreDump(at: .address(replica))
        var lines: [String] = []
        try dump.forEachLine { lines.append($0) }
        try dump.close()

        #expect(lines.count == 1 && lines[0].contains("Rake"))
        #expect(try StoreCheck.faults(at: .address(replica)) == [])
        let copies = try StoreFingerprint(at: .address(replica))
        let differences = try StoreFingerprint(at: .address(address)).differences(
            from: copies, countsOnly: false)
        #expect(differences == [])
    }

    @Test("An address without a store is refused as a replica")
    func nothing() throws {
        let first = try TestYard(address, options: Self.history())
        try save("Axe", to: first)
        let empty = try server.newAddress()
        #expect(throws: PersistenceError.self) { _ = try yard(readFrom: empty) }
    }

    @Test("A replica is read if it is up to date, and the primary otherwise")
    func following() async throws {
        let first = try TestYard(address, options: Self.history())
        try save("Axe", to: first)
        let standby = try server.replica()
        let place = standby.address(like: address, of: server)
        try standby.catchUp(with: server)
        let second = try yard(readFrom: place)

        try standby.pauseReplay()
        // A change by another program that writes no history shows which server answers.
        try first.look().execute("UPDATE ztool SET zname = 'Raw'")
        #expect(try await names(second) == ["Raw"])
        #expect(try await names(second, having: 0) == ["Axe"])
        // A change by others that this program has not been notified of.
        #expect(try await names(second, having: .max) == ["Raw"])

        // A save in this program is visible at once.
        try save("Saw", to: second)
        #expect(try await names(second, having: 0) == ["Raw", "Saw"])
        // A save in another program, by its number.
        try save("File", to: first)
        let number = try #require(first.store.latestTransaction)
        #expect(try await names(second, having: number) == ["File", "Raw", "Saw"])

        try standby.resumeReplay()
        try standby.catchUp(with: server)
        try standby.pauseReplay()
        try first.look().execute("UPDATE ztool SET zname = 'Rasp' WHERE zname = 'Raw'")
        #expect(try await names(second, having: number) == ["File", "Raw", "Saw"])
        #expect(try await names(second) == ["File", "Rasp", "Saw"])

        // A nested closure reads the same state.
        try await ReplicaReading.$minimumTransaction.withValue(0) {
            try await second.container.read { [container = second.container] context in
                let inner = try container.read { try $0.names("Tool") }
                #expect(try inner == context.names("Tool"))
            }
        }
    }

    @Test("Reads use the primary if the replica is unavailable")
    func away() async throws {
        let first = try TestYard(address, options: Self.history())
        try save("Axe", to: first)
        let standby = try server.replica()
        let place = standby.address(like: address, of: server)
        try standby.catchUp(with: server)
        let second = try yard(readFrom: place)
        #expect(try await names(second, having: 0) == ["Axe"])
        standby.crash()
        for _ in 0..<5 { #expect(try await names(second, having: 0) == ["Axe"]) }
        try save("Saw", to: second)
        #expect(try await names(second, having: 0) == ["Axe", "Saw"])
    }

    @Test("The observer is notified when a replica is unavailable, and when it is available again")
    func observer() async throws {
        let first = try TestYard(address, options: Self.history())
        try save("Axe", to: first)
        let standby = try server.replica()
        let place = standby.address(like: address, of: server)
        try standby.catchUp(with: server)
        standby.crash()
        let states = Mutex<[ReplicaState]>([])

        let second = try yard(readFrom: place) { state in states.withLock { $0.append(state) } }

        guard case .absent(let reason)? = states.withLock({ $0.first }) else {
            Issue.record("There was no notification")
            return
        }
        #expect(reason.contains(standby.socketFolder))
        for _ in 0..<3 { #expect(try await names(second, having: 0) == ["Axe"]) }
        #expect(states.withLock { $0.count } == 1)
        try standby.start()
        try await waited {
            let found = try await names(second, having: 0)
            #expect(found == ["Axe"])
            return states.withLock { $0.last } == .present
        }
    }

    @Test("A replica that does not respond is skipped, and only the first read waits for it")
    func silence() async throws {
        let first = try TestYard(address, options: Self.history())
        try save("Axe", to: first)
        let standby = try server.replica()
        try standby.catchUp(with: server)
        let replica = standby.address(like: address, of: server)
        let second = try yard(readFrom: replica, patience: 2)
        #expect(try await names(second, having: 0) == ["Axe"])
        let processes = try standby.processes()
        for process in processes { kill(process, SIGSTOP) }
        defer { for process in processes { kill(process, SIGCONT) } }
        let begun = ContinuousClock.now

        #expect(try await names(second, having: 0) == ["Axe"])

        let noticed = ContinuousClock.now
        // Only other threads try the replica again meanwhile. The reads are synchronous, since the
        // threads of the pool may all be in use.
        var lateCount = 0
        for _ in 0..<30 {
            let asked = ContinuousClock.now
            let found = try ReplicaReading.$minimumTransaction.withValue(0) {
                try second.container.read { try $0.names("Tool") }
            }
            #expect(found == ["Axe"])
            if ContinuousClock.now - asked > .seconds(2) { lateCount += 1 }
            usleep(400_000)
        }
        // The machine may pause now and then.
        #expect(lateCount < 10)
        #expect(noticed - begun < .seconds(30))
    }

    @Test("Another store is refused as a replica, and a store without history has none")
    func refusals() throws {
        let first = try TestYard(address, options: Self.history())
        try save("Axe", to: first)
        let other = try TestYard()
        let error = #expect(throws: PersistenceError.self) {
            try yard(readFrom: other.address)
        }
        #expect("\(error.map { "\($0)" } ?? "")".contains("not a replica of the store"))
        var options = StoreDescription.postgreSQL("")
        options.replica = .address(other.address)
        #expect(throws: PersistenceError.self) {
            try TestYard(server.newAddress(), options: options)
        }
    }

    @Test("The latest known transaction advances with own saves and those of others")
    func latest() async throws {
        let (first, second) = (
            try TestYard(address, options: Self.history()),
            try TestYard(address, options: Self.history())
        )
        let before = try #require(first.store.latestTransaction)
        try save("Axe", to: first)
        let number = try #require(first.store.latestTransaction)
        #expect(number > before)
        try await waited { second.store.latestTransaction == number }
        for store in [first.store, second.store] {
            try await waited { store.notifiedTransaction == number }
        }
        #expect(first.coordinator.latestTransaction == number)
        #expect(try TestYard().store.latestTransaction == 0)
    }

    @Test("Doubts about missed changes are resolved by a query, unless they arise during it")
    func doubts() throws {
        let known = HistoryProgress()
        known.record(5)
        #expect(known.surelyLatest == 5)
        known.doubt()
        #expect(known.surelyLatest == nil)
        #expect(known.latest == 5)
        known.clearUp {
            known.doubt()
            return 7
        }
        #expect(known.surelyLatest == nil)
        known.clearUp { 6 }
        #expect(known.surelyLatest == 7)
    }
}
