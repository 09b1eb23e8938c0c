import Foundation
public import Persistence

/// The item or product with a code in a stocktake, or an unknown code.
public enum SeenThing {
    case item(Item)
    case product(Product)
    case unknown(String)

    /// The item or the product; nil for an unknown code.
    public var record: ManagedObject? {
        switch self {
        case .item(let item): item
        case .product(let product): product
        case .unknown: nil
        }
    }
}

extension Stocktake {
    /// What a code can mean: the items or the product among its records, or the items with a name, or with a
    /// bare number. At least one thing.
    ///
    /// - Parameter records: the records with the code (``HouseholdSearch/records(coded:atMost:in:)``).
    /// - Throws: errors of the store.
    public func things(
        coded code: String, among records: [ManagedObject], in context: ManagedObjectContext
    ) throws -> [SeenThing] {
        let product = records.lazy.compactMap { $0 as? Product }.first
        var items = records.compactMap { $0 as? Item }
        if let product, items.isEmpty || scope.isOfProducts { return [.product(product)] }
        if items.isEmpty { items = try Item.named(code, in: context) }
        if items.isEmpty, code.count < GTIN.leastDigits, let number = ItemNumber.parse(code) {
            items = try Item.find(number: number, in: context).map { [$0] } ?? []
        }
        guard items.isEmpty else { return items.map(SeenThing.item) }
        return [.unknown(String(code.prefix(Sighting.longestCode)))]
    }

    /// What a code means among the things that it can mean: of several items, the first by number that was
    /// not seen yet, if possible one that is to be there.
    ///
    /// - Parameters:
    ///   - things: ``things(coded:among:in:)``.
    ///   - tree: all locations.
    /// - Throws: errors of the store.
    public func thing(
        coded code: String, of things: [SeenThing], _ tree: LocationTree,
        in context: ManagedObjectContext
    ) throws -> SeenThing {
        let items = things.compactMap { $0.record as? Item }
        // No other item has the number of this one.
        guard items.count > 1, items[0].itemNumber != ItemNumber.parse(code, isBare: false),
            let next = try next(of: items, tree, in: context)
        else { return things[0] }
        return .item(next)
    }

    private func next(
        of items: [Item], _ tree: LocationTree, in context: ManagedObjectContext
    ) throws -> Item? {
        let keys = Set(items.map(\.key))
        let seen = try context.fetch(
            FetchRequest<Sighting>(
                .and([
                    .key("stocktake") == objectID, FetchExpression.key("itemKey").isIn(keys),
                ]))
        ).reduce(into: [UUID: Decimal]()) { seen, sighting in
            guard let key = sighting.itemKey else { return }
            seen[key, default: 0] += sighting.quantity ?? 0
        }
        let expected = try ExpectedRecords.items(of: self, keys, tree, in: context)
        let expectedKeys = Set(expected.map(\.key))
        func rank(_ item: Item) -> (Int, Int, Int64) {
            let isSeen = seen[item.key] ?? 0 >= Decimal(item.quantity)
            return (isSeen ? 1 : 0, expectedKeys.contains(item.key) ? 0 : 1, item.itemNumber)
        }
        return items.min { rank($0) < rank($1) }
    }
}
