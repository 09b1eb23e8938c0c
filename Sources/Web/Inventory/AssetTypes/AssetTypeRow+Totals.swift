import Domain

extension AssetTypeRow {
    /// The row of a type.
    ///
    /// - Parameter whole: all items.
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
        let worth = totals.worth(in: currency)
        self.init(
            label: label, isNone: isNone, count: "\(totals.count, grouped: true)",
            value: worth.text, share: Self.share(worth, of: whole.worth(in: currency)),
            itemsPath: itemsPath)
    }

    /// A share in per cent with a decimal place where it has one: `37.5`.
    static func share(_ part: Worth, of whole: Worth) -> String {
        share(part.rank, of: whole.rank)
    }

    private static func share(_ part: Int64, of whole: Int64) -> String {
        guard whole > 0 else { return "0" }
        let tenths = (part * 1_000 + whole / 2) / whole
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }
}

extension SitePath {
    /// The list of the items of a type, by its number, or `none`.
    static func items(ofType value: String) -> SitePath {
        ListQuery().filtered("assetType", by: value).address(of: .items)
    }
}
