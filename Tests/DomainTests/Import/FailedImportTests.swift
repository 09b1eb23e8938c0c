import Foundation
import Persistence
import Synchronization
import Testing

@testable import Domain

@Suite("Recovery of failed imports")
struct FailedImportTests {
    private static func table(_ count: Int) -> String {
        "itemName,serialNumber\n" + (1...count).map { "Thing \($0),S\($0)\n" }.joined()
    }

    private static func keep(_ text: String, in test: TestHousehold) throws -> String {
        try test.household.imports.keep(ImportFile(Data(text.utf8), named: "test.csv"))
    }

    @Test("A short import killed once it is saved has its record, and is not imported twice")
    func killed() async throws {
        let test = try TestHousehold()
        let token = try Self.keep(Self.table(3), in: test)
        let data = test.directory.path
        try test.household.close()

        await #expect(processExitsWith: .signal(SIGKILL)) {
            [data = data as String, token = token as String] in
            let household = try Household(directory: DataDirectory(path: data))
            household.changes.observe { _ in kill(getpid(), SIGKILL) }
            _ = try await household.confirmImport(token, digest: nil)
        }

        let next = try Household(directory: test.directory)
        defer { try? next.close() }
        #expect(try next.importRecord(token)?.state == .done)
        let names = try FileManager.default.contentsOfDirectory(atPath: test.directory.imports)
        #expect(names == [token + ".waiting"])
        guard case .done = try await next.confirmImport(token, digest: nil) else {
            Issue.record("It was not imported")
            return
        }
        #expect(try await next.container.read { try $0.count(for: FetchRequest<Item>()) } == 3)
    }

    @Test("A short import is not visible to other writers before its record")
    func recordBeside() async throws {
        let test = try TestHousehold()
        let token = try Self.keep(Self.table(3), in: test)
        let seen = Mutex<[Bool]>([])
        let isSaved = Flag()
        let end = DispatchSemaphore(value: 0)
        test.household.changes.observe { _ in
            guard isSaved.raise() else { return }
            Thread.detachNewThread {
                let isThere = try? test.household.container.write { _ in
                    try test.household.importRecord(token) != nil
                }
                seen.withLock { $0.append(isThere ?? false) }
                end.signal()
            }
            // Until the other one waits for the writer.
            Thread.sleep(forTimeInterval: 0.1)
        }

        guard case .done = try await test.household.confirmImport(token, digest: nil) else {
            Issue.record("It was not imported")
            return
        }

        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                end.wait()
                continuation.resume()
            }
        }
        #expect(seen.withLock { $0 } == [true])
    }

    @Test("Parts that cannot be undone at once are undone before the file is imported again")
    func failedTakingBack() async throws {
        let test = try TestHousehold(importPartSize: .short)
        let token = try Self.keep(Self.table(250), in: test)
        let household = test.household
        let isBlocked = Flag()
        let blocking = ImportProgress { state in
            guard state.phase == .importing, state.fraction > 0.5, isBlocked.raise() else { return }
            #expect(throws: Never.self) { try test.blockSaves(true) }
        }
        await #expect(throws: FileError.self) {
            try await household.confirmImport(token, digest: nil, progress: blocking)
        }
        #expect(household.hasUnfinishedWork)
        #expect(try test.names().count == 100)
        await #expect(throws: FileError.self) {
            try await household.confirmImport(token, digest: nil)
        }
        try test.blockSaves(false)

        // The former attempt can no longer be undone.
        let retrying = ImportProgress { state in
            guard state.phase == .importing, state.fraction > 0.5 else { return }
            #expect(throws: Never.self) { try household.unfinished.retry() }
        }
        let result = try await household.confirmImport(token, digest: nil, progress: retrying)

        guard case .done(let record) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(record.counts.new == 250 && record.madeCount("Item") == 250)
        #expect(try test.names().count == 250)
        guard case .done = try await household.undoImport(record.id) else {
            Issue.record("It was not taken back")
            return
        }
        #expect(try test.names() == [])
    }

    @Test("An undo that fails before its first step leaves the import unchanged")
    func failedUndo() async throws {
        let test = try TestHousehold()
        let record = try await test.importing(Self.table(3))
        let progress = ImportProgress { state in
            guard state.phase == .takingBack else { return }
            try? test.blockSaves(true)
        }

        await #expect(throws: FileError.self) {
            try await test.household.undoImport(record.id, progress: progress)
        }

        try test.blockSaves(false)
        #expect(try test.household.unfinishedImports() == [])
        try test.household.close()
        let next = try Household(directory: test.directory)
        defer { try? next.close() }
        #expect(try next.importRecord(record.id)?.state == .done)
        guard case .done = try await next.undoImport(record.id) else {
            Issue.record("It was not taken back")
            return
        }
        #expect(try await next.container.read { try $0.count(for: FetchRequest<Item>()) } == 0)
    }

    @Test(
        "A partly failed undo continues when it is requested again, after any number of failures",
        arguments: 1...3)
    func resumedUndo(failures: Int) async throws {
        let test = try TestHousehold(importPartSize: .short)
        try await test.importing(Self.table(250))
        let table =
            "itemName,serialNumber,valueInDollars\n"
            + (1...250).map { "Thing \($0),S\($0),7\n" }.joined()
        let record = try await test.importing(table)
        let progress = ImportProgress { state in
            guard state.phase == .takingBack, state.fraction > 0 else { return }
            try? test.blockSaves(true)
        }
        await #expect(throws: FileError.self) {
            try await test.household.undoImport(record.id, progress: progress)
        }
        for _ in 1..<failures {
            await #expect(throws: FileError.self) {
                try await test.household.undoImport(record.id)
            }
        }
        try test.blockSaves(false)

        let resumed = ImportProgress()
        let result = try await test.household.undoImport(record.id, progress: resumed)
        guard case .done(let undone) = result else {
            Issue.record("It was not taken back")
            return
        }

        #expect(undone.state == .undone && undone.left == [])
        #expect(resumed.state.phase == .takingBack)
        let values = try await test.household.container.read { context in
            Set(try context.fetch(FetchRequest<Item>()).map(\.valueInDollars))
        }
        #expect(values == [0])
    }

    @Test(
        "The rest of a failed import is undone before its table is imported as a new file")
    func sameTable() async throws {
        let test = try TestHousehold(importPartSize: .short)
        let (household, table) = (test.household, Self.table(250))
        let blocking = ImportProgress { state in
            guard state.phase == .importing, state.fraction > 0.5 else { return }
            try? test.blockSaves(true)
        }
        let first = try Self.keep(table, in: test)
        await #expect(throws: FileError.self) {
            try await household.confirmImport(first, digest: nil, progress: blocking)
        }
        try test.blockSaves(false)
        #expect(try test.names().count == 100)

        let second = try Self.keep(table, in: test)
        let result = try await household.confirmImport(second, digest: nil)
        try await household.finishWork()

        guard case .done(let record) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(record.counts.new == 250)
        #expect(try test.names().count == 250)
        #expect(!household.hasUnfinishedWork)
    }

    @Test("An import that a former version of the program had begun is undone at the next start")
    func begunBefore() async throws {
        let test = try TestHousehold()
        let record = try await test.importing(Self.table(3))
        try test.moveToFile(record, as: ".begun.json")
        try test.household.close()

        let next = try Household(directory: test.directory)
        defer { try? next.close() }
        #expect(try await next.container.read { try $0.count(for: FetchRequest<Item>()) } == 0)
        #expect(try next.importRecords() == [] && next.unfinishedImports() == [])
        #expect(try FileManager.default.contentsOfDirectory(atPath: test.directory.imports) == [])
    }

    @Test("A complete import is not undone by an attempt whose failure was unclear")
    func complete() async throws {
        let test = try TestHousehold()
        let record = try await test.importing(Self.table(3))

        try test.household.takeBackParts(
            of: record.during(.saving), claimedBy: StoreLease {})

        #expect(try test.household.importRecord(record.id)?.state == .done)
        #expect(try test.names().count == 3)
    }

    @Test("Importing again a file whose import was undone is undone if it is killed")
    func importedBefore() async throws {
        let test = try TestHousehold()
        let file = try ImportFile(Data(Self.table(3).utf8), named: "test.csv")
        let record = try await test.importing(file).record
        _ = try await test.household.undoImport(record.id)
        try test.add(["Thing 1"])
        let number = try await test.household.container.read { context in
            try #require(try TestHousehold.item("Thing 1", context).objectID.recordNumber)
        }
        try test.household.keep(ImportRecord(id: record.id, of: file))
        let made = CreatedRecords(entity: "Item", numbers: NumberRanges([number]))
        try test.note(ImportPart(made: [made], changed: []), of: record.id)
        try test.household.close()

        let next = try Household(directory: test.directory)
        defer { try? next.close() }
        #expect(try await next.container.read { try $0.count(for: FetchRequest<Item>()) } == 0)
        #expect(try next.importRecord(record.id)?.state == .undone)
    }

    @Test(
        "Records that a rule protects from undo stay, and the rest of the import is undone",
        arguments: [false, true])
    func forbidden(isByNextStart: Bool) async throws {
        let test = try TestHousehold(importPartSize: .short)
        try test.add(["Box", "Chest"])
        func table(_ container: String, value: Int) -> String {
            "itemName,serialNumber,valueInDollars,container\n"
                + (1...250).map {
                    "Thing \($0),S\($0),\(value),\($0 == 1 ? container : "")\n"
                }.joined()
        }
        try await test.importing(table("Box", value: 1))
        let record = try await test.importing(table("Chest", value: 7))
        try await test.household.container.write { context in
            let box = try TestHousehold.item("Box", context)
            box.container = try TestHousehold.item("Thing 1", context)
            try test.household.save(context)
        }

        if isByNextStart {
            try test.household.keep(record.during(.undoing))
            try test.household.close()
        } else {
            guard case .done = try await test.household.undoImport(record.id) else {
                Issue.record("It was not taken back")
                return
            }
            try test.household.close()
        }

        let next = try Household(directory: test.directory)
        defer { try? next.close() }
        #expect(!next.hasUnfinishedWork)
        let undone = try #require(try next.importRecord(record.id))
        #expect(undone.state == .undone && undone.left == ["Item “Thing 1”"])
        let things = try await next.container.read { context in
            try context.fetch(FetchRequest<Item>()).filter { $0.itemName?.first == "T" }.map {
                "\($0.valueInDollars) \($0.container?.itemName ?? "")"
            }
        }
        #expect(things.count { $0 == "1 " } == 249 && things.contains("7 Chest"))
    }

    @Test("An import with an unreadable part does not block the program or other imports")
    func unreadableParts() async throws {
        let test = try TestHousehold()
        let records = try await [
            test.importing(Self.table(1)),
            test.importing("itemName,serialNumber\nLamp,L\n"),
        ]
        for record in records { try test.household.keep(record.during(.undoing)) }
        try await test.household.container.write { context in
            for step in try UndoStep.all(of: records[0].id, in: context) {
                step.changes = Data("{}".utf8)
            }
            try test.household.save(context)
        }
        try test.household.close()

        let next = try Household(directory: test.directory)
        defer { try? next.close() }
        #expect(next.hasUnfinishedWork)
        #expect(try next.unfinishedImports().map(\.id) == [records[0].id])
        #expect(try next.importRecord(records[1].id)?.state == .undone)
        let names = try await next.container.read { context in
            try context.fetch(FetchRequest<Item>()).map(\.itemName)
        }
        #expect(names == ["Thing 1"])
    }

    @Test("Checking the rows of a part is half of the work, and can be cancelled")
    func progress() async throws {
        let test = try TestHousehold(importPartSize: .short)
        let file = try ImportFile(Data(Self.table(60).utf8), named: "test.csv")
        let fractions = Mutex<[Double]>([])
        let progress = ImportProgress { state in fractions.withLock { $0.append(state.fraction) } }

        _ = try await test.household.plan(file, progress: progress)

        let found = fractions.withLock { $0 }
        #expect(found == found.sorted())
        #expect(found.count { $0 < 0.5 } >= 3 && found.count { $0 >= 0.5 } >= 3, "\(found)")
    }
}
