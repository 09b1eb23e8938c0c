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
                    Data(content.utf8), captureDate: nil, at: Date(), in: context
                ).key
                try household.save(context, adding: [(key, file, nil)])
            }
        }
    }

    /// The originals of the photos in order, each equal to its thumbnail, and the first one to that
    /// of the item.
    private func photos() throws -> [String] {
        try household.container.read { context in
            let item = try TestHousehold.item("Sofa", context)
            #expect(item.thumbnail == item.listedPhotos.first?.thumbnail)
            #expect(item.hasPhoto == !item.listedPhotos.isEmpty)
            return try item.listedPhotos.map { photo in
                let path = try #require(photo.key.flatMap(household.itemImages.path))
                let original = try Data(contentsOf: URL(fileURLWithPath: path))
                #expect(original == photo.thumbnail)
                return String(decoding: original, as: UTF8.self)
            }
        }
    }

    private func numbers() throws -> [Int64] {
        try household.container.read { context in
            try TestHousehold.item("Sofa", context).listedPhotos.compactMap(\.objectID.recordNumber)
        }
    }

    private func files() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: test.directory.images).count
    }

    /// Moves the photo with a content to an index.
    private func move(_ content: String, to index: Int) throws {
        try household.container.write { context in
            let item = try TestHousehold.item("Sofa", context)
            let photo = item.listedPhotos.first { $0.thumbnail == Data(content.utf8) }
            item.movePhoto(try #require(photo), to: .index(index))
            try household.save(context)
        }
    }

    @Test("Any photo can be the first, whose thumbnail the item has; each keeps its number")
    func order() throws {
        try addPhotos(["front", "back", "plate"])
        #expect(try photos() == ["front", "back", "plate"])

        try move("plate", to: 1)
        #expect(try photos() == ["front", "plate", "back"])
        try move("back", to: 0)
        #expect(try photos() == ["back", "front", "plate"])
        try move("front", to: 99)
        #expect(try photos() == ["back", "plate", "front"])
        #expect(try numbers() == [2, 3, 1])
        #expect(try files() == 3)
        #expect(try FileManager.default.contentsOfDirectory(atPath: test.directory.incoming) == [])
    }

    @Test("Photos in random moves stay complete, each with its original")
    func randomMoves() throws {
        try addPhotos(["a", "b", "c", "d", "e"])
        var expected = ["a", "b", "c", "d", "e"]
        var numbers = SeededNumbers(state: 7)
        for _ in 0..<40 {
            let from = Int.random(in: 0..<5, using: &numbers)
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
            try household.save(context, adding: [(key, path, nil)])
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
            context.delete(item)
            try household.save(context)
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
            item.photos[1].trashedDate = ends
            let documents = item.documents
            documents[0].trashedDate = ends
            documents[1].trashedDate = Date()
            try household.save(context)
        }

        try household.emptyTrash()

        try household.container.read { context in
            let item = try TestHousehold.item("Sofa", context)
            #expect(item.photos.map(\.thumbnail) == [Data("front".utf8)])
            #expect(item.documents.map(\.name) == ["receipt"])
        }
        #expect(try files() == 2)
    }

    @Test("The item follows its first photo through the trash, a deletion and another thumbnail")
    func cover() throws {
        try addPhotos(["front", "back"])
        func change(_ body: (Item, ManagedObjectContext) throws -> Void) throws {
            try household.container.write { context in
                try body(TestHousehold.item("Sofa", context), context)
                try household.save(context)
            }
        }

        try change { item, _ in
            item.photos[0].trashedDate = Date()
            item.photos[1].captureDate = CalendarDay.test.date
        }
        #expect(try photos() == ["back"])
        try household.container.read { context in
            let item = try TestHousehold.item("Sofa", context)
            #expect(item.captureDate == CalendarDay.test.date)
        }
        // It comes back to its place.
        try change { item, _ in item.photos[0].trashedDate = nil }
        #expect(try photos() == ["front", "back"])
        try change { item, context in context.delete(item.photos[0]) }
        #expect(try photos() == ["back"])
        try change { item, context in for photo in item.photos { context.delete(photo) } }
        #expect(try photos() == [])
        #expect(try files() == 0)
    }

    @Test("A failed save leaves every original in place, and adds none")
    func failedSave() throws {
        try addPhotos(["front", "back"])
        let file = try file("new")

        #expect(throws: (any Error).self) {
            try household.container.write { context in
                let item = try TestHousehold.item("Sofa", context)
                let added = item.addPhoto(
                    Data("new".utf8), captureDate: nil, isFirst: true, at: Date(), in: context)
                item.itemName = ""
                try household.save(context, adding: [(added.key, file, nil)])
            }
        }

        #expect(try photos() == ["front", "back"])
        #expect(try files() == 2)
        #expect(FileManager.default.fileExists(atPath: file))
    }
}
