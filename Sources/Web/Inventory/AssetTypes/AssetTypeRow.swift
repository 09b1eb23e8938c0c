import Domain
import Foundation

/// One asset type on the overview.
struct AssetTypeRow: Sendable {
    /// `Furniture`, or `No type`.
    var label: String
    /// Whether this is the row of the items without a type.
    var isNone = false
    /// `1,284`.
    var count: String
    /// `$90,490`.
    var value: String
    /// Its share of the value of all items, from 0 to 100, for the bar: `37.5`.
    var share: String
    var itemsPath: String
}

extension AssetTypeRow {
    /// The row of a type.
    ///
    /// - Parameter whole: the totals of all items.
    init(_ label: AssetTypeLabel, _ totals: ItemTotals, of whole: ItemTotals, _ site: Site) {
        self.init(
            label: label.text, totals, of: whole,
            itemsPath: site.links(.items(ofType: String(label.number))), in: site.currency)
    }

    /// The row of the items without a type.
    init(withoutType totals: ItemTotals, of whole: ItemTotals, _ site: Site) {
        self.init(
            label: "No type", isNone: true, totals, of: whole,
            itemsPath: site.links(.items(ofType: "none")), in: site.currency)
    }

    private init(
        label: String, isNone: Bool = false, _ totals: ItemTotals, of whole: ItemTotals,
        itemsPath: String, in currency: Currency
    ) {
        self.init(
            label: label, isNone: isNone, count: "\(totals.count, grouped: true)",
            value: totals.worth.map(currency.shortText) ?? "", share: Self.share(totals, of: whole),
            itemsPath: itemsPath)
    }

    /// A percentage, with a decimal place if it has one: `37.5`.
    static func share(_ part: ItemTotals, of whole: ItemTotals) -> String {
        guard let part = part.worth, let whole = whole.worth, whole > 0 else { return "0" }
        var (exact, tenths) = (part * 1_000 / whole, Decimal())
        NSDecimalRound(&tenths, &exact, 0, .plain)
        return "\(tenths / 10)"
    }
}

extension SitePath {
    /// The list of a type's items, by its number, or of those without a type for `none`.
    static func items(ofType value: String) -> SitePath {
        ListQuery().filtered("assetType", by: value).address(of: .items)
    }
}
