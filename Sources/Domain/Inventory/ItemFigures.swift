import Foundation
import Persistence

/// What the store counts, sums up and searches an item by. All of it follows from the item's other attributes.
struct ItemFigures: Hashable {
    var hasPhoto: Bool
    /// Whether it is worth insuring by itself (``ItemFacets/highValue``).
    var isValuable: Bool
    /// The serial number without what separates its parts; nil if it is the same.
    var plainSerialNumber: String?
    /// What counts for one of it (``ItemValue/worth``); nil for not valued.
    var worth: Decimal?
    /// That of all pieces, in hundredths.
    var totalWorthCents: Int64?
    /// The value of all pieces (``ItemValue/whole``), in hundredths; nil before it is known.
    var totalValueCents: Int64?
}

extension ItemFigures {
    /// The attributes that hold it.
    static let keys: Set = [
        "hasPhoto", "isValuable", "plainSerialNumber", "worth", "totalWorthCents",
        "totalValueCents",
    ]

    /// What follows from the other attributes of an item.
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

    /// What follows from the other attributes.
    init(of item: Item) {
        // The store tells how large a picture is only of one that it has.
        let picture = item.changedValues["thumbnail"]
        self.init(
            serialNumber: item.serialNumber, value: item.value,
            hasPhoto: picture.map { $0 != .null } ?? item.hasThumbnail)
    }

    /// What the item has.
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
    /// Works out the figures again.
    public func settleFigures() {
        let figures = ItemFigures(of: self)
        // What is set counts as changed, also to what it was.
        guard figures != ItemFigures(storedIn: self) else { return }
        hasPhoto = figures.hasPhoto
        isValuable = figures.isValuable
        plainSerialNumber = figures.plainSerialNumber
        worth = figures.worth
        totalWorthCents = figures.totalWorthCents
        totalValueCents = figures.totalValueCents
    }

    /// Settles items that have no figures yet.
    static let settling = RecordFilling(
        of: FetchRequest<Item>(.key("totalValueCents") == nil), atOnce: 2_000
    ) { items, _ in
        for item in items { item.settleFigures() }
    }

    /// Settles items that another program has added, before a save.
    ///
    /// - Throws: errors of the store.
    static func settleUnsettled(_ save: PendingSave) throws {
        _ = try settling.fillSome(save.context)
    }
}

extension ItemValue {
    /// No item counts for more in sums, so that a store can add up 900,000 of the greatest in 64 bits.
    private static let greatestCents: Int64 = 10_000_000_000_000

    /// ``whole`` in hundredths.
    var totalValueCents: Int64 { min(whole * 100, Self.greatestCents) }

    /// ``totalWorth`` in hundredths.
    var totalWorthCents: Int64? {
        guard let totalWorth else { return nil }
        guard totalWorth < Cents.amount(Self.greatestCents) else { return Self.greatestCents }
        return Cents.nearest(totalWorth)
    }
}
