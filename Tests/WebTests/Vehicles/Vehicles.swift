import Domain
import Foundation
import Persistence

@testable import Web

/// The vehicles of the household.
struct Vehicles: SectionResource {
    static let section = Section(
        "vehicles", "Vehicles", icon: "i-box", root: paths.list, topic: .inventory)
    static let paths = ResourcePaths(SitePath("/vehicles"))
    static let words = ResourceWords(
        Vehicle.description, icon: "i-box", searched: "its name or plate",
        emptyHeading: "No vehicles yet", emptyText: "Cars and bicycles, with their inspections.")

    let site: Site

    let list = ListDescription(
        example: "price > 1000",
        orders: [("Name", SortOrder("name")), ("Next inspection", SortOrder("inspection"))],
        columns: [
            ListColumn(label: "Vehicle", kind: .name, sort: "name", isDefault: true),
            Vehicle.description.column("plate", .detail),
            Vehicle.description.column("inspection", .date, none: "Not planned", isSorting: true),
            Vehicle.description.column("price", .value, isSorting: true),
        ])

    typealias Record = Vehicle
}
