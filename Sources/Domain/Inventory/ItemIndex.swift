public import Persistence

/// Finds items by words, with their totals, from memory.
///
/// It is read by ``warm(in:)``, which nobody waits for, and follows what is saved. Until it is read, and
/// for a person's own condition, the store is asked.
public final class ItemIndex: Sendable {
    /// What is kept of an item beside its text.
    struct Facts: Sendable {
        var orderingValue: Double
        /// The record number of the type; 0 for none.
        var assetType: Int64
        var valueInDollars: Int32
        var hasImage: Bool
        var isSold: Bool
    }

    /// The items with some words.
    public struct Found: Sendable {
        /// Their totals, under other filters too.
        public let facets: ItemFacets
        fileprivate let items: [(number: Int64, facts: Facts)]

        /// The record numbers of those that the filters of a query select, in the owner's order.
        public func numbers(of query: ItemQuery) -> [Int64] {
            items.filter { $0.facts.isOf(query) }
                .sorted {
                    ($0.facts.orderingValue, $0.number) < ($1.facts.orderingValue, $1.number)
                }
                .map(\.number)
        }
    }

    private let memory: FollowedValue<TextIndex<Facts>>

    init(_ changes: ChangeFeed) {
        memory = FollowedValue(changes)
    }

    /// Whether it is in memory.
    public var isReady: Bool { memory.isKept }

    /// Reads what is searched into memory.
    ///
    /// - Throws: errors of the store.
    public func warm(in context: ManagedObjectContext) throws {
        _ = try memory.value(for: context, reading: Self.read)
    }

    /// The items with all words of a query, whatever its filters; nil if the store has to be asked.
    public func found(_ query: ItemQuery, in context: ManagedObjectContext) -> Found? {
        let words = query.words
        guard query.predicate == nil, !words.isEmpty, let index = memory.kept(for: context) else {
            return nil
        }
        var items: [(number: Int64, facts: Facts)] = []
        index.forEach(with: words) { items.append(($0, $1)) }
        let facets = ItemFacets(items.map(\.facts), of: ItemFacets.key(query))
        return Found(facets: facets, items: items)
    }

    private static func read(from context: ManagedObjectContext) throws -> TextIndex<Facts> {
        var request = DictionaryFetchRequest(entityName: "Item")
        request.columns = [
            ("self", .evaluatedObject), ("name", .keyPath(["itemName"])),
            ("serial", .keyPath(["serialNumber"])), ("label", .keyPath(["assetType", "label"])),
            ("order", .keyPath(["orderingValue"])), ("type", .keyPath(["assetType"])),
            ("value", .keyPath(["valueInDollars"])), ("sold", .keyPath(["soldDate"])),
            ("image", ItemFacets.hasImage),
        ]
        var index = TextIndex<Facts>()
        for row in try context.fetchDictionaries(request) {
            guard case .object(let id) = row["self"], let number = id.recordNumber else { continue }
            let texts = ["name", "serial", "label"].map { row[$0]?.text ?? "" }
            index.insert(number, texts, Facts(row))
        }
        return index
    }
}

extension ItemIndex: ChangeFollower {
    public func follow(_ context: ManagedObjectContext) -> (SavedChanges) -> Void {
        let added = context.insertedObjects.compactMap { $0 as? Item }
        let updated = context.updatedObjects.compactMap { $0 as? Item }
        let renamed = Set(updated.filter(\.hasChangedText))
        // The name of a type is in the text of all its items.
        let isTypeRenamed = context.updatedObjects.contains { object in
            (object as? AssetType)?.changedValues["label"] != nil
        }
        let removed = context.deletedObjects.compactMap {
            ($0 as? Item)?.objectID.recordNumber
        }
        return { [memory] saved in
            let entries = (added + renamed).map(Entry.init)
            let others = updated.filter { !renamed.contains($0) }.map {
                (number: $0.objectID.recordNumber ?? 0, facts: Facts($0))
            }
            memory.amend(saved) { index in
                for number in removed { index.remove(number) }
                for entry in entries { index.insert(entry.number, entry.texts, entry.facts) }
                for other in others { index.update(other.number, other.facts) }
                return !isTypeRenamed && !index.isWorn
            }
        }
    }
}

/// What the index has of one item.
private struct Entry: Sendable {
    let number: Int64
    let texts: [String]
    let facts: ItemIndex.Facts

    init(_ item: Item) {
        number = item.objectID.recordNumber ?? 0
        texts = [item.itemName ?? "", item.serialNumber ?? "", item.assetType?.label ?? ""]
        facts = ItemIndex.Facts(item)
    }
}

extension Item {
    /// Whether something is to be saved by which it is found.
    fileprivate var hasChangedText: Bool {
        let changed = changedValues
        return ["itemName", "serialNumber", "assetType"].contains { changed[$0] != nil }
    }
}

extension ItemIndex.Facts {
    fileprivate init(_ item: Item) {
        orderingValue = item.orderingValue
        assetType = item.assetType?.objectID.recordNumber ?? 0
        valueInDollars = item.valueInDollars
        hasImage = item.hasThumbnail
        isSold = item.isSold
    }

    fileprivate init(_ row: FetchedDictionary) {
        orderingValue = row["order"]?.real ?? 0
        assetType = 0
        if case .object(let id) = row["type"] { assetType = id.recordNumber ?? 0 }
        valueInDollars = Int32(clamping: row["value"]?.wholeNumber ?? 0)
        hasImage = row["image"] == .integer(1)
        isSold = row["sold"].map { $0 != .null } ?? false
    }

    /// Whether the filters of a query select the item. One that was sold is shown, unless the query
    /// says otherwise.
    fileprivate func isOf(_ query: ItemQuery) -> Bool {
        if let minValue = query.minValue, valueInDollars < minValue { return false }
        if let maxValue = query.maxValue, valueInDollars > maxValue { return false }
        if let hasImage = query.hasImage, hasImage != self.hasImage { return false }
        if let sold = query.sold, sold != isSold { return false }
        return switch query.assetType {
        case nil: true
        case .some(.none): assetType == 0
        case .type(let number): assetType == number
        }
    }
}

extension AttributeValue {
    /// The number of a real or whole value; nil for anything else.
    var real: Double? {
        switch self {
        case .double(let value): value
        case .integer(let value): Double(value)
        default: nil
        }
    }
}
