import Foundation
import Persistence

/// What is kept in memory of all items.
struct ItemMemory: Sendable {
    /// The attributes by which items are sorted with the help of the store, which compares their values
    /// when the items are read.
    enum Rank: String, CaseIterable, Sendable {
        case itemName, serialNumber, itemKey

        var descriptor: FetchSortDescriptor {
            FetchSortDescriptor(
                rawValue, comparison: self == .itemKey ? .plain : .localizedStandard)
        }

        fileprivate var place: WritableKeyPath<Facts, UInt32> {
            switch self {
            case .itemName: \.nameRank
            case .serialNumber: \.serialNumberRank
            case .itemKey: \.keyRank
            }
        }
    }

    /// What is kept of an item beside its text.
    struct Facts: Sendable {
        var orderingValue: Double
        /// The dates as their places among all dates; 0 for none.
        var dateCreated: UInt64
        var soldDate: UInt64
        /// The record number of the type; 0 for none.
        var assetType: Int64
        /// The record number of the location; 0 for none.
        var location: Int64
        var number: Int64
        var value: ItemValue
        /// The places of its texts and of its key among those of all items; 0 for none.
        fileprivate(set) var nameRank: UInt32 = 0
        fileprivate(set) var serialNumberRank: UInt32 = 0
        fileprivate(set) var keyRank: UInt32 = 0
        var hasImage: Bool

        var isSold: Bool { soldDate != 0 }
    }

    /// An item that was saved.
    struct Entry: Sendable {
        let number: Int64
        let texts: [String]
        let facts: Facts
        /// The values whose ranks are not known, because they are new.
        let unknown: Set<Rank>
        /// Whether something of the texts is new.
        let hasNewTexts: Bool
    }

    /// The attributes that are looked through.
    static let textKeys = [
        "itemName", "serialNumber", "manufacturer", "modelNumber", "seller", "insurance", "notes",
    ]

    /// The texts, and the facts beside them.
    var texts = TextIndex<Facts>()
    /// The names of the types, by record number. They are looked through with the items of the type.
    var labels: [Int64: String] = [:]
    /// The orders that are not right since an item came or got another name.
    private(set) var unknownRanks: Set<Rank> = []

    /// Takes over an item that was added or changed.
    mutating func take(_ entry: Entry) {
        var facts = entry.facts
        if let former = texts.facts(of: entry.number) {
            for rank in Rank.allCases { facts[keyPath: rank.place] = former[keyPath: rank.place] }
        } else {
            unknownRanks.formUnion(Rank.allCases)
        }
        unknownRanks.formUnion(entry.unknown)
        if !entry.hasNewTexts, texts.update(entry.number, facts) { return }
        texts.insert(entry.number, entry.texts, facts)
    }

    /// The rows with all words, in the items' texts or the names of their types. A word may be the number
    /// of an item.
    ///
    /// - Parameter owners: for each word, the numbers of items that have it in what belongs to them.
    func rows(with words: [String], and owners: [[Int64]]) -> [Int32] {
        let patterns = words.map(SearchFolding.pattern)
        let types = patterns.map { pattern in
            Set(labels.filter { SearchFolding.folded($0.value).contains(pattern) }.keys)
        }
        return texts.matchingRows(with: patterns, and: owners) { index in
            let (types, number) = (types[index], ItemNumber.searched(words[index]))
            guard !types.isEmpty || number != nil else { return nil }
            return { types.contains($0.assetType) || $0.number == number }
        }
    }

    /// The best items with every word (``TextIndex/best(with:limit:and:or:)``), or with the number that a
    /// word is.
    ///
    /// - Parameter owners: for each word, the items that have it in what belongs to them.
    func best(
        with words: [String], limit: Int, and owners: [WordOwners]
    ) -> (total: Int, numbers: [Int64]) {
        texts.best(with: words, limit: limit, and: owners) { index in
            ItemNumber.searched(words[index]).map { number in { $0.number == number } }
        }
    }
}

// MARK: - Reading

