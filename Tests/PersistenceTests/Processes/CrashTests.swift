import Foundation
import ObjectModel
import Testing

@testable import Persistence

/// A process is killed in the middle of each file operation, and the store is opened again.
@Suite("Crash safety")
struct CrashTests {
    @Test("A save killed at any write is completely in the store, or not at all")
    func save() async throws {
        let farm = try Farm()
        try open(farm.path, Farm.model) { _ in }
        let before = try contents(farm.path, Farm.model)
        func state(_ copy: Copy) throws -> [String] {
            let state = try contents(copy.store, Farm.model)
            try expectWhole(copy)
            return state
        }
        let states = try await moments(of: .save, in: farm.directory.path).map(state)

        let after = try #require(states.last)
        let firstNew = try #require(states.firstIndex(of: after))
        #expect(before != after)
        #expect(firstNew > 10)
        #expect(states[..<firstNew].allSatisfy { $0 == before })
        #expect(states[firstNew...].allSatisfy { $0 == after })
        let last = try await killed(.save, in: farm.directory.path, at: firstNew)
        #expect(try state(last) == before)
        let first = try await killed(.save, in: farm.directory.path, at: firstNew + 1)
        #expect(try state(first) == after)
    }

    @Test("A save killed at any write keeps the full-text index and the records consistent")
    func texts() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/Farm.sqlite"
        let container = try PersistentContainer(model: Shelf.model, store: .sqlite(path: path))
        try await container.write { context in
            for (place, title) in ["Blue lamp", "Sofa", "Red lamp"].enumerated() {
                try context.add("Item", ["title": title, "place": place])
            }
            try context.save()
        }
        try container.close()
        func found(_ copy: Copy) throws -> [String] {
            // A truncated log is a warning; its complete transactions are read.
            let faults = try StoreCheck.faults(path: copy.store).filter {
                !$0.hasPrefix("The log may be damaged")
            }
            #expect(faults == [], "killed at \(copy.name)")
            let container = try PersistentContainer(
                model: Shelf.model, store: .sqlite(path: copy.store))
            let titles = try container.read { try $0.titles(.search("lamp")) }
            try container.close()
            return titles
        }
        let states = try await moments(of: .shelve, in: directory.path).map(found)

