import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Domain

@Suite("Concurrent access to files that wait to be imported")
struct WaitingFileTests {
    private static func file(_ count: Int = 3) throws -> ImportFile {
        let rows = (1...count).map { "Thing \($0),S\($0)\n" }.joined()
        return try ImportFile(Data("itemName,serialNumber\n\(rows)".utf8), named: "things.csv")
    }

    /// Makes all waiting files older.
    private static func age(_ test: TestHousehold, by seconds: TimeInterval) throws {
        let folder = test.directory.imports
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            try FileManager.default.setAttributes(
                [.modificationDate: Date() - seconds], ofItemAtPath: "\(folder)/\(name)")
        }
    }

    /// Stores a file with its source and a folder of photos, as the page does.
    private static func keepAll(_ test: TestHousehold) throws -> String {
        let imports = test.household.imports
        let path = test.directory.incoming + "/upload"
        try Data("itemName\nSofa\n".utf8).write(to: URL(fileURLWithPath: path))
        let token = try imports.keepSource(at: path, named: "x.csv", reading: ImportReading())
        var file = try Self.file()
        file.keptFiles = try imports.makeFolder().name
        try imports.keep(file, as: token)
        return token
    }

    private static func names(_ test: TestHousehold) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: test.directory.imports).sorted()
    }

    @Test("A confirmed file is imported, however long it has waited")
    func lateYes() async throws {
        let test = try TestHousehold()
        let imports = test.household.imports
        let token = try imports.keep(Self.file())
        try Self.age(test, by: Imports.longestWait - 100)
        let progress = ImportProgress { _ in try? imports.sweep(now: Date() + 200) }

        let result = try await test.household.confirmImport(
            token, digest: nil, progress: progress)

        guard case .done(let record) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(record.counts.new == 3)
    }

    @Test("A file in use does not expire, with all that belongs to it")
    func touched() async throws {
        let test = try TestHousehold()
        let imports = test.household.imports
        let token = try Self.keepAll(test)
        let before = try Self.names(test)
        #expect(before.count == 4)

        try await imports.keeping(token, every: .milliseconds(1)) {
            // The last update of the timestamp may be a day ago.
            try Self.age(test, by: Imports.longestWait + 400)
            while try Self.names(test).contains(where: { name in
                let date = try FileTime.modification(at: imports.path(name))
                return date.map { Date().timeIntervalSince($0) > 60 } ?? false
            }) {
                try await Task.sleep(for: .milliseconds(1))
            }
            try imports.sweep()
        }

        #expect(try Self.names(test) == before)
    }

    @Test("A file that is removed during its import is not imported at all")
    func goneMeanwhile() async throws {
        let test = try TestHousehold(importPartSize: .short)
        let imports = test.household.imports
        let token = try imports.keep(Self.file(2_000))
        let isForgotten = Flag()
        let progress = ImportProgress { state in
            if state.phase == .trying, isForgotten.raise() { try? imports.forget(token) }
        }

        let result = try await test.household.confirmImport(
            token, digest: nil, progress: progress)

        guard case .gone = result else {
            Issue.record("\(result)")
            return
        }
        #expect(try test.names() == [])
    }

    @Test("A reader of a removed file is told that it was removed")
    func lost() async throws {
        let test = try TestHousehold()
        let imports = test.household.imports
        let token = try imports.keep(Self.file())
        let file = try #require(try imports.file(for: token))
        try imports.forget(token)

        let error = try #require(throws: (any Error).self) { _ = try file.rows.row(at: 0) }

        #expect(imports.hasLost(token, error))
        #expect(imports.hasLost(token, FileError(path: "", code: ENOENT)))
        #expect(!imports.hasLost(token, CancellationError()))
    }

    @Test("Concurrent sweeps and cancellations do not interfere")
    func sweeping() async throws {
        let test = try TestHousehold()
        let imports = test.household.imports
        let tokens = try (0..<20).map { _ in try Self.keepAll(test) }
        for name in try Self.names(test) where name.hasSuffix(".files") {
            for index in 0..<20 {
                try Data().write(to: URL(fileURLWithPath: "\(imports.path(name))/\(index)"))
            }
        }
        try Self.age(test, by: Imports.longestWait - 100)

        try await withThrowingTaskGroup { group in
            for index in 0..<8 {
                group.addTask {
                    if index.isMultiple(of: 2) {
                        try imports.sweep(now: Date() + 200)
                    } else {
                        for token in tokens { try imports.forget(token) }
                    }
                }
            }
            try await group.waitForAll()
        }

        #expect(try Self.names(test) == [])
    }

    @Test("A file is never missing while it is read again")
    func readAnew() async throws {
        let test = try TestHousehold()
        let imports = test.household.imports
        let token = try Self.keepAll(test)
        let hasBegun = Atomic(false)
        let ended = Atomic(false)
        let reader = Task.detached(executorPreference: ThreadExecutor.shared) {
            var (count, missing) = (0, 0)
            while !ended.load(ordering: .relaxed) {
                count += 1
                hasBegun.store(true, ordering: .relaxed)
                if try imports.source(for: token) == nil { missing += 1 }
                if try imports.waitingKind(token) == nil { missing += 1 }
            }
            return (count, missing)
        }

        while !hasBegun.load(ordering: .relaxed) { try await Task.sleep(for: .milliseconds(1)) }
        for index in 1...100 {
            var reading = ImportReading()
            reading.entity = "Entity \(index)"
            try imports.read(token, as: reading)
            try imports.keep(Self.file(index), as: token)
            #expect(try imports.source(for: token)?.reading == reading)
            #expect(try imports.file(for: token)?.rows.count == index)
        }

        ended.store(true, ordering: .relaxed)
        let (count, missing) = try await reader.value
        #expect(count > 0 && missing == 0)
        // The folder of the first one was deleted with it.
        #expect(
            try Self.names(test)
                == [".reading.json", ".source", ".waiting"].map { token + $0 })
    }

    @Test("An unfinished replacement is deleted with a person, and after a day")
    func unfinished() throws {
        let test = try TestHousehold()
        let imports = test.household.imports
        for isPerson in [true, false] {
            let name = ImportToken.random() + ".new"
            try Data("Unmistakable".utf8).write(to: URL(fileURLWithPath: imports.path(name)))
            if isPerson {
                try imports.forgetPersons(writtenUntil: nil)
            } else {
                try imports.sweep(now: Date() + Imports.longestWait + 100)
            }
            #expect(try Self.names(test) == [])
        }
    }
}
