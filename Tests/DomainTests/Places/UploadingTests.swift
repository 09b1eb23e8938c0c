import Foundation
import Imaging
import Persistence
import Testing

@testable import Domain

struct UploadingTests {
    @Test(
        "The name of an upload is made safe, with the extension of its content",
        arguments: [
            ("beach.jpg", "beach.jpg"), ("../../etc/passwd", "passwd.jpg"),
            ("C:\\photos\\beach.JPEG", "beach.JPEG"), (".hidden.jpg", "hidden.jpg"),
            ("", "photo.jpg"), ("...", "photo.jpg"), ("a\u{0}b\u{1B}[2J.jpg", "ab[2J.jpg"),
            ("page.html", "page.html.jpg"), ("cafe\u{301}.jpg", "café.jpg"),
            ("gnp\u{202E}.jpg", "gnp.jpg"), ("a:b|c?.jpg", "a_b_c_.jpg"),
        ])
    func names(name: String, expected: String) {
        #expect(PhotoFileName(name, format: .jpeg).numbered(1) == expected)
    }

    @Test("A long name is truncated between characters")
    func longName() {
        let name = PhotoFileName(String(repeating: "ü", count: 400) + ".png", format: .png)

        #expect(name.numbered(1).utf8.count <= 200)
        #expect(name.numbered(1).hasSuffix("ü.png"))
        #expect(name.numbered(12).hasSuffix("ü 12.png"))
    }

    @Test("An upload is put into its place, never over another file")
    func adding() async throws {
        let photos = try TestPhotos()
        try photos.write("Rome/beach.jpg", Data("mine".utf8))
        try await photos.library.lookAtFolder()
        let place = try photos.place("Rome")
        let upload = try Self.upload(TestPhotos.picture(exif: TestPhotos.exif))
        defer { unlink(upload) }

        let numbers = try await withThrowingTaskGroup(of: Int64.self) { group in
            for _ in 0..<5 {
                group.addTask {
                    try await photos.library.add([(upload, "beach.jpg")], to: place)[0]
                }
            }
            return try await group.reduce(into: Set<Int64>()) { $0.insert($1) }
        }

        #expect(numbers.count == 5)
        #expect(
            try photos.shown()["Rome"] == [
                "beach 2.jpg", "beach 3.jpg", "beach 4.jpg", "beach 5.jpg", "beach 6.jpg",
                "beach.jpg",
            ])
        #expect(
            try Data(contentsOf: URL(fileURLWithPath: photos.root + "/Rome/beach.jpg"))
                == Data("mine".utf8))
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: photos.root + "/Rome").count == 6)
    }

    @Test("Files that are not pictures, and missing places, are refused")
    func refusals() async throws {
        let photos = try TestPhotos()
        try await photos.library.lookAtFolder()
        let place = try photos.place("")
        let text = try Self.upload(Data("no picture at all".utf8))
        let picture = try Self.upload(TestPhotos.picture())
        defer {
            unlink(text)
            unlink(picture)
        }

        let unusable = await #expect(throws: PhotoLibrary.UnusablePhoto.self) {
            try await photos.library.add([(picture, "b.jpg"), (text, "a.jpg")], to: place)
        }
        #expect(unusable?.name == "a.jpg")
        await #expect(throws: PhotoSourceError.self) {
            try await photos.library.add([(picture, "a.jpg")], to: 999)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: photos.root).isEmpty)
        _ = try await photos.library.add([(picture, "b.jpg"), (picture, "a.jpg")], to: place)
        #expect(try photos.shown() == ["Unsorted": ["a.jpg", "b.jpg"]])
    }

    @Test("A place without its folder is reported as a place")
    func vanishedFolder() async throws {
        let photos = try TestPhotos()
        try photos.write("Rome/a.jpg")
        try await photos.library.lookAtFolder()
        let place = try photos.place("Rome")
        let picture = try Self.upload(TestPhotos.picture())
        defer { unlink(picture) }
        try FileManager.default.removeItem(atPath: photos.root + "/Rome")

        let error = await #expect(throws: PhotoSourceError.self) {
            try await photos.library.add([(picture, "b.jpg")], to: place)
        }

        #expect(error == .noSuchPlace("Rome"))
        #expect(error?.description.contains("The folder Rome no longer exists") == true)
    }

    private static func upload(_ bytes: Data) throws -> String {
        let path = NSTemporaryDirectory() + "upload-\(UUID())"
        try bytes.write(to: URL(fileURLWithPath: path))
        return path
    }
}
