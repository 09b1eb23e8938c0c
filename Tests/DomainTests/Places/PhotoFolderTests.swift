import Foundation
import Imaging
import Persistence
import Testing

@testable import Domain

struct PhotoFolderTests {
    @Test("A photo that is moved before it was read is found at its new path")
    func movedBeforeReading() async throws {
        let photos = try TestPhotos()
        try photos.write("Rome/a.jpg", TestPhotos.picture())
        try await photos.library.lookAtFolder()
        let number = try photos.number("Rome/a.jpg")
        try photos.move("Rome/a.jpg", to: "Oslo/a.jpg")

        try await photos.library.readDetails()
        try await photos.library.lookAtFolder()
        try await photos.library.readDetails()

        #expect(try photos.number("Oslo/a.jpg") == number)
        #expect(try photos.shown()["Oslo"] == ["a.jpg"])
        let width = try photos.inReading { try Photo.find(number, in: $0)?.width }
        #expect(width == 64)
    }

    @Test("Each folder is a place, and photos outside any folder are unsorted")
    func places() async throws {
        let photos = try TestPhotos()
        try photos.write("Rome/b.jpg")
        try photos.write("Rome/a.png")
        try photos.write("Italy/Venice/c.jpeg")
        try photos.write("d.JPG")
        try photos.write("Rome/notes.txt")
        try photos.write("Rome/.hidden.jpg")
        try photos.write(".trash/e.jpg")
        try FileManager.default.createDirectory(
            atPath: photos.root + "/Empty", withIntermediateDirectories: true)

        let taken = try await photos.library.lookAtFolder()

        #expect(
            try photos.shown() == [
                "Rome": ["a.png", "b.jpg"], "Italy / Venice": ["c.jpeg"], "Unsorted": ["d.JPG"],
                "Empty": [],
            ])
        #expect(taken.addedCount == 5)
        #expect(try await photos.library.lookAtFolder().isEmpty)
    }

    @Test("Nested folders are created at once, or among existing ones")
    func making() async throws {
        let photos = try TestPhotos()
        let folder = PhotoFolder(path: photos.root)
        let forum = try folder.missingFolders(of: "Rome/Forum")
        let garden = try folder.missingFolders(of: "Rome/Garden/Pond")
        let oslo = try folder.missingFolders(of: "Oslo")

        try PhotoFolder.make(forum + garden + oslo)
        try PhotoFolder.make(forum)

        let names = try FileManager.default.subpathsOfDirectory(atPath: photos.root)
        #expect(
            names.sorted() == ["Oslo", "Rome", "Rome/Forum", "Rome/Garden", "Rome/Garden/Pond"])
    }

    @Test("Symbolic links are not followed, neither in scans nor in opening")
    func links() async throws {
        let photos = try TestPhotos()
        let outside = try TestPhotos()
        try outside.write("secret.jpg", Data("secret".utf8))
        try photos.write("Rome/a.jpg")
        let files = FileManager.default
        try files.createSymbolicLink(
            atPath: photos.root + "/Rome/link.jpg",
            withDestinationPath: outside.root + "/secret.jpg")
        try files.createSymbolicLink(
            atPath: photos.root + "/Elsewhere", withDestinationPath: outside.root)

        try await photos.library.lookAtFolder()

        #expect(try photos.shown() == ["Rome": ["a.jpg"]])
        for id in [
            "Rome/link.jpg", "Elsewhere/secret.jpg", "../x.jpg", "Rome/../Rome/a.jpg", "Rome", "",
            "Rome/none.jpg", "Rome/a.jpg/b",
        ] {
            #expect(throws: PhotoSourceError.noSuchPhoto(id)) {
                try photos.library.folder.open(id)
            }
        }
        #expect(try photos.library.folder.open("Rome/a.jpg").byteCount == 10)
    }

    @Test("A missing folder is reported, and nothing is forgotten")
    func missingFolder() async throws {
        let photos = try TestPhotos()
        try photos.write("Rome/a.jpg")
        try await photos.library.lookAtFolder()
        try FileManager.default.removeItem(atPath: photos.root)

        await #expect(throws: PhotoSourceError.self) { try await photos.library.lookAtFolder() }

        #expect(try photos.shown() == ["Rome": ["a.jpg"]])
    }

    @Test("New, changed and removed files are noticed at the next scan")
    func changes() async throws {
        let photos = try TestPhotos()
        for name in ["a", "b", "c"] { try photos.write("Rome/\(name).jpg") }
        try photos.write("Paris/d.jpg")
        try await photos.library.lookAtFolder()
        try photos.write("Rome/b.jpg", Data("other bytes".utf8))
        try photos.write("Oslo/e.jpg")
        try photos.remove("Rome/c.jpg")
        try photos.remove("Paris")

        let taken = try await photos.library.lookAtFolder()

        #expect(
            taken
                == PhotoImportResult(
                    addedCount: 1, changedCount: 1, renamedCount: 0, removedCount: 2))
        #expect(
            try photos.shown() == [
                "Rome": ["a.jpg", "b.jpg"], "Oslo": ["e.jpg"],
            ])
    }

    @Test("A renamed or moved file keeps its mark and its views")
    func renaming() async throws {
        let photos = try TestPhotos()
        try photos.write("Rome/a.jpg")
        try await photos.library.lookAtFolder()
        let number = try photos.number("Rome/a.jpg")
        try photos.change("Rome/a.jpg") { $0.view(at: Date(timeIntervalSince1970: 1_000)) }
        try photos.move("Rome/a.jpg", to: "Paris/b.jpg")

        let taken = try await photos.library.lookAtFolder()

        #expect(taken == PhotoImportResult(renamedCount: 1))
        #expect(try photos.shown() == ["Paris": ["b.jpg"], "Rome": []])
        #expect(try photos.number("Paris/b.jpg") == number)
        try photos.change("Paris/b.jpg") {
            #expect($0.lastViewed == Date(timeIntervalSince1970: 1_000))
        }
    }

    @Test("A removed favorite keeps its image, and is found again with its file")
    func vanishedFavorite() async throws {
        let photos = try TestPhotos()
        try photos.write("Rome/a.jpg")
        try await photos.library.lookAtFolder()
        let number = try photos.number("Rome/a.jpg")
        try await photos.library.markFavorite(number)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: photos.root + "/Rome/a.jpg"))
        try photos.remove("Rome")

        try await photos.library.lookAtFolder()
        var favorites = PhotoQuery()
        favorites.isFavorite = true
        #expect(try photos.titles(favorites) == ["a.jpg"])
        #expect(try photos.shown() == ["Rome": []])
        #expect(photos.library.favoriteFiles.file(of: number) != nil)
        #expect(try await photos.library.lookAtFolder().isEmpty)

        try photos.write("Rome/a.jpg", bytes)
        try await photos.library.lookAtFolder()
        #expect(try photos.shown() == ["Rome": ["a.jpg"]])
        #expect(try photos.number("Rome/a.jpg") == number)

        try photos.remove("Rome")
        try await photos.library.lookAtFolder()
        try await photos.library.unmarkFavorite(number)
        try await photos.library.lookAtFolder()
        #expect(try photos.shown() == [:])
    }

    @Test("Concurrent scans make no duplicate places or photos")
    func parallelLooks() async throws {
        let photos = try TestPhotos()
        for number in 0..<40 { try photos.write("Place \(number % 5)/\(number).jpg") }

        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 { group.addTask { try await photos.library.lookAtFolder() } }
            try await group.waitForAll()
        }

        let shown = try photos.shown()
        #expect(shown.count == 5)
        #expect(shown.values.joined().count == 40)
    }

    @Test("The model rejects duplicates from any writer")
    func constraints() async throws {
        let photos = try TestPhotos()
        try photos.write("Rome/a.jpg")
        try await photos.library.lookAtFolder()

        #expect(throws: PersistenceError.self) {
            try photos.inWriting { context in
                let place = Place(context: context)
                place.source = "folder"
                place.sourceID = "Rome"
                place.name = "Rome"
                try photos.household.save(context)
            }
        }
        #expect(throws: PersistenceError.self) {
            try photos.inWriting { context in
                let photo = Photo(context: context)
                photo.source = "folder"
                photo.sourceID = "Rome/a.jpg"
                photo.title = "a.jpg"
                photo.place = try Place.find("Rome", of: "folder", in: context)
                try photos.household.save(context)
            }
        }
    }

    @Test("The content decides what is a picture, and camera metadata is read")
    func reading() async throws {
        let photos = try TestPhotos()
        try photos.write("Rome/fake.jpg")
        try photos.write("Rome/empty.jpg", Data())
        try photos.write("Rome/unnamed", TestPhotos.picture(seed: 1, as: .png))
        try photos.write("Rome/real.jpg", TestPhotos.picture(seed: 2, exif: TestPhotos.exif))
        try photos.write("Rome/broken.jpg", TestPhotos.picture(seed: 3).prefix(700))
        try await photos.library.lookAtFolder()
        #expect(
            try photos.shown()["Rome"] == ["broken.jpg", "empty.jpg", "fake.jpg", "real.jpg"])

        try await photos.library.readDetails()

        #expect(try photos.shown()["Rome"] == ["broken.jpg", "real.jpg", "unnamed"])
        try photos.change("Rome/real.jpg") { photo in
            #expect(photo.camera == "Acme One")
            #expect(photo.takenAt == Date(timeIntervalSince1970: 1_405_481_685))
            #expect(abs((photo.latitude ?? 0) - 48.8582333) < 0.0001)
            #expect(abs((photo.longitude ?? 0) + 2.2945) < 0.0001)
            #expect(photo.width == 64)
            #expect(photo.height == 48)
            #expect(photo.problem == nil)
        }
        try photos.change("Rome/unnamed") { photo in
            #expect(photo.camera == nil)
            #expect(photo.latitude == nil)
        }
        try photos.write("Rome/fake.jpg", TestPhotos.picture(seed: 4))
        try await photos.library.lookAtFolder()
        try await photos.library.readDetails()
        #expect(
            try photos.shown()["Rome"] == ["broken.jpg", "fake.jpg", "real.jpg", "unnamed"])
    }
}
