import Foundation
import Persistence
import Testing

@testable import Domain

@Suite("File names in the photo folder")
struct FolderNameTests {
    private static let composed = Array("Zo\u{EB}.jpg".utf8)
    private static let decomposed = Array("Zoe\u{308}.jpg".utf8)
    /// As a system with Latin-1 names it.
    private static let latin = Array("caf".utf8) + [0xE9] + Array(".jpg".utf8)

    @Test("A name that is not UTF-8 is escaped, and converted back to its bytes")
    func identifiers() {
        let names: [([UInt8], String)] = [
            (Self.composed, "Zo\u{EB}.jpg"), (Self.decomposed, "Zoe%CC%88.jpg"),
            (Self.latin, "caf%E9.jpg"), (Array("caf%E9.jpg".utf8), "caf%25E9.jpg"),
            (Array("100%.jpg".utf8), "100%.jpg"), (Array("100%2".utf8), "100%2"),
            (Array("%%41".utf8), "%%2541"), (Array("%4".utf8) + [0xFF], "%4%FF"),
            (Array("%".utf8) + [0xC3], "%%C3"), (Array("👩‍👧.jpg".utf8), "👩‍👧.jpg"),
        ]
        for (bytes, id) in names {
            let name = FolderName(bytes)

            #expect(name.id == id)
            #expect(FolderName.bytes(of: id) == bytes)
            #expect(FolderName(id: id).id == id)
        }
        #expect(Set(names.map { FolderName($0.0).id }).count == names.count)
        #expect(FolderName(Self.decomposed).title == "Zo\u{EB}.jpg")
        #expect(FolderName(Self.latin).title == "caf%E9.jpg")
        #expect(FolderName(Array("gnp\u{202E}.jpg".utf8)).title == "gnp.jpg")
    }

    /// Writes a file with a name of any bytes.
    private static func write(_ photos: TestPhotos, _ path: [UInt8], _ bytes: Data) throws {
        let full = (Array((photos.root + "/").utf8) + path).cString
        let descriptor = open(full, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        let written = bytes.withUnsafeBytes {
            Foundation.write(descriptor, $0.baseAddress, $0.count)
        }
        try #require(written == bytes.count)
    }

    private static func folder(_ photos: TestPhotos, _ name: [UInt8]) throws {
        try #require(mkdir((Array((photos.root + "/").utf8) + name).cString, 0o700) == 0)
    }

    @Test("Names that differ only in bytes are separate photos, and nothing changes by itself")
    func twins() async throws {
        let photos = try TestPhotos()
        let names = [Self.composed, Self.decomposed, Self.latin, Array("caf%E9.jpg".utf8)]
        for (index, name) in names.enumerated() {
            try Self.write(photos, name, TestPhotos.picture(seed: index + 1))
        }

        let taken = try await photos.library.lookAtFolder()
        try await photos.library.readDetails()
        let again = try await photos.reopened().lookAtFolder()

        #expect(taken == PhotoImportResult(addedCount: 4))
        #expect(again.isEmpty, "\(again)")
        #expect(
            try photos.shown()["Unsorted"]
                == ["Zo\u{EB}.jpg", "Zo\u{EB}.jpg", "caf%E9.jpg", "caf%E9.jpg"].sorted())
        for (index, name) in names.enumerated() {
            let file = try photos.library.folder.open(FolderName(name).id)
            let bytes = try Data(contentsOf: URL(fileURLWithPath: file.path))
            #expect(try bytes == TestPhotos.picture(seed: index + 1))
            let photo = try photos.number(FolderName(name).id)
            #expect(try await photos.library.markFavorite(photo))
        }
    }

    @Test("Folders whose names differ only in bytes, or are not UTF-8, are separate places")
    func folders() async throws {
        let photos = try TestPhotos()
        let names = [
            Array("Zo\u{EB}".utf8), Array("Zoe\u{308}".utf8), Array("Caf".utf8) + [0xE9],
        ]
        for name in names {
            try Self.folder(photos, name)
            try Self.write(photos, name + [0x2F] + Self.latin, TestPhotos.picture())
        }

        let taken = try await photos.library.lookAtFolder()

        #expect(taken == PhotoImportResult(addedCount: 3))
        #expect(
            try photos.names(PlaceQuery()).sorted() == ["Caf%E9", "Zo\u{EB}", "Zo\u{EB}"])
        #expect(try await photos.reopened().lookAtFolder().isEmpty)
        let upload = photos.root + "-upload.jpg"
        try TestPhotos.picture(seed: 7).write(to: URL(fileURLWithPath: upload))
        defer { unlink(upload) }
        for name in names {
            let place = try photos.place(FolderName(name).id)
            let added = try await photos.library.add([(upload, "Zoe\u{308} %41.jpg")], to: place)
            #expect(added.count == 1)
            let path = name + Array("/Zo\u{EB} %41.jpg".utf8)
            #expect(access((Array((photos.root + "/").utf8) + path).cString, F_OK) == 0)
        }
    }

    @Test("A photo known by its unescaped name keeps its mark and its views")
    func formerIdentifiers() async throws {
        let photos = try TestPhotos()
        try Self.write(photos, Self.decomposed, TestPhotos.picture())
        try await photos.library.lookAtFolder()
        let number = try photos.number("Zoe%CC%88.jpg")
        try photos.change("Zoe%CC%88.jpg") { $0.sourceID = "Zoe\u{308}.jpg" }

        let taken = try await photos.library.lookAtFolder()

        #expect(taken == PhotoImportResult(renamedCount: 1))
        #expect(try photos.number("Zoe%CC%88.jpg") == number)
    }

    @Test("A path spelled with escapes cannot lead elsewhere")
    func escapes() async throws {
        let photos = try TestPhotos()
        try photos.write("Rome/a.jpg")

        for id in ["%2E%2E/x.jpg", "Rome%2Fa.jpg", "Rome/%2E%2E/Rome/a.jpg", "Rome/a.jpg%00"] {
            #expect(throws: PhotoSourceError.noSuchPhoto(id)) {
                try photos.library.folder.open(id)
            }
        }
    }

    @Test("The root folder is a place only while it has photos")
    func unsorted() async throws {
        let photos = try TestPhotos()
        try await photos.library.lookAtFolder()
        #expect(try photos.shown() == [:])
        try photos.write("notes.txt")
        try await photos.library.lookAtFolder()
        try await photos.library.readDetails()
        #expect(try photos.shown() == [:])

        try photos.write("a.jpg", TestPhotos.picture())
        try photos.write("Rome/b.jpg", TestPhotos.picture())
        try await photos.library.lookAtFolder()
        #expect(try photos.shown() == ["Rome": ["b.jpg"], "Unsorted": ["a.jpg"]])
        let number = try photos.number("a.jpg")
        try await photos.library.markFavorite(number)
        try photos.remove("a.jpg")
        _ = try await photos.library.look(at: .folders([""]))
        // The favorite still exists.
        #expect(try Set(photos.shown().keys) == ["Rome", "Unsorted"])

        try await photos.library.unmarkFavorite(number)
        try await photos.library.lookAtFolder()
        #expect(try photos.shown() == ["Rome": ["b.jpg"]])
    }
}
