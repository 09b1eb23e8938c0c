import Foundation
import ObjectModel
import Testing

@testable import Persistence

/// A process is killed in the middle of each operation on a store's files, and the store is opened
/// again.
@Suite("Crashes")
struct CrashTests {
    @Test("A save that is killed at any write is in the store as a whole, or not at all")
    func save() async throws {
        let farm = try Farm()
        try open(farm.path, Farm.model) { _ in }
        let before = try contents(farm.path, Farm.model)
        let whole = try await copy(of: farm)
        #expect(try await ChildProcess.run(.save, at: whole.store))
        let after = try contents(whole.store, Farm.model)
        var states: [[String]] = []

        repeat {
            let copy = try await copy(of: farm)
            let lived = try await ChildProcess.run(
                .save, at: copy.store, killedAt: states.count + 1)
            states.append(try contents(copy.store, Farm.model))
            try expectWhole(copy, "killed at \(states.count)")
            if lived { break }
        } while states.count < 1_000

        let firstNew = try #require(states.firstIndex(of: after))
        #expect(before != after)
        #expect(firstNew > 10)
        #expect(states[..<firstNew].allSatisfy { $0 == before })
        #expect(states[firstNew...].allSatisfy { $0 == after })
    }

    @Test(
        "A migration that is killed at any write leaves the old store or the new one, whole",
        arguments: [ChildProcess.Work.migrate, .migrateLater])
    func migration(_ work: ChildProcess.Work) async throws {
        let farm = try Farm()
        let newer = try FarmChange.newerModel
        let before = try contents(farm.path, Farm.model)
        let whole = try await copy(of: farm)
        #expect(try await ChildProcess.run(work, at: whole.store))
        let after = try contents(whole.store, newer)
        var isNew: [Bool] = []

        repeat {
            let copy = try await copy(of: farm)
            let lived = try await ChildProcess.run(
                work, at: copy.store, killedAt: isNew.count + 1)
            let old = try? contents(copy.store, Farm.model)
            isNew.append(old == nil)
            if let old {
                #expect(old == before)
                try expectStore(at: copy.store, of: Farm.model)
                try PersistentContainer(model: newer, store: .sqlite(path: copy.store)).close()
            }
            #expect(try contents(copy.store, newer) == after)
            try expectStore(at: copy.store, of: newer)
            try expectWhole(copy, "killed at \(isNew.count)")
            if lived { break }
        } while isNew.count < 1_000

        let firstNew = try #require(isNew.firstIndex(of: true))
        #expect(firstNew > 10)
        #expect(isNew[firstNew...].allSatisfy { $0 })
    }

    @Test("A migration by objects that is killed at any write leaves the old store or the new one")
    func mapping() async throws {
        let farm = try Farm()
        let newer = try FarmChange.newerModel
        let before = try contents(farm.path, Farm.model)
        let whole = try await copy(of: farm)
        #expect(try await ChildProcess.run(.map, at: whole.store))
        let after = try contents(whole.store, newer)
        var isNew: [Bool] = []

        repeat {
            let copy = try await copy(of: farm)
            let lived = try await ChildProcess.run(
                .map, at: copy.store, killedAt: isNew.count + 1)
            let old = try? contents(copy.store, Farm.model)
            isNew.append(old == nil)
            if let old {
                #expect(old == before)
                try expectStore(at: copy.store, of: Farm.model)
                try expectWhole(copy, "killed at \(isNew.count), before")
                try FarmChange.mapping(at: copy.store).run()
            }
            #expect(try contents(copy.store, newer) == after)
            try expectStore(at: copy.store, of: newer)
            try expectWhole(copy, "killed at \(isNew.count)")
            if lived { break }
        } while isNew.count < 1_000

        let firstNew = try #require(isNew.firstIndex(of: true))
        #expect(firstNew > 10 && isNew.count - firstNew > 1)
        #expect(isNew[firstNew...].allSatisfy { $0 })
    }

    @Test(
        "A save of an atomic store that is killed at any write is in its file, or not at all",
        arguments: ["xml", "binary"])
    func atomicSave(_ kind: String) async throws {
        let farm = try Farm()
        let path = "\(farm.directory.path)/Farm.\(kind)"
        try PersistentStoreCoordinator.migratePersistentStore(
            at: farm.path, to: path, type: FarmChange.description(path, migrates: false).type,
            model: Farm.model)
        let before = try contents(path, Farm.model)
        var states: [[String]] = []

        repeat {
            let copy = try await copy(of: farm)
            let store = "\(copy.directory.path)/Farm.\(kind)"
            let lived = try await ChildProcess.run(
                .save, at: store, killedAt: states.count + 1)
            states.append(try contents(store, Farm.model))
            #expect(try StoreCheck.faults(path: store) == [])
            #expect(!FileManager.default.fileExists(atPath: store + "-new"))
            if lived { break }
        } while states.count < 1_000

        let after = try #require(states.last)
        let firstNew = try #require(states.firstIndex(of: after))
        #expect(before != after)
        #expect(firstNew > 2)
        #expect(states[..<firstNew].allSatisfy { $0 == before })
        #expect(states[firstNew...].allSatisfy { $0 == after })
    }

    @Test("A store whose making was killed at any write can be made again")
    func creation() async throws {
        let directory = try TemporaryDirectory()
        var count = 0

        repeat {
            count += 1
            let path = "\(directory.path)/\(count).sqlite"
            let lived = try await ChildProcess.run(.create, at: path, killedAt: count)
            try PersistentContainer(model: Farm.model, store: .sqlite(path: path)).close()
            try expectStore(at: path, of: Farm.model)
            if lived { break }
        } while count < 1_000

        #expect(count > 10)
    }

    // MARK: -

    private struct Copy {
        let directory: TemporaryDirectory
        var store: String { directory.path + "/Farm.sqlite" }
    }

    private func copy(of farm: Farm) async throws -> Copy {
        let copy = Copy(directory: try TemporaryDirectory())
        for name in try FileManager.default.contentsOfDirectory(atPath: farm.directory.path) {
            try FileManager.default.copyItem(
                atPath: "\(farm.directory.path)/\(name)", toPath: "\(copy.directory.path)/\(name)")
        }
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

    /// Checks that nothing is wrong with the store, and that its external files are those that it
    /// refers to.
    private func expectWhole(_ copy: Copy, _ comment: Comment) throws {
        #expect(try StoreCheck.faults(path: copy.store) == [], comment)
        let support = copy.directory.path + "/.Farm_SUPPORT"
        let files = try FileManager.default.contentsOfDirectory(
            atPath: support + "/_EXTERNAL_DATA")
        #expect(files.count == 1, comment)
        #expect(
            !FileManager.default.fileExists(atPath: support + "/pending-files-Farm.sqlite"), comment
        )
    }
}
