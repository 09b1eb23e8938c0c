import Foundation
import Persistence
import Testing

@testable import Domain

@Suite("Photos and documents of items")
struct EvidenceTests {
    private let test: TestHousehold
    private var household: Household { test.household }

    init() throws {
        test = try TestHousehold()
        try test.add(["Sofa"])
    }

    /// An uploaded file.
    private func file(_ content: String) throws -> String {
        let path = "\(test.directory.incoming)/\(UUID())"
        try Data(content.utf8).write(to: URL(fileURLWithPath: path))
        return path
    }

    /// Adds photos with these texts as originals and thumbnails.
    private func addPhotos(_ contents: [String]) throws {
        for content in contents {
            let file = try file(content)
            try household.container.write { context in
                let key = try TestHousehold.item("Sofa", context).addPhoto(
                    Data(content.utf8), captureDate: nil, at: Date(), in: context)
                try household.save(context, adding: [(key, file)])
            }
        }
    }

    /// The originals of the photos in order, each equal to its thumbnail.
    private func photos() throws -> [String] {
        try household.container.read { context in
            let item = try TestHousehold.item("Sofa", context)
            var all: [(key: UUID?, thumbnail: Data?)] = [(item.key, item.thumbnail)]
            all += item.furtherPhotos.map { ($0.key, $0.thumbnail) }
            return try all.compactMap { key, thumbnail in
                guard let thumbnail else { return nil }
                let known = try #require(key)
                let path = try #require(household.itemImages.path(of: known))
                let original = try Data(contentsOf: URL(fileURLWithPath: path))
                #expect(original == thumbnail)
                return String(decoding: original, as: UTF8.self)
            }
        }
    }

    private func files() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: test.directory.images).count
    }

    /// Moves the photo with a content to an index.
    private func move(_ content: String, to index: Int) throws {
        try household.container.write { context in
            let item = try TestHousehold.item("Sofa", context)
            let photo = item.furtherPhotos.first { $0.thumbnail == Data(content.utf8) }
            let copies = item.movePhoto(
                try #require(photo), to: index, at: Date(), in: context)
            try household.save(context, copying: copies)
        }
    }

    @Test("The first photo is the item’s main one, and any other can replace it")
    func order() throws {
        try addPhotos(["front", "back", "plate"])
        #expect(try photos() == ["front", "back", "plate"])

        try move("plate", to: 1)
        #expect(try photos() == ["front", "plate", "back"])
        try move("back", to: 0)
        #expect(try photos() == ["back", "front", "plate"])
        try move("front", to: 99)
        #expect(try photos() == ["back", "plate", "front"])
        #expect(try files() == 3)
        #expect(try FileManager.default.contentsOfDirectory(atPath: test.directory.incoming) == [])
    }

    @Test("Photos in random moves stay complete, each with its original")
    func randomMoves() throws {
        try addPhotos(["a", "b", "c", "d", "e"])
        var expected = ["a", "b", "c", "d", "e"]
        var numbers = SeededNumbers(state: 7)
        for _ in 0..<40 {
            let from = Int.random(in: 1..<5, using: &numbers)
            let target = Int.random(in: 0..<5, using: &numbers)
            let content = expected.remove(at: from)
            expected.insert(content, at: target)
            try move(content, to: target)
            #expect(try photos() == expected)
        }
        #expect(try files() == 5)
    }

    @Test("A clean-up keeps the originals of photos and documents, and removes orphaned ones")
    func sweep() async throws {
        try addPhotos(["front", "back"])
        try addDocument("receipt")
        try Data().write(to: URL(fileURLWithPath: "\(test.directory.images)/\(UUID())"))

        let sweep = try await household.sweep()

        #expect(sweep.removedCount == 1)
        #expect(try files() == 3)
    }

    private func addDocument(_ content: String) throws {
        let path = try file(content)
        let new = NewDocument(
            name: content, kind: DocumentKind(fileName: content), mediaType: "application/pdf",
            byteCount: content.utf8.count, checksum: try FileChecksum(ofFileAt: path),
            thumbnail: nil)
        try household.container.write { context in
            let key = try TestHousehold.item("Sofa", context).add(new, at: Date(), in: context).key
            try household.save(context, adding: [(key, path)])
        }
    }

    @Test("Documents are ordered, are evidence by kind, and are deleted with their item")
    func documents() throws {
        for name in ["manual", "receipt", "letter"] { try addDocument(name) }

        try household.container.write { context in
            let item = try TestHousehold.item("Sofa", context)
            #expect(item.listedDocuments.map(\.documentKind) == [.manual, .receipt, .other])
            #expect(ItemEvidence.of(item, worth: item.value).contains(.document))
            item.moveDocument(item.listedDocuments[2], to: .first)
            item.listedDocuments[2].trashedDate = Date()
            try household.save(context)
            #expect(item.listedDocuments.map(\.name) == ["letter", "manual"])
            #expect(!ItemEvidence.of(item, worth: item.value).contains(.document))
            let key = item.key
            context.delete(item)
            try household.save(context, replacingImageOf: key, with: nil)
        }

        #expect(try files() == 0)
    }

    @Test("Records in the trash for 30 days are deleted with their file")
    func trash() throws {
        try addPhotos(["front", "back"])
        for name in ["manual", "receipt"] { try addDocument(name) }
        let ends = Date().addingTimeInterval(-31 * 24 * 60 * 60)
        try household.container.write { context in
            let item = try TestHousehold.item("Sofa", context)
            item.furtherPhotos[0].trashedDate = ends
            let documents = item.documents
            documents[0].trashedDate = ends
            documents[1].trashedDate = Date()
            try household.save(context)
        }

        try household.emptyTrash()

        try household.container.read { context in
            let item = try TestHousehold.item("Sofa", context)
            #expect(item.photos.isEmpty)
            #expect(item.documents.map(\.name) == ["receipt"])
        }
        #expect(try files() == 2)
    }

    @Test("A failed save leaves every original in place")
    func failedSave() throws {
        try addPhotos(["front", "back"])

        #expect(throws: (any Error).self) {
            try household.container.write { context in
                let item = try TestHousehold.item("Sofa", context)
                let copies = item.choosePhoto(item.furtherPhotos[0], at: Date(), in: context)
                item.itemName = ""
                try household.save(context, copying: copies)
            }
        }

        #expect(try photos() == ["front", "back"])
        #expect(try files() == 2)
    }
}
