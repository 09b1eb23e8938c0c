import Domain
import Foundation
import Persistence

extension Household {
    /// Adds a place with a number of photos. Their source is not followed, so that they stay
    /// although there are no files.
    ///
    /// - Returns: the record number of the place.
    func fillPlace(photos count: Int) throws -> Int64 {
        let batch = 5_000
        let id = try container.write { context in
            let place = Place(context: context)
            place.source = "benchmark"
            place.sourceID = "1"
            place.name = "A place"
            try save(context)
            return place.objectID
        }
        guard let number = id.recordNumber else {
            throw BenchmarkFailure("The place has no number.")
        }
        for start in stride(from: 0, to: count, by: batch) {
            try container.write { context in
                let place = try Place.find(number, in: context)
                for index in start..<min(start + batch, count) {
                    let photo = Photo(context: context)
                    photo.source = "benchmark"
                    photo.sourceID = "\(index)"
                    photo.title = String(format: "IMG_%05d.jpg", index)
                    photo.camera = index % 3 == 0 ? "Acme One" : "Apex 2"
                    photo.isRead = true
                    photo.byteCount = Int64(2_000_000 + index)
                    photo.place = place
                }
                try save(context)
            }
        }
        return number
    }
}
