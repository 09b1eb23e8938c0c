import Foundation
import Persistence
import Testing

@testable import Domain

struct PhotoFiguresTests {
    @Test("What is counted in memory is what the store counts, after any changes of photos")
    func random() async throws {
        let photos = try TestPhotos()
        for number in 0..<12 { try photos.write("\(["Rome", "Oslo"][number % 2])/\(number).jpg") }
        try await photos.library.lookAtFolder()
        var random = SeededNumbers(state: 5)
        try Self.check(photos)

        for _ in 0..<60 {
            try photos.inWriting { context in
                let all = try context.fetch(FetchRequest<Photo>())
                let photo = try #require(all.randomElement(using: &random))
                switch random.next() % 7 {
                case 0, 1: photo.isFavorite.toggle()
                case 2: photo.vanishedAt = photo.isVanished ? nil : Date()
                case 3: photo.isPicture.toggle()
                case 4: photo.place = all.randomElement(using: &random)?.place
                case 5: photo.view(at: Date())
                default: if all.count > 6 { context.delete(photo) }
                }
                try photos.household.save(context)
            }
            try Self.check(photos)
        }
    }

    @Test("A view of a photo lets nothing be counted again")
    func views() async throws {
        let trace = SQLTrace()
        let photos = try TestPhotos(trace: trace)
        for name in ["Rome", "Oslo"] { try photos.write("\(name)/a.jpg") }
        try await photos.library.lookAtFolder()
        try Self.check(photos)
        try photos.change("Rome/a.jpg") { $0.view(at: Date()) }

        var query = PhotoQuery()
        query.place = try photos.place("Rome")
        trace.removeAll()
        let count = try photos.inReading { context in
            try photos.household.photoFigures.count(of: query, in: context)
        }

        #expect(count == 1)
        #expect(!trace.sql.contains { $0.contains("COUNT") })
    }

    private static func check(_ photos: TestPhotos) throws {
        for name in ["Rome", "Oslo"] {
            var query = PhotoQuery()
            query.place = try photos.place(name)
            for isFavorite in [nil, true, false] {
                query.isFavorite = isFavorite
                let (counted, stored) = try photos.inReading { context in
                    (
                        try photos.household.photoFigures.count(of: query, in: context),
                        try context.count(for: query.fetchRequest(context.coordinator))
                    )
                }
                #expect(counted == stored, "\(name), \(isFavorite as Any)")
            }
        }
    }
}
