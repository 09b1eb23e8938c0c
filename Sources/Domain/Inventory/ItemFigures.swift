public import Foundation
public import Persistence

/// The derived figures of an item by which the store counts, sums and searches.
struct ItemFigures: Hashable {
    var hasPhoto: Bool
    /// Whether it is worth insuring separately (``ItemFacets/highValue``).
    var isValuable: Bool
    /// The serial number without separators; nil if it has none.
    var plainSerialNumber: String?
    /// The worth of one piece (``ItemValue/worth``); nil if not valued.
    var worth: Decimal?
    /// The worth of all pieces, in hundredths.
    var totalWorthCents: Int64?
    /// The value of all pieces (``ItemValue/whole``), in hundredths; nil until computed.
    var totalValueCents: Int64?
}

extension ItemFigures {
    /// The attributes that hold the figures.
    static let keys: Set = [
        "hasPhoto", "isValuable", "plainSerialNumber", "worth", "totalWorthCents",
        "totalValueCents",
    ]

    /// Computes the figures from attributes.
    init(serialNumber: String?, value: ItemValue, hasPhoto: Bool) {
        self.hasPhoto = hasPhoto
        worth = value.worth
        isValuable = worth.map { $0 >= ItemFacets.highValue } ?? false
        plainSerialNumber = serialNumber.flatMap { number in
            let plain = SerialNumber.withoutSeparators(number)
            return plain.isEmpty || plain == number ? nil : plain
        }
        totalWorthCents = value.totalWorthCents
        totalValueCents = value.totalValueCents
    }

    /// Computes the figures from an item.
    init(of item: Item) {
        // The stored size of the picture is known without reading it.
        let picture = item.changedValues["thumbnail"]
        self.init(
            serialNumber: item.serialNumber, value: item.value,
            hasPhoto: picture.map { $0 != .null } ?? item.hasThumbnail)
    }

    /// The item's stored figures.
    init(storedIn item: Item) {
        hasPhoto = item.hasPhoto
        isValuable = item.isValuable
        plainSerialNumber = item.plainSerialNumber
        worth = item.worth
        totalWorthCents = item.totalWorthCents
        totalValueCents = item.totalValueCents
    }
}

extension Item {
    /// Recomputes the figures.
    public func updateFigures() {
        let figures = ItemFigures(of: self)
        // Setting an equal value would still mark the object as changed.
        guard figures != ItemFigures(storedIn: self) else { return }
        hasPhoto = figures.hasPhoto
        isValuable = figures.isValuable
        plainSerialNumber = figures.plainSerialNumber
        worth = figures.worth
        totalWorthCents = figures.totalWorthCents
        totalValueCents = figures.totalValueCents
    }

    /// Completes an item that another program has written: with a photo of its thumbnail, and the
    /// figures.
    func complete(in context: ManagedObjectContext) {
        adoptThumbnail(in: context)
        updateFigures()
    }

    /// Computes the figures of items that have none.
    static let figuresFilling = RecordFilling(
        of: FetchRequest<Item>(.key("totalValueCents") == nil), atOnce: 2_000
    ) { items, context in
        for item in items { item.complete(in: context) }
    }

    /// Computes the figures of items from other programs, before a save.
    ///
    /// - Throws: errors of the store.
    static func fillFigures(_ save: PendingSave) throws {
        _ = try figuresFilling.fillSome(save.context)
    }
}

extension ItemValue {
    /// The greatest figure in sums, so that 900,000 of them fit into 64 bits.
    private static let maximumCents: Int64 = 10_000_000_000_000

    /// ``whole`` in hundredths.
    var totalValueCents: Int64 { min(whole * 100, Self.maximumCents) }

    /// ``totalWorth`` in hundredths.
    var totalWorthCents: Int64? {
        guard let totalWorth else { return nil }
        guard totalWorth < Cents.amount(Self.maximumCents) else { return Self.maximumCents }
        return Cents.nearest(totalWorth)
    }
}

extension Item {
    /// The batch size of the check.
    private static let checkedAtOnce = 5_000

    /// The keys and names of items whose figures do not match their other attributes. The store may
    /// be opened without classes.
    ///
    /// - Throws: errors of the store.
    public static func withWrongFigures(
        in context: ManagedObjectContext
    ) throws -> [(key: UUID, name: String)] {
        var request = DictionaryFetchRequest(entityName: "Item")
        request.columns = ItemFigures.columns
        request.fetchBatchSize = checkedAtOnce
        return try context.fetchDictionariesInBatches(request).compactMap { row in
            guard ItemFigures(of: row) != ItemFigures(storedIn: row),
                case .uuid(let key)? = row["itemKey"]
            else { return nil }
            return (key, row["itemName"]?.stringValue ?? "")
        }
    }
}

extension ItemFigures {
    /// The columns that the check reads.
    fileprivate static let columns: [(key: String, expression: FetchExpression)] =
        [
            "itemKey", "itemName", "serialNumber", "valueInDollars", "quantity",
            "replacementValue", "hasPhoto", "isValuable", "plainSerialNumber", "worth",
            "totalWorthCents", "totalValueCents",
        ].map { ($0, .key($0)) } + [
            ("picture", .conditional(.key("thumbnail") != nil, .value(1), .value(0)))
        ]

    /// Computes the figures from the other attributes.
    fileprivate init(of row: FetchedDictionary) {
        self.init(
            serialNumber: row["serialNumber"]?.stringValue,
            value: ItemValue(
                valueInDollars: Int32(clamping: row["valueInDollars"]?.wholeNumber ?? 0),
                replacementValue: row["replacementValue"]?.decimalValue,
                quantity: Int32(clamping: row["quantity"]?.wholeNumber ?? 1)),
            hasPhoto: row["picture"] == .integer(1))
    }

    /// The stored figures.
    fileprivate init(storedIn row: FetchedDictionary) {
        self.init(
            hasPhoto: row["hasPhoto"] == .boolean(true),
            isValuable: row["isValuable"] == .boolean(true),
            plainSerialNumber: row["plainSerialNumber"]?.stringValue,
            worth: row["worth"]?.decimalValue,
            totalWorthCents: row["totalWorthCents"]?.wholeNumber,
            totalValueCents: row["totalValueCents"]?.wholeNumber)
    }
}
