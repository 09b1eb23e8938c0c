import Foundation
import Persistence
import Testing

@testable import Domain

@Suite("Taking over what a source lists")
struct PhotoImportTests {
    @Test("A place that comes while the source is asked stays until the next time")
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
