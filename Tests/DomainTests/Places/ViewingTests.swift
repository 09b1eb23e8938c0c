import Foundation
import Persistence
import Testing

@testable import Domain

struct ViewingTests {
    private static let noon = Date(timeIntervalSince1970: 1_700_000_000)

    @Test("Photos are recent for 48 hours after they were last viewed, the last one first")
    func recents() async throws {
        let photos = try await Self.photos()
        try photos.change("Rome/a.jpg") { $0.view(at: Self.noon) }
        try photos.change("Rome/b.jpg") { $0.view(at: Self.noon.addingTimeInterval(60)) }
        func recents(_ hours: Double, _ seconds: Double = 0) throws -> [String] {
            var query = PhotoQuery()
            query.recentAt = Self.noon.addingTimeInterval(hours * 3_600 + seconds)
            return try photos.titles(query)
        }

        #expect(try recents(1) == ["b.jpg", "a.jpg"])
        #expect(try recents(48) == ["b.jpg", "a.jpg"])
        #expect(try recents(48, 1) == ["b.jpg"])
        #expect(try recents(48, 61) == [])

        try photos.change("Rome/a.jpg") { $0.view(at: Self.noon.addingTimeInterval(3_600)) }
        #expect(try recents(48, 61) == ["a.jpg"])
    }

    @Test("A photo that is removed from recents is there, was viewed, and may be viewed again")
    func removing() async throws {
        let photos = try await Self.photos()
        try photos.change("Rome/a.jpg") { $0.view(at: Self.noon) }
        try photos.change("Rome/a.jpg") { $0.removeFromRecents() }
        var recents = PhotoQuery()
        recents.recentAt = Self.noon
        var viewed = PlaceQuery()
        viewed.wasViewed = true

        #expect(try photos.titles(recents) == [])
        #expect(try photos.names(viewed) == ["Rome"])
        #expect(try photos.shown()["Rome"] == ["a.jpg", "b.jpg"])

        try photos.change("Rome/a.jpg") {
            #expect(!$0.isRecent(at: Self.noon))
            $0.view(at: Self.noon)
            #expect($0.isRecent(at: Self.noon))
        }
        #expect(try photos.titles(recents) == ["a.jpg"])
    }

    @Test(
        "Words are found in any order, in title, camera and place, without case and accents",
        arguments: [
            ("a.jpg", "a.jpg"), ("ROME", "a.jpg,b.jpg"), ("sao paulo", "c.jpg"),
            ("paulo C", "c.jpg"), ("acme", "b.jpg"), ("acme paulo", ""), ("100%", ""),
        ])
    func search(text: String, expected: String) async throws {
        let photos = try await Self.photos()
        try photos.change("Rome/b.jpg") { $0.camera = "Acme One" }
        var query = PhotoQuery()
        query.search = text

        #expect(try photos.titles(query).joined(separator: ",") == expected)
    }

    @Test("Places come by name, and are counted with the photos that are shown")
    func places() async throws {
        let photos = try await Self.photos()
        try photos.write("Rome/notes.txt")
        try await photos.library.lookAtFolder()
        var query = PlaceQuery()

        #expect(try photos.names(query) == ["Rome", "São Paulo", "Unsorted"])
        query.search = "paulo sao"
        #expect(try photos.names(query) == ["São Paulo"])
        let counts = try photos.inReading { context in
            try Place.photoCounts(of: context.fetch(PlaceQuery().fetchRequest), in: context)
        }
        let (rome, paulo) = try (photos.place("Rome"), photos.place("São Paulo"))
        #expect(counts == [rome: 2, paulo: 1])
    }

    private static func photos() async throws -> TestPhotos {
        let photos = try TestPhotos()
        for name in ["Rome/a.jpg", "Rome/b.jpg", "São Paulo/c.jpg"] { try photos.write(name) }
        try await photos.library.lookAtFolder()
        return photos
    }
}
