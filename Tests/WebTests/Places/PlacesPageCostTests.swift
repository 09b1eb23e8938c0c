import Domain
import Foundation
import HTTPTypes
import HummingbirdTesting
import Persistence
import Testing

@testable import Web

/// The number of statements that pages of places take.
struct PlacesPageCostTests {
    @Test(
        "A page takes as many statements for many photos as for few",
        arguments: [
            "/places", "/places.json", "/places/1", "/places/1.json", "/favorites", "/recents",
            "/recents.json", "/favorites/1?show=all", "/photos/FIRST",
        ])
    func growth(page: String) async throws {
        let few = try await Self.statements(page, photos: 2)
        let many = try await Self.statements(page, photos: 40)

        #expect(few > 0)
        #expect(many == few)
    }

    private static func statements(_ page: String, photos count: Int) async throws -> Int {
        let trace = SQLTrace()
        let test = try TestSite { $0.trace = trace }
        let household = try Household.open(test.configuration)
        let library = try PhotoLibrary(household)
        for number in 0..<count {
            let folder = library.folder.path + "/Place \(number % max(1, count / 10))"
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
            try Data("\(number)".utf8).write(
                to: URL(fileURLWithPath: "\(folder)/\(number).jpg"))
        }
        try await library.lookAtFolder()
        try await household.container.write { context in
            for photo in try context.fetch(FetchRequest<Photo>()) { photo.view(at: Date()) }
            try household.save(context)
        }
        let album = PhotoAlbum(
            site: try test.site(household),
            sources: PhotoSourceStates(library))
        let application = try makeApplication(
            album.site, [PlacesController(album: album), PhotosController(album: album)],
            services: [], logger: LogRecorder().logger)
        let statements = try await application.test(.router) { client in
            // The first photo of any place has a next one and no previous one.
            let list = try await InventoryClient(client: client).json("/places/1.json?perPage=1")
            let photos = try #require(list["records"] as? [[String: Any]])
            let first = try #require(photos.first?["id"] as? Int)
            trace.removeAll()
            let response = try await InventoryClient(client: client).get(
                page.replacing("FIRST", with: "\(first)"))
            #expect(response.status == .ok)
            return trace.sql.count { sql in
                !["BEGIN", "COMMIT", "ROLLBACK", "PRAGMA"].contains { sql.hasPrefix($0) }
            }
        }
        try household.close()
        return statements
    }
}
