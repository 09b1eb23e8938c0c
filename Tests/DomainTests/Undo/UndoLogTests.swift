import Foundation
import Persistence
import Synchronization
import Testing

@testable import Domain

@Suite("Changes that a notice offers to undo")
struct UndoLogTests {
    /// A clock that a test moves on.
    private final class Clock: Sendable {
        let time = Mutex(Date(timeIntervalSinceReferenceDate: 800_000_000))
        func pass(hours: Double) { time.withLock { $0 += hours * 60 * 60 } }
    }

    private let directory = DataDirectory(path: NSTemporaryDirectory() + "undo-\(UUID())")
    private let clock = Clock()

    /// Opens a household, and removes it after the test.
    private func withHousehold(_ body: (Household) throws -> Void) throws {
        defer { try? FileManager.default.removeItem(atPath: directory.path) }
        let household = try open()
        defer { try? household.close() }
        try body(household)
    }

    private func open() throws -> Household {
        try Household(directory: directory, now: { [clock] in clock.time.withLock { $0 } })
    }

    @discardableResult
    private func keep(
        _ change: [String], of kind: String = "test", in household: Household
    ) throws -> String {
        try household.container.write { context in
            let token = try UndoLog<[String]>(household, kind: kind).keep(in: context) { change }
            try household.save(context)
            return token
        }
    }

    private func change(
        _ token: String, of kind: String = "test", in household: Household
    ) throws -> [String]? {
        try household.container.read {
            try UndoLog(household, kind: kind).change(token, in: $0)
        }
    }

    private func count(_ household: Household) throws -> Int {
        try household.container.read { try $0.count(for: FetchRequest<UndoStep>()) }
    }

    @Test("A change is found by token and kind, for a day, until it is taken")
    func life() throws {
        try withHousehold { household in
            let tokens = try [keep(["one"], in: household), keep(["two"], in: household)]

            #expect(try change(tokens[0], in: household) == ["one"])
            #expect(try change(tokens[0], of: "other", in: household) == nil)
            try household.container.write { context in
                let other = UndoLog<Int>(household, kind: "test")
                #expect(try other.take(tokens[0], in: context) == nil)
                let log = UndoLog<[String]>(household, kind: "test")
                #expect(try log.take(tokens[0], in: context) == ["one"])
                try household.save(context)
            }
            #expect(try change(tokens[0], in: household) == nil)

            clock.pass(hours: 23.9)
            try household.forgetStale()
            #expect(try change(tokens[1], in: household) == ["two"])
            clock.pass(hours: 0.2)
            #expect(try change(tokens[1], in: household) == nil)
            #expect(try count(household) == 1)
            try household.forgetStale()
            #expect(try count(household) == 0)
        }
    }

    @Test("The latest changes of each kind can be undone")
    func most() throws {
        try withHousehold { household in
            let other = try keep(["other"], of: "other", in: household)
            let tokens = try (1...UndoStep.mostNoticed + 5).map { number in
                clock.pass(hours: 0.01)
                return try keep(["\(number)"], in: household)
            }

            let kept = try tokens.map { try change($0, in: household) }
            #expect(kept.prefix(5).allSatisfy { $0 == nil })
            #expect(kept.dropFirst(5).allSatisfy { $0 != nil })
            #expect(kept.last == ["\(UndoStep.mostNoticed + 5)"])
            #expect(try change(other, of: "other", in: household) == ["other"])
            #expect(try count(household) == UndoStep.mostNoticed + 1)
        }
    }

    @Test("A change is saved with its step in one transaction, or neither is")
    func transaction() throws {
        try withHousehold { household in
            var tokens: [String] = []
            let saves = Mutex<[Set<EntityName>]>([])
            try household.container.write { context in
                let log = UndoLog<Int64>(household, kind: "test")
                let item = try Item.append(in: context)
                tokens.append(try log.keep(in: context) { item.savedNumber })
                #expect(throws: PersistenceError.self) { try household.save(context) }
            }
            #expect(try count(household) == 0)

            try household.container.write { context in
                let log = UndoLog<Int64>(household, kind: "test")
                let item = try Item.append(in: context)
                item.itemName = "Lamp"
                tokens.append(try log.keep(in: context) { item.savedNumber })
                household.changes.observe { saved in
                    saves.withLock { $0.append(saved.entities.intersection([.item, .undoStep])) }
                }
                try household.save(context)
                #expect(saves.withLock(\.first) == [.item, .undoStep])
                #expect(item.savedNumber > 0)
                #expect(try log.change(tokens[1], in: context) == item.savedNumber)
            }
            #expect(try count(household) == 1)
        }
    }

    @Test("Removing a person erases the steps that may name them from every file")
    func persons() async throws {
        let test = try TestHousehold()
        let (household, name) = (test.household, "Quentin Q. Quokka")
        let ann = try test.addCustomer("Ann")
        let token = try keep([name], in: household)
        // A step that fills pages of the file.
        try keep(Array(repeating: name, count: 1_000), in: household)
        func holdsName() -> Bool {
            ["", "-wal"].contains { suffix in
                let file = FileManager.default.contents(atPath: test.directory.store + suffix)
                return file?.range(of: Data(name.utf8)) != nil
            }
        }
        #expect(holdsName())

        try await household.container.write { context in
            context.delete(try #require(try Customer.find(ann, in: context)))
            try household.save(context)
        }
        #expect(try change(token, in: household) == nil)
        #expect(try count(household) == 0)
        #expect(try await household.erasePersonalData())

        #expect(!holdsName())
    }

    @Test("The files of a former version become steps for the rest of their day")
    func formerFiles() throws {
        try withHousehold { household in
            try household.close()
            let folder = directory.path + "/undo"
            let tokens = (0..<2).map { _ in ImportToken.random() }
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: false)
            for (index, token) in tokens.enumerated() {
                let path = "\(folder)/\(token).test.json"
                try Data(#"["\#(index)"]"#.utf8).write(to: URL(fileURLWithPath: path))
                let date = clock.time.withLock { $0 } - Double(index + 1) * 12 * 60 * 60 + 60
                try FileManager.default.setAttributes(
                    [.modificationDate: date], ofItemAtPath: path)
            }

            let second = try open()
            defer { try? second.close() }

            #expect(!FileManager.default.fileExists(atPath: folder))
            #expect(try tokens.map { try change($0, in: second) } == [["0"], ["1"]])
            clock.pass(hours: 1)
            #expect(try tokens.map { try change($0, in: second) } == [["0"], nil])
        }
    }

    @Test("Files of a former version that may name a person who is being erased are removed")
    func formerFilesOfPersons() throws {
        try withHousehold { household in
            try household.erasure.add([1])
            try household.close()
            let folder = directory.path + "/undo"
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: false)
            let path = "\(folder)/\(ImportToken.random()).test.json"
            try Data(#"["Ann"]"#.utf8).write(to: URL(fileURLWithPath: path))

            let second = try open()
            defer { try? second.close() }

            #expect(!FileManager.default.fileExists(atPath: folder))
            #expect(try count(second) == 0)
        }
    }
}
