import Foundation
import Persistence
import Synchronization
import Testing

@testable import Domain

@Suite("Imports with a person who is removed")
struct ImportPersonTests {
    private static let lines =
        "number,date,customer,email,product,quantity,price\n"
        + "1,2026-11-20,Ann,ann@example.com,Mug,3,1.00\n"
        + "8,2026-11-21,Zoe,zoe@example.com,Pan,1,9.00\n"

    private func shop() throws -> TestHousehold {
        let shop = try TestHousehold()
        try shop.addCustomer("Ann", emailid: "ann@example.com", [.line("Mug", 1, "1")])
        return shop
    }

    private static func anonymize(_ customer: Int64, in test: TestHousehold) throws {
        try test.household.container.write { context in
            try #require(try Customer.find(customer, in: context)).anonymize(in: context)
            try test.household.save(context)
        }
    }

    private static let unnamed = ["records whose names were removed with a person"]

    @Test(
        "What an undo leaves is named until a person in it is removed, meanwhile or later",
        arguments: [true, false])
    func left(isMeanwhile: Bool) async throws {
        let shop = try shop()
        var record = try await shop.importing(Self.lines)
        let zoe = try await shop.household.container.read { context in
            try #require(try context.fetch(FetchRequest<Customer>()).first { $0.name == "Zoe" })
                .savedNumber
        }
        try shop.addSale(to: zoe, [.line("Mug", 1, "1")])
        let max = try shop.addCustomer("Max")
        record.add(
            ImportPart(
                made: [CreatedRecords(entity: "Customer", numbers: NumberRanges([max]))],
                changed: []))
        try shop.household.keep(record.during(.undoing))

        if isMeanwhile { try Self.anonymize(max, in: shop) }
        guard
            case .done(let undone) = try ImportUndo(
                household: shop.household, record: record.during(.undoing), claim: StoreLease {}
            ).finish()
        else {
            Issue.record("It was not undone")
            return
        }

        #expect(undone.state == .undone)
        #expect(isMeanwhile ? undone.left == Self.unnamed : undone.left.contains("Customer “Zoe”"))
        if !isMeanwhile { try Self.anonymize(max, in: shop) }
        #expect(try shop.household.importRecord(record.id)?.left == Self.unnamed)
        #expect(try shop.household.importRecord(record.id)?.fileName.isEmpty == isMeanwhile)
    }

    @Test("An undone import keeps the name of its file, and loses the names that it left")
    func fileName() throws {
        let file = try ImportFile(Data(Self.lines.utf8), named: "lines.csv")
        var record = ImportRecord(id: ImportToken.random(), of: file)
        record.add(
            ImportPart(
                made: [CreatedRecords(entity: "Customer", numbers: NumberRanges([7]))],
                changed: []))
        let undone = record.ended(.undone, leaving: ["Customer “Zoe”"])

        #expect(record.ended(.undone).forgetting([7]) == nil && undone.forgetting([8]) == nil)
        let forgetful = try #require(undone.forgetting([7]))
        #expect(forgetful.fileName == "lines.csv" && forgetful.state == .undone)
        #expect(forgetful.left == Self.unnamed)
        #expect(forgetful.forgetting([7]) == nil)
    }

    @Test("Removing a person keeps the record of another import of the same file that is running")
    func importedAgain() async throws {
        let shop = try shop()
        let file = try ImportFile(Data(Self.lines.utf8), named: "lines.csv")
        var record = try await shop.importing(file).record
        record.add(
            ImportPart(
                made: [CreatedRecords(entity: "Customer", numbers: NumberRanges([1]))],
                changed: []))
        try shop.household.keep(record.ended(.undone, leaving: ["Customer “Zoe”"]))
        try shop.household.keep(ImportRecord(id: record.id, of: file))

        try Self.anonymize(1, in: shop)

        #expect(try shop.household.unfinishedImports().map(\.id) == [record.id])
        #expect(try shop.household.importRecord(record.id)?.left == Self.unnamed)
    }

