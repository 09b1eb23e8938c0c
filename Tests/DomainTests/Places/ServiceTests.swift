import Foundation
import Persistence
import Synchronization
import Testing

@testable import Domain

struct ServiceTests {
    /// A service with a listing that the test sets.
    private final class Service: PhotoSource {
        let name = "service"
        let listed: Mutex<[String]>

        init(_ ids: [String]) {
            listed = Mutex(ids)
        }

        func places() async throws -> [SourcePlace] {
            [SourcePlace(id: "p", name: "Lyon")]
        }

        func photos(of place: SourcePlace) async throws -> [SourcePhoto] {
            listed.withLock { $0 }.map { id in
                var photo = SourcePhoto(id: id, title: "Photo \(id)")
                var details = SourcePhoto.Details()
                details.latitude = 45.75
                details.longitude = 4.85
                photo.details = details
                photo.imageURL = "https://example.org/\(id)"
                return photo
            }
        }

        func image(of photo: PhotoReference, using folder: String) async throws -> PhotoFile {
            let path = "\(folder)/\(UUID())"
            try Data((photo.imageURL ?? "").utf8).write(to: URL(fileURLWithPath: path))
            return try PhotoFile(temporary: path)
        }
    }

    @Test("A service’s listing is imported once, beside the folder’s, and counts as read")
    func taking() async throws {
        let photos = try TestPhotos()
        try photos.write("Lyon/a.jpg")
        try await photos.library.lookAtFolder()
        let service = Service(["1", "2"])

        #expect(try await photos.library.ask(service, pause: .zero).addedCount == 2)
        #expect(try await photos.library.ask(service, pause: .zero).isEmpty)

        try await photos.library.lookAtFolder()
        #expect(try photos.names(PlaceQuery()) == ["Lyon", "Lyon"])
        try photos.inReading { context in
            let photo = try #require(try Photo.find("1", of: "service", in: context))
            #expect(photo.isRead)
            #expect(photo.latitude == 45.75)
            #expect(photo.place?.source == "service")
        }
    }

    @Test("Photos that a service no longer lists are deleted, unless viewed or favorites")
    func vanishing() async throws {
        let photos = try TestPhotos()
        let service = Service(["1", "2", "3"])
        let library = try PhotoLibrary(
            photos.household, folder: photos.root, services: [service])
        _ = try await library.ask(service, pause: .zero)
        let favorite = try photos.inWriting { context in
            try #require(try Photo.find("2", of: "service", in: context)).view(at: Date())
            try photos.household.save(context)
            return try #require(
                try Photo.find("3", of: "service", in: context)?.objectID.recordNumber)
        }
        try await library.markFavorite(favorite)
        service.listed.withLock { $0 = [] }

        #expect(try await library.ask(service, pause: .zero).removedCount == 2)

        var favorites = PhotoQuery()
        favorites.isFavorite = true
        #expect(try photos.titles(PhotoQuery()) == ["Photo 2"])
        #expect(try photos.titles(favorites) == ["Photo 3"])
        let file = try #require(library.favoriteFiles.file(of: favorite))
        #expect(
            try String(contentsOfFile: file.path, encoding: .utf8) == "https://example.org/3")
        #expect(
            try FileManager.default.contentsOfDirectory(
                atPath: photos.household.directory.incoming
            ).isEmpty)
    }
}
