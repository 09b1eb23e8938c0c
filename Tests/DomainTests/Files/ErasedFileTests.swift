import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Domain

@Suite("Files that are removed with their contents")
struct ErasedFileTests {
    private static func withFolder(_ body: (String) async throws -> Void) async throws {
        let folder = NSTemporaryDirectory() + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await body(folder)
    }

    private static func write(_ text: String, to path: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }

    private static func text(of path: String) -> String? {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func names(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }

    @Test("A file is overwritten before it is removed")
    func removal() async throws {
        try await Self.withFolder { folder in
            try Self.write("secret", to: folder + "/a")
            let reader = try FileHandle(forReadingFrom: URL(fileURLWithPath: folder + "/a"))
            defer { try? reader.close() }

            try ErasedFile.remove(folder + "/a")
            try ErasedFile.remove(folder + "/a")

            #expect(try reader.readToEnd() == Data(count: 6))
            #expect(try Self.names(in: folder) == [])
        }
    }

    @Test("A file that is replaced repeatedly is never missing")
    func replacement() async throws {
        try await Self.withFolder { folder in
            let path = folder + "/a"
            let texts = ["one", "two"].map { String(repeating: $0, count: 20_000) }
            try Self.write(texts[0], to: path)
            let ended = Atomic(false)
            let looks = Atomic(0)
            defer { ended.store(true, ordering: .relaxed) }
            let reader = Task.detached(executorPreference: ThreadExecutor.shared) {
                var missing = 0
                while !ended.load(ordering: .relaxed) {
                    if access(path, F_OK) != 0 { missing += 1 }
                    looks.add(1, ordering: .relaxed)
                }
                return missing
            }

            var index = 0
            while index < 100 || looks.load(ordering: .relaxed) < 1_000 {
                index += 1
                try Self.write(texts[index % 2], to: path + ".new")
                try ErasedFile.replace(path, with: path + ".new")
                #expect(Self.text(of: path) == texts[index % 2])
                await Task.yield()
            }

            ended.store(true, ordering: .relaxed)
            #expect(await reader.value == 0)
            #expect(try Self.names(in: folder) == ["a"])
        }
    }

    @Test("A file that cannot be removed stays in place")
    func refused() async throws {
        try await Self.withFolder { folder in
            // A folder cannot be overwritten as a file can.
            try FileManager.default.createDirectory(
                atPath: folder + "/a", withIntermediateDirectories: false)
            #expect(throws: FileError.self) { try ErasedFile.remove(folder + "/a") }
            #expect(try Self.names(in: folder) == ["a"])
        }
    }

    @Test("A file can be put where none was")
    func firstOne() async throws {
        try await Self.withFolder { folder in
            try Self.write("new", to: folder + "/b")
            try ErasedFile.replace(folder + "/a", with: folder + "/b")
            #expect(Self.text(of: folder + "/a") == "new")
            #expect(try Self.names(in: folder) == ["a"])

            #expect(throws: FileError.self) {
                try ErasedFile.replace(folder + "/a", with: folder + "/none")
            }
            #expect(Self.text(of: folder + "/a") == "new")
            #expect(try Self.names(in: folder) == ["a"])
        }
    }

    @Test("Leftovers of a program that ended are removed, and current files stay")
    func leftovers() async throws {
        try await Self.withFolder { folder in
            try Self.write("secret", to: folder + "/gone.erased")
            try Self.write("kept", to: folder + "/a")
            try FileManager.default.linkItem(
                atPath: folder + "/a", toPath: folder + "/a.erased")

            try ErasedFile.finish(in: folder)
            #expect(try Self.names(in: folder) == ["a", "a.erased"])
            #expect(Self.text(of: folder + "/a") == "kept")

            try Self.write("new", to: folder + "/b")
            try ErasedFile.replace(folder + "/a", with: folder + "/b")
            #expect(try Self.names(in: folder) == ["a"])
            #expect(Self.text(of: folder + "/a") == "new")

            try FileManager.default.linkItem(
                atPath: folder + "/a", toPath: folder + "/a.erased")
            try ErasedFile.remove(folder + "/a")
            #expect(try Self.names(in: folder) == [])
        }
    }
}
