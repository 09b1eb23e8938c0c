import CSQLite
import Foundation
import Persistence
import Testing

@testable import Domain

struct FavoritesTests {
    @Test("Marking a favorite stores its image as a file, and unmarking deletes it")
    func marking() async throws {
        let photos = try TestPhotos()
        try photos.write("Rome/a.jpg", Data("image".utf8))
        try await photos.library.lookAtFolder()
        let number = try photos.number("Rome/a.jpg")
        let folder = photos.household.directory.favorites

        #expect(try await photos.library.markFavorite(number))
        #expect(try await photos.library.markFavorite(number))

        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["\(number)"])
        let kept = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(number)"))
        #expect(kept == Data("image".utf8))
        #expect(try photos.hasFavorites("Rome"))

        #expect(try await photos.library.unmarkFavorite(number))

        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
        #expect(try !photos.hasFavorites("Rome"))
        #expect(
            try FileManager.default.contentsOfDirectory(
                atPath: photos.household.directory.incoming
            ).isEmpty)
        #expect(try await !photos.library.markFavorite(999))
        #expect(try await !photos.library.unmarkFavorite(999))
    }

    @Test("An open image of a favorite can be read after it is unmarked")
    func readOn() async throws {
        let photos = try TestPhotos()
        try photos.write("Rome/a.jpg", Data("image".utf8))
        try await photos.library.lookAtFolder()
        let number = try photos.number("Rome/a.jpg")
        try await photos.library.markFavorite(number)

        let file = try #require(photos.library.favoriteFiles.file(of: number))
        try await photos.library.unmarkFavorite(number)

        withExtendedLifetime(file) {
            #expect(FileManager.default.contents(atPath: file.path) == Data("image".utf8))
        }
        #expect(photos.library.favoriteFiles.file(of: number) == nil)
    }

    @Test("A photo without an accessible image cannot be marked")
    func missingImage() async throws {
        let photos = try TestPhotos()
        try photos.write("Rome/a.jpg")
        try await photos.library.lookAtFolder()
        let number = try photos.number("Rome/a.jpg")
        try photos.remove("Rome/a.jpg")

        await #expect(throws: PhotoSourceError.noSuchPhoto("Rome/a.jpg")) {
            try await photos.library.markFavorite(number)
        }

        #expect(try !photos.hasFavorites("Rome"))
        #expect(photos.library.favoriteFiles.file(of: number) == nil)
    }

    @Test("A place has favorites if its photos do, whatever changes them")
    func hasFavorites() async throws {
        let photos = try TestPhotos()
        for name in ["Rome/a.jpg", "Rome/b.jpg", "Paris/c.jpg"] { try photos.write(name) }
        try await photos.library.lookAtFolder()
        #expect(try !photos.hasFavorites("Rome"))

        try photos.change("Rome/a.jpg") { $0.isFavorite = true }
        try photos.change("Rome/b.jpg") { $0.isFavorite = true }
        try photos.change("Rome/a.jpg") { $0.isFavorite = false }
        #expect(try photos.hasFavorites("Rome"))

        try photos.inWriting { context in
            let photo = try Photo.find("Rome/b.jpg", of: "folder", in: context)
            photo?.place = try Place.find("Paris", of: "folder", in: context)
            try photos.household.save(context)
        }
        #expect(try !photos.hasFavorites("Rome"))
        #expect(try photos.hasFavorites("Paris"))

        try photos.inWriting { context in
            let photo = try #require(try Photo.find("Rome/b.jpg", of: "folder", in: context))
            context.delete(photo)
            try photos.household.save(context)
        }
        #expect(try !photos.hasFavorites("Paris"))

        var query = PlaceQuery()
        query.hasFavorites = false
        #expect(try photos.names(query) == ["Paris", "Rome"])
    }

    @Test("Favorites that another program writes are noticed, and taken in")
    func foreignFavorites() async throws {
        let photos = try TestPhotos()
        for name in ["Rome/a.jpg", "Paris/b.jpg"] { try photos.write(name) }
        try await photos.library.lookAtFolder()
        try photos.change("Paris/b.jpg") { $0.isFavorite = true }
        func wrong() throws -> [String] {
            try photos.inReading { try Place.withOtherFavorites(in: $0).map(\.name).sorted() }
        }
        #expect(try wrong() == [])

        var database: OpaquePointer?
        defer { sqlite3_close(database) }
        try #require(
            sqlite3_open(photos.household.directory.store, &database) == SQLITE_OK)
        let written = sqlite3_exec(
            database, "UPDATE ZPHOTO SET ZISFAVORITE = 1 - ZISFAVORITE", nil, nil, nil)
        try #require(written == SQLITE_OK)
        // The program may have taken the change in already.
        #expect([[], ["Paris", "Rome"]].contains(try wrong()))
        try photos.household.updateDerivedValues()

        #expect(try wrong() == [])
        #expect(try photos.hasFavorites("Rome"))
        #expect(try !photos.hasFavorites("Paris"))
    }

    @Test("The files of favorites are repaired at the start")
    func checking() async throws {
        let photos = try TestPhotos()
        for name in ["a", "b", "c"] { try photos.write("Rome/\(name).jpg", Data(name.utf8)) }
        try await photos.library.lookAtFolder()
        let numbers = try ["a", "b", "c"].map { try photos.number("Rome/\($0).jpg") }
        for number in numbers { try await photos.library.markFavorite(number) }
        let folder = photos.household.directory.favorites
        try FileManager.default.removeItem(atPath: "\(folder)/\(numbers[0])")
        try FileManager.default.removeItem(atPath: "\(folder)/\(numbers[1])")
        try photos.remove("Rome/b.jpg")
        try photos.change("Rome/c.jpg") { $0.isFavorite = false }
        try Data("stray".utf8).write(to: URL(fileURLWithPath: "\(folder)/4711"))
        try Data("mine".utf8).write(to: URL(fileURLWithPath: "\(folder)/README"))

        let missing = try await photos.reopened().checkFavorites()

        #expect(Array(missing.keys) == [numbers[1]])
        #expect(
            try Set(FileManager.default.contentsOfDirectory(atPath: folder))
                == ["\(numbers[0])", "README"])
    }

    @Test("A favorite’s image follows the file")
    func changedImage() async throws {
        let photos = try TestPhotos()
        try photos.write("Rome/a.jpg", Data("old".utf8))
        try await photos.library.lookAtFolder()
        let number = try photos.number("Rome/a.jpg")
        try await photos.library.markFavorite(number)
        try photos.write("Rome/a.jpg", Data("newer".utf8))

        try await photos.library.lookAtFolder()

        let file = try #require(photos.library.favoriteFiles.file(of: number))
        withExtendedLifetime(file) {
            #expect(FileManager.default.contents(atPath: file.path) == Data("newer".utf8))
        }
    }
}
