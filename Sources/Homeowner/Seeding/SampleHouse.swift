import Domain
import Drawing
import Foundation
import Persistence

/// The house of the sample items: locations, tags, fields, views, and the details of the items.
struct SampleHouse {
    let household: Household

    /// The locations of the items of each type; all of them are created, even empty ones.
    private static let places: [(path: String, assetType: String)] = [
        ("House › Ground floor › Living room", "Furniture"),
        ("House › Ground floor › Living room › Bookcase › Top shelf", "Art"),
        ("House › Ground floor › Living room › Television stand", "Electronics"),
        ("House › Ground floor › Kitchen", "Clocks"),
        ("House › Ground floor › Kitchen › Corner cupboard › Lower shelf", ""),
        ("House › First floor › Bedroom", "Furniture"),
        ("House › First floor › Bedroom › Dresser › Top drawer", "Jewelry"),
        ("House › First floor › Study › Desk", "Electronics"),
        ("House › First floor › Study › Music corner", "Instruments"),
        ("House › Attic › Box 1", "Art"), ("Garage › Workbench", ""), ("Garage › Tool wall", ""),
    ]
    private static let tags = [
        ("fragile", "red"), ("gift", "green"), ("inherited", "purple"), ("to sell", "orange"),
    ]
    private static let makers = [
        "Furniture": "Lindqvist & Sons", "Electronics": "Norvox", "Jewelry": "Maison Perle",
        "Clocks": "Chronos Works", "Instruments": "Alder & Ash",
    ]
    private static let sellers = ["Corner Shop", "Riverside Market", "Hansen Auctions", "Online"]

    /// Adds the locations, tags, fields and views, and completes the items with them.
    ///
    /// - Throws: errors of the store.
    func add() throws {
        try household.container.write { context in
            var locations: [String: [Location]] = [:]
            for place in Self.places {
                let location = try Location.make(
                    named: Location.names(in: place.path), in: context)
                if let location { locations[place.assetType, default: []].append(location) }
            }
            let tags = Self.tags.map { name, color in
                let tag = Tag(context: context)
                (tag.name, tag.color) = (name, color)
                return tag
            }
            let fields = try Self.fields(in: context)
            let items = try Self.items(in: context)
            for item in items {
                var random = SeededGenerator(seed: Int(item.itemNumber))
                let type = item.assetType?.label ?? ""
                if let places = locations[type] { item.location = random.pick(places) }
                item.setTags(Set(random.next() % 3 == 0 ? [random.pick(tags)] : []))
                try Self.complete(item, of: type, &random)
                item.setValue(
                    try ItemFieldKind.text.reading(random.pick(["black", "brown", "white"])),
                    of: fields.color, in: context)
                if type == "Electronics" {
                    item.setValue(
                        try ItemFieldKind.number.reading("\(5 + random.next() % 200)"),
                        of: fields.power, in: context)
                }
            }
            let bookcase = items.first { $0.itemName?.contains("bookcase") ?? false }
            items.first { $0.assetType?.label == "Art" }?.container = bookcase
            try household.save(context)
            for (name, query) in [
                ("Most valuable first", "sort=-worth"),
                ("To sell", "tag=\(tags.last?.savedNumber ?? 0)&sort=-worth"),
            ] {
                let view = try ItemView.append(in: context)
                (view.name, view.query) = (name, query)
            }
            try household.save(context)
        }
    }

    /// All items in the order of their numbers.
    static func items(in context: ManagedObjectContext) throws -> [Item] {
        try context.fetch(FetchRequest<Item>(sortBy: [SortDescriptor(\.itemNumber)]))
    }

    private static func complete(
        _ item: Item, of type: String, _ random: inout SeededGenerator
    ) throws {
        let bought = CalendarDay(item.dateCreated ?? Date())
        item.manufacturer = makers[type]
        if item.serialNumber != nil { item.modelNumber = "M \(100 + random.next() % 900)" }
        item.purchaseDate = bought.date
        item.purchasePrice = Decimal(item.valueInDollars) * 11 / 10
        item.seller = random.pick(sellers)
        if item.serialNumber != nil { item.warranty = .until(bought.adding(months: 60)) }
        if item.valueInDollars > 2_000 {
            item.insurance = "Household policy 4711"
            item.replacementValue = Decimal(item.valueInDollars) * 12 / 10
            item.notes = "Named in the policy of the household."
        }
    }

    private static func fields(
        in context: ManagedObjectContext
    ) throws -> (color: ItemField, power: ItemField) {
        let color = try ItemField.append(in: context)
        (color.name, color.kind) = ("Color", ItemFieldKind.text.rawValue)
        let power = try ItemField.append(in: context)
        (power.name, power.kind) = ("Power in watts", ItemFieldKind.number.rawValue)
        power.assetType = try AssetType.labeled("Electronics", in: context)
        return (color, power)
    }
}
