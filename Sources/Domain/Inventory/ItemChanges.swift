import Persistence

/// What counts of an item in the figures and in searches.
struct ItemFigures: Sendable, Hashable {
    var name: String
    var serialNumber: String
    var notes: String
    /// The record number of the type; nil for none.
    var assetType: Int64?
    var valueInDollars: Int32
    var hasImage: Bool
    var isSold: Bool
}

/// What became of one item.
struct ItemDifference: Sendable {
    let recordNumber: Int64
    /// Nil for a new item.
    let former: ItemFigures?
    /// Nil for an item that is gone.
    let new: ItemFigures?
}

/// The items that a save is about to add, change or delete.
struct ItemChanges {
    private var inserted: [Item] = []
    private var changed: [(item: Item, former: ItemFigures)] = []
    private var deleted: [(number: Int64, former: ItemFigures)] = []

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
        "itemName", "serialNumber", "notes", "assetType", "valueInDollars", "thumbnail",
        "soldDate",
    ]

    fileprivate var figures: ItemFigures {
        ItemFigures(
            name: itemName ?? "", serialNumber: serialNumber ?? "", notes: notes ?? "",
            assetType: assetType?.objectID.recordNumber, valueInDollars: valueInDollars,
            hasImage: hasThumbnail, isSold: soldDate != nil)
    }

    /// The figures as they are in the store.
    fileprivate var committedFigures: ItemFigures {
        let values = committedValues(forKeys: Array(Self.figureKeys))
        func text(_ key: String) -> String {
            if case .string(let text) = values[key] { text } else { "" }
        }
        func isThere(_ key: String) -> Bool { values[key].map { $0 != .null } ?? false }
        var type: Int64?
        if case .object(let id) = values["assetType"] { type = id.recordNumber }
        return ItemFigures(
            name: text("itemName"), serialNumber: text("serialNumber"), notes: text("notes"),
            assetType: type,
            valueInDollars: Int32(clamping: values["valueInDollars"]?.wholeNumber ?? 0),
            hasImage: isThere("thumbnail"), isSold: isThere("soldDate"))
    }
}
