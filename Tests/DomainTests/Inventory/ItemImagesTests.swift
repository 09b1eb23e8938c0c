import Dispatch
import Drawing
import Foundation
import Imaging
import Persistence
import Synchronization
import TestSupport
import Testing

@testable import Domain

struct ItemImagesTests {
    @Test("A picture is replaced once the record is saved")
    func replacement() throws {
        let test = try TestHousehold()
        let key = UUID()
        let images = test.household.itemImages
        try images.replace(key, with: test.file("first")) {}

        let meanwhile = try images.replace(key, with: test.file("second")) {
            try test.content(of: key)
        }

        #expect(meanwhile == "second")
        #expect(try test.content(of: key) == "second")
        #expect(try test.imageFiles() == [key.uuidString])
    }

    @Test("A failed save restores the former picture, and the new file stays too")
    func refusal() throws {
        struct Refused: Error {}
        let test = try TestHousehold()
        let key = UUID()
        let images = test.household.itemImages
        try images.replace(key, with: test.file("first")) {}
        let second = try test.file("second")

        #expect(throws: Refused.self) {
            try images.replace(key, with: second) { throw Refused() }
        }
        #expect(throws: Refused.self) {
            try images.replace(key, with: nil) { throw Refused() }
        }

        #expect(try test.content(of: key) == "first")
        #expect(try test.imageFiles() == [key.uuidString])
        #expect(try String(contentsOfFile: second, encoding: .utf8) == "second")
    }

    @Test(
        "Several files are replaced together, or none if one is missing or the save fails")
    func several() throws {
        struct Refused: Error {}
        let test = try TestHousehold()
        let keys = [UUID(), UUID(), UUID()]
        let images = test.household.itemImages
        try images.replace(keys[0], with: test.file("former")) {}
        let files = try ["one", "two"].map { try test.file($0) }
        let named: [(key: UUID, file: String?, checksum: FileChecksum?)] = [
            (keys[0], files[0], nil), (keys[1], files[1], nil),
        ]

        #expect(throws: FileError.self) {
            try images.replace(named + [(keys[2], "/nowhere/at/all", nil)]) {}
        }
        #expect(throws: Refused.self) { try images.replace(named) { throw Refused() } }
        #expect(try test.content(of: keys[0]) == "former")
        #expect(try test.imageFiles() == [keys[0].uuidString])

        let known = try FileChecksum(ofFileAt: files[1])
        try images.replace([(keys[0], files[0], nil), (keys[1], files[1], known)]) {}
        #expect(try test.content(of: keys[0]) == "one")
        #expect(try test.content(of: keys[1]) == "two")
        let noted = try PictureChecksums(directory: test.directory).read()
        #expect(noted["images/\(keys[1])"] == [known])
        #expect(Set(try test.imageFiles()) == [keys[0].uuidString, keys[1].uuidString])
    }

    @Test("A first picture that is refused leaves nothing")
    func refusedFirst() throws {
        struct Refused: Error {}
        let test = try TestHousehold()
        let key = UUID()

        #expect(throws: Refused.self) {
            try test.household.itemImages.replace(key, with: test.file("new")) { throw Refused() }
        }

        #expect(test.household.itemImages.path(of: key) == nil)
        #expect(try test.imageFiles().isEmpty)
    }

    @Test("A missing file changes nothing")
    func missingFile() throws {
        let test = try TestHousehold()
        let key = UUID()
        try test.household.itemImages.replace(key, with: test.file("first")) {}

        #expect(throws: FileError.self) {
            try test.household.itemImages.replace(key, with: "/nowhere/at/all") {}
        }

        #expect(try test.content(of: key) == "first")
    }

    @Test("A deleted picture’s file is removed once the record is saved")
    func deletion() throws {
        let test = try TestHousehold()
        let key = UUID()
        try test.household.itemImages.replace(key, with: test.file("first")) {}

        let meanwhile = try test.household.itemImages.replace(key, with: nil) {
            try test.content(of: key)
        }

        #expect(meanwhile == "first")
        #expect(try test.imageFiles().isEmpty)
    }

    @Test(
        "A reader finds one picture during a replacement or its rollback",
        .blocking)
    func noHole() throws {
        let test = try TestHousehold()
        let path = test.directory.images + "/photo"
        try test.put("first", "photo")
        let isOver = Atomic(false)
        let misses = Atomic(0)
        let ended = DispatchSemaphore(value: 0)
        Thread {
            while !isOver.load(ordering: .acquiring) {
                if access(path, F_OK) != 0 { misses.add(1, ordering: .relaxed) }
            }
            ended.signal()
        }.start()

        for number in 0..<500 {
            let new = try test.file("\(number)")
            let replacement = try FileReplacement(
                original: path, former: path + ".former", new: new)
            try replacement.takeBack()
            #expect(try String(contentsOfFile: new, encoding: .utf8) == "\(number)")
            try FileReplacement(original: path, former: path + ".former", new: new).finish()
        }
        isOver.store(true, ordering: .releasing)
        ended.wait()

        #expect(misses.load(ordering: .relaxed) == 0)
        #expect(try test.imageFiles() == ["photo"])
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "499")
    }

    @Test("An open original is unchanged by its replacement")
    func opened() throws {
        let test = try TestHousehold()
        let images = test.household.itemImages
        let key = UUID()
        #expect(try images.open(key) == nil)
        try images.replace(key, with: test.file("first")) {}

        let first = try #require(try images.open(key))
        try images.replace(key, with: test.file("the second")) {}
        let second = try #require(try images.open(key))
        try images.replace(key, with: nil) {}

        let texts = try withExtendedLifetime((first, second)) {
            try [first, second].map { try String(contentsOfFile: $0.path, encoding: .utf8) }
        }
        #expect(texts == ["first", "the second"])
        #expect(first.byteCount == 5)
        #expect(first.version != second.version)
        #expect(try images.open(key) == nil)
    }

    @Test("A failed replacement leaves one file under one name")
    func failedReplacement() throws {
        let test = try TestHousehold()
        let path = test.directory.images + "/photo"
        try test.put("first", "photo")

        // A folder cannot replace a file.
        #expect(throws: FileError.self) {
            try FileReplacement(
                original: path, former: path + ".former", new: test.directory.incoming)
        }

        #expect(try test.imageFiles() == ["photo"])
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "first")
    }

    // MARK: - Sweeping

    @Test("Orphaned files are removed; files with an item, and foreign files, stay")
    func sweep() async throws {
        let test = try TestHousehold()
        let key = try await test.itemWithPicture()
        let orphan = UUID()
        try test.put("orphan", orphan.uuidString)
        try test.put("old", orphan.uuidString + ".former")
        try test.put("mine", "notes.txt")

        let sweep = try await test.household.sweep()

        #expect(sweep.removedCount == 2)
        #expect(Set(try test.imageFiles()) == [key.uuidString, "notes.txt"])
    }

    @Test("A replacement interrupted before its new file is in place is rolled back")
    func sweepRestores() async throws {
        let test = try TestHousehold()
        let key = try await test.itemWithPicture()
        let before = try test.content(of: key, asText: false)
        try FileManager.default.moveItem(
            atPath: test.directory.images + "/\(key)",
            toPath: test.directory.images + "/\(key).former")

        let sweep = try await test.household.sweep()

        #expect(sweep.repaired == [key])
        #expect(try test.content(of: key, asText: false) == before)
        #expect(try test.imageFiles() == [key.uuidString])
    }

    @Test("A replacement interrupted before its save gets a new thumbnail")
    func sweepFinishes() async throws {
        let test = try TestHousehold()
        let key = try await test.itemWithPicture(seed: 1)
        let images = test.directory.images
        try FileManager.default.moveItem(
            atPath: images + "/\(key)", toPath: images + "/\(key).former")
        let other = try DrawnPicture(subject: .lamp, seed: 2, width: 400, height: 300)
            .encoded(as: .png)
        try other.write(to: URL(fileURLWithPath: images + "/\(key)"))
        let expected = try await test.household.imageProcessor
            .thumbnail(ofFileAt: images + "/\(key)").png

        let sweep = try await test.household.sweep()

        let thumbnail = try await test.household.container.read { context in
            try Item.find(key, in: context)?.thumbnail
        }
        #expect(sweep.repaired == [key])
        #expect(thumbnail == expected)
        #expect(try test.imageFiles() == [key.uuidString])
    }

    @Test("Unfinished uploads are removed at a restart")
    func incoming() throws {
        let test = try TestHousehold()
        try Data("half".utf8).write(to: URL(fileURLWithPath: test.directory.incoming + "/x"))
        try test.household.close()

        let again = try Household(directory: test.directory)

        let files = try FileManager.default.contentsOfDirectory(atPath: test.directory.incoming)
        #expect(files.isEmpty)
        try again.close()
    }
}

