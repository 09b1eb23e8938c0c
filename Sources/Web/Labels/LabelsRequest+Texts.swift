import Domain
import Foundation
import Persistence

extension LabelsRequest {
    /// The texts of the labels, repeated for each copy.
    ///
    /// - Parameter address: the server address for codes.
    /// - Throws: a 404 for missing records, a 422 for too many labels, and errors of the store.
    func texts(
        _ address: String, _ inventory: Inventory, in context: ManagedObjectContext
    ) throws -> [LabelText] {
        let texts: [LabelText] =
            switch subject {
            case .locations(let numbers): try locations(numbers, address, inventory, in: context)
            case .products(let numbers):
                try products(numbers, inventory.household.shopCurrency.current, in: context)
            case .keys, .numbers, .view:
                try items(inventory, in: context).map {
                    try text(of: $0, address, inventory, context)
                }
            }
        guard texts.count * copies <= Self.most else {
            throw SiteError.unprocessable(
                "These are too many labels",
                faults: [
                    FormFault(
                        field: "copies", label: "Labels",
                        message: "at most \(Self.most, grouped: true) are printed at once; "
                            + "filter the list first")
                ])
        }
        return texts.flatMap { [LabelText](repeating: $0, count: copies) }
    }

    private func items(
        _ inventory: Inventory, in context: ManagedObjectContext
    ) throws -> [Item] {
        if case .view(let view) = subject {
            try Self.check(view.query, in: context)
            var request = try view.resolved(in: inventory.household.inventoryCache, context)
                .items.fetchRequest(in: context)
            request.fetchLimit = Self.most + 1
            return try context.fetch(request)
        }
        let places: [AttributeValue: Int]
        switch subject {
        case .keys(let keys): places = Self.places(keys.map { .uuid($0) })
        case .numbers(let numbers): places = Self.places(numbers.map { .integer($0) })
        default: return []
        }
        let isByKey = if case .keys = subject { true } else { false }
        let request = FetchRequest<Item>(
            FetchExpression.key(isByKey ? "itemKey" : "itemNumber").isIn(Array(places.keys)))
        let found = try context.fetch(request).filter { !$0.isTrashed }
        // A range of numbers may have gaps, but each key was that of an item.
        let areThere = isByKey ? Set(found.map(\.key)).count == places.count : !found.isEmpty
        guard areThere else {
            throw SiteError.notFound(
                isByKey
                    ? "There is no item with \(places.count == 1 ? "this key" : "one of these keys")"
                    : "There is no item with these numbers")
        }
        func place(_ item: Item) -> Int {
            places[isByKey ? .uuid(item.key) : .integer(item.itemNumber)] ?? 0
        }
        return found.sorted { place($0) < place($1) }
    }

    /// Refuses a filter by a missing record, since a page without labels would not show the reason.
    private static func check(_ query: ListQuery, in context: ManagedObjectContext) throws {
        func number(_ name: String) -> Int64? { query.number(name).map(Int64.init) }
        if let id = number("location"), try Location.find(id, in: context) == nil {
            throw SiteError.notFound("There is no location \(id)")
        }
        if let id = number("tag"), try Tag.find(id, in: context) == nil {
            throw SiteError.notFound("There is no tag \(id)")
        }
        if let id = number("assetType"), try AssetType.find(id, in: context) == nil {
            throw SiteError.notFound("There is no type \(id)")
        }
    }

    /// The positions of values in the requested order.
    private static func places(_ values: [AttributeValue]) -> [AttributeValue: Int] {
        Dictionary(zip(values, values.indices), uniquingKeysWith: { first, _ in first })
    }

    private func text(
        of item: Item, _ address: String, _ inventory: Inventory, _ context: ManagedObjectContext
    ) throws -> LabelText {
        let locations = try inventory.household.inventoryCache.locations(in: context)
        // An item without a number comes from an earlier version, until the server has numbered it.
        let path =
            item.itemNumber > 0
            ? SitePath.labelledItem(item.itemNumber) : SitePath.item(item.key)
        return LabelText(
            code: LabelCode(address: address + path.path),
            number: ItemNumber.text(item.itemNumber), name: item.itemName ?? "",
            place: item.location?.objectID.recordNumber.map(locations.pathText) ?? "")
    }

    private func locations(
        _ numbers: [Int64], _ address: String, _ inventory: Inventory,
        in context: ManagedObjectContext
    ) throws -> [LabelText] {
        let tree = try inventory.household.inventoryCache.locations(in: context)
        return try numbers.prefix(Self.most + 1).map { number in
            guard let location = tree[number] else {
                throw SiteError.notFound("There is no location \(number)")
            }
            let parents = tree.path(to: number).dropLast().map(\.name)
            return LabelText(
                code: LabelCode(address: address + SitePath.location(number).path), number: "",
                name: location.name, place: parents.joined(separator: LocationTree.separator))
        }
    }

    private func products(
        _ numbers: [Int64], _ currency: Currency, in context: ManagedObjectContext
    ) throws -> [LabelText] {
        try numbers.prefix(Self.most + 1).map { number in
            guard let product = try Product.find(number, in: context) else {
                throw SiteError.notFound("There is no product \(number)")
            }
            let code = product.barcode ?? product.sku ?? ""
            return LabelText(
                code: LabelCode(barcode: code), number: currency.text(product.price ?? 0),
                name: product.name ?? "", place: code)
        }
    }
}
