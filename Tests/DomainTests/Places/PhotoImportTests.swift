import Foundation
import Persistence
import Testing

@testable import Domain

@Suite("Importing the listing of a source")
struct PhotoImportTests {
    @Test("A place added while the source is read stays until the next import")
    func placesInBetween() async throws {
        let photos = try TestPhotos()
        let household = photos.household
        let taking = PhotoImport(household: household, source: "service")
        _ = try await taking.take(.everything) {
            [PlaceListing(place: SourcePlace(id: "a", name: "Lyon"), photos: [])]
        }

        _ = try await taking.take(.everything) {
            try await household.write { context in
                let place = SourcePlace(id: "b", name: "Rome")
                _ = try Place.findOrCreate(place, of: "service", in: context)
                try household.save(context)
            }
            return []
        }

        #expect(try names(photos) == ["Rome"])
        _ = try await taking.take(.everything) { [] }
        #expect(try names(photos).isEmpty)
    }

    private func names(_ photos: TestPhotos) throws -> [String?] {
        try photos.inReading { context in
            try context.fetch(FetchRequest<Place>(sortBy: [SortDescriptor(\.name)])).map(\.name)
        }
    }
}
