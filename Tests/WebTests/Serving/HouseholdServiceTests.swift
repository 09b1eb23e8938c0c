import Foundation
import Persistence
import ServiceLifecycle
import Testing

@testable import Domain
@testable import Web

/// The background work of a running server.
@Suite(.timeLimit(.minutes(10)))
struct HouseholdServiceTests {
    @Test("Expired files of imports are deleted without a request")
    func staleImports() async throws {
        try await Self.run { household in
            let file = try ImportFile(Data("name\nMug\n".utf8), named: "test.csv", kind: .products)
            let token = try household.imports.keep(file)
            let path = "\(household.directory.imports)/\(token).waiting"
            try FileManager.default.setAttributes(
                [.modificationDate: Date() - 90_000], ofItemAtPath: path)

            while FileManager.default.fileExists(atPath: path) {
                try await Task.sleep(for: .milliseconds(5))
            }
        }
    }

    @Test("A removed person is erased in the background")
    func erasing() async throws {
        try await Self.run { household in
            try await household.container.write { context in
                let draft = SaleDraft(
                    day: CalendarDay.today(),
                    lines: [SaleDraft.Line(.productNamed("Mug"), unitPrice: 3)])
                let customer = try Customer.add(
                    named: "Quentin Quokka", firstSale: draft, in: context)
                try household.save(context)
                try customer.anonymize(in: context)
                try household.save(context)
            }

            while household.hasPendingErasure { try await Task.sleep(for: .milliseconds(5)) }

            let log = household.directory.store + "-wal"
            #expect(FileManager.default.contents(atPath: log)?.isEmpty == true)
        }
    }

    @Test("Work after a save is retried until it succeeds, and the log has the reason")
    func unfinishedWork() async throws {
        let log = LogRecorder()
        try await Self.run(log) { household in
            let obstacle =
                "\(household.directory.imports)/" + String(repeating: "a", count: 32)
                + ".waiting"
            try FileManager.default.createDirectory(
                atPath: obstacle, withIntermediateDirectories: false)
            try await household.container.write { context in
                let draft = SaleDraft(
                    day: CalendarDay.today(),
                    lines: [SaleDraft.Line(.productNamed("Mug"), unitPrice: 3)])
                let customer = try Customer.add(
                    named: "Quentin Quokka", firstSale: draft, in: context)
                try household.save(context)
                try customer.anonymize(in: context)
                try household.save(context)
            }
            #expect(household.hasUnfinishedWork)
            while !log.texts.contains(where: { $0.contains("Work after a save") }) {
                try await Task.sleep(for: .milliseconds(5))
            }

            try FileManager.default.removeItem(atPath: obstacle)
            while household.hasUnfinishedWork { try await Task.sleep(for: .milliseconds(5)) }
        }
    }

    @Test("Imports whose records cannot be read are in the log")
    func unreadableImports() async throws {
        let log = LogRecorder()
        try await Self.run(log, preparing: { try $0.addUnreadableImport("unreadable") }) { _ in
            while !log.texts.contains(where: { $0.contains("unreadable of") }) {
                try await Task.sleep(for: .milliseconds(5))
            }
        }
    }

    private static func run(
        _ log: LogRecorder = LogRecorder(), preparing: (Household) throws -> Void = { _ in },
        _ body: @escaping @Sendable (Household) async throws -> Void
    ) async throws {
        let folder = NSTemporaryDirectory() + "homeowner-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let household = try Household(directory: DataDirectory(path: folder))
        try preparing(household)
        let service = HouseholdService(
            household: household, logger: log.logger, pause: .milliseconds(5),
            sweepInterval: .milliseconds(5))
        let running = Task { try await service.run() }
        defer { running.cancel() }
        try await body(household)
        running.cancel()
        try await running.value
    }
}
