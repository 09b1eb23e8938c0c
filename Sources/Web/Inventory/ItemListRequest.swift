import Domain
import Foundation
import Hummingbird
import Persistence

/// The view of the list of items in an address.
struct ItemListRequest: ViewRequest {
    /// The view as the address has it, with its predicate and its faults.
    private(set) var list: ListRequest
    /// The query for the items of the view.
    private(set) var items: ItemQuery
    /// The item that the flash message names, and its former index.
    private(set) var moved: (key: UUID, formerIndex: Int)?

    var query: ListQuery { list.query }
    var faults: [FieldError] { list.faults }

    /// The parameters that the list accepts.
    static let parameters = ListParameters(
        sortKeys: [
            "itemName", "serialNumber", "valueInDollars", "worth", "dateCreated", "orderingValue",
            "assetType", "assetType.label", "itemKey", "soldDate", "location", "itemNumber",
            "purchaseDate", "warrantyUntil", "replacementValue", "quantity", "manufacturer",
            "modelNumber", "seller", "insurance", "notes", "purchasePrice",
            "hasLifetimeWarranty", "captureDate", "container", "lastSeen", "lastSeenBy",
        ] + ItemDetails.furtherTexts.map(\.name),
        filters: [
            .init(name: "assetType", label: "Type", kind: .idOrNone),
            .init(name: "location", label: "Location", kind: .idOrNone),
            .init(name: "tag", label: "Tag", kind: .idOrNone),
            .init(
                name: "warranty", label: "Warranty",
                kind: .choice(ItemQuery.WarrantyFilter.allCases.map(\.rawValue))),
            .init(name: "hasReceipt", label: "Receipt", kind: .choice(["yes", "no"])),
            .init(name: "hasSerial", label: "Serial number", kind: .choice(["yes", "no"])),
            .init(name: "from", label: "Bought from", kind: .day),
            .init(name: "to", label: "Bought to", kind: .day),
            .init(name: "seenSince", label: "Seen since", kind: .day),
            .init(name: "notSeenSince", label: "Not seen since", kind: .day),
            .init(name: "minValue", label: "Value from", kind: .amount),
            .init(name: "maxValue", label: "Value to", kind: .amount),
            .init(name: "hasImage", label: "Photo", kind: .choice(["yes", "no"])),
            .init(name: "sold", label: "Sold", kind: .choice(["yes", "no"])),
        ])

    /// Reads the address of a request.
    ///
    /// - Parameter currency: the currency whose symbol amounts may have.
    /// - Throws: ``SiteError`` 400 if the query is not UTF-8.
    init(_ request: Request, _ layout: ModelLayout, in currency: Currency) throws {
        try self.init(
            ListRequest(request, Self.parameters, entity: "Item", layout, in: currency))
        moved = request.flashCookie?.moved
    }

    /// Reads the query of an address, with days and amounts in the format without a choice.
    ///
    /// - Parameter currency: the currency whose symbol amounts may have; nil, the default, for any.
    /// - Throws: ``SiteError`` 400 if it is not UTF-8.
    init(query text: String, _ layout: ModelLayout, in currency: Currency? = nil) throws {
        try self.init(
            ListRequest(query: text, Self.parameters, entity: "Item", layout, in: currency))
    }

    private init(_ list: ListRequest) throws {
        self.list = list
        items = try Self.items(list.query)
        items.predicate = list.predicate
    }

    /// The same view with the records that it names: the locations within the selected one, and the
    /// tag.
    ///
    /// - Throws: errors of the store.
    func resolved(
        in figures: InventoryCache, _ context: ManagedObjectContext
    ) throws -> ItemListRequest {
        var request = self
        if let number = query.number("location") {
            request.items.location = ItemQuery.items(
                in: Int64(number), try figures.locations(in: context))
        }
        if query.filter("tag") != nil {
            request.items.conditions.append(
                try ItemQuery.hasTag(query.number("tag").map(Int64.init), context.coordinator))
        }
        return request
    }

    /// The same view for visitors with a share link: without sold items, unless the view selects
    /// them, and without a search in belongings that they may not see, such as borrowers.
    func forVisitors() -> ItemListRequest {
        var request = self
        request.items.sold = items.sold ?? false
        request.items.isOfOwnTexts = true
        return request
    }

    /// The same view with a fault of its predicate that the fetch reported.
    func refused(_ fault: FieldError) -> ItemListRequest {
        var request = self
        request.list = list.refused(fault)
        return request
    }

    private static func items(_ query: ListQuery) throws -> ItemQuery {
        var items = ItemQuery()
        items.search = query.search
        items.minValue = query.amount("minValue")
        items.maxValue = query.amount("maxValue")
        items.hasImage = query.flag("hasImage")
        items.sold = query.flag("sold")
        items.assetType =
            switch query.reference("assetType") {
            case .id(let number): .type(Int64(number))
            case .some(.none): ItemQuery.TypeFilter.none
            case nil: nil
            }
        items.conditions = try conditions(query)
        if query.filter("location") == "none" { items.location = ItemQuery.LocationFilter.none }
        items.sortDescriptors = query.sort.map { [descriptor($0)] } ?? []
        return items
    }

    private static func conditions(_ query: ListQuery) throws -> [FetchPredicate] {
        let warranty = query.filter("warranty").flatMap(ItemQuery.WarrantyFilter.init)
        return try [
            warranty.map { ItemQuery.hasWarranty($0, on: .today()) },
            query.flag("hasReceipt").map(ItemQuery.hasReceipt),
            query.flag("hasSerial").map(ItemQuery.hasSerialNumber),
            ItemQuery.isBought(from: query.day("from"), to: query.day("to")),
            query.day("seenSince").map { ItemQuery.isSeen(since: $0.adding(days: -1).end()) },
            query.day("notSeenSince").map {
                .not(ItemQuery.isSeen(since: $0.adding(days: -1).end()))
            },
        ].compactMap { $0 }
    }

    /// The names of related records that the list can be sorted by.
    private static let names = [
        "assetType": "assetType.label", "assetType.label": "assetType.label",
        "location": "location.name", "container": "container.itemName",
    ]

    /// The texts with a sort key for people.
    private static let texts = Set(Item.plainTexts.map(\.name))
        .union(["itemName", "serialNumber", "notes"])

    private static func descriptor(_ sort: SortOrder) -> FetchSortDescriptor {
        let name = names[sort.attribute]
        return FetchSortDescriptor(
            name ?? sort.attribute, ascending: sort.isAscending,
            comparison: name != nil || texts.contains(sort.attribute)
                ? .localizedStandard : .plain)
    }
}
