import Foundation
import Persistence
import Synchronization
import Testing

@testable import Domain

@Suite("Imports in parts")
struct PartwiseImportTests {
    private static let count = 250

    /// A table of several parts of ``ImportPartSize/short``, with types that occur in different ones.
    private static let table = rows(count, ofEachType: 70)

    private static func rows(_ count: Int, ofEachType typeCount: Int) -> String {
        "itemName,serialNumber,valueInDollars,assetType\n"
            + (1...count).map {
                "Thing \($0),S\($0),\($0 % 500),Type \($0 / typeCount)\n"
            }.joined()
    }

    private static func household() throws -> TestHousehold {
        try TestHousehold(importPartSize: .short)
    }

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

    @Test("A long table is imported as a short one is, unchanged the second time, and undone")
    func wholeWay() async throws {
        let (test, count) = (try TestHousehold(), 2_500)
        let table = Self.rows(count, ofEachType: 700)
        try test.add(["Sofa"])
        let before = try Self.lines(test)

        let plan = try await test.plan(table)
        let record = try await test.importing(table)
        let after = try Self.lines(test)
        let again = try await test.plan(table)

        #expect(plan.counts.new == count && record.counts == plan.counts)
        #expect(
            try plan.rows.all().filter { !$0.notes.isEmpty }.map(\.line) == [2, 701, 1401, 2101])
        #expect(after.contains("2.0 Thing 1 1 Type 0"))
        #expect(after.contains("\(count + 1).0 Thing 2500 0 Type 3"))
        #expect(record.madeCount("Item") == count && record.madeCount("AssetType") == 4)
        #expect(again.counts.unchanged == count)
        #expect(try Self.leftovers(test) == [])
        #expect(try test.household.partCount(of: record.id) > 4)
        guard case .done = try await test.household.undoImport(record.id) else {
            Issue.record("It was not taken back")
            return
        }
        #expect(try Self.lines(test) == before)
        #expect(try Self.leftovers(test) == [])
        #expect(try test.household.partCount(of: record.id) == 0)
    }

    @Test("Locations, tags and their contents are imported in parts, and undone")
    func locations() async throws {
        let test = try Self.household()
        let before = try Self.lines(test)
        let text =
            "itemName,serialNumber,location,tags\n"
            + (1...Self.count).map {
                "Thing \($0),S\($0),House / Room \($0 / 70) / Shelf,\"old, row \($0 / 90)\"\n"
            }.joined()

        let plan = try await test.plan(text)
        let statements = try await Self.mostInserts(test) { try await test.importing(text) }
        let record = try #require(try test.household.importRecords().first)

        // Five locations and four tags besides the items and their value records.
        #expect(plan.counts.new == Self.count && statements <= ImportPartSize.short.rows + 10)
        #expect(
            try plan.rows.all().filter { !$0.notes.isEmpty }.map(\.line) == [2, 71, 141, 211])
        #expect(record.madeCount("Location") == 9 && record.madeCount("Tag") == 4)
        let shelves = try await test.household.container.read { context in
            try context.fetch(FetchRequest<Location>()).filter { $0.name == "Shelf" }
                .map { "\($0.parent?.name ?? "") \($0.items.count)" }.sorted()
        }
        #expect(shelves == ["Room 0 69", "Room 1 70", "Room 2 70", "Room 3 41"])
        #expect(try await test.plan(text).counts.unchanged == Self.count)
        guard case .done = try await test.household.undoImport(record.id) else {
            Issue.record("It was not taken back")
            return
        }
        #expect(try Self.lines(test) == before)
        let rest = try await test.household.container.read { context in
            try context.count(for: FetchRequest<Location>())
                + context.count(for: FetchRequest<Domain.Tag>())
        }
        #expect(rest == 0)
    }

    /// The largest number of items added by one save while a closure runs.
    private static func mostInserts(
        _ test: TestHousehold, _ body: () async throws -> Void
    ) async throws -> Int {
        let most = Mutex(0)
        test.household.changes.observe { changes in
            let count = changes[.item].inserted.count
            most.withLock { $0 = max($0, count) }
        }
        try await body()
        return most.withLock { $0 }
    }

    @Test("Contained items are imported in parts, in any order of the rows, and undone")
    func containers() async throws {
        let (test, other) = (
            try Self.household(), try TestHousehold(importPartSize: .unlimited)
        )
        for household in [test, other] { try household.add(["Shed"]) }
        let before = try Self.lines(test)
        let text =
            "itemName,serialNumber,container\n"
            + (1...Self.count).map { "Thing \($0),S\($0),Box \($0 % 5)\n" }.joined()
            + (0..<5).map { "Box \($0),,\($0 == 0 ? "Shed" : "Box 0")\n" }.joined()
        let file = try ImportFile(Data(text.utf8), named: "test.csv")

        let plan = try await test.plan(text)
        let atOnce = try await other.household.plan(file)
        #expect(plan.digest == atOnce.digest)
        let most = try await Self.mostInserts(test) { try await test.importing(text) }
        try await other.importing(text)

        #expect(most == ImportPartSize.short.rows)
        let placed = try Self.containers(test)
        #expect(placed == (try Self.containers(other)))
        #expect(placed.contains("Box 0 in Shed") && placed.contains("Box 4 in Box 0"))
        #expect(placed.contains("Thing 249 in Box 4"))
        #expect(try test.names() == other.names())
        #expect(try await test.plan(text).counts.unchanged == Self.count + 5)
        let unknown = try await test.plan(text + "Lid,,Box 9\n")
        #expect(
            try unknown.refusals == [
                "\(Self.count + 7) container: there is no item “Box 9”, or several."
            ])
        let record = try #require(try test.household.importRecords().first)
        guard case .done = try await test.household.undoImport(record.id) else {
            Issue.record("It was not taken back")
            return
        }
        #expect(try Self.lines(test) == before)
    }

    private static func containers(_ test: TestHousehold) throws -> [String] {
        try test.household.container.read { context in
            try context.fetch(FetchRequest<Item>()).map {
                "\($0.itemName ?? "") in \($0.container?.itemName ?? "nothing")"
            }.sorted()
        }
    }

    @Test(
        "Types and places are imported in parts too", arguments: [ImportKind.assetTypes, .places])
    func names(_ kind: ImportKind) async throws {
        let test = try Self.household()
        let column = kind == .places ? "name" : "label"
        let names = (1...150).map { "Name \($0)\n" }.joined()

        let plan = try await test.plan("\(column)\n\(names)", kind)
        let record = try await test.importing("\(column)\n\(names)", kind)

        #expect(plan.counts.new == 150)
        #expect(try await test.plan("\(column)\n\(names)", kind).counts.unchanged == 150)
        let twice = try await test.plan("\(column)\n\(names)NAME 2\n", kind)
        #expect(
            try twice.refusals == [
                "152 line 3 is about the same \(kind == .places ? "place" : "type")."
            ])
        let folder = test.household.photoFolder.path
        if kind == .places {
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 150)
        }
        guard case .done = try await test.household.undoImport(record.id) else {
            Issue.record("It was not taken back")
            return
        }
        if kind == .places {
            let left = try? FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(left ?? [] == [])
        }
        #expect(try await test.plan("\(column)\n\(names)", kind).counts.new == 150)
    }

    @Test("Obstacles are found in every part before anything is undone")
    func obstacles() async throws {
        let test = try Self.household()
        let record = try await test.importing(Self.table)
        try Self.rename("Thing 7", to: "Mine", in: test)
        let after = try Self.lines(test)

        let result = try await test.household.undoImport(record.id)

        guard case .refused(_, let obstacles) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(obstacles == ["Item “Mine” was changed."])
        #expect(try Self.lines(test) == after)
    }

    @Test("An item that another import gave a new type prevents the undo")
    func strangers() async throws {
        let test = try Self.household()
        try test.add(["Sofa"])
        let record = try await test.importing(Self.table)
        try await test.importing("itemName,assetType\nSofa,Type 3\n", .items)

        let result = try await test.household.undoImport(record.id)

        guard case .refused(_, let obstacles) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(obstacles.contains("Item “Sofa” now belongs to Type “Type 3”."))
    }

    private static func rename(_ name: String, to other: String, in test: TestHousehold) throws {
        try test.household.container.write { context in
            try TestHousehold.item(name, context).itemName = other
            try test.household.save(context)
        }
    }

    @Test("The name of a nested location is found in later parts, before they are saved too")
    func nestedLocation() async throws {
        let test = try Self.household()
        let text =
            "itemName,serialNumber,location\n"
            + (1...Self.count).map {
                "Thing \($0),S\($0),\($0 == 1 ? "House › Kitchen" : "Kitchen")\n"
            }.joined()

        let record = try await test.importing(text)

        #expect(record.madeCount("Location") == 2)
    }

    @Test("Others can save during the undo of a long import")
    func undoneInParts() async throws {
        let test = try Self.household()
        let record = try await test.importing(Self.table)
        let counts = Mutex<[Int]>([])
        test.household.changes.observe { changes in
            counts.withLock { $0.append(changes[.item].deleted.count) }
        }

        let result = try await test.household.undoImport(record.id)

        guard case .done(let undone) = result else {
            Issue.record("\(result)")
            return
        }
        // The first save and the last but one change the record, and the last one deletes the undo steps.
        #expect(counts.withLock { $0 } == [0, 50, 100, 100, 0, 0])
        #expect(undone.left == [] && undone.state == .undone)
    }

    @Test(
        "Others save between the parts of an undo, also of a resumed one", arguments: [false, true])
    func besideUndo(isResumed: Bool) async throws {
        let test = try Self.household()
        let record = try await test.importing(Self.table)
        if isResumed { try test.household.keep(record.during(.undoing)) }
        let results = Mutex<[DispatchTimeoutResult]>([])
        let progress = ImportProgress { state in
            guard state.phase == .takingBack, state.fraction > 0 else { return }
            let end = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                #expect(throws: Never.self) { try test.add(["Sofa"]) }
                end.signal()
            }
            let result = end.wait(timeout: .now() + 60)
            results.withLock { $0.append(result) }
        }

        let result = try await test.household.undoImport(record.id, progress: progress)

        guard case .done(let undone) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(results.withLock { $0 } == [.success, .success])
        #expect(undone.left == [] && undone.state == .undone)
        #expect(try test.names() == ["Sofa", "Sofa"])
    }

    @Test("A change made during the undo of an import stays, and is named")
    func changedMeanwhile() async throws {
        let test = try Self.household()
        let record = try await test.importing(Self.table)
        try Self.rename("Thing 7", to: "Mine", in: test)

        // As its last step, after all was checked.
        let result = try ImportUndo(
            household: test.household, record: record, claim: StoreLease {}
        ).finish()

        guard case .done(let undone) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(undone.left == ["Item “Mine”"])
        #expect(try test.names() == ["Mine"])
    }

    @Test("A change of a value that an import changed in an existing record stays too")
    func valueChangedMeanwhile() async throws {
        let test = try Self.household()
        let table = { (more: Int) in
            "itemName,valueInDollars\n"
                + (1...110).map { "Thing \($0),\($0 + more)\n" }.joined()
        }
        try await test.importing(table(0))
        let record = try await test.importing(table(1))
        try await test.household.container.write { context in
            try TestHousehold.item("Thing 7", context).valueInDollars = 700
            try test.household.save(context)
        }

        let result = try ImportUndo(
            household: test.household, record: record, claim: StoreLease {}
        ).finish()

        guard case .done(let undone) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(undone.left == ["Item “Thing 7”"])
        let values = try await test.household.container.read { context in
            try ["Thing 6", "Thing 7", "Thing 110"].map {
                try TestHousehold.item($0, context).valueInDollars
            }
        }
        #expect(values == [6, 700, 110])
    }

    @Test("An undo killed midway is completed at the next start")
    func killedUndo() async throws {
        let test = try Self.household()
        let before = try Self.lines(test)
        let record = try await test.importing(Self.table)
        let (data, id) = (test.directory.path, record.id)
        try test.household.close()

        await #expect(processExitsWith: .signal(SIGKILL)) {
            [data = data as String, id = id as String] in
            let household = try Household(directory: DataDirectory(path: data))
            household.changes.observe { _ in kill(getpid(), SIGKILL) }
            _ = try await household.undoImport(id)
        }

        let next = try Household(directory: test.directory)
        defer { try? next.close() }
        let types = try await next.container.read { try $0.count(for: FetchRequest<AssetType>()) }
        let items = try await next.container.read { try $0.count(for: FetchRequest<Item>()) }
        #expect(items == 0 && types == before.count)
        #expect(try next.importRecord(id)?.state == .undone)
        #expect(try next.unfinishedImports() == [])
    }

    @Test("Numbers in later parts are reserved while earlier items get numbers")
    func numbers() async throws {
        let test = try Self.household()
        let text =
            "itemName,serialNumber,itemNumber\n"
            + (1...120).map { "Thing \($0),S\($0),\($0 == 120 ? "A-0050" : "")\n" }.joined()

        try await test.importing(text)

        let numbers = try await test.household.container.read { context in
            try context.fetch(FetchRequest<Item>()).map(\.itemNumber)
        }
        #expect(Set(numbers).count == 120 && numbers.contains(50))
    }

    @Test("The undo of a long table’s changes restores the former values")
    func changes() async throws {
        let test = try Self.household()
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

    @Test("Records of one name are found again in order, as many as there are")
    func namesakes() async throws {
        // More than are read at once.
        let test = try TestHousehold()
        let table = { (count: Int) in
            "itemName,valueInDollars\n" + (1...count).map { "Thing,\($0)\n" }.joined()
        }

        try await test.importing(table(2_100))
        let again = try await test.plan(table(2_100))
        let more = try await test.plan(table(2_102))

        #expect(again.counts.unchanged == 2_100)
        #expect(more.counts.unchanged == 2_100 && more.counts.new == 2)
    }

    @Test("A record that occurs twice is refused, even across parts")
    func twice() async throws {
        let test = try Self.household()
        let key = UUID().uuidString
        let text =
            "itemKey,itemName,serialNumber\n\(key),First,1\n"
            + (1...150).map { ",Thing \($0),S\($0)\n" }.joined() + "\(key),Last,2\n"

        let plan = try await test.plan(text)

        #expect(try plan.refusals == ["153 line 2 is about the same record."])
    }

    @Test("An import cancelled midway leaves nothing", arguments: [0.1, 0.5, 0.9])
    func cancelled(at fraction: Double) async throws {
        let test = try Self.household()
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

    @Test("An item added midway restarts the import, and nothing is imported twice")
    func disturbed() async throws {
        let test = try Self.household()
        let file = try ImportFile(Data(Self.table.utf8), named: "test.csv")
        let plan = try await test.household.plan(file)
        let token = try test.household.imports.keep(file)
        let isDone = Flag()
        let progress = ImportProgress { state in
            guard state.phase == .importing, state.fraction > 0.5, isDone.raise() else { return }
            // On the thread of the import, between two parts.
            try? test.add(["Thing 200"])
        }

        let result = try await test.household.confirmImport(
            token, digest: plan.digest, progress: progress)

        // The added item has no serial number, so the plan stays valid.
        guard case .done(let record) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(record.counts.new == Self.count)
        #expect(try test.names().count == Self.count + 1)
    }

    @Test("The saved parts of a killed import are undone at the next start")
    func killed() async throws {
        let test = try Self.household()
        let before = try Self.lines(test)
        let file = try ImportFile(Data(Self.table.utf8), named: "test.csv")
        let (data, token) = (test.directory.path, try test.household.imports.keep(file))
        try test.household.close()

        await #expect(processExitsWith: .signal(SIGKILL)) {
            [data = data as String, token = token as String] in
            let household = try Household(
                directory: DataDirectory(path: data), importPartSize: .short)
            let progress = ImportProgress { state in
                if state.phase == .importing, state.fraction > 0.8 { kill(getpid(), SIGKILL) }
            }
            _ = try await household.confirmImport(token, digest: nil, progress: progress)
        }

        let next = try Household(directory: test.directory)
        defer { try? next.close() }
        let items = try await next.container.read { try $0.count(for: FetchRequest<Item>()) }
        let types = try await next.container.read { try $0.count(for: FetchRequest<AssetType>()) }
        #expect(items == 0 && types == before.count)
        #expect(try Self.leftovers(test) == [token + ".waiting"])
        #expect(try next.partCount(of: token) == 0)
    }

    @Test("Parts without the record of their import are deleted by the next sweep, others stay")
    func orphanedParts() async throws {
        let test = try Self.household()
        let record = try await test.importing(Self.table)
        let household = test.household
        try household.forgetStale()
        #expect(try household.partCount(of: record.id) > 1)

        try household.keep(record.during(.saving))
        try household.forgetStale()
        #expect(try household.partCount(of: record.id) > 1)

        try test.remove(record)
        try household.forgetStale()
        #expect(try household.partCount(of: record.id) == 0)
    }

    @Test("An import whose record and parts a former version has left in files is undone")
    func formerParts() async throws {
        let test = try Self.household()
        let before = try Self.lines(test)
        let record = try await test.importing(Self.table)
        let path = test.household.imports.path(record.id + ".parts")
        let lines = try await test.household.container.read { context in
            try UndoStep.all(of: record.id, in: context).compactMap(\.changes)
        }
        try test.household.removeParts(of: record.id)
        try test.moveToFile(record)
        // The last line is of a part that was not saved.
        let text = lines.map { $0 + Data("\n".utf8) }.joined() + Data(#"{"made":["#.utf8)
        try Data(text).write(to: URL(fileURLWithPath: path))
        try test.household.close()

        let next = try Household(directory: test.directory)
        defer { try? next.close() }
        #expect(try Self.leftovers(test) == [])
        #expect(try next.partCount(of: record.id) == lines.count)
        guard case .done = try await next.undoImport(record.id) else {
            Issue.record("It was not taken back")
            return
        }
        let items = try await next.container.read { try $0.count(for: FetchRequest<Item>()) }
        let types = try await next.container.read { try $0.count(for: FetchRequest<AssetType>()) }
        #expect(items == 0 && types == before.count)
    }
}
