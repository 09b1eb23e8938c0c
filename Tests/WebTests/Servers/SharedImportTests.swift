import Foundation
import HTTPTypes
import HummingbirdTesting
import Persistence
import PostgreSQLServer
import Synchronization
import TestSupport
import Testing

@testable import Domain
@testable import Web

@Suite("Imports in progress on servers with one database", .blocking, .timeLimit(.minutes(30)))
struct SharedImportTests {
    private static let token = String(repeating: "0a", count: 16)

    /// Waits until the test continues or cancels the job.
    private static func work(until over: Switch, _ progress: ImportProgress) async throws {
        while !over.isOn.withLock({ $0 }) {
            try progress.advance(to: 1, of: 4)
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    private final class Switch: Sendable {
        let isOn = Mutex(false)
        let error = Mutex<(any Error)?>(nil)
    }

    private func withJobs(
        _ body: (ImportJobs, ImportJobs, Household) async throws -> Void
    ) async throws {
        let shared = try SharedSite()
        let households = try (0..<2).map { _ in try Household(directory: shared.directory) }
        try await body(ImportJobs(households[0]), ImportJobs(households[1]), households[1])
        for household in households { try household.close() }
    }

    @Test("Every server reports the progress of an import on another, and none starts it again")
    func progress() async throws {
        try await withJobs { first, second, household in
            let over = Switch()
            try first.begin(Self.token, at: .everything, named: "things.csv") { progress in
                try await Self.work(until: over, progress)
                return .imported(.gone)
            }
            try await waited {
                try second.running(Self.token, at: .everything)?.state.fraction == 0.25
            }
            let running = try #require(try second.running(Self.token, at: .everything))
            #expect(running.name == "things.csv" && running.state.phase == .reading)
            #expect(try second.knows(Self.token, at: .everything))
            // A user with access to imports of sales does not see it.
            #expect(try second.running(Self.token, at: .sales) == nil)
            #expect(throws: ImportJobs.AlreadyRunning.self) {
                try second.begin(Self.token, at: .everything, named: "") { _ in .changed }
            }
            over.isOn.withLock { $0 = true }
            try await second.end(of: Self.token, at: .everything)
            #expect(try second.running(Self.token, at: .everything) == nil)
            #expect(try second.take(Self.token, at: .everything) == nil)
            let note: ImportJobs.Note? = try household.imports.note(of: Self.token)
            #expect(note == nil)
        }
    }

    @Test("An import is cancelled on any server")
    func callingOff() async throws {
        try await withJobs { first, second, _ in
            let over = Switch()
            try first.begin(Self.token, at: .sales, named: "sales.csv") { progress in
                do { try await Self.work(until: over, progress) } catch {
                    over.error.withLock { $0 = error }
                    throw error
                }
                return .imported(.gone)
            }
            let running = try #require(try second.running(Self.token, at: .sales))
            #expect(try running.cancel())
            try await second.end(of: Self.token, at: .sales)
            #expect(over.error.withLock { $0 } is CancellationError)
        }
    }

    @Test("Every server reports the failure of an import once")
    func endings() async throws {
        try await withJobs { first, second, _ in
            try first.begin(Self.token, at: .everything, named: "x.csv") { _ in
                throw ValidationErrors(
                    status: .contentTooLarge,
                    faults: [FieldError(field: "file", label: "File", message: "is too large")])
            }
            try await second.end(of: Self.token, at: .everything)
            let refusal = try #require(throws: ValidationErrors.self) {
                try second.take(Self.token, at: .everything)
            }
            #expect(refusal.status == .contentTooLarge)
            #expect(refusal.faults.map(\.text) == ["File: is too large"])
            #expect(try second.take(Self.token, at: .everything) == nil)
        }
    }

    @Test("An import whose server ended is not in progress for the others")
    func ended() async throws {
        let shared = try SharedSite()
        let household = try Household(directory: shared.directory)
        let jobs = ImportJobs(household)
        try household.imports.note(
            ImportJobs.Note(place: .sales, name: "x.csv", state: ImportProgress().state),
            of: Self.token)
        // There is no lease on it.
        #expect(try jobs.running(Self.token, at: .sales) == nil)
        let note: ImportJobs.Note? = try household.imports.note(of: Self.token)
        #expect(note == nil)
        try household.close()
    }

