import Foundation
import GRDB

/// A record whose columns the compiler maps.
struct CodableThing: Codable, ThingRecord {
    static let databaseTableName = "thing"

    var id: Int64?
    var name: String
    var serial: String?
    var worth: Int32
    var place: Double
    var created: Double
    var key: UUID

    init(number: Int) {
        name = "Item number \(number)"
        serial = "SN-\(10_000_000 + number)"
        worth = Int32(number % 5000)
        place = Double(number)
        created = 7e8 + Double(number)
        key = Comparison.key(number)
    }

    var sum: Int {
        name.utf8.count &+ (serial?.utf8.count ?? 0) &+ Int(worth) &+ Int(place) &+ Int(created)
            &+ Int(key.uuid.0)
    }

    mutating func raise() { worth += 1 }
}