extension TestHousehold {
    /// A file in the data directory.
    fileprivate func file(_ content: String) throws -> String {
        let path = directory.incoming + "/\(UUID())"
        try Data(content.utf8).write(to: URL(fileURLWithPath: path))
        return path
    }

    fileprivate func put(_ content: String, _ name: String) throws {
        try Data(content.utf8).write(to: URL(fileURLWithPath: directory.images + "/" + name))
    }

    fileprivate func content(of key: UUID) throws -> String? {
        try content(of: key, asText: true).map { String(decoding: $0, as: UTF8.self) }
    }

    fileprivate func content(of key: UUID, asText: Bool) throws -> Data? {
        try household.itemImages.path(of: key).map {
            try Data(contentsOf: URL(fileURLWithPath: $0))
        }
    }

    fileprivate func imageFiles() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory.images)
    }

    fileprivate func itemWithPicture(seed: Int = 1) async throws -> UUID {
        let file = directory.incoming + "/\(UUID())"
        try DrawnPicture(subject: .vase, seed: seed, width: 400, height: 300).encoded(as: .png)
            .write(to: URL(fileURLWithPath: file))
        let thumbnail = try await household.imageProcessor.thumbnail(ofFileAt: file)
        return try await household.container.write { [self] context in
            let item = try Item.append(in: context)
            item.itemName = "Vase"
            item.thumbnail = thumbnail.png
            try household.save(context, replacingImageOf: item.key, with: file)
            return item.key
        }
    }
}