    @Test("A server that starts does not disturb an import in progress on another")
    func starting() async throws {
        let shared = try SharedSite()
        let household = try Household(directory: shared.directory)
        let rows = 4_000
        let text =
            "itemName,serialNumber\n" + (1...rows).map { "Thing \($0),S\($0)\n" }.joined()
        let file = try ImportFile(Data(text.utf8), named: "things.csv")
        // On a busy machine the request may be too late.
        var starts = 0
        while starts == 0 {
            let token = try household.imports.keep(file)
            let isOver = Mutex(false)
            let importing = Task {
                defer { isOver.withLock { $0 = true } }
                return try await household.confirmImport(token, digest: nil)
            }
            while !isOver.withLock({ $0 }) {
                if try household.unfinishedImports().isEmpty {
                    try await Task.sleep(for: .milliseconds(1))
                } else {
                    try Household(directory: shared.directory).close()
                    starts += 1
                }
            }
            guard case .done(let record) = try await importing.value else {
                Issue.record("It was not done")
                return
            }
            #expect(record.counts.new == rows)
            let count = try await household.container.read {
                try $0.count(for: FetchRequest<Item>())
            }
            #expect(count == rows)
            guard case .done = try await household.undoImport(token) else {
                Issue.record("It was not taken back")
                return
            }
        }
        try household.close()
    }

    @Test("The rest of an import on a server that ended is undone by another")
    func takingBack() async throws {
        let shared = try SharedSite()
        let household = try Household(directory: shared.directory)
        let text = "itemName,serialNumber\nThing,S1\n"
        let file = try ImportFile(Data(text.utf8), named: "things.csv")
        let begun = ImportRecord(id: Self.token, of: file)
        let claim = try #require(try household.container.coordinator.claim("import \(Self.token)"))
        try household.keep(begun)
        try household.forgetStale()
        #expect(try household.unfinishedImports().map(\.id) == [Self.token])
        claim.release()
        try household.forgetStale()
        #expect(try household.unfinishedImports().isEmpty)
        try household.close()
    }

    @Test("A server that lost its claim saves no further parts, and another undoes the rest")
    func lostClaims() async throws {
        let shared = try SharedSite()
        let household = try Household(directory: shared.directory)
        let other = try Household(directory: shared.directory)
        let text =
            "itemName,serialNumber\n" + (1...4_000).map { "Thing \($0),S\($0)\n" }.joined()
        let token = try household.imports.keep(ImportFile(Data(text.utf8), named: "things.csv"))
        let cut = Mutex<Result<Int, any Error>?>(nil)
        let progress = ImportProgress { [name = shared.name] state in
            // Part of it is saved by then.
            guard state.phase == .importing, state.fraction > 0.6, cut.withLock({ $0 == nil })
            else { return }
            let outcome = Result {
                try TestServer.shared().run(
                    "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
                        + "WHERE application_name = '\(name)' AND pid IN "
                        + "(SELECT pid FROM pg_locks WHERE locktype = 'advisory')")
                // The server releases it later.
                var claim: StoreLease?
                while claim == nil {
                    claim = try other.container.coordinator.claim("import \(token)")
                }
                claim?.release()
                let saved = try other.container.read {
                    try $0.count(for: FetchRequest<Item>())
                }
                while try !other.unfinishedImports().isEmpty { try other.forgetStale() }
                return saved
            }
            cut.withLock { $0 = outcome }
        }

        await #expect(throws: HouseholdError.self) {
            try await household.confirmImport(token, digest: nil, progress: progress)
        }

        #expect(try #require(cut.withLock { $0 }).get() > 0)
        let count = try await other.container.read { try $0.count(for: FetchRequest<Item>()) }
        #expect(count == 0)
        #expect(try other.unfinishedImports().isEmpty)
        try household.close()
        try other.close()
    }
}
