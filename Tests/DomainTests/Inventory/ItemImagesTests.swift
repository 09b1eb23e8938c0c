import Drawing
import Foundation
import Imaging
import Persistence
import Testing

@testable import Domain

struct ItemImagesTests {
    @Test("A picture is in place before its record is saved, and a failed save takes it back")
    func adding() throws {
        struct Refused: Error {}
        let test = try TestHousehold()
        let keys = [UUID(), UUID()]
        let images = test.household.itemImages
        let refused = try test.file("refused")

        let meanwhile = try images.add([(keys[0], test.file("first"), nil)]) {
            try test.content(of: keys[0])
        }
        #expect(throws: Refused.self) {
            try images.add([(keys[1], refused, nil)]) { throw Refused() }
        }

        #expect(meanwhile == "first")
        #expect(try test.imageFiles() == [keys[0].uuidString])
        #expect(try String(contentsOfFile: refused, encoding: .utf8) == "refused")
    }

    @Test("Several files are put in place together, or none if one is missing")
    func several() throws {
        let test = try TestHousehold()
        let keys = [UUID(), UUID(), UUID()]
        let images = test.household.itemImages
        let files = try ["one", "two"].map { try test.file($0) }

        #expect(throws: FileError.self) {
            try images.add([(keys[0], files[0], nil), (keys[2], "/nowhere/at/all", nil)]) {}
        }
        #expect(try test.imageFiles().isEmpty)

        let known = try FileChecksum(ofFileAt: files[1])
        try images.add([(keys[0], files[0], nil), (keys[1], files[1], known)]) {}
        #expect(try test.content(of: keys[0]) == "one")
        #expect(try test.content(of: keys[1]) == "two")
        let noted = try PictureChecksums(directory: test.directory).read()
        #expect(noted["images/\(keys[1])"] == [known])
        #expect(Set(try test.imageFiles()) == [keys[0].uuidString, keys[1].uuidString])
    }

    @Test("An open original stays readable after it is removed")
    func opened() throws {
        let test = try TestHousehold()
        let images = test.household.itemImages
        let key = UUID()
        #expect(try images.open(key) == nil)
        try images.add([(key, test.file("first"), nil)]) {}

        let first = try #require(try images.open(key))
        images.remove(.original(key))

        let text = try withExtendedLifetime(first) {
            try String(contentsOfFile: first.path, encoding: .utf8)
        }
        #expect(text == "first")
        #expect(first.byteCount == 5)
        #expect(try images.open(key) == nil)
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

    @Test("A replacement that a former version began, without its new file, is rolled back")
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

    @Test("A replacement that a former version did not save gets a new thumbnail")
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
            let photo = item.addPhoto(
                thumbnail.png, captureDate: nil, at: Date(), in: context
            ).photo
            photo.key = item.key
            try household.save(context, adding: [(item.key, file, nil)])
            return item.key
        }
    }
}
