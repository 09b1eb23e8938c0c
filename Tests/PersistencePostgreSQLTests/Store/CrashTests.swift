import Foundation
import Persistence
import PostgreSQLServer
import Synchronization
import TestSupport
import Testing

@testable import PersistencePostgreSQL

@Suite("Crashes of programs and servers", .blocking, .serialized, .timeLimit(.minutes(60)))
struct CrashTests {
    private static func options() -> StoreDescription {
        var options = StoreDescription.postgreSQL("")
        options.tracksHistory = true
        options.writersTakeTurns = true
        options.postgreSQL.timeout = 600
        return options
    }

    /// A log shared by several writers.
    private final class Log: Sendable {
        let acknowledged = Mutex<Set<Int64>>([])
        let refused = Mutex<Set<Int64>>([])
        let isDone = Atomic(false)

        /// Waits for the given number of further saves.
        func saves(_ count: Int) async throws {
            let known = acknowledged.withLock { $0.count }
            try await waited { acknowledged.withLock { $0.count } >= known + count }
        }
    }

    /// The whole numbers of the tools, in their order.
    private static func numbers(_ look: TestConnection) throws -> [Int64] {
        try look.numbers("SELECT zwhole FROM ztool ORDER BY zwhole")
    }

    @Test("A killed writer loses no acknowledged save, and releases its turn")
    func program() async throws {
        let first = try TestYard(options: Self.options())
        let (address, folder) = (first.address, NSTemporaryDirectory())
        for round in 0..<3 {
            let notes = folder + "saved-\(UUID().uuidString)"
            defer { unlink(notes) }
            _ = FileManager.default.createFile(atPath: notes, contents: nil)
            let start = Int64(round) * 1_000_000
            let patience = 0.15 + 0.1 * Double(round)
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [
                    address = address as String, notes = notes as String, start = start as Int64,
                    patience = patience as Double
                ] in
                let yard = try TestYard(address, options: Self.options())
                let file = try #require(FileHandle(forWritingAtPath: notes))
                let thread = Thread {
                    Thread.sleep(forTimeInterval: patience)
                    kill(getpid(), SIGKILL)
                }
                for number in 1... {
                    let context = yard.context()
                    _ = try context.make("Tool", ["whole": start + Int64(number)])
                    try context.save()
                    // The parent process reads only what is written here.
                    try file.write(contentsOf: Data("\(number)\n".utf8))
                    if number == 3 { thread.start() }
                }
            }
            let text = try String(contentsOfFile: notes, encoding: .utf8)
            let acknowledged = Int64(text.split(separator: "\n").count)
            let kept = try Self.numbers(first.look()).filter { $0 > start }
            #expect(acknowledged >= 3)
            #expect(kept == Array(start + 1...start + Int64(kept.count)))
            // The last save may have been committed without an acknowledgement.
            #expect([acknowledged, acknowledged + 1].contains(Int64(kept.count)))
            // The turn of the killed writer must have ended: the next save would fail otherwise.
            let context = first.context()
            _ = try context.make("Tool", ["whole": Int64(-round)])
            try context.save()
        }
    }

    /// Writes with several programs while something happens to the server, and for a while
    /// afterwards.
    private static func writing(
        _ yards: [TestYard], while disturb: (Log) async throws -> Void
    ) async throws -> Log {
        let log = Log()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, yard) in yards.enumerated() {
                let container = yard.container
                group.addTask {
                    try await write(from: Int64(index) * 1_000_000, to: container, log)
                }
            }
            try await disturb(log)
            try await log.saves(12)
            log.isDone.store(true, ordering: .releasing)
            try await group.waitForAll()
        }
        return log
    }

    private static func write(
        from start: Int64, to container: PersistentContainer, _ log: Log
    ) async throws {
        var number = start
        while !log.isDone.load(ordering: .acquiring) {
            number += 1
            let next = number
            do {
                try await container.write { context in
                    _ = try context.make("Tool", ["whole": next])
                    try context.save()
                }
                log.acknowledged.withLock { _ = $0.insert(next) }
            } catch let error as PostgreSQLError {
                #expect(error.isStoreUnavailable, "\(error)")
                if !error.isOutcomeUnknown { log.refused.withLock { _ = $0.insert(next) } }
                try await Task.sleep(for: .milliseconds(20))
            }
        }
    }

    /// Checks that every reported outcome is right.
    private static func check(_ log: Log, _ look: TestConnection) throws {
        let kept = try numbers(look)
        #expect(Set(kept).count == kept.count)
        #expect(log.acknowledged.withLock { $0.subtracting(kept) } == [])
        #expect(log.refused.withLock { $0.intersection(kept) } == [])
        #expect(log.acknowledged.withLock { $0.count } > 20)
    }

    @Test("A server crash loses no acknowledged save, and writers continue after the restart")
    func server() async throws {
        let server = try TestServer.own()
        let address = try server.newAddress()
        let yards = try (0..<2).map { _ in try TestYard(address, options: Self.options()) }
        let log = try await Self.writing(yards) { log in
            for _ in 0..<2 {
                try await log.saves(12)
                server.crash()
                let known = log.refused.withLock { $0.count }
                try await waited { log.refused.withLock { $0.count } > known }
                try server.start()
            }
        }
        try Self.check(log, yards[0].look())
    }

    @Test("During a failover, the reported outcome of each save is right")
    func failover() async throws {
        let server = try TestServer.own()
        let own = try server.newAddress()
        let standby = try server.replica()
        // Only saves that have reached the standby are acknowledged.
        try server.run("ALTER SYSTEM SET synchronous_standby_names = '*'")
        try server.run("SELECT pg_reload_conf()")
        let address =
            own.replacing(
                server.socketFolder, with: server.socketFolder + "," + standby.socketFolder)
            + "&target_session_attrs=read-write"
        let yards = try (0..<2).map { _ in try TestYard(address, options: Self.options()) }
        let log = try await Self.writing(yards) { log in
            try await log.saves(20)
            server.crash()
            try standby.run("SELECT pg_promote()")
        }
        try Self.check(log, TestConnection(standby.address(like: own, of: server)))
    }
}
