import Domain
import Foundation

/// What a search says of a record that it found.
struct SearchHit: Sendable {
    /// What it is called.
    var label: String
    /// What tells it from others of the same name: a serial number, a room.
    var detail = ""
    /// What it is worth, or costs.
    var amount: Decimal?
    /// The detail for programs, where it is another one.
    var plainDetail: String?
    var thumbnail: SitePath?
    var path: SitePath
}
