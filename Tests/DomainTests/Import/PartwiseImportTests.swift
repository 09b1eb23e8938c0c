import Foundation
import Persistence
import Synchronization
import Testing

@testable import Domain

@Suite("Imports in parts")
struct PartwiseImportTests {
    private static let count = 2_500

    /// A table of several parts, with types that come in different ones.
    private static let table =
        "itemName,serialNumber,valueInDollars,assetType\n"
        + (1...count).map { "Thing \($0),S\($0),\($0 % 500),Type \($0 / 700)\n" }.joined()

    private static func lines(_ test: TestHousehold) throws -> [String] {
        try test.household.container.read { context in
            let items = try context.fetch(FetchRequest<Item>()).map { item in
                "\(item.orderingValue) \(item.itemName ?? "") \(item.valueInDollars) "
                    + "\(item.assetType?.label ?? "-")"
            }
            return items.sorted() + (try AssetType.all(in: context).compactMap(\.label).sorted())
        }
    }

    private static func leftovers(_ test: TestHousehold) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: test.directory.imports)
    }

    @Test("A long table comes in as a short one does, changes nothing again, and goes back")
    func wholeWay() async throws {
        let test = try TestHousehold()
        try test.add(["Sofa"])
        let before = try Self.lines(test)

        let plan = try await test.plan(Self.table)
        let record = try await test.importing(Self.table)
        let after = try Self.lines(test)
        let again = try await test.plan(Self.table)

        #expect(plan.counts.new == Self.count && record.counts == plan.counts)
        #expect(plan.rows.filter { !$0.notes.isEmpty }.map(\.line) == [2, 701, 1401, 2101])
        #expect(after.contains("2.0 Thing 1 1 Type 0"))
        #expect(after.contains("\(Self.count + 1).0 Thing 2500 0 Type 3"))
        #expect(record.madeCount("Item") == Self.count && record.madeCount("AssetType") == 4)
        #expect(again.counts.unchanged == Self.count)
        #expect(try Self.leftovers(test) == [record.id + ".done.json"])
        guard case .done = try await test.household.undoImport(record.id) else {
            Issue.record("It was not taken back")
            return
        }
        #expect(try Self.lines(test) == before)
    }

    @Test("Changes of a long table go back to what was there")
    func changes() async throws {
        let test = try TestHousehold()
        try await test.importing(Self.table)
        let before = try Self.lines(test)
        let dearer =
            "itemName,serialNumber,valueInDollars\n"
            + (1...Self.count).map { "Thing \($0),S\($0),\($0 % 500 + 1)\n" }.joined()

        let record = try await test.importing(dearer)

        #expect(record.counts.changed == Self.count)
        guard case .done = try await test.household.undoImport(record.id) else {
            Issue.record("It was not taken back")
            return
        }
        #expect(try Self.lines(test) == before)
    }

    @Test("A record that comes twice is refused, though its part is done")
    func twice() async throws {
        let test = try TestHousehold()
        let key = UUID().uuidString
        let text =
            "itemKey,itemName,serialNumber\n\(key),First,1\n"
            + (1...1_500).map { ",Thing \($0),S\($0)\n" }.joined() + "\(key),Last,2\n"

        let plan = try await test.plan(text)

        #expect(plan.refusals == ["1503 line 2 is about the same record."])
    }

    @Test("What is called off in the middle leaves nothing", arguments: [0.1, 0.5, 0.9])
    func cancelled(at fraction: Double) async throws {
        let test = try TestHousehold()
        let before = try Self.lines(test)
        let file = try ImportFile(Data(Self.table.utf8), named: "test.csv")
        let plan = try await test.household.plan(file)
        let token = try test.household.imports.keep(file)
        let reference = ProgressReference()
        let progress = ImportProgress { state in
            if state.phase == .importing, state.fraction >= fraction { reference.cancel() }
        }
        reference.set(progress)

        await #expect(throws: CancellationError.self) {
            _ = try await test.household.confirmImport(
                token, digest: plan.digest, progress: progress)
        }

        #expect(try Self.lines(test) == before)
        #expect(try Self.leftovers(test) == [token + ".waiting"])
    }

    @Test("Who adds an item in the middle makes it begin anew, and nothing comes twice")
    func disturbed() async throws {
        let test = try TestHousehold()
        let file = try ImportFile(Data(Self.table.utf8), named: "test.csv")
        let plan = try await test.household.plan(file)
        let token = try test.household.imports.keep(file)
        let isDone = Flag()
        let progress = ImportProgress { state in
            guard state.phase == .importing, state.fraction > 0.5, isDone.raise() else { return }
            // On the thread of the import, between two parts.
            try? test.add(["Thing 2000"])
        }

        let result = try await test.household.confirmImport(
            token, digest: plan.digest, progress: progress)

        // The item that was added has no serial number, so that all is as it was agreed to.
        guard case .done(let record) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(record.counts.new == Self.count)
        #expect(try test.names().count == Self.count + 1)
    }

    @Test("What a killed import has saved is taken back by the next start")
    func killed() async throws {
        let test = try TestHousehold()
        let before = try Self.lines(test)
        let file = try ImportFile(Data(Self.table.utf8), named: "test.csv")
        let (data, token) = (test.directory.path, try test.household.imports.keep(file))
        try test.household.close()

        await #expect(processExitsWith: .signal(SIGKILL)) {
            [data = data as String, token = token as String] in
            let household = try Household(directory: DataDirectory(path: data))
            let progress = ImportProgress { state in
                if state.phase == .importing, state.fraction > 0.8 { kill(getpid(), SIGKILL) }
            }
            _ = try await household.confirmImport(token, digest: nil, progress: progress)
        }

        let parts = try Self.leftovers(test).filter { $0.hasSuffix(".parts") }
        #expect(parts.count == 1)
        let next = try Household(directory: test.directory)
        defer { try? next.close() }
        let items = try await next.container.read { try $0.count(for: FetchRequest<Item>()) }
        let types = try await next.container.read { try $0.count(for: FetchRequest<AssetType>()) }
        #expect(items == 0 && types == before.count)
        #expect(try Self.leftovers(test) == [token + ".waiting"])
    }
}

/// An import's progress, for its own observer.
private final class ProgressReference: Sendable {
    private let progress = Mutex<ImportProgress?>(nil)

    func set(_ progress: ImportProgress) { self.progress.withLock { $0 = progress } }
    func cancel() { progress.withLock { $0 }?.cancel() }
}

/// Something that happens once.
private final class Flag: Sendable {
    private let isRaised = Mutex(false)

    func raise() -> Bool {
        isRaised.withLock { isRaised in
            defer { isRaised = true }
            return !isRaised
        }
    }
}
