import Foundation
import Persistence
import Testing

@testable import Domain

struct ViewingTests {
    private static let noon = Date(timeIntervalSince1970: 1_700_000_000)

    @Test("Photos are recent for 48 hours after the last view, latest first")
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

    @Test("A photo removed from the recent ones stays, counts as viewed, and may be viewed again")
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
            $0.view(at: Self.noon)
        }
        #expect(try photos.titles(recents) == ["a.jpg"])
    }

    @Test(
        "Words match title, camera and place in any order, regardless of case and accents",
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

    @Test("Places are sorted by name, and count their visible photos")
    func places() async throws {
        let photos = try await Self.photos()
        try photos.write("Rome/notes.txt")
        try await photos.library.lookAtFolder()
        var query = PlaceQuery()

        #expect(try photos.names(query) == ["Rome", "São Paulo"])
        query.search = "paulo sao"
        #expect(try photos.names(query) == ["São Paulo"])
        let counts = try photos.inReading { context in
            try PlaceSummary.all(of: context.fetch(PlaceQuery().fetchRequest), in: context)
                .mapValues(\.photoCount)
        }
        let (rome, paulo) = try (photos.place("Rome"), photos.place("São Paulo"))
        #expect(counts == [rome: 2, paulo: 1])
    }

    @Test("The cover of a place is its first visible photo")
    func covers() async throws {
        let photos = try await Self.photos()
        try photos.change("Rome/a.jpg") { $0.isPicture = false }

        let covers = try photos.inReading { context in
            try PlaceSummary.all(of: context.fetch(PlaceQuery().fetchRequest), in: context)
                .compactMapValues { $0.cover?.number }
        }

        #expect(
            try covers == [
                photos.place("Rome"): photos.number("Rome/b.jpg"),
                photos.place("São Paulo"): photos.number("São Paulo/c.jpg"),
            ])
    }

    @Test(
        "Each photo has its neighbors in title order, also where titles are equal")
    func neighbors() async throws {
        let photos = try TestPhotos()
        for name in ["a", "b", "c", "d", "e", "f", "g"] { try photos.write("Rome/\(name).jpg") }
        try photos.write("Oslo/b.jpg")
        try await photos.library.lookAtFolder()
        for name in ["b", "c", "d"] { try photos.change("Rome/\(name).jpg") { $0.title = "Same" } }
        for name in ["f", "g"] { try photos.change("Rome/\(name).jpg") { $0.title = "z" } }
        try photos.change("Rome/a.jpg") { $0.isPicture = false }
        var query = PhotoQuery()
        query.place = try photos.place("Rome")
        let order = try photos.inReading { context in
            try context.fetchObjectIDs(query.fetchRequest(context.coordinator))
                .compactMap(\.recordNumber)
        }

        #expect(order.count == 6)
        for (index, number) in order.enumerated() {
            let neighbors = try photos.inReading { context in
                try Photo.find(number, in: context)?.neighbors(in: context)
            }
            #expect(
                neighbors
                    == Photo.Neighbors(
                        index: index, count: 6, previous: index > 0 ? order[index - 1] : nil,
                        next: index < 5 ? order[index + 1] : nil))
        }
        let hidden = try photos.number("Rome/a.jpg")
        #expect(
            try photos.inReading { try Photo.find(hidden, in: $0)?.neighbors(in: $0) } == nil)
    }

    @Test("The global search finds places and photos, and no files that are not pictures")
    func searchingEverything() async throws {
        let photos = try await Self.photos()
        try photos.write("Rome/a.txt")
        try await photos.library.lookAtFolder()
        func found(_ text: String) throws -> [String: Int] {
            try photos.inReading { context in
                Dictionary(
                    uniqueKeysWithValues: try HouseholdSearch.find(
                        text, among: ["Place", .photo], limit: 8, in: context
                    ).map { ($0.entity.rawValue, $0.total) })
            }
        }

        #expect(try found("sao") == ["Place": 1])
        #expect(try found("a.") == ["Photo": 1])
        try photos.change("Rome/b.jpg") { $0.title = "a.b" }
        #expect(try found("a.") == ["Photo": 2])
        try photos.change("Rome/b.jpg") { $0.isPicture = false }
        #expect(try found("a.") == ["Photo": 1])
    }

    private static func photos() async throws -> TestPhotos {
        let photos = try TestPhotos()
        for name in ["Rome/a.jpg", "Rome/b.jpg", "São Paulo/c.jpg"] { try photos.write(name) }
        try await photos.library.lookAtFolder()
        return photos
    }
}