        let firstNew = try #require(states.firstIndex(of: ["Green lamp", "Sofa", "Lampion"]))
        #expect(firstNew > 5)
        #expect(states[..<firstNew].allSatisfy { $0 == ["Blue lamp", "Red lamp"] })
        #expect(states[firstNew...].allSatisfy { $0 == ["Green lamp", "Sofa", "Lampion"] })
    }

    @Test(
        "A migration killed at any write leaves the complete old or new store",
        arguments: [ChildProcess.Work.migrate, .migrateLater])
    func migration(_ work: ChildProcess.Work) async throws {
        let newer = try FarmChange.newerModel
        try await expectOldOrNew(after: work) { copy in
            try expectStore(at: copy.store, of: Farm.model)
            try PersistentContainer(model: newer, store: .sqlite(path: copy.store)).close()
        }
    }

    @Test("A mapped migration killed at any write leaves the complete old or new store")
    func mapping() async throws {
        try await expectOldOrNew(after: .map) { copy in
            try expectStore(at: copy.store, of: Farm.model)
            try expectWhole(copy)
            try FarmChange.mapping(at: copy.store).run()
        }
    }

    /// Checks what a migration leaves wherever it is killed.
    ///
    /// - Parameter finish: checks a store that was not changed, and migrates it.
    private func expectOldOrNew(
        after work: ChildProcess.Work, finish: (Copy) throws -> Void
    ) async throws {
        let farm = try Farm()
        let newer = try FarmChange.newerModel
        let before = try contents(farm.path, Farm.model)
        let copies = try await moments(of: work, in: farm.directory.path)
        let done = try #require(copies.last)
        let after = try contents(done.store, newer)
        func isNew(_ copy: Copy) throws -> Bool {
            let old = try? contents(copy.store, Farm.model)
            if let old {
                #expect(old == before)
                try finish(copy)
            }
            #expect(try contents(copy.store, newer) == after)
            try expectStore(at: copy.store, of: newer)
            try expectWhole(copy)
            return old == nil
        }
        let areNew = try copies.map(isNew)

        let firstNew = try #require(areNew.firstIndex(of: true))
        #expect(firstNew > 10 && areNew.count - firstNew > 1)
        #expect(areNew[firstNew...].allSatisfy { $0 })
        #expect(try await !isNew(killed(work, in: farm.directory.path, at: firstNew)))
        #expect(try await isNew(killed(work, in: farm.directory.path, at: firstNew + 1)))
    }

    @Test(
        "A save of an atomic store killed at any write is completely in its file, or not at all",
        arguments: ["xml", "binary"])
    func atomicSave(_ kind: String) async throws {
        let farm = try Farm()
        let file = "Farm.\(kind)"
        let path = "\(farm.directory.path)/\(file)"
        try PersistentStoreCoordinator.migratePersistentStore(
            at: farm.path, to: path, type: FarmChange.description(path, migrates: false).type,
            model: Farm.model)
        let before = try contents(path, Farm.model)
        func state(_ copy: Copy) throws -> [String] {
            let state = try contents(copy.store, Farm.model)
            #expect(try StoreCheck.faults(path: copy.store) == [])
            #expect(!FileManager.default.fileExists(atPath: copy.store + "-new"))
            return state
        }
        let states = try await moments(of: .save, in: farm.directory.path, file: file).map(state)

        let after = try #require(states.last)
        let firstNew = try #require(states.firstIndex(of: after))
        #expect(before != after)
        #expect(firstNew > 2)
        #expect(states[..<firstNew].allSatisfy { $0 == before })
        #expect(states[firstNew...].allSatisfy { $0 == after })
        let last = try await killed(.save, in: farm.directory.path, file: file, at: firstNew)
        #expect(try state(last) == before)
        let first = try await killed(.save, in: farm.directory.path, file: file, at: firstNew + 1)
        #expect(try state(first) == after)
    }

    @Test("A store whose creation was killed at any write can be created again")
    func creation() async throws {
        let empty = try TemporaryDirectory()
        func expectMaking(_ copy: Copy) throws {
            try PersistentContainer(model: Farm.model, store: .sqlite(path: copy.store)).close()
            try expectStore(at: copy.store, of: Farm.model)
        }
        let copies = try await moments(of: .create, in: empty.path)

        #expect(copies.count > 10)
        for copy in copies { try expectMaking(copy) }
        try await expectMaking(killed(.create, in: empty.path, at: copies.count / 2))
    }

    // MARK: -

    /// A snapshot of a folder with a store.
    private struct Copy {
        /// Removed with its contents when no copy is needed.
        let directory: TemporaryDirectory
        let name: String
        let file: String
        var folder: String { "\(directory.path)/\(name)" }
        var store: String { "\(folder)/\(file)" }
    }

    /// Performs a task on a copy of a folder, in a child process. Returns what a kill would leave
    /// at each of its file operations, in order, followed by the final state.
    private func moments(
        of work: ChildProcess.Work, in folder: String, file: String = "Farm.sqlite"
    ) async throws -> [Copy] {
        let done = try copy(of: folder, file: file)
        let directory = done.directory
        #expect(
            try await ChildProcess.run(
                work, at: done.store, interrupted: .copy(done.folder, into: directory.path)))
        let count = try FileManager.default.contentsOfDirectory(atPath: directory.path).count - 1
        try #require(count > 0)
        return (1...count).map { Copy(directory: directory, name: "\($0)", file: file) } + [done]
    }

    /// Performs a task on a copy of a folder, in a child process that is killed at one of its
    /// operations. This verifies for single operations that the copies are what a killed process
    /// leaves.
    private func killed(
        _ work: ChildProcess.Work, in folder: String, file: String = "Farm.sqlite",
        at operation: Int
    ) async throws -> Copy {
        let copy = try copy(of: folder, file: file)
        #expect(
            try await !ChildProcess.run(work, at: copy.store, interrupted: .kill(at: operation)))
        return copy
    }

    private func copy(of folder: String, file: String) throws -> Copy {
        let copy = Copy(directory: try TemporaryDirectory(), name: "work", file: file)
        try FileManager.default.copyItem(atPath: folder, toPath: copy.folder)
        return copy
    }

    private func open<T>(
        _ path: String, _ model: ManagedObjectModel, _ body: (PersistentContainer) throws -> T
    ) throws -> T {
        var store = FarmChange.description(path, migrates: false)
        store.tracksHistory = false
        let container = try PersistentContainer(model: model, store: store)
        let result = Result { try body(container) }
        try container.close()
        return try result.get()
    }

    private func contents(_ path: String, _ model: ManagedObjectModel) throws -> [String] {
        try open(path, model) { try FarmChange.contents(of: $0) }
    }

    /// Checks that the store has no faults, and that its external files are those that it refers
    /// to.
    private func expectWhole(_ copy: Copy) throws {
        let moment = Comment(rawValue: "killed at \(copy.name)")
        #expect(try StoreCheck.faults(path: copy.store) == [], moment)
        let support = copy.folder + "/.Farm_SUPPORT"
        let files = try FileManager.default.contentsOfDirectory(
            atPath: support + "/_EXTERNAL_DATA")
        #expect(files.count == 1, moment)
        #expect(
            !FileManager.default.fileExists(atPath: support + "/pending-files-Farm.sqlite"), moment)
    }
}
