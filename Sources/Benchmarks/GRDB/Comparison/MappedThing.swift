import Foundation
import GRDB

/// A record whose columns are mapped by hand, by position.
struct MappedThing: ThingRecord {
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

    init(row: Row) {
        id = row[0]
        name = row[1]
        serial = row[2]
        worth = row[3]
        place = row[4]
        created = row[5]
        key = row[6]
    }

    func encode(to container: inout PersistenceContainer) {
        container["id"] = id
        container["name"] = name
        container["serial"] = serial
        container["worth"] = worth
        container["place"] = place
        container["created"] = created
        container["key"] = key
    }

    var sum: Int {
        name.utf8.count &+ (serial?.utf8.count ?? 0) &+ Int(worth) &+ Int(place) &+ Int(created)
            &+ Int(key.uuid.0)
    }

    mutating func raise() { worth += 1 }
}