extension ItemMemory {
    init(from context: ManagedObjectContext) throws {
        for type in try AssetType.all(in: context) {
            labels[type.objectID.recordNumber ?? 0] = type.label
        }
        var request = DictionaryFetchRequest(entityName: "Item")
        request.columns = [
            ("self", .evaluatedObject), ("name", .keyPath(["itemName"])),
            ("serial", .keyPath(["serialNumber"])), ("notes", .keyPath(["notes"])),
            ("manufacturer", .keyPath(["manufacturer"])), ("model", .keyPath(["modelNumber"])),
            ("seller", .keyPath(["seller"])), ("insurance", .keyPath(["insurance"])),
            ("order", .keyPath(["orderingValue"])),
            ("created", .keyPath(["dateCreated"])), ("sold", .keyPath(["soldDate"])),
            ("type", .keyPath(["assetType"])), ("value", .keyPath(["valueInDollars"])),
            ("location", .keyPath(["location"])), ("number", .keyPath(["itemNumber"])),
            ("quantity", .keyPath(["quantity"])), ("replacement", .keyPath(["replacementValue"])),
            ("image", ItemFacets.hasImage),
        ]
        request.predicate = Item.isListed
        for row in try context.fetchDictionaries(request) {
            guard let number = row.number("self") else { continue }
            texts.insert(
                number,
                Self.texts(
                    row["name"]?.text, row["serial"]?.text,
                    ["manufacturer", "model", "seller", "insurance", "notes"].map { row[$0]?.text }),
                Facts(row))
        }
        for rank in Rank.allCases { try read(rank, from: context) }
    }

    /// Reads the items in an order, and gives those with the same value the same rank.
    private mutating func read(_ rank: Rank, from context: ManagedObjectContext) throws {
        var request = DictionaryFetchRequest(entityName: "Item")
        request.columns = [("self", .evaluatedObject), ("value", .keyPath([rank.rawValue]))]
        request.sortDescriptors = [rank.descriptor]
        request.predicate = Item.isListed
        var (last, place) = (AttributeValue?.some(.null), UInt32(0))
        for row in try context.fetchDictionaries(request) {
            guard let number = row.number("self") else { continue }
            if row["value"] != last {
                last = row["value"]
                place += 1
            }
            texts.amend(number) { $0[keyPath: rank.place] = place }
        }
    }

    /// What is looked through of an item. Its serial number is found without what separates its parts,
    /// too: `LT1094747` finds `LT-1094747`.
    fileprivate static func texts(
        _ name: String?, _ serialNumber: String?, _ others: [String?]
    ) -> [String] {
        let serialNumber = serialNumber ?? ""
        let joined = SerialNumber.withoutSeparators(serialNumber)
        return [name ?? "", serialNumber, joined == serialNumber ? "" : joined]
            + others.compactMap(\.self)
    }
}

extension ItemMemory.Entry {
    /// - Parameter changed: the attributes that are new; nil for a new item.
    init(_ item: Item, changed: Set<String>?) {
        let unknown = ItemMemory.Rank.allCases.filter { changed?.contains($0.rawValue) ?? true }
        self.init(
            number: item.objectID.recordNumber ?? 0,
            texts: ItemMemory.texts(
                item.itemName, item.serialNumber,
                [item.manufacturer, item.modelNumber, item.seller, item.insurance, item.notes]),
            facts: ItemMemory.Facts(item), unknown: Set(unknown),
            hasNewTexts: changed.map { !$0.isDisjoint(with: ItemMemory.textKeys) } ?? true)
    }
}

extension ItemMemory.Facts {
    fileprivate init(_ item: Item) {
        self.init(
            orderingValue: item.orderingValue,
            dateCreated: SortKey.of(item.dateCreated?.timeIntervalSinceReferenceDate),
            soldDate: SortKey.of(item.soldDate?.timeIntervalSinceReferenceDate),
            assetType: item.assetType?.objectID.recordNumber ?? 0,
            location: item.location?.objectID.recordNumber ?? 0, number: item.itemNumber,
            value: item.value, hasImage: item.hasThumbnail)
    }

    fileprivate init(_ row: FetchedDictionary) {
        self.init(
            orderingValue: row["order"]?.real ?? 0,
            dateCreated: SortKey.of(row["created"]?.seconds),
            soldDate: SortKey.of(row["sold"]?.seconds), assetType: row.number("type") ?? 0,
            location: row.number("location") ?? 0, number: row["number"]?.wholeNumber ?? 0,
            value: ItemValue(
                valueInDollars: Int32(clamping: row["value"]?.wholeNumber ?? 0),
                replacementValue: row["replacement"]?.amount,
                quantity: Int32(clamping: row["quantity"]?.wholeNumber ?? 1)),
            hasImage: row["image"] == .integer(1))
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

    /// The seconds of a date since its reference date; nil for anything else.
    fileprivate var seconds: Double? {
        if case .date(let date) = self { date.timeIntervalSinceReferenceDate } else { nil }
    }
}
