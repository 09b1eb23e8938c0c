import Persistence

/// What counts of an item in the figures and in searches.
struct ItemFigures: Sendable, Hashable {
    var name: String
    var serialNumber: String
    var notes: String
    /// The record number of the type; nil for none.
    var assetType: Int64?
    /// The record number of the location; nil for none.
    var location: Int64?
    var value: ItemValue
    var hasImage: Bool
    var isSold: Bool

    /// What so many such items come to.
    func totals(_ count: Int) -> ItemTotals { ItemTotals(value, count: count) }
}

/// What became of one item.
struct ItemDifference: Sendable {
    let recordNumber: Int64
    /// Nil for a new item, and for one that comes out of the trash.
    let former: ItemFigures?
    /// Nil for an item that is gone, or goes to the trash.
    let new: ItemFigures?
}

/// The items that a save is about to add, change or delete.
struct ItemChanges {
    private var inserted: [Item] = []
    private var changed: [(item: Item, former: ItemFigures?)] = []
    private var deleted: [(number: Int64, former: ItemFigures?)] = []

    init(_ context: ManagedObjectContext) {
        for case let item as Item in context.insertedObjects { inserted.append(item) }
        for case let item as Item in context.updatedObjects {
            changed.append((item, item.committedFigures))
        }
        for case let item as Item in context.deletedObjects {
            guard let number = item.objectID.recordNumber else { continue }
            deleted.append((number, item.committedFigures))
        }
    }

    /// What changed, after the save. Items that were only moved are not among them.
    var differences: [ItemDifference] {
        let new = inserted.map { item in
            ItemDifference(
                recordNumber: item.objectID.recordNumber ?? 0, former: nil, new: item.figures)
        }
        let others = changed.compactMap { item, former -> ItemDifference? in
            let figures = item.figures
            guard figures != former else { return nil }
            return ItemDifference(
                recordNumber: item.objectID.recordNumber ?? 0, former: former, new: figures)
        }
        let gone = deleted.map { number, former in
            ItemDifference(recordNumber: number, former: former, new: nil)
        }
        return new + others + gone
    }
}

extension Item {
    /// The properties that figures are made of.
    static let figureKeys: Set = [
        "itemName", "serialNumber", "notes", "assetType", "location", "valueInDollars",
        "replacementValue", "quantity", "thumbnail", "soldDate", "trashedDate",
    ]

    /// Nil for an item in the trash.
    fileprivate var figures: ItemFigures? {
        guard !isTrashed else { return nil }
        return ItemFigures(
            name: itemName ?? "", serialNumber: serialNumber ?? "", notes: notes ?? "",
            assetType: assetType?.objectID.recordNumber,
            location: location?.objectID.recordNumber, value: value, hasImage: hasThumbnail,
            isSold: soldDate != nil)
    }

    /// The figures as they are in the store; nil for an item in the trash.
    fileprivate var committedFigures: ItemFigures? {
        let values = committedValues(forKeys: Array(Self.figureKeys))
        func text(_ key: String) -> String {
            if case .string(let text) = values[key] { text } else { "" }
        }
        func isThere(_ key: String) -> Bool { values[key].map { $0 != .null } ?? false }
        func number(_ key: String) -> Int64? {
            if case .object(let id) = values[key] { id.recordNumber } else { nil }
        }
        guard !isThere("trashedDate") else { return nil }
        return ItemFigures(
            name: text("itemName"), serialNumber: text("serialNumber"), notes: text("notes"),
            assetType: number("assetType"), location: number("location"),
            value: ItemValue(
                valueInDollars: Int32(clamping: values["valueInDollars"]?.wholeNumber ?? 0),
                replacementValue: values["replacementValue"]?.amount,
                quantity: Int32(clamping: values["quantity"]?.wholeNumber ?? 1)),
            hasImage: isThere("thumbnail"), isSold: isThere("soldDate"))
    }
}