    @Test("A refused undo leaves no values of a person who was removed meanwhile")
    func refused() async throws {
        let test = try TestHousehold(importPartSize: .short)
        try test.add(["Box", "Chest"])
        func table(_ container: String) -> String {
            "itemName,serialNumber,valueInDollars,container\n"
                + (1...150).map {
                    "Thing \($0),S\($0),\(container.count),\($0 == 150 ? container : "")\n"
                }.joined()
        }
        try await test.importing(table("Box"))
        let max = try test.addCustomer("Max")
        var record = try await test.importing(table("Chest"))
        record.add(
            ImportPart(
                made: [CreatedRecords(entity: "Customer", numbers: NumberRanges([max]))],
                changed: []))
        try test.household.keep(record)
        try await test.household.container.write { [id = record.id] context in
            for step in try UndoStep.all(of: id, in: context) {
                var part = try JSONDecoder().decode(ImportPart.self, from: step.changes ?? Data())
                part.folders = ["Unmistakable"]
                step.changes = try JSONEncoder().encode(part)
            }
            try test.household.save(context)
        }
        // Undoing the first part would put the box into itself.
        try await test.household.container.write { context in
            let box = try TestHousehold.item("Box", context)
            box.container = try TestHousehold.item("Thing 150", context)
            try test.household.save(context)
        }
        let count = Mutex(0)
        let progress = ImportProgress { state in
            guard state.phase == .takingBack else { return }
            let event = count.withLock { count in
                count += 1
                return count
            }
            // The first event is before the undo has begun.
            guard event == 2 else { return }
            #expect(throws: Never.self) { try Self.anonymize(max, in: test) }
            let end = DispatchSemaphore(value: 0)
            Task {
                defer { end.signal() }
                let isComplete = try? await test.household.erasePersonalData()
                #expect(isComplete == true)
            }
            end.wait()
        }

        let result = try await test.household.undoImport(record.id, progress: progress)

        guard case .refused(let refused, let obstacles) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(refused.state == .forgotten && refused.fileName == "")
        #expect(
            obstacles == ["A person in it was removed, and the data for undoing it as well."])
        #expect(try test.household.importRecord(record.id)?.state == .forgotten)
        #expect(try test.household.partCount(of: record.id) == 0)
        #expect(try test.household.unfinishedImports() == [])
        #expect(try await test.household.erasePersonalData())
        let store = try Data(contentsOf: URL(fileURLWithPath: test.directory.store))
        #expect(store.range(of: Data("Unmistakable".utf8)) == nil)
    }

    @Test("An unreadable record of unfinished work goes after thirty days, with its parts")
    func unreadableExpiry() async throws {
        let shop = try shop()
        let record = try await shop.importing(Self.lines)
        try shop.household.keep(record.during(.undoing))
        try shop.spoil(record)
        try shop.household.close()

        for (days, count) in [(29.0, 1), (31, 0)] {
            let later = try Household(
                directory: shop.directory, now: { Date() + days * 24 * 60 * 60 })
            try later.forgetStale()

            #expect(try later.partCount(of: record.id) == count)
            #expect(try later.unreadableImports().count == count)
            try later.close()
        }
    }

    @Test("An import whose record cannot be read keeps its parts until a person is removed")
    func unreadable() async throws {
        let shop = try shop()
        let record = try await shop.importing(Self.lines)
        try shop.spoil(record)
        try shop.household.forgetStale()

        let unreadable = try shop.household.unreadableImports()
        #expect(unreadable.map(\.id) == [record.id])
        #expect(try abs(#require(unreadable.first).date.timeIntervalSince(record.date)) < 1)
        #expect(try shop.household.importRecords() == [])
        #expect(try shop.household.partCount(of: record.id) == 1)

        try Self.anonymize(1, in: shop)
        try await shop.household.erasePersonalData()

        #expect(try shop.household.partCount(of: record.id) == 0)
    }

    @Test("Others save while the data to undo the import of a removed person is deleted")
    func forgottenInTurns() async throws {
        let shop = try shop()
        let record = try await shop.importing(Self.lines)
        let zoe = try await shop.household.container.read { context in
            try #require(try context.fetch(FetchRequest<Customer>()).first { $0.name == "Zoe" })
                .savedNumber
        }
        for _ in 0..<30 { try shop.note(ImportPart(made: [], changed: []), of: record.id) }
        let saves = Mutex<[String]>([])
        let (isBegun, end) = (Flag(), DispatchSemaphore(value: 0))
        shop.household.changes.observe { changes in
            if changes[.undoStep].deleted.count > 1 { saves.withLock { $0.append("parts") } }
            if !changes[.item].inserted.isEmpty { saves.withLock { $0.append("item") } }
            guard changes[.undoStep].deleted.count > 1, isBegun.raise() else { return }
            Thread.detachNewThread {
                #expect(throws: Never.self) { try shop.add(["Sofa"]) }
                end.signal()
            }
            // Until the other one waits for the writer.
            Thread.sleep(forTimeInterval: 0.1)
        }

        try Self.anonymize(zoe, in: shop)
        try await shop.household.erasePersonalData()
        let isOver = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                let result = end.wait(timeout: .now() + 60)
                continuation.resume(returning: result)
            }
        }

        #expect(isOver == .success)
        #expect(try shop.household.partCount(of: record.id) == 0)
        let found = saves.withLock { $0 }
        #expect(found.contains("item") && found.last == "parts", "\(found)")
    }

    @Test("Removing a person deletes the data to undo their import")
    func anonymized() async throws {
        let shop = try shop()
        let record = try await shop.importing(
            "name,emailid,contactno\nAnnabel Unmistakable,ann@example.com,0176 55667788\n")
        _ = try shop.household.imports.keep(
            ImportFile(Data(Self.lines.utf8), named: "Unmistakable.csv"))
        try Self.anonymize(1, in: shop)

        try await shop.household.erasePersonalData()

        #expect(try shop.household.importRecord(record.id)?.state == .forgotten)
        let folder = shop.directory.imports
        let texts = try FileManager.default.contentsOfDirectory(atPath: folder).map {
            try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8)
        }
        #expect(!texts.joined().contains("Unmistakable"))
        #expect(!texts.joined().contains("ann@example.com"))
        let store = try Data(contentsOf: URL(fileURLWithPath: shop.directory.store))
        #expect(store.range(of: Data("Unmistakable".utf8)) == nil)
        #expect(try shop.household.partCount(of: record.id) == 0)
        guard case .refused = try await shop.household.undoImport(record.id) else {
            Issue.record("It was taken back")
            return
        }
    }

    @Test("Erasing a person deletes files that waited before an undo, and keeps later ones")
    func laterFiles() async throws {
        let shop = try shop()
        let imports = shop.household.imports
        func wait() throws -> String {
            try imports.keep(ImportFile(Data(Self.lines.utf8), named: "lines.csv"))
        }
        let record = try await shop.importing(
            "date,customer,email,product,quantity\n2026-11-22,Zoe,zoe@example.com,Mug,1\n")
        let earlier = try wait()
        guard case .done = try await shop.household.undoImport(record.id) else {
            Issue.record("It was not taken back")
            return
        }
        // The file system's timestamps are coarse.
        try await Task.sleep(for: .milliseconds(50))
        let later = try wait()

        try await shop.household.erasePersonalData()

        #expect(!imports.isWaiting(earlier) && imports.isWaiting(later))
    }

    @Test("Undo data that cannot be deleted with the person is deleted as soon as possible")
    func unremovable() async throws {
        let shop = try shop()
        let household = shop.household
        let record = try await shop.importing(
            "name,emailid,contactno\nAnnabel Unmistakable,ann@example.com,0176 55667788\n")
        // A folder cannot be overwritten as a file can.
        let obstacle = "\(shop.directory.imports)/\(ImportToken.random()).waiting"
        try FileManager.default.createDirectory(
            atPath: obstacle, withIntermediateDirectories: false)

        try Self.anonymize(1, in: shop)
        #expect(household.hasUnfinishedWork)
        await #expect(throws: FileError.self) { try await household.finishWork() }
        #expect(household.hasUnfinishedWork)
        #expect(try household.importRecord(record.id)?.state == .forgotten)

        try FileManager.default.removeItem(atPath: obstacle)
        try await household.finishWork()
        #expect(!household.hasUnfinishedWork)
        #expect(try household.importRecord(record.id)?.state == .forgotten)
    }

    @Test("Undo data with a cardholder’s name is deleted with the person")
    func anonymizedHolder() async throws {
        let shop = try shop()
        let ann = try shop.addCustomer("Annabel", emailid: "annabel@example.com")
        try shop.take(
            CardDetails(brand: "Visa", lastFour: "1111", holder: "A UNMISTAKABLE"), of: ann)
        let record = try await shop.importing(
            "name,emailid,cardHolder\nAnnabel,annabel@example.com,A OTHER\n")
        try Self.anonymize(ann, in: shop)

        #expect(try shop.household.importRecord(record.id)?.state == .forgotten)
        let folder = shop.directory.imports
        let texts = try FileManager.default.contentsOfDirectory(atPath: folder).map {
            try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8)
        }
        #expect(!texts.joined().contains("UNMISTAKABLE"))
    }
}
